/* A game with its truth beside it: what the tests of secrecy and of views need,
 * and what no code outside the tests may have. */
#ifndef TESTS_WORLD_H
#define TESTS_WORLD_H

#include "flagfall.h"

typedef struct world {
    ff_game *game;
    const ff_rules *rules; /* the game's */
    ff_setup setup[2];
    ff_position truth;
    ff_history history;
    uint8_t origin[FF_SQUARES]; /* where in its set-up the piece that stands here began */
    bool over;
} world;

/* Begins a game of these armies; fails the test where memory is out. */
void world_begin(world *w, const ff_edition *edition, const ff_setup setup[2]);
void world_begin_random(world *w, const ff_edition *edition, ff_rng *rng);
void world_end(world *w);

/* The seat on turn moves, in the game and in the truth beside it; `event` (may be
 * null) is filled where the move is legal. Fails the test where they disagree. */
ff_reason world_play(world *w, ff_move move, ff_event *event);

/* A uniformly random legal move of the seat on turn, of a game that goes on. */
ff_move world_draw(const world *w, ff_rng *rng);

#endif
