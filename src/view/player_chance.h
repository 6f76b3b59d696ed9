/* A player's chance. It follows from the player's seed and from how far the game is, and nothing is
 * kept from move to move: so a player that is made anew in the middle of a game goes on as the old
 * one would have. */
#ifndef FLAGFALL_VIEW_PLAYER_CHANCE_H
#define FLAGFALL_VIEW_PLAYER_CHANCE_H

#include "base/hash.h"
#include "base/rng.h"
#include "flagfall/view.h"

/* For the seat's army: the two seats of one seed draw differently from each other and from every
 * move. */
static inline void player_chance_of_army(uint64_t seed, ff_seat seat, ff_rng *rng) {
    ff_rng_seed(rng, hash_seed(seed, 1u << 20 | (unsigned)seat)); /* no ply has that number */
}

/* For the seat's next move. */
static inline void player_chance_of_move(uint64_t seed, const ff_view *view, ff_rng *rng) {
    ff_rng_seed(rng, hash_seed(seed, view->plies));
}

#endif
