/* Gravon's tables, which its line format and its XML share: types of games, results, fields
 * and moves. */
#ifndef FLAGFALL_FORMAT_GRAVON_H
#define FLAGFALL_FORMAT_GRAVON_H

#include "flagfall/record.h"

enum { GRAVON_TYPES = 5, GRAVON_NO_RESULT = -1 };

/* The game type ("classic", "barrage", ...) of an index 0..4, or null. */
const char *gravon_type(unsigned index);

/* Our edition for a type; null where there is none (Ultimate Lightning). */
const char *gravon_edition(const char *type);

/* The type of a record: the one whose edition has the same board and army. A game
 * from a Board is a free set-up. False, with an error, where there is none. */
bool gravon_type_of_record(const ff_record *record, const char **type, ff_error *error);

/* Result and Termination tags for Gravon's numbers (winner: 0 draw, 1 Red,
 * 2 Blue, as in GSN). False with an error where a number is unknown; a result
 * that is known is added all the same. */
bool gravon_result_read(int winner, int type, ff_record *record, ff_error *error);

/* The numbers of a record's result, taken from its tags or else from its moves.
 * Both are GRAVON_NO_RESULT for a game that goes on or was aborted. */
bool gravon_result_write(const ff_record *record, int *winner, int *type, ff_error *error);

/* The 100-letter field and the first position a record begins from: set-ups
 * where it is made of two whole armies in their zones, or else a Board. */
bool gravon_field_read(ff_span field, const char *edition, ff_record *record, ff_error *error);
bool gravon_field_write(const ff_record *record, char field[FF_SQUARES + 1], ff_error *error);

/* Adds a move of two squares such as E4 and E5; false where they are none. */
bool gravon_move_read(ff_span source, ff_span target, ff_record *record);

/* The squares of a record's move (from 0) in capitals; false with an error where one is on no
 * board. */
bool gravon_move_write(const ff_record *record, size_t index, char source[FF_SQUARE_TEXT],
                       char target[FF_SQUARE_TEXT], ff_error *error);

/* Tells in `notes` (a line each) what a record has that Gravon's formats lack. */
void gravon_losses(const ff_record *record, ff_buffer *notes);

#endif
