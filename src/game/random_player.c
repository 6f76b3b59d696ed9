/* The random player: the least that a player can be, and the template for the next one. */
#include "flagfall/player.h"

#include <assert.h>
#include <stdlib.h>

#include "view/player_chance.h"

typedef struct random_player {
    ff_player player;
    uint64_t seed;
} random_player;

static void random_set_up(ff_player *self, const ff_edition *edition, ff_seat seat,
                          ff_setup *setup) {
    ff_rng rng;
    player_chance_of_army(((random_player *)self)->seed, seat, &rng);
    ff_setup_random(setup, edition, &rng);
}

static ff_move random_move(ff_player *self, const ff_view *view, unsigned budget_ms) {
    (void)budget_ms;
    ff_move moves[FF_MOVES_MAX];
    size_t count = ff_view_moves(view, moves);
    assert(count > 0);
    ff_rng rng;
    player_chance_of_move(((random_player *)self)->seed, view, &rng);
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
