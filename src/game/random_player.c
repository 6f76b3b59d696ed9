#include "flagfall/player.h"

#include <assert.h>
#include <stdlib.h>

typedef struct random_player {
    ff_player player;
    ff_rng rng;
} random_player;

static void random_set_up(ff_player *self, const ff_edition *edition, ff_seat seat,
                          ff_setup *setup) {
    (void)seat;
    ff_setup_random(setup, edition, &((random_player *)self)->rng);
}

static ff_move random_move(ff_player *self, const ff_view *view, unsigned budget_ms) {
    (void)budget_ms;
    ff_move moves[FF_MOVES_MAX];
    size_t count = ff_view_moves(view, moves);
    assert(count > 0);
    return moves[ff_rng_below(&((random_player *)self)->rng, (uint32_t)count)];
}

static void random_free(ff_player *self) {
    free(self);
}

ff_player *ff_random_player_new(uint64_t seed) {
    random_player *self = malloc(sizeof *self);
    if (!self)
        return NULL;
    self->player = (ff_player){.set_up = random_set_up, .move = random_move, .free = random_free};
    ff_rng_seed(&self->rng, seed);
    return &self->player;
}
