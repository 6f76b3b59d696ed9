/* Pairing of an arena, where whoever is idle plays again at once. What must hold: nobody is in
 * two pairs; and whoever is left alone could only have met the opponent of just now, or stands
 * last of an odd number. */
#include "pairing/arena_pairing.h"

#include <stdlib.h>

unsigned arena_points(unsigned half_points, unsigned *streak) {
    unsigned points = half_points * (*streak >= ARENA_STREAK ? 2 : 1);
    *streak = half_points == CROSSTABLE_WIN ? *streak + 1 : 0;
    return points;
}

/* By points, then by rating, so that neighbours are of equal strength; the id decides the rest,
 * so that the same list always gives the same pairs. */
static int compare(const void *a, const void *b) {
    const arena_player *x = a, *y = b;
    if (x->points != y->points)
        return x->points < y->points ? 1 : -1;
    if (x->rating != y->rating)
        return x->rating < y->rating ? 1 : -1;
    return (x->id > y->id) - (x->id < y->id);
}

static bool may_meet(const arena_player *a, const arena_player *b) {
    return a->last != b->id && b->last != a->id;
}

/* White for whoever has had it less often; where that is equal, for whoever had Black last. */
static fixture_pair colour(const arena_player *idle, unsigned a, unsigned b) {
    const arena_player *x = &idle[a], *y = &idle[b];
    bool white = x->colours != y->colours ? x->colours < y->colours : !x->had_white || y->had_white;
    return white ? (fixture_pair){(uint16_t)a, (uint16_t)b}
                 : (fixture_pair){(uint16_t)b, (uint16_t)a};
}

/* Two are left who may not meet each other: a pair that has been made, looked for from the
 * bottom up, is undone if each of its players may meet one of the two. */
static bool make_room(const arena_player *idle, unsigned a, unsigned b, fixture_pair *pairs,
                      unsigned *count) {
    for (unsigned i = *count; i-- > 0;) {
        unsigned white = pairs[i].white, black = pairs[i].black;
        for (int turned = 0; turned < 2; turned++) {
            unsigned x = turned ? black : white, y = turned ? white : black;
            if (!may_meet(&idle[x], &idle[a]) || !may_meet(&idle[y], &idle[b]))
                continue;
            pairs[i] = colour(idle, x, a);
            pairs[(*count)++] = colour(idle, y, b);
            return true;
        }
    }
    return false;
}

unsigned arena_pair(arena_player *idle, unsigned count, bool few, fixture_pair *pairs) {
    unsigned paired = 0, *alone = calloc(count + 1, sizeof *alone), left = 0;
    bool *taken = calloc(count + 1, sizeof *taken);
    qsort(idle, count, sizeof *idle, compare);
    for (unsigned a = 0; taken && alone && a < count; a++) {
        unsigned b = a + 1;
        if (taken[a])
            continue;
        while (b < count && (taken[b] || !may_meet(&idle[a], &idle[b])))
            b++;
        if (b < count) {
            taken[a] = taken[b] = true;
            pairs[paired++] = colour(idle, a, b);
        } else
            alone[left++] = a;
    }
    for (unsigned i = 0; i + 1 < left; i += 2)
        if (!make_room(idle, alone[i], alone[i + 1], pairs, &paired) && few)
            pairs[paired++] = colour(idle, alone[i], alone[i + 1]);
    free(alone);
    free(taken);
    return paired;
}
