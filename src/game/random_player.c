/* The random player: the least that a player can be, and the template for the next one. */
#include "flagfall/player.h"

#include <assert.h>
#include <stdlib.h>

#include "base/hash.h"

typedef struct random_player {
    ff_player player;
    uint64_t seed;
} random_player;

/* Both seats draw different armies from one seed, and neither number is one of a ply. */
static void random_set_up(ff_player *self, const ff_edition *edition, ff_seat seat,
                          ff_setup *setup) {
    ff_rng rng;
    ff_rng_seed(&rng, hash_seed(((random_player *)self)->seed, 1u << 20 | (unsigned)seat));
    ff_setup_random(setup, edition, &rng);
}

/* Chance depends on the seed and on how far the game is, and nothing is kept from move to move:
 * so a new player goes on in the middle of a game as the old one would have. */
static ff_move random_move(ff_player *self, const ff_view *view, unsigned budget_ms) {
    (void)budget_ms;
    ff_move moves[FF_MOVES_MAX];
    size_t count = ff_view_moves(view, moves);
    assert(count > 0);
    ff_rng rng;
    ff_rng_seed(&rng, hash_seed(((random_player *)self)->seed, view->plies));
    return moves[ff_rng_below(&rng, (uint32_t)count)];
}

static void random_free(ff_player *self) {
    free(self);
}

ff_player *ff_random_player_new(const void *traits, uint64_t seed) {
    (void)traits;
    random_player *self = malloc(sizeof *self);
    if (!self)
        return NULL;
    self->player = (ff_player){.size = sizeof(ff_player),
                               .set_up = random_set_up,
                               .move = random_move,
                               .free = random_free};
    self->seed = seed;
    return &self->player;
}
