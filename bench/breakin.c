/* Does the search player break in to a flag that it knows of? Positions are taken from recorded
 * games: the first of each game and seat in which the enemy's flag is shut in by bombs and
 * believed above a half, with two miners or more and material at least even. From there the
 * search player plays on against a defender; share is won within 300 plies, with its 95 %
 * interval (Wilson's); opened is how often a bomb beside the flag was taken.
 *
 * build/bench-breakin RECORDS [POSITIONS-A-MOVE [DEFENDER [AT-MOST]]]
 * (3000, level:9, 100 positions) */
#include "flagfall.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ai/search/root_features.h"
#include "arena/statistics.h"
#include "recorded.h"

enum { WORLDS = 200, FIRST_PLY = 60, EVERY = 10, PLIES = 300, MINERS = 2 };

typedef struct setting {
    const char *defender;
    uint64_t nodes;
    unsigned most;
} setting;

typedef struct outcome {
    tally games;     /* drawn: not over after all plies, too */
    unsigned opened; /* a bomb beside the flag was taken */
    double plies;    /* of won ones */
} outcome;

/* --- positions ------------------------------------------------------------------ */

static int flag_of(const ff_position *p, ff_seat seat) {
    for (int square = 0; square < FF_SQUARES; square++)
        if (ff_position_owner(p, square) == seat && ff_position_rank(p, square) == FF_FLAG)
            return square;
    return FF_OFF_BOARD;
}

/* Has the viewer miners enough, and at least as much as the enemy? */
static bool is_ahead(const ff_view *view) {
    belief b;
    root_features features;
    belief_from_view(&b, view);
    root_features_init(&features, view, &b, 1);
    double material = 0;
    int miners = 0;
    for (int square = 0; square < FF_SQUARES; square++) {
        const ff_cell *cell = &view->cell[square];
        if (cell->seat != view->viewer || cell->rank >= FF_BOMB)
            continue;
        miners += cell->rank == FF_MINER;
        material += features.worth[view->viewer][cell->rank];
    }
    for (int rank = FF_SPY; rank < FF_BOMB; rank++)
        material -= b.left[rank] * features.worth[1 - view->viewer][rank];
    return miners >= MINERS && material >= 0;
}

static bool is_wanted(const ff_game *game, const ff_position *truth) {
    ff_seat seat = (ff_seat)truth->turn;
    ff_view view;
    ff_belief b;
    ff_game_view(game, seat, false, &view);
    int flag = flag_of(truth, (ff_seat)(1 - seat));
    if (flag == FF_OFF_BOARD || !recorded_is_shut_in(&view.rules->edition, truth, flag) ||
        !is_ahead(&view))
        return false;
    ff_belief_of(&view, truth->plies, WORLDS, &b);
    return b.chance[flag][FF_FLAG] > 0.5;
}

/* --- playing on ----------------------------------------------------------------- */

static ff_player *player_of(const char *name, uint64_t seed) {
    ff_player *player = ff_player_new(ff_computer_find(ff_span_of(name)), seed);
    if (!player) {
        fprintf(stderr, "bench-breakin: no memory for %s\n", name);
        exit(2);
    }
    return player;
}

static bool is_won(const ff_view *view, ff_seat seat) {
    return view->result == (seat == FF_RED ? FF_RED_WINS : FF_BLUE_WINS);
}

/* What happened from a position on: the search player has the seat on turn. */
typedef struct course {
    ff_game *game;
    ff_position truth;
    ff_history history;
    ff_player *player[2];
    int flag;
    bool opened;
} course;

static void play_ply(course *c, const setting *s) {
    ff_seat mover = (ff_seat)c->truth.turn;
    ff_player *player = c->player[mover];
    ff_view view;
    ff_game_view(c->game, mover, false, &view);
    ff_player_limit(player, &(ff_limits){.size = sizeof(ff_limits), .nodes = s->nodes});
    ff_move move = player->move(player, &view, 0);
    ff_game_move(c->game, mover, FF_FROM(move), FF_TO(move));
    ff_position_play(view.rules, &c->truth, &c->history, move);
    if (!ff_game_is_over(c->game))
        c->opened |= !recorded_is_shut_in(&view.rules->edition, &c->truth, c->flag);
}

/* Plays on, and counts how it went. */
static void play_on(course *c, const setting *s, outcome *o) {
    ff_seat seat = (ff_seat)c->truth.turn;
    uint64_t number = tally_games(&o->games);
    c->flag = flag_of(&c->truth, (ff_seat)(1 - seat));
    c->player[seat] = player_of("search", number);
    c->player[1 - seat] = player_of(s->defender, number);
    unsigned ply = 0;
    for (; ply < PLIES && !ff_game_is_over(c->game); ply++)
        play_ply(c, s);
    ff_view end;
    ff_game_view(c->game, seat, false, &end);
    bool won = is_won(&end, seat), lost = is_won(&end, (ff_seat)(1 - seat));
    o->games.won += won;
    o->games.lost += lost;
    o->games.drawn += !won && !lost;
    o->opened += c->opened;
    o->plies += won ? ply : 0;
    c->player[FF_RED]->free(c->player[FF_RED]);
    c->player[FF_BLUE]->free(c->player[FF_BLUE]);
}

/* --- records -------------------------------------------------------------------- */

/* What is done with the games of a file. */
typedef struct run {
    const setting *setting;
    outcome *outcome;
    bool done[2]; /* a seat's position in the present game */
} run;

static void look_at(void *context, const recorded *g) {
    run *r = context;
    unsigned seat = g->truth.turn, ply = g->truth.plies;
    if (ply == 0)
        r->done[FF_RED] = r->done[FF_BLUE] = false;
    if (ply < FIRST_PLY || ply % EVERY > 1 || r->done[seat] ||
        tally_games(&r->outcome->games) >= r->setting->most || !is_wanted(g->game, &g->truth))
        return;
    course c = {.game = recorded_game(g->replay, g->moves, ply), .truth = g->truth};
    if (!c.game || !ff_history_reserve(&c.history, ply + PLIES))
        exit(2);
    memcpy(c.history.moves, g->moves->moves, ply * sizeof *g->moves->moves);
    c.history.size = ply;
    play_on(&c, r->setting, r->outcome);
    ff_history_free(&c.history);
    ff_game_free(c.game);
    r->done[seat] = true;
}

int main(int argc, char **argv) {
    outcome o = {0};
    if (argc < 2 || argc > 5) {
        fprintf(stderr, "usage: bench-breakin RECORDS [POSITIONS-A-MOVE [DEFENDER [AT-MOST]]]\n");
        return 2;
    }
    setting s = {.nodes = argc > 2 ? strtoull(argv[2], NULL, 10) : 3000,
                 .defender = argc > 3 ? argv[3] : "level:9",
                 .most = argc > 4 ? (unsigned)strtoul(argv[4], NULL, 10) : 100};
    if (!ff_computer_find(ff_span_of(s.defender))) {
        fprintf(stderr, "bench-breakin: there is no player '%s'\n", s.defender);
        return 2;
    }
    if (!recorded_each(argv[1], &(run){.setting = &s, .outcome = &o}, look_at))
        return 2;
    estimate share = statistics_won(&o.games);
    printf("breakin positions=%u won=%u drawn=%u lost=%u share=%.3f low=%.3f high=%.3f opened=%u "
           "plies=%.0f\n",
           tally_games(&o.games), o.games.won, o.games.drawn, o.games.lost, share.value, share.low,
           share.high, o.opened, o.games.won ? o.plies / o.games.won : 0.0);
    return tally_games(&o.games) ? 0 : 1;
}
