/* A game between two armies that are drawn, for tests of players. To be included behind
 * cmocka.h. */
#ifndef FLAGFALL_TEST_DRAWN_GAME_H
#define FLAGFALL_TEST_DRAWN_GAME_H

#include "flagfall.h"

/* Both armies stand; at most 4,000 plies. To be freed by `ff_game_free`. */
ff_game *drawn_game_new(const ff_edition *edition, uint64_t seed);

/* What the player on turn sees. */
ff_view drawn_game_view(const ff_game *game);

/* Up to `plies` plies more, drawn from all legal ones, or as one player would for both. */
void drawn_game_wander(ff_game *game, ff_rng *rng, unsigned plies);
void drawn_game_lead(ff_game *game, ff_player *player, unsigned plies);

/* A player by its name, there for sure. */
ff_player *drawn_game_player(const char *name, uint64_t seed);

#endif
