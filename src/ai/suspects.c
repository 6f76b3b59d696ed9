#include "ai/suspects.h"

#include <string.h>

#include "ai/prior.h"
#include "ai/track.h"
#include "base/rng.h"

/* No weight is nothing: what is seen may be misread, and boards may be set by hand. */
static const float LEAST = 1e-6f;

/* Deals out the missing ranks, the flag first. Where more are missing than stand
 * there (in memory mode the fallen are not named) the rest is drawn by lot; where
 * fewer are (a board with other pieces than the army's) scouts fill up. */
static void deal(suspects *s, const ff_view *view, ff_rng *rng) {
    int missing[FF_RANKS] = {0};
    unsigned left[FF_RANKS] = {0}, pieces = 0, dealt = 0;
    uint8_t pool[FF_ZONE_MAX];
    belief_count(view, missing, left);
    for (int rank = FF_SPY; rank < FF_FLAG; rank++)
        for (int n = missing[rank]; n > 0; n--)
            pool[pieces++] = (uint8_t)rank;
    if (missing[FF_FLAG] > 0 && s->count > 0)
        s->rank[dealt++] = FF_FLAG;
    while (dealt < s->count && pieces > 0) {
        unsigned drawn = rng_below(rng, pieces);
        s->rank[dealt++] = pool[drawn];
        pool[drawn] = pool[--pieces];
    }
    while (dealt < s->count)
        s->rank[dealt++] = FF_SCOUT;
}

/* How a set-up places a rank on a square, against placing it anywhere. */
static float prior_of(const ff_edition *edition, ff_seat seat, int start, int rank) {
    if (edition->files != 10 || edition->army[rank] == 0)
        return 1;
    int row = start / FF_FILES, file = start % FF_FILES;
    if (seat == FF_BLUE) {
        row = edition->rows - 1 - row;
        file = edition->files - 1 - file;
    }
    if (row >= edition->zone_rows)
        return 1;               /* a board set by hand */
    if (edition->zone_rows > 1) /* the rows of any zone are spread over the table's four */
        row = row * 3 / (edition->zone_rows - 1);
    static const int army40[FF_RANKS] = {0, 1, 8, 5, 4, 4, 4, 3, 2, 1, 1, 6, 1};
    return (float)prior_table[row * FF_FILES + file][rank] / (25.0f * (float)army40[rank]) + 0.02f;
}

static void weigh(suspects *s, const ff_view *view, const track *t, float reading) {
    for (unsigned i = 0; i < s->count; i++) {
        int square = s->square[i];
        for (int rank = FF_SPY; rank < FF_RANKS; rank++) {
            float weight = prior_of(&view->rules->edition, (ff_seat)(1 - view->viewer),
                                    t->start[square], rank);
            if (rank >= FF_BOMB && view->cell[square].moved)
                weight = 0;
            else
                weight *= reading * t->likely[square][rank] + (1 - reading);
            s->weight[i][rank] = weight > LEAST ? weight : LEAST;
        }
    }
}

static void exchange(suspects *s, ff_rng *rng, unsigned times) {
    if (s->count < 2)
        return;
    while (times-- > 0) {
        unsigned i = rng_below(rng, s->count), j = rng_below(rng, s->count);
        uint8_t a = s->rank[i], b = s->rank[j];
        if (a == b)
            continue;
        float now = s->weight[i][a] * s->weight[j][b];
        float then = s->weight[i][b] * s->weight[j][a];
        if (then >= now || (float)rng_below(rng, 1u << 24) * now < then * (float)(1u << 24)) {
            s->rank[i] = b;
            s->rank[j] = a;
        }
    }
}

void suspects_init(suspects *s, const ff_view *view, float reading, ff_rng *rng) {
    track t;
    memset(s, 0, sizeof *s);
    for (int square = 0; square < FF_SQUARES; square++)
        if (belief_is_hidden(view, square))
            s->square[s->count++] = (uint8_t)square;
    track_view(&t, view);
    deal(s, view, rng);
    weigh(s, view, &t, reading);
    exchange(s, rng, 100 * s->count);
}

void suspects_shuffle(suspects *s, ff_rng *rng) {
    exchange(s, rng, 6 * s->count);
}

void suspects_average(suspects *s, const ff_view *view, unsigned worlds, ff_rng *rng, belief *b) {
    belief_from_view(b, view); /* known pieces, and what is left of each rank */
    for (unsigned i = 0; i < s->count; i++)
        memset(b->chance[s->square[i]], 0, sizeof b->chance[0]);
    for (unsigned w = 0; w < worlds; w++) {
        suspects_shuffle(s, rng);
        for (unsigned i = 0; i < s->count; i++)
            b->chance[s->square[i]][s->rank[i]] += 1.0 / worlds;
    }
}
