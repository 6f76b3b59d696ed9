/* Armies for any edition. Whatever is drawn here has the edition's pieces; an army that
 * could not move has one of its movers exchanged to where there is a way out. */
#include "ai/setup/setups.h"

#include "ai/setup/setup_model.h"
#include "base/rng.h"

#include <assert.h>
#include <stdlib.h>

/* Of set-ups as people make them: so many are drawn, and weights count double (setup_model.h),
 * because the average set-up of people is not a good one. */
enum { DRAWS = 8, BOLDNESS = 200, WISHES = 4 };

/* In which files of the back row a flag is wanted, counted from the side, and what that counts
 * beside twice its shelter. */
typedef struct flag_wish {
    uint8_t first, last, worth;
} flag_wish;

/* One of these by lot for each army: nobody should know where a flag is. Where an army fills its
 * zone a corner, open to the fewest sides, is preferred among what is as well sheltered. Few pieces
 * shelter a flag nowhere as well as in a corner, and left to that they all had it there; so most of
 * these prefer the next two files before any shelter, where it is lost no more often
 * (bench/strength-log.md, "Where the flag stands"). */
static const flag_wish full_wishes[WISHES] = {{0, 0, 1}, {0, 0, 1}, {0, 0, 1}, {0, 0, 0}},
                       sparse_wishes[WISHES] = {{1, 2, 17}, {1, 2, 17}, {1, 2, 17}, {0, 0, 0}};

/* Flag and bombs first, then those whose place matters most. */
static const uint8_t placing_order[] = {
    FF_FLAG,  FF_BOMB,    FF_MARSHAL, FF_GENERAL,    FF_SPY,      FF_COLONEL,
    FF_MAJOR, FF_CAPTAIN, FF_SCOUT,   FF_LIEUTENANT, FF_SERGEANT, FF_MINER,
};

/* A set-up being made. */
typedef struct builder {
    ff_setup *setup;
    const ff_edition *edition;
    const setup_style *style;
    ff_rng *rng;
    int flag;    /* its place in the zone, -1 before it has one */
    bool sparse; /* some places stay empty */
} builder;

static int zone_size(const ff_edition *edition) {
    return edition->files * edition->zone_rows;
}

/* Steps between two places of the zone. */
static int distance(const builder *b, int k, int other) {
    int files = b->edition->files;
    return abs(k % files - other % files) + abs(k / files - other / files);
}

/* How far a place is from the middle file, 0 .. 100. */
static int edge_of(const builder *b, int k) {
    int last = b->edition->files - 1;
    return 100 * abs(2 * (k % b->edition->files) - last) / last;
}

/* The spy belongs behind the marshal or the general: whoever takes these stands
 * next to her. */
static int escort(const builder *b, int k) {
    int nearest = 4;
    for (int i = 0; i < zone_size(b->edition); i++) {
        uint8_t rank = b->setup->rank[i];
        if ((rank == FF_MARSHAL || rank == FF_GENERAL) && distance(b, k, i) < nearest)
            nearest = distance(b, k, i);
    }
    return 30 * (4 - nearest);
}

/* How well a place suits the n-th of `count` pieces of a rank, chance included. */
static int suits(const builder *b, ff_rank rank, int k, int n, int count) {
    setup_depth want = b->style->depth[rank];
    int depth = want.first + (count > 1 ? (want.last - want.first) * n / (count - 1) : 0);
    int last = b->edition->zone_rows - 1;
    int own = last ? 100 * (k / b->edition->files) / last : 50; /* back row 0, front row 100 */
    int score = -abs(own - depth) + (int)rng_below(b->rng, b->style->noise + 1u);
    if (rank == FF_FLAG)
        score += b->style->edge * edge_of(b, k) / 100;
    if (rank == FF_BOMB && n < b->style->guards && distance(b, k, b->flag) == 1)
        score += 1000;
    if (rank == FF_SPY)
        score += escort(b, k);
    if (rank == FF_MINER && b->sparse && distance(b, k, b->flag) == 1)
        score += 1000; /* with few pieces, miners stand guard where bombs are lacking */
    return score;
}

static void place(builder *b, ff_rank rank, int n, int count) {
    int best = -1, best_score = 0;
    for (int k = 0; k < zone_size(b->edition); k++) {
        if (b->setup->rank[k] != FF_EMPTY)
            continue;
        int score = suits(b, rank, k, n, count);
        if (best < 0 || score > best_score) {
            best = k;
            best_score = score;
        }
    }
    if (best < 0)
        return;
    b->setup->rank[best] = (uint8_t)rank;
    if (rank == FF_FLAG)
        b->flag = best;
}

void setup_generate(ff_setup *setup, const ff_edition *edition, const setup_style *style,
                    ff_rng *rng) {
    bool sparse = ff_edition_army_size(edition) < ff_edition_zone_size(edition);
    builder b = {setup, edition, style, rng, -1, sparse};
    *setup = (ff_setup){0};
    for (size_t i = 0; i < sizeof placing_order; i++) {
        ff_rank rank = placing_order[i];
        for (int n = 0; n < edition->army[rank]; n++)
            place(&b, rank, n, edition->army[rank]);
    }
}

int setup_flag(const ff_setup *setup, const ff_edition *edition) {
    int k = 0;
    while (k < zone_size(edition) - 1 && setup->rank[k] != FF_FLAG)
        k++;
    return k;
}

bool setup_is_shut_in(const ff_setup *setup, const ff_edition *edition) {
    const uint8_t *rank = setup->rank;
    int files = edition->files, size = zone_size(edition), k = setup_flag(setup, edition);
    assert(files > 0);
    return k + files < size && rank[k + files] == FF_BOMB &&
           (k < files || rank[k - files] == FF_BOMB) &&
           (k % files == 0 || rank[k - 1] == FF_BOMB) &&
           (k % files == files - 1 || rank[k + 1] == FF_BOMB);
}

/* How well the place `k` keeps what stands beside or behind it safe: a bomb or the side
 * of the board well, another piece a little. */
static int cover_of(const ff_setup *setup, int k, bool inside) {
    if (!inside || setup->rank[k] == FF_BOMB)
        return 2;
    return setup->rank[k] != FF_EMPTY;
}

static int worth_of_wish(const flag_wish *wish, const ff_edition *edition, int flag) {
    int last = edition->files - 1, file = flag < last - flag ? flag : last - flag;
    return file >= wish->first && file <= wish->last ? wish->worth : 0;
}

/* Of the flag, 0 .. 8. What stands in front of the zone covers nothing. */
static int shelter_of(const ff_setup *setup, const ff_edition *edition) {
    int files = edition->files, size = zone_size(edition), k = setup_flag(setup, edition);
    assert(files > 0);
    int cover = cover_of(setup, k - 1, k % files > 0) +
                cover_of(setup, k + 1, k % files < files - 1) +
                cover_of(setup, k - files, k >= files);
    return k + files < size ? cover + cover_of(setup, k + files, true) : cover;
}

void setup_draw_as_people(ff_setup *setup, const ff_edition *edition, ff_rng *rng) {
    const setup_model *model = setup_model_for(edition);
    const flag_wish *wishes = model == &setup_model_full ? full_wishes : sparse_wishes;
    const flag_wish *wish = &wishes[rng_below(rng, WISHES)];
    int best = -1;
    for (int i = 0; i < DRAWS; i++) {
        ff_setup drawn;
        setup_model_draw(model, edition, BOLDNESS, rng, &drawn);
        int safety = 2 * shelter_of(&drawn, edition) +
                     worth_of_wish(wish, edition, setup_flag(&drawn, edition));
        if (safety > best) {
            best = safety;
            *setup = drawn;
        }
    }
}

void setup_draw_plainly(ff_setup *setup, const ff_edition *edition, ff_rng *rng) {
    setup_model_draw(setup_model_for(edition), edition, 100, rng, setup);
    setup_make_mobile(setup, edition);
}

/* Is there a square next to the k-th of a seat's zone, outside the zone, that a
 * piece could step on? */
static bool has_way_out(const ff_edition *edition, ff_seat seat, int k) {
    if (k / edition->files != edition->zone_rows - 1)
        return false;
    int square = ff_edition_zone_square(edition, seat, (unsigned)k);
    int ahead = square + (seat == FF_RED ? FF_FILES : -FF_FILES);
    return !edition->lake[ahead];
}

/* The foremost mover changes places with whoever stands where a way out is, for either seat:
 * a preset does not know whose it will be. */
void setup_make_mobile(ff_setup *setup, const ff_edition *edition) {
    int mover = zone_size(edition) - 1;
    while (mover >= 0 && (setup->rank[mover] == FF_EMPTY || setup->rank[mover] >= FF_BOMB))
        mover--;
    if (mover < 0 || ff_setup_can_move(setup, edition, FF_NOBODY))
        return;
    for (int k = zone_size(edition) - 1; k >= 0; k--) {
        if (has_way_out(edition, FF_RED, k) && has_way_out(edition, FF_BLUE, k)) {
            uint8_t rank = setup->rank[k];
            setup->rank[k] = setup->rank[mover];
            setup->rank[mover] = rank;
            return;
        }
    }
}
