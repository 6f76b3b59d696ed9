/* Drawing from the learned distribution, and its place and rank tables stretched over
 * editions of other sizes. */
#include "ai/setup/setup_model.h"

#include "base/rng.h"

#include <assert.h>

/* Two to the power of i / MODEL_UNIT, times 2^14: chances are whole numbers, so that
 * the same seed draws the same army on every machine. */
static const uint16_t power[MODEL_UNIT] = {16384, 17109, 17867, 18658, 19484, 20347, 21247, 22188,
                                           23170, 24196, 25268, 26386, 27554, 28774, 30048, 31379};

/* How far, in doublings, a rank may be less likely than the likeliest one. Nothing is less
 * likely than that: every legal set-up can be drawn. 40 of them, 15 bits of a power and up to
 * 50 pieces left fit into 64 bits. */
enum { DOUBLINGS = 40 };

const setup_model *setup_model_for(const ff_edition *edition) {
    bool full = 2 * ff_edition_army_size(edition) > ff_edition_zone_size(edition);
    return full ? &setup_model_full : &setup_model_sparse;
}

/* Rows are stretched, the back row staying the back row and the front row the front row. */
static int model_row(const ff_edition *edition, int row) {
    int last = edition->zone_rows - 1;
    return last > 0 ? (row * (MODEL_ROWS - 1) + last / 2) / last : 0;
}

/* Files are taken from both sides of the board: narrow boards lack the middle ones. */
static int model_file(const ff_edition *edition, int file) {
    return file < edition->files / 2 ? file : MODEL_FILES - edition->files + file;
}

int setup_model_place(const ff_edition *edition, int place) {
    int row = place / edition->files, file = place % edition->files;
    return model_row(edition, row) * MODEL_FILES + model_file(edition, file);
}

/* The sparse model was learned from an edition without middle ranks: they are placed like the
 * miner below them or the general above. */
int setup_model_rank(const setup_model *model, int rank) {
    bool unseen = model == &setup_model_sparse && rank >= FF_SERGEANT && rank <= FF_COLONEL;
    return unseen ? (rank <= FF_LIEUTENANT ? FF_MINER : FF_GENERAL) : rank;
}

static int neighbour(const setup_model *model, const ff_setup *setup, int k, bool inside) {
    return inside ? setup_model_rank(model, setup->rank[k]) : MODEL_SIDE;
}

/* The weights of all ranks on a place, in MODEL_UNITs. */
static void weigh(const setup_model *model, const ff_edition *edition, const ff_setup *setup,
                  unsigned place, int weight[FF_RANKS]) {
    int files = edition->files, k = (int)place, row = k / files, file = k % files;
    int model_k = setup_model_place(edition, k);
    int left = neighbour(model, setup, k - 1, file > 0);
    int back = neighbour(model, setup, k - files, row > 0);
    int at = model_row(edition, row);
    for (int rank = 0; rank < FF_RANKS; rank++) {
        int as = setup_model_rank(model, rank);
        weight[rank] =
            model->place[model_k][as] + model->beside[at][left][as] + model->behind[at][back][as];
    }
}

/* How many of each rank, and of empty places, are still to be put down. */
static void count_left(const ff_edition *edition, const ff_setup *setup, unsigned k,
                       unsigned left[FF_RANKS]) {
    left[FF_EMPTY] = ff_edition_zone_size(edition) - ff_edition_army_size(edition);
    for (int rank = FF_SPY; rank < FF_RANKS; rank++)
        left[rank] = edition->army[rank];
    for (unsigned i = 0; i < k; i++)
        left[setup->rank[i]]--;
}

uint64_t setup_model_chances(const setup_model *model, const ff_edition *edition,
                             const ff_setup *setup, unsigned k, unsigned boldness,
                             uint64_t chance[FF_RANKS]) {
    int weight[FF_RANKS], most = -(1 << 20);
    unsigned left[FF_RANKS];
    uint64_t sum = 0;
    weigh(model, edition, setup, k, weight);
    count_left(edition, setup, k, left);
    for (int rank = 0; rank < FF_RANKS; rank++) {
        weight[rank] = weight[rank] * (int)boldness / 100;
        if (left[rank] && weight[rank] > most)
            most = weight[rank];
    }
    for (int rank = 0; rank < FF_RANKS; rank++) {
        /* 2 to the power of -below / MODEL_UNIT: whole doublings by a shift, rounded up, and
         * the rest of it by the table. */
        int below = most - weight[rank], whole = (below + MODEL_UNIT - 1) / MODEL_UNIT;
        uint64_t part = power[(MODEL_UNIT - below % MODEL_UNIT) % MODEL_UNIT];
        chance[rank] = left[rank] && whole <= DOUBLINGS ? left[rank] * (part << DOUBLINGS >> whole)
                                                        : left[rank];
        sum += chance[rank];
    }
    return sum;
}

void setup_model_draw(const setup_model *model, const ff_edition *edition, unsigned boldness,
                      ff_rng *rng, ff_setup *setup) {
    *setup = (ff_setup){{0}};
    for (unsigned k = 0; k < ff_edition_zone_size(edition); k++) {
        uint64_t chance[FF_RANKS];
        /* The modulus makes low lots likelier by the sum's share of 2^64: in armies of all editions
         * by 3.3 % at most and 0.6 to 1.3 % in the mean. That is less than one unit of a weight
         * (4.4 %), and drawing otherwise would change what recorded seeds give. */
        uint64_t lot =
            rng_next(rng) % setup_model_chances(model, edition, setup, k, boldness, chance);
        int rank = 0;
        while (lot >= chance[rank])
            lot -= chance[rank++];
        assert(rank < FF_RANKS); /* the chances add up to their sum */
        setup->rank[k] = (uint8_t)rank;
    }
}
