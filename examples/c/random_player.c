/* A player of one's own in a match: it draws its moves by lot, and meets a level of the
 * computer. A player is a struct of functions and is given views, never the game.
 *
 * random_player [LEVEL [GAMES]] */
#include <flagfall.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct lot {
    ff_player player; /* first: the referee knows no more of it */
    ff_rng rng;
} lot;

static void lot_set_up(ff_player *self, const ff_edition *edition, ff_seat seat, ff_setup *army) {
    (void)seat;
    ff_setup_random(army, edition, &((lot *)self)->rng);
}

static ff_move lot_move(ff_player *self, const ff_view *view, unsigned budget_ms) {
    (void)budget_ms;
    ff_move moves[FF_MOVES_MAX];
    size_t count = ff_view_moves(view, moves);
    return moves[ff_rng_below(&((lot *)self)->rng, (uint32_t)count)];
}

static void lot_free(ff_player *self) {
    (void)self; /* it lives in `main` */
}

/* Plays one game; its result, or FF_ONGOING when memory is out. */
static ff_result play(ff_player *red, ff_player *blue) {
    ff_game *game = ff_game_new(ff_edition_find(ff_span_of("duel")), NULL);
    ff_view end = {.result = FF_ONGOING};
    if (game && ff_referee_play(game, red, blue, 0))
        ff_game_view(game, FF_NOBODY, false, &end);
    ff_result result = (ff_result)end.result; /* the view points into the game */
    ff_game_free(game);
    return result;
}

int main(int argc, char **argv) {
    unsigned level = argc > 1 ? (unsigned)strtoul(argv[1], NULL, 10) : 2;
    unsigned games = argc > 2 ? (unsigned)strtoul(argv[2], NULL, 10) : 10;
    const ff_player_kind *kind = ff_computer_level(level, false);
    lot own = {.player = {.size = sizeof(ff_player), .set_up = lot_set_up, .move = lot_move, .free = lot_free}};
    unsigned won = 0, drawn = 0;
    if (!kind) {
        fprintf(stderr, "usage: random_player [LEVEL 1..%d [GAMES]]\n", FF_LEVELS);
        return 2;
    }
    ff_rng_seed(&own.rng, 1);
    for (unsigned game = 0; game < games; game++) {
        ff_player *other = ff_player_new(kind, game);
        bool red = game % 2 == 0;
        ff_result result = FF_ONGOING;
        if (other) {
            result = red ? play(&own.player, other) : play(other, &own.player);
            other->free(other);
        }
        if (result == FF_ONGOING) {
            fputs("out of memory\n", stderr);
            return 1;
        }
        won += result == (red ? FF_RED_WINS : FF_BLUE_WINS);
        drawn += result == FF_DRAW;
    }
    printf("games=%u won=%u drawn=%u lost=%u\n", games, won, drawn, games - won - drawn);
    return 0;
}
