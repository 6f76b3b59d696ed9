/* Lines of the computer competition of 2012 (University Computer Club): what its
 * manager and its programs say to each other. Pure: text to values and back.
 *
 * The frame is Red's for both: x is the file from 0, y the row from 0, UP is
 * towards y = 0. A line is a span without its end of line. */
#ifndef FLAGFALL_ENGINE_UCC_H
#define FLAGFALL_ENGINE_UCC_H

#include "flagfall/setup.h"
#include "flagfall/view.h"

#define UCC_EDITION "ucc" /* the rules that the manager plays by */

enum {
    UCC_SIDE = 10,      /* squares a line of the board */
    UCC_ARMY_LINES = 4, /* of a set-up, from the top */
    UCC_LINE_MAX = 512  /* bytes of a line that anybody need read */
};

/* Can a game of this edition be told in these lines? */
bool ucc_speaks(const ff_edition *edition);

/* "RED path 10 10". */
bool ucc_handshake_parse(ff_span line, ff_seat *seat, ff_error *error);
void ucc_handshake_write(ff_seat seat, const char *opponent, ff_buffer *out);

/* Line `index` of a seat's set-up, 0 .. 3 from the top of the board. */
bool ucc_army_parse(ff_span line, const ff_edition *edition, ff_seat seat, unsigned index,
                    ff_setup *setup, ff_error *error);
void ucc_army_write(const ff_setup *setup, const ff_edition *edition, ff_seat seat, ff_buffer *out);

/* Row y of the board: own pieces, and # for all others. */
void ucc_row_write(const ff_view *view, unsigned y, ff_buffer *out);
bool ucc_row_check(ff_span line, const ff_view *view, unsigned y, ff_error *error);

/* A program's answer: "0 3 DOWN", "9 6 UP 3" (more may follow the number), or
 * "SURRENDER". The move need not be legal; it stays on the board. */
typedef enum ucc_answer { UCC_BAD, UCC_MOVE, UCC_SURRENDER } ucc_answer;
ucc_answer ucc_answer_parse(ff_span line, ff_move *move, ff_error *error);
void ucc_move_write(ff_move move, ff_buffer *out);

/* What both are told of a ply: the move and " OK" or " KILLS 3 7". */
bool ucc_echo_parse(ff_span line, ff_event *event, ff_error *error);
void ucc_outcome_write(const ff_event *event, ff_buffer *out);

/* "QUIT ...", which may come in place of any line. */
bool ucc_is_quit(ff_span line);

#endif
