/* Gravon's line format (2003), versions 1 and 2, to records and back. The XML of
 * later years is a module of its own, outside this library, on expat. */
#ifndef FLAGFALL_GSN_H
#define FLAGFALL_GSN_H

#include "flagfall/record.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Reads one game. What was not understood but could be passed over is told in
 * `notes` (a line each, may be null). */
bool ff_gsn_read(ff_span text, ff_record *record, ff_buffer *notes, ff_error *error);

/* Appends the game as GSN v2. What GSN cannot hold (clocks, commitments,
 * comments) is told in `notes`; false with an error for a board or an edition
 * that Gravon lacks. */
bool ff_gsn_write(const ff_record *record, ff_buffer *out, ff_buffer *notes, ff_error *error);

/* Gravon's tables, shared with the XML module. */

enum { FF_GRAVON_TYPES = 5, FF_GRAVON_NO_RESULT = -1 };

/* The game type ("classic", "barrage", ...) of an index 0..4, or null. */
const char *ff_gravon_type(unsigned index);

/* Our edition for a type; null where there is none (Ultimate Lightning). */
const char *ff_gravon_edition(const char *type);

/* The type of a record: the one whose edition has the same board and army. A game
 * from a Board is a free set-up. False, with an error, where there is none. */
bool ff_gravon_type_of_record(const ff_record *record, const char **type, ff_error *error);

/* Result and Termination tags for Gravon's numbers (winner: 0 draw, 1 Red,
 * 2 Blue, as in GSN). False with an error where a number is unknown; a result
 * that is known is added all the same. */
bool ff_gravon_result_read(int winner, int type, ff_record *record, ff_error *error);

/* The numbers of a record's result, taken from its tags or else from its moves.
 * Both are FF_GRAVON_NO_RESULT for a game that goes on or was aborted. */
bool ff_gravon_result_write(const ff_record *record, int *winner, int *type, ff_error *error);

/* The 100-letter field and the first position a record begins from: set-ups
 * where it is made of two whole armies in their zones, or else a Board. */
bool ff_gravon_field_read(ff_span field, const char *edition, ff_record *record, ff_error *error);
bool ff_gravon_field_write(const ff_record *record, char field[FF_SQUARES + 1], ff_error *error);

/* Adds a move of two squares such as E4 and E5; false where they are none. */
bool ff_gravon_move_read(ff_span source, ff_span target, ff_record *record);

/* The squares of a move in capitals; false where one is on no board. */
bool ff_gravon_move_write(const ff_record_move *move, char source[FF_SQUARE_TEXT],
                          char target[FF_SQUARE_TEXT]);

/* Tells in `notes` (a line each) what a record has that Gravon's formats lack. */
void ff_gravon_losses(const ff_record *record, ff_buffer *notes);

#ifdef __cplusplus
}
#endif

#endif
