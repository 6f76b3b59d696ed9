/* The words of case files: squares, pieces and moves. */
#ifndef FLAGFALL_TEST_CASE_WORDS_H
#define FLAGFALL_TEST_CASE_WORDS_H

#include "case_reader.h"

extern const char CASE_FILES[];

ff_span case_trim(ff_span span);
bool case_same(ff_span a, ff_span b);

/* Take the first word, the first line off the front. A word is empty at the end. */
ff_span case_take_word(ff_span *rest);
bool case_take_line(ff_span *rest, ff_span *line);

bool case_number_read(ff_span word, unsigned limit, unsigned *number);

/* Any letter with a number; what no board has is FF_OFF_BOARD. */
bool case_square_read(ff_span word, unsigned *square);

/* "R10", "BB", "." */
bool case_piece_read(ff_span word, ff_seat *seat, ff_rank *rank);

/* "a4=R10", "a4=." */
bool case_standing_read(ff_span word, case_piece *piece);

/* "a4-a5", "a4xa5" */
bool case_move_read(ff_span word, case_ply *ply, bool *attack);

#endif
