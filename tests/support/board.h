/* Small boards for tests: a list of pieces instead of a hundred letters.
 *
 * A piece is its letter in the alphabet of positions (docs/formats.md) and its
 * square, lower case where its rank is public: "Ma1 De4 Ye5" is Red's flag and
 * scout and Blue's flag. */
#ifndef TESTS_BOARD_H
#define TESTS_BOARD_H

#include "flagfall.h"

/* The square of a name; fails the test where it is none. */
unsigned square_at(const char *name);

/* A game from these pieces, Red to move. The caller frees it. */
ff_game *game_on(const char *edition, const char *pieces);
ff_game *game_with(const ff_edition *edition, const ff_options *options, const char *pieces);

/* A game of random armies. */
ff_game *game_random(const char *edition, uint64_t seed);

/* The seat on turn moves, "a4-a5". */
ff_reason play(ff_game *game, const char *move);

/* Plays all moves of a list divided by spaces; fails the test at a refusal. */
void play_all(ff_game *game, const char *moves);

ff_view view_for(const ff_game *game, ff_seat viewer);
ff_view memory_view_for(const ff_game *game, ff_seat viewer);
ff_cell cell_at(const ff_view *view, const char *square);

#endif
