/* Swiss pairing by the Dutch system (FIDE Handbook C.04.3 of 2016, whose articles are named
 * below): one score bracket after the other. What must hold: after each bracket those who are
 * left can still be paired completely, because every matching that is chosen is one of all who
 * are left. */
#include "pairing/swiss.h"

#include "pairing/matching.h"
#include "pairing/swiss_colours.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum {
    LEVELS = 4,
    BITS = 8,      /* of most numbers in a weight */
    FAR_BITS = 12, /* of differences of scores, */
    FAR_MAX = 63,  /* each cut to this */
    BIAS_BITS = 20,
    ROOM = CROSSTABLE_PLAYERS_MAX + 1,
    NOBODY_ASKS = ROOM
};

/* A player of this round, as the criteria see it; the bye is one too. */
typedef struct entrant {
    uint16_t number; /* of the player */
    bool is_bye;
    unsigned score;
    swiss_colours colours;
    bool may_have_bye;
    bool top;                            /* A.7: more than half of the points, in the last round */
    bool floated_down[2], floated_up[2]; /* one and two rounds ago */
} entrant;

/* Pairing of one round. Who is left stands in order: `moved` who were moved down, the residents
 * of the bracket up to `bracket`, the next score group up to `next`, and all others. */
typedef struct work {
    const swiss_round *round;
    matching *graph;
    entrant all[ROOM];
    entrant *left[ROOM];
    unsigned count, moved, bracket, next;
    bool last;            /* the bracket is the last one */
    bool floats[ROOM];    /* by place: is to be left to the next bracket */
    uint8_t half[ROOM];   /* by place, of the remainder: 1 upper half, 2 lower; 0: not in it */
    unsigned place[ROOM]; /* of these, which is it in its half */
    int mate[ROOM];       /* the best matching so far, by place */
    bool fixed[ROOM];     /* by place: its mate stands */
    fixture_pair *pairs;
    unsigned paired;
    int bye; /* the player, or -1 */
} work;

/* ---- who may meet ---- */

/* C.1 to C.3: nobody twice, nobody a second bye, and not two who both must have the same
 * colour, unless one is a top scorer. */
static bool may_meet(const work *w, const entrant *a, const entrant *b) {
    if (a->is_bye || b->is_bye)
        return (a->is_bye ? b : a)->may_have_bye;
    if (crosstable_have_met(w->round->table, a->number, b->number))
        return false;
    return !swiss_colours_clash(&a->colours, &b->colours) || a->top || b->top;
}

/* ---- criteria, as a weight ---- */

/* Criteria in their order as one number, the first in the highest bits: a number compares as
 * the criteria do, as long as none needs more than its bits. */
static int64_t pack(const unsigned *numbers, unsigned count, int bits) {
    int64_t packed = 0;
    for (unsigned i = 0; i < count; i++)
        packed = (packed << bits) + numbers[i];
    return packed;
}

/* Which of the scores of those who were moved down this is, from the highest; C.6. */
static unsigned level_of(const work *w, unsigned place) {
    unsigned level = 0;
    for (unsigned i = 1; i <= place; i++)
        level += w->left[i]->score != w->left[i - 1]->score;
    return level < LEVELS ? level : LEVELS - 1;
}

/* What an edge is worth in a bracket. */
typedef struct worth {
    unsigned complete, pairs, level[LEVELS], next_pairs;
    /* Counted against it: C.8 to C.15, and C.16 to C.19. */
    unsigned wide, thrice, colour, strong, down_again, up_again, down_twice, up_twice;
    unsigned far[4];
    /* D.2: an exchange, how far apart the two are, and which of the upper half it is; D.1. */
    unsigned exchanges;
    int apart, moved;
    unsigned bias;
} worth;

static matching_weight weigh(const worth *of) {
    const unsigned good[] = {of->complete, of->pairs,    of->level[0],  of->level[1],
                             of->level[2], of->level[3], of->next_pairs};
    const unsigned bad[] = {of->wide,       of->thrice,   of->colour,    of->strong,
                            of->down_again, of->up_again, of->down_twice};
    int64_t order = (((int64_t)of->exchanges << 14) + of->apart) * (1 << 18) - of->moved;
    return (matching_weight){{pack(good, 7, BITS), -pack(bad, 7, BITS),
                              -((int64_t)of->up_twice << 4 * FAR_BITS) - pack(of->far, 4, FAR_BITS),
                              -order * (1 << BIAS_BITS) - (int64_t)of->bias}};
}

/* C.8 to C.11, asked of an edge: the colours follow from the two players alone. */
static void count_colours(const entrant *a, const entrant *b, worth *of) {
    bool a_white = swiss_colours_higher_is_white(&a->colours, &b->colours, true);
    for (int i = 0; i < 2; i++) {
        const swiss_colours *colours = i ? &b->colours : &a->colours;
        bool white = i ? !a_white : a_white;
        swiss_wish wish = swiss_colours_wish(colours);
        bool refused = wish != WISH_NONE && swiss_colours_wants_white(colours) != white;
        of->wide += (a->top || b->top) && swiss_colours_get_wide(colours, white);
        of->thrice += (a->top || b->top) && swiss_colours_get_thrice(colours, white);
        of->colour += refused;
        of->strong += refused && wish >= WISH_STRONG;
    }
}

/* C.12 to C.19: who has floated lately should not do so again. Whoever gets the bye floats
 * down. */
static void count_floats(const entrant *a, const entrant *b, worth *of) {
    const entrant *high = b->is_bye || a->score > b->score ? a : b;
    const entrant *low = high == a ? b : a;
    if (!low->is_bye && high->score == low->score)
        return;
    unsigned far = low->is_bye ? 0 : high->score - low->score;
    far = far < FAR_MAX ? far : FAR_MAX;
    of->down_again += high->floated_down[0];
    of->down_twice += high->floated_down[1];
    of->up_again += !low->is_bye && low->floated_up[0];
    of->up_twice += !low->is_bye && low->floated_up[1];
    of->far[0] = high->floated_down[0] ? far : 0;
    of->far[1] = low->floated_up[0] ? far : 0;
    of->far[2] = high->floated_down[1] ? far : 0;
    of->far[3] = low->floated_up[1] ? far : 0;
}

/* D.2: that place of the upper half goes to the lower one. */
static void count_moved_down(const work *w, unsigned place, worth *of) {
    of->exchanges = 1;
    of->apart = -(int)place;
    of->moved = (int)(w->place[place] * w->place[place]);
}

/* Which exchange it takes, if any, and how far the pair is from the order of D.1. */
static void count_order(const work *w, unsigned a, unsigned b, worth *of) {
    unsigned far = 0;
    if (a < w->moved && b >= w->moved) {
        far = b - w->moved > a ? b - w->moved - a : a + w->moved - b;
    } else if (w->half[a] && w->half[b]) {
        unsigned x = w->place[a], y = w->place[b];
        far = x > y ? x - y : y - x;
        if (w->half[a] == w->half[b] && w->half[a] == 1)
            count_moved_down(w, b, of);
        else if (w->half[a] == w->half[b]) {
            of->exchanges = 1;
            of->apart = (int)a;
        }
    }
    of->bias = far * far;
}

static bool is_inside(const work *w, unsigned a, unsigned b) {
    if (a >= w->bracket || b >= w->bracket || w->floats[a] || w->floats[b])
        return false;
    return w->last || a >= w->moved || b >= w->moved;
}

/* Is that a partner whom the pairing of its bracket may give to `a`, as far as who is left goes? */
static bool is_offered(const work *w, unsigned a, unsigned b) {
    return a != b && !w->fixed[b] && w->half[b] == (w->half[a] ? 2 : 0) &&
           is_inside(w, a < b ? a : b, a < b ? b : a);
}

/* `a` stands before `b`. With an `asker` its wish counts in the place of D.1's order: the higher
 * the partner's place, the better, and whoever is not offered to it comes last. */
static matching_weight edge_weight(const work *w, unsigned a, unsigned b, unsigned asker) {
    const entrant *x = w->left[a], *y = w->left[b];
    worth of = {.complete = 1};
    if (is_inside(w, a, b)) {
        of.pairs = !y->is_bye;
        if (a < w->moved && !y->is_bye)
            of.level[level_of(w, a)]++;
        if (b < w->moved)
            of.level[level_of(w, b)]++;
        count_floats(x, y, &of);
        count_order(w, a, b, &of);
        if (!y->is_bye)
            count_colours(x, y, &of);
        else if (w->half[a] == 1)
            count_moved_down(w, a, &of);
    } else if (a < w->bracket) { /* a floats down, b with it or waiting for it */
        of.next_pairs = b >= w->bracket && b < w->next && !y->is_bye;
        of.down_again = x->floated_down[0] + (b < w->bracket && y->floated_down[0]);
        of.down_twice = x->floated_down[1] + (b < w->bracket && y->floated_down[1]);
        if (w->half[a] == 1)
            count_moved_down(w, a, &of);
    } else {
        of.next_pairs = b < w->next && !y->is_bye;
    }
    if (asker != NOBODY_ASKS) {
        unsigned other = a == asker ? b : a;
        of.bias = a != asker && b != asker ? 0 : is_offered(w, asker, other) ? other : ROOM;
    }
    return weigh(&of);
}

/* ---- matchings ---- */

/* The best matching where what is fixed stands; with an `asker` one of the best in which its
 * partner is as high as can be. False where it is not complete. */
static bool solve(work *w, unsigned asker) {
    unsigned place[ROOM], count = 0;
    int found[ROOM];
    for (unsigned a = 0; a < w->count; a++)
        if (!w->fixed[a])
            place[count++] = a;
    matching_clear(w->graph, count);
    for (unsigned i = 0; i < count; i++)
        for (unsigned j = i + 1; j < count; j++)
            if (may_meet(w, w->left[place[i]], w->left[place[j]]))
                matching_set_edge(w->graph, i, j, edge_weight(w, place[i], place[j], asker));
    matching_solve(w->graph, found);
    bool complete = true;
    for (unsigned i = 0; i < count; i++) {
        w->mate[place[i]] = found[i] < 0 ? -1 : (int)place[found[i]];
        complete &= found[i] >= 0;
    }
    return complete;
}

/* As `solve`, where a complete matching has been found before: fixing pairs of it leaves the
 * rest of it. */
static void solve_again(work *w, unsigned asker) {
    bool complete = solve(w, asker);
    assert(complete), (void)complete;
}

static void fix(work *w, unsigned a, unsigned b) {
    assert(w->mate[a] == (int)b && w->mate[b] == (int)a);
    w->fixed[a] = w->fixed[b] = true;
}

/* Pairs `a` with the highest of those who are offered to it in a matching as good as the best.
 * False where there is none. */
static bool fix_highest(work *w, unsigned a) {
    unsigned highest = 0;
    while (highest < w->bracket &&
           !(is_offered(w, a, highest) && may_meet(w, w->left[a], w->left[highest])))
        highest++;
    if (highest == w->bracket)
        return false;
    if (w->mate[a] != (int)highest)
        solve_again(w, a);
    if (!is_offered(w, a, (unsigned)w->mate[a]))
        return false;
    fix(w, a, (unsigned)w->mate[a]);
    return true;
}

/* ---- one bracket ---- */

static bool is_resident_left(const work *w, unsigned place) {
    return !w->fixed[place] && !w->floats[place] && !w->left[place]->is_bye;
}

static void number_halves(work *w) {
    unsigned count[3] = {0};
    for (unsigned a = w->moved; a < w->bracket; a++)
        w->place[a] = count[w->half[a]]++;
}

/* The residents that are left, the upper half as many as there can be pairs. */
static void halve_remainder(work *w) {
    unsigned pairs = 0, rest = 0;
    for (unsigned a = w->moved; a < w->bracket; a++)
        pairs += is_resident_left(w, a) && w->mate[a] > (int)a &&
                 is_inside(w, a, (unsigned)w->mate[a]) && !w->left[w->mate[a]]->is_bye;
    for (unsigned a = w->moved; a < w->bracket; a++)
        if (is_resident_left(w, a))
            w->half[a] = rest++ < pairs ? 1 : 2;
}

/* D.2: of two of the upper half that are paired the lower one goes to the lower half, and so does
 * who is not paired; of two of the lower half the higher one goes to the upper half. */
static void exchange(work *w) {
    for (unsigned a = w->moved; a < w->bracket; a++) {
        unsigned b = (unsigned)w->mate[a];
        if (!w->half[a])
            continue;
        if (b >= w->bracket || !w->half[b])
            w->half[a] = 2;
        else if (b > a && w->half[a] == w->half[b]) {
            w->half[a] = 1;
            w->half[b] = 2;
        }
    }
}

/* The residents in two halves, S1 and S2. The first matching says which exchanges between the
 * halves it takes (D.2); with the halves so changed, S1 chooses in order (D.1). */
static void fix_remainder(work *w) {
    halve_remainder(w);
    number_halves(w);
    solve_again(w, NOBODY_ASKS);
    exchange(w);
    number_halves(w);
    solve_again(w, NOBODY_ASKS);
    for (unsigned a = w->moved; a < w->bracket; a++)
        if (w->half[a] == 1 && !w->fixed[a])
            fix_highest(w, a);
    solve_again(w, NOBODY_ASKS);
    for (unsigned a = 0; a < w->bracket; a++) /* the bye, and who is left of the lower half */
        if (!w->fixed[a] && w->mate[a] < (int)w->bracket && is_inside(w, a, (unsigned)w->mate[a]))
            fix(w, a, (unsigned)w->mate[a]);
}

static void put_pair(work *w, const entrant *a, const entrant *b) {
    if (b->is_bye) {
        w->bye = a->number;
        return;
    }
    bool odd = a->number % 2 == 0; /* the pairing number is one more */
    bool white =
        swiss_colours_higher_is_white(&a->colours, &b->colours, odd == w->round->first_is_white);
    w->pairs[w->paired++] =
        white ? (fixture_pair){a->number, b->number} : (fixture_pair){b->number, a->number};
}

/* Takes the pairs that are fixed; those of the bracket who are left come first in the next. */
static void leave_bracket(work *w) {
    entrant *left[ROOM];
    unsigned count = 0, moved = 0;
    for (unsigned a = 0; a < w->count; a++) {
        if (!w->fixed[a])
            left[count++] = w->left[a];
        else if (w->mate[a] > (int)a)
            put_pair(w, w->left[a], w->left[w->mate[a]]);
        if (a < w->bracket)
            moved = count;
    }
    memcpy(w->left, left, count * sizeof *left);
    w->count = count;
    w->moved = moved;
}

static unsigned group_end(const work *w, unsigned from) {
    unsigned to = from;
    while (to < w->count && !w->left[to]->is_bye && w->left[to]->score == w->left[from]->score)
        to++;
    return to < w->count && w->left[to]->is_bye ? to + 1 : to; /* the bye is of the last group */
}

static bool pair_bracket(work *w) {
    w->bracket = group_end(w, w->moved);
    w->next = group_end(w, w->bracket);
    w->last = w->bracket == w->count;
    memset(w->floats, 0, sizeof w->floats);
    memset(w->half, 0, sizeof w->half);
    memset(w->fixed, 0, sizeof w->fixed);
    if (!solve(w, NOBODY_ASKS))
        return false;
    /* Who was moved down gets the highest resident that there is, and floats on where none is. */
    for (unsigned a = 0; a < w->moved; a++)
        if (!w->fixed[a] && !fix_highest(w, a))
            w->floats[a] = true;
    fix_remainder(w);
    leave_bracket(w);
    return true;
}

/* ---- who plays ---- */

/* A.4: a float of that round: 1 down, -1 up, 0 none. Who did not play floats down. */
static int float_in(const crosstable *table, unsigned player, unsigned round) {
    const crosstable_entry *entry = crosstable_at(table, player, round);
    if (entry->kind != ROUND_PLAYED)
        return 1;
    unsigned own = crosstable_score(table, player, round);
    unsigned other = crosstable_score(table, entry->opponent, round);
    return (own > other) - (own < other);
}

static void fill_entrant(const swiss_round *round, unsigned player, entrant *e) {
    const crosstable *table = round->table;
    *e = (entrant){.number = (uint16_t)player,
                   .score = crosstable_score(table, player, table->rounds),
                   .colours = swiss_colours_of(table, player),
                   .may_have_bye = true};
    for (unsigned i = 0; i < table->rounds; i++) {
        crosstable_kind kind = crosstable_at(table, player, i)->kind;
        e->may_have_bye &= kind != ROUND_BYE && kind != ROUND_FORFEIT_WIN;
    }
    e->top = table->rounds + 1 == round->rounds && e->score > table->rounds;
    for (unsigned ago = 0; ago < 2 && ago < table->rounds; ago++) {
        int way = float_in(table, player, table->rounds - 1 - ago);
        e->floated_down[ago] = way > 0;
        e->floated_up[ago] = way < 0;
    }
}

static int compare_entrants(const void *a, const void *b) {
    const entrant *x = a, *y = b;
    if (x->score != y->score)
        return x->score < y->score ? 1 : -1;
    return (x->number > y->number) - (x->number < y->number);
}

static void line_up(work *w) {
    const swiss_round *round = w->round;
    for (unsigned player = 0; player < round->table->players; player++)
        if (round->plays[player])
            fill_entrant(round, player, &w->all[w->count++]);
    qsort(w->all, w->count, sizeof *w->all, compare_entrants);
    if (w->count % 2 == 1)
        w->all[w->count++] = (entrant){.is_bye = true};
    for (unsigned i = 0; i < w->count; i++)
        w->left[i] = &w->all[i];
}

swiss_answer swiss_pair(const swiss_round *round, fixture_pair *pairs, unsigned *count) {
    work *w = calloc(1, sizeof *w);
    matching *graph = matching_new(ROOM);
    bool possible = true;
    *count = 0;
    if (!w || !graph) {
        free(w);
        matching_free(graph);
        return SWISS_NO_MEMORY;
    }
    *w = (work){.round = round, .graph = graph, .pairs = pairs, .bye = -1};
    line_up(w);
    while (possible && w->count > 0)
        possible = pair_bracket(w);
    if (possible && w->bye >= 0)
        pairs[w->paired++] = (fixture_pair){(uint16_t)w->bye, CROSSTABLE_NOBODY};
    *count = possible ? w->paired : 0;
    free(w);
    matching_free(graph);
    return possible ? SWISS_PAIRED : SWISS_IMPOSSIBLE;
}
