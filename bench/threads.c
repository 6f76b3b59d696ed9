/* How much more the strongest computer looks at in the same time with several threads: it plays
 * games with itself, and each move is asked for twice, of a player with one thread and of one with
 * so many. A line with the positions that both looked at a move, and how many times more the
 * second. Only a machine with as many idle processors tells anything.
 *
 * build/bench-threads [EDITION [MS-A-MOVE [THREADS [PLIES]]]] */
#include <stdio.h>
#include <stdlib.h>

#include "flagfall.h"

/* Asks both, and makes the move of the first. */
typedef struct pair {
    ff_player player; /* first: the referee knows no more of it */
    ff_player *one, *many;
    uint64_t *looked; /* by one and by many */
    unsigned *moves;
} pair;

static void pair_set_up(ff_player *self, const ff_edition *edition, ff_seat seat, ff_setup *army) {
    pair *p = (pair *)self;
    p->one->set_up(p->one, edition, seat, army);
}

static ff_move ask(ff_player *player, const ff_view *view, unsigned budget_ms, uint64_t *looked) {
    ff_thought thought = {.size = sizeof thought};
    ff_move move = player->move(player, view, budget_ms);
    *looked = ff_player_thought(player, &thought) ? thought.nodes : 0;
    return move;
}

static ff_move pair_move(ff_player *self, const ff_view *view, unsigned budget_ms) {
    pair *p = (pair *)self;
    uint64_t one, many;
    ff_move move = ask(p->one, view, budget_ms, &one);
    ask(p->many, view, budget_ms, &many);
    if (one && many) { /* there was more than one move, and time to think */
        p->looked[0] += one;
        p->looked[1] += many;
    }
    ++*p->moves;
    return move;
}

static void pair_free(ff_player *self) {
    pair *p = (pair *)self;
    if (p->one)
        p->one->free(p->one);
    if (p->many)
        p->many->free(p->many);
}

static bool pair_init(pair *p, unsigned threads, uint64_t seed, uint64_t looked[2],
                      unsigned *moves) {
    const ff_player_kind *kind = ff_computer_level(FF_LEVELS, false);
    *p = (pair){.player = {.size = sizeof(ff_player),
                           .set_up = pair_set_up,
                           .move = pair_move,
                           .free = pair_free},
                .one = ff_player_new(kind, seed),
                .many = ff_player_new(kind, seed),
                .looked = looked,
                .moves = moves};
    const ff_means means = {
        .size = sizeof means, .memory_mb = FF_MEMORY_DEFAULT, .threads = threads};
    return p->one && p->many && ff_player_bound(p->many, &means);
}

static unsigned number(int argc, char **argv, int at, unsigned otherwise) {
    return argc > at ? (unsigned)strtoul(argv[at], NULL, 10) : otherwise;
}

/* Games until there were so many plies. */
static bool play(const ff_edition *edition, unsigned budget_ms, unsigned threads, unsigned plies) {
    uint64_t looked[2] = {0, 0};
    unsigned moves = 0;
    bool played = true;
    for (uint64_t seed = 1; played && moves < plies; seed += 2) {
        pair red, blue;
        ff_game *game = ff_game_new(edition, NULL);
        bool made = pair_init(&red, threads, seed, looked, &moves);
        made &= pair_init(&blue, threads, seed + 1, looked, &moves);
        played = game && made && ff_referee_play(game, &red.player, &blue.player, budget_ms);
        pair_free(&red.player);
        pair_free(&blue.player);
        ff_game_free(game);
    }
    if (!played || !looked[0])
        return false;
    printf(
        "threads edition=%s ms=%u threads=%u moves=%u nodes_one=%.0f nodes_many=%.0f times=%.2f\n",
        edition->id, budget_ms, threads, moves, (double)looked[0] / moves,
        (double)looked[1] / moves, (double)looked[1] / (double)looked[0]);
    return true;
}

int main(int argc, char **argv) {
    const ff_edition *edition = ff_edition_find(ff_span_of(argc > 1 ? argv[1] : "tournament"));
    unsigned budget_ms = number(argc, argv, 2, 20), threads = number(argc, argv, 3, 2),
             plies = number(argc, argv, 4, 300);
    if (!edition || !budget_ms || !threads || threads > FF_THREADS_MAX || !plies) {
        fprintf(stderr, "usage: bench-threads [EDITION [MS-A-MOVE [THREADS [PLIES]]]]\n");
        return 2;
    }
    return play(edition, budget_ms, threads, plies) ? 0 : 1;
}
