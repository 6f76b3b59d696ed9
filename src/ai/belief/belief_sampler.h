/* Belief by sampling: the enemy pieces that a viewer cannot name, and what they may be.
 *
 * Each hidden piece has a weight for every rank: how likely a piece of that rank would have
 * done what this one was seen to do (after Stankiewicz and Schadd, Opponent Discovery in
 * Stratego, 2009), and how likely a player would have made the moves that were made if it had it
 * (policy_evidence.h). Worlds, that is ways to deal the missing ranks out, are drawn with the
 * product of these weights and of that of the whole set-up as people make them
 * (affinity.h) by exchanging ranks between pieces (Metropolis), so every world agrees
 * with the counts and with what cannot be. */
#ifndef FLAGFALL_AI_BELIEF_SAMPLER_H
#define FLAGFALL_AI_BELIEF_SAMPLER_H

#include "ai/belief/affinity.h"
#include "ai/belief/belief.h"
#include "ai/belief/policy_evidence.h"

typedef struct belief_sampler {
    unsigned count;
    uint8_t square[FF_SQUARES];
    uint8_t place[FF_SQUARES];        /* in its zone at first; FF_OFF_BOARD where it was in none */
    uint8_t rank[FF_SQUARES];         /* of each hidden piece in the present world */
    affinity_board first;             /* the set-up in the present world */
    int weight[FF_SQUARES][FF_RANKS]; /* by what it did; 0 the likeliest, in MODEL_UNITs */
} belief_sampler;

/* For a seat's view (not a spectator's). `reading` is how much of what the pieces did
 * is believed, 0 .. 1. `read` has what was read of the game before, or of another one, and is
 * brought up to date; null reads anew, with the same result. The first world is drawn. */
void belief_sampler_init(belief_sampler *s, const ff_view *view, float reading,
                         policy_evidence *read, ff_rng *rng);

/* Goes on to another world, nearly independent of the last. */
void belief_sampler_next(belief_sampler *s, ff_rng *rng);

/* The viewer's position with the ranks of the present world. */
void belief_sampler_world(const belief_sampler *s, const ff_view *view, ff_position *world);

/* What the pieces are on average, over `worlds` worlds. */
void belief_sampler_average(belief_sampler *s, const ff_view *view, unsigned worlds, ff_rng *rng,
                            belief *b);

/* All of that for a view, by a seed: the same view, seed and number of worlds give the same. `read`
 * as above. */
void belief_by_sampling(const ff_view *view, uint64_t seed, unsigned worlds, policy_evidence *read,
                        belief *b);

#endif
