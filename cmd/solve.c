/* flagfall solve: the equilibrium of a small edition, and how far computer players are from
 * it. */
#include "cli/files.h"
#include "cli/line.h"
#include "cli/progress.h"
#include "commands.h"

#include "flagfall.h"
#include "solver/cfr.h"
#include "solver/player_strategy.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct wishes {
    const char *player;
    uint64_t plies, positions, iterations, seeds, setup_seeds, nodes;
    const char *until;
    double enough; /* `until` as a number */
    bool random_setups;
    bool strategy;
    bool json, quiet;
} wishes;

static const ff_player_kind random_kind = {.size = sizeof random_kind,
                                           .name = "random",
                                           .title = "any legal move",
                                           .create = ff_random_player_new};

static int cannot_grow(tree_status status, const wishes *w) {
    switch (status) {
    case TREE_TOO_MANY_SETUPS:
        return complain("this army can set up in more than %d ways: a smaller army or zone is "
                        "needed",
                        TREE_SETUPS_MAX);
    case TREE_TOO_MANY_NODES:
        return complain("this game has more than %" PRIu64 " positions: fewer plies (--plies), a "
                        "smaller board, or more --positions",
                        w->positions);
    case TREE_TOO_LONG:
        return complain("games of this edition can be longer than %d plies: say --plies",
                        TREE_PLIES_MAX);
    default:
        return complain("out of memory");
    }
}

/* --- what is printed -------------------------------------------------------------------- */

/* The set-ups that are chosen at all often, likeliest first. */
/* Ways that are as likely are printed together, in the order of their numbers; sorting a copy would
 * be no shorter. */
static void print_setups(const tree *t, const strategy *s, ff_seat seat, const wishes *w) {
    const double *chance = s->setup[seat];
    double below = 2;
    for (;;) {
        double next = -1;
        for (uint32_t k = 0; k < t->army_count; k++)
            if (chance[k] < below && chance[k] > next)
                next = chance[k];
        if (next < 0.0005) /* which would be printed as 0.000 */
            return;
        for (uint32_t k = 0; k < t->army_count; k++) {
            char letters[FF_ZONE_MAX + 1];
            if (chance[k] < next || chance[k] >= below)
                continue;
            ff_setup_write(&t->armies[k], &t->rules.edition, letters);
            line_print(w->json, NULL, "  seat=%s set-up=%s chance=%.3f",
                       seat == FF_RED ? "red" : "blue", letters, chance[k]);
        }
        below = next;
    }
}

/* What of `name` is worth against whoever knows it, beside the value of the game. */
static void print_strategy(const char *name, const tree *t, const strategy *s, const wishes *w) {
    bool chosen = !w->random_setups; /* 0 - x, below: -x would print a zero as -0.0000 */
    double red = strategy_best_reply(s, t, FF_BLUE, chosen);
    double blue = strategy_best_reply(s, t, FF_RED, chosen);
    line_print(w->json, NULL,
               "player=%s value=%.4f worst-as-red=%.4f worst-as-blue=%.4f exploitability=%.4f",
               name, strategy_value(s, t), 0 - red, 0 - blue, (red + blue) / 2);
    if (w->strategy) {
        print_setups(t, s, FF_RED, w);
        print_setups(t, s, FF_BLUE, w);
    }
}

/* --- how far it is ----------------------------------------------------------------------- */

static progress_mode mode_of(const wishes *w) {
    return w->quiet ? PROGRESS_OFF : PROGRESS_TERMINAL;
}

static void tell_share(void *context, double share) {
    progress *p = context;
    progress_at(p, share * 100, share, NULL);
}

/* --- what is done --------------------------------------------------------------------------- */

/* Some iterations, a few at a time. */
static bool run_told(cfr *c, unsigned iterations, double off, progress *p) {
    enum { FEW = 16 }; /* so that progress is told often enough, also in a large game */
    char more[64];
    snprintf(more, sizeof more, "exploitability %.4f", off);
    for (unsigned done = 0; done < iterations; done += FEW) {
        unsigned left = iterations - done;
        if (!cfr_run(c, left < FEW ? left : FEW))
            return false;
        progress_at(p, c->iterations, -1, more);
    }
    return true;
}

/* Iterates until it is good enough. To look costs as much as some iterations, so it is done the
 * more seldom the longer it takes: each time half as many again have been made. */
static bool iterate(cfr *c, const tree *t, const wishes *w, strategy *s, progress *p) {
    unsigned step = 16;
    double off = 1;
    while (c->iterations < w->iterations) {
        unsigned left = (unsigned)w->iterations - c->iterations;
        if (!run_told(c, step < left ? step : left, off, p))
            return false;
        cfr_strategy(c, s);
        off = strategy_exploitability(s, t, c->chosen);
        if (isnan(off))
            return false;
        if (off <= w->enough)
            break;
        step = c->iterations / 2;
    }
    return true;
}

static int solve_equilibrium(const tree *t, const wishes *w) {
    cfr c;
    strategy s = {{NULL, NULL}, NULL};
    bool good = cfr_init(&c, t, !w->random_setups) && strategy_init(&s, t);
    if (good) {
        progress p;
        progress_begin(&p, "iterations", 0, (double)w->iterations, mode_of(w));
        p.at_most = true;
        good = iterate(&c, t, w, &s, &p);
        progress_end(&p);
    }
    if (good) {
        print_strategy("equilibrium", t, &s, w);
        line_print(w->json, NULL, "iterations=%u", c.iterations);
    }
    cfr_free(&c);
    strategy_free(&s);
    return good ? EXIT_DONE : complain("out of memory");
}

static int measure_player(const tree *t, const wishes *w, const ff_player_kind *kind) {
    progress p;
    const player_question ask = {.kind = kind,
                                 .seeds = (unsigned)w->seeds,
                                 .setup_seeds = (unsigned)w->setup_seeds,
                                 .nodes = w->nodes,
                                 .chosen = !w->random_setups,
                                 .told = tell_share,
                                 .context = &p};
    strategy s;
    progress_begin(&p, "parts", 0, 100, mode_of(w));
    bool good = strategy_init(&s, t) && player_strategy(&ask, t, &s);
    progress_end(&p);
    if (good)
        print_strategy(kind->name, t, &s, w);
    strategy_free(&s);
    return good ? EXIT_DONE : complain("out of memory");
}

static int solve(const ff_edition *edition, const wishes *w, const ff_player_kind *kind) {
    tree t;
    tree_status status = tree_grow(&t, edition, (unsigned)w->plies, (uint32_t)w->positions);
    int answer = EXIT_DONE;
    if (status != TREE_OK)
        answer = cannot_grow(status, w);
    if (answer == EXIT_DONE)
        line_print(w->json, NULL,
                   "edition=%s set-ups=%" PRIu32 " positions=%" PRIu32
                   " information-sets=%zu plies=%u",
                   t.rules.edition.id, t.army_count, t.node_count, t.information_sets, t.deepest);
    if (answer == EXIT_DONE && w->iterations > 0)
        answer = solve_equilibrium(&t, w);
    if (answer == EXIT_DONE && kind)
        answer = measure_player(&t, w, kind);
    tree_free(&t);
    return answer;
}

static bool read_until(wishes *w) {
    char *end;
    w->enough = strtod(w->until, &end);
    if (*w->until && !*end && w->enough >= 0 && w->enough <= 1)
        return true;
    complain("--until wants a number from 0 to 1, not '%s'", w->until);
    return false;
}

static const ff_player_kind *find_player(const char *name) {
    if (strcmp(name, random_kind.name) == 0)
        return &random_kind;
    const ff_player_kind *kind = ff_computer_find(ff_span_of(name));
    if (!kind)
        complain("there is no player '%s': level:1 to level:%d, one-ply, search or random", name,
                 FF_LEVELS);
    return kind;
}

int solve_run(int argc, char **argv) {
    wishes w = {.positions = 2000000,
                .iterations = 5000,
                .seeds = 8,
                .setup_seeds = 200,
                .nodes = 1000,
                .until = "0.001"};
    const option options[] = {
        {.name = "--plies",
         .value = "N",
         .help = "games are drawn after so many; the edition's own limit if that is lower",
         .number = &w.plies,
         .minimum = 1,
         .maximum = TREE_PLIES_MAX},
        {.name = "--player",
         .value = "P",
         .help = "measures a computer player too: level:N, one-ply, search, random",
         .text = &w.player},
        {.name = "--seeds",
         .value = "N",
         .help = "times that it is asked in each information set; 8",
         .number = &w.seeds,
         .minimum = 1,
         .maximum = 100000},
        {.name = "--setup-seeds",
         .value = "N",
         .help = "times that it is asked for a set-up; 200",
         .number = &w.setup_seeds,
         .minimum = 1,
         .maximum = 1000000},
        {.name = "--nodes",
         .value = "N",
         .help = "positions that it may look at for a move; 1000",
         .number = &w.nodes,
         .minimum = 1,
         .maximum = 1000000000},
        {.name = "--random-setups",
         .help = "set-ups are drawn, not chosen: all are as likely",
         .flag = &w.random_setups},
        {.name = "--strategy",
         .help = "prints how often each set-up is chosen",
         .flag = &w.strategy},
        {.name = "--until",
         .value = "X",
         .help = "ends where the exploitability is so low; 0.001",
         .text = &w.until},
        {.name = "--iterations",
         .value = "N",
         .help = "at most; 5000. 0: no equilibrium",
         .number = &w.iterations,
         .maximum = 10000000},
        {.name = "--positions",
         .value = "N",
         .help = "the largest game that is tried; 2000000",
         .number = &w.positions,
         .minimum = 1,
         .maximum = 100000000},
        {.name = "--json", .help = "a JSON object a line", .flag = &w.json},
        {.name = "--quiet", .help = "does not tell how far it is", .flag = &w.quiet},
        {.name = NULL},
    };
    const arguments spec = {
        "solve [OPTION...] EDITION",
        "Solves a game that is small enough to be written down whole: an edition file of\n"
        "a few squares and pieces (examples/editions). Prints what the game is worth to\n"
        "Red where both play as well as can be (1 won, 0 drawn, -1 lost), and how much\n"
        "somebody who knows the strategy could win from it (docs/solver.md).",
        options, 1, 1};
    int status = arguments_parse(&spec, &argc, argv);
    if (status != GO_ON)
        return status;
    ff_edition edition;
    const ff_player_kind *kind = NULL;
    if (!read_until(&w) || (w.player && !(kind = find_player(w.player))) ||
        !edition_choose(argv[1], &edition))
        return EXIT_WRONG;
    return solve(&edition, &w, kind);
}
