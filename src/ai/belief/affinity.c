/* How well ranks go together in a set-up: the model's weights laid over the board of one
 * edition. What must hold: each bond (a pair of places that the model knows about) is kept at
 * both of its places, and each place's sums are those that its neighbours' ranks make. */
#include "ai/belief/affinity.h"

#include <string.h>

const int8_t affinity_offset[AFFINITY_BONDS][2] = {
    {0, 1}, {1, 0}, {1, 1}, {1, -1}, {0, 2}, {2, 0},
};

/* Which of the two places of a bond a rank stands on. */
enum { ON_FIRST, ON_SECOND };

static unsigned row_of(unsigned side, unsigned kind, unsigned row) {
    return ((side * AFFINITY_BONDS + kind) * MODEL_ROWS + row) * FF_RANKS;
}

/* The model's weights as rows by the rank on the one place, for all ranks on the other. */
static void lay_out(affinity_board *board, const affinity *model) {
    for (unsigned kind = 0; kind < AFFINITY_BONDS; kind++)
        for (unsigned row = 0; row < MODEL_ROWS; row++)
            for (unsigned first = 0; first < FF_RANKS; first++)
                for (unsigned second = 0; second < FF_RANKS; second++) {
                    int8_t weight = model->bond[kind][row][first][second];
                    board->weight[row_of(ON_FIRST, kind, row) + first][second] = weight;
                    board->weight[row_of(ON_SECOND, kind, row) + second][first] = weight;
                }
}

static void add_bond(affinity_board *board, int place, int other, unsigned row) {
    board->bond[place][board->bonds[place]++] = (affinity_bond){(uint8_t)other, (uint16_t)row};
    board->bonded[place] |= UINT64_C(1) << other;
}

static void find_bonds(affinity_board *board, const ff_edition *edition, int place) {
    int files = edition->files, row = place / files, file = place % files;
    for (unsigned kind = 0; kind < AFFINITY_BONDS; kind++) {
        int front = row + affinity_offset[kind][0], right = file + affinity_offset[kind][1];
        if (front >= edition->zone_rows || right < 0 || right >= files)
            continue;
        /* The model is of the tournament's zone: weights are looked up by the learned row that
         * the farther place is like. */
        int other = front * files + right;
        unsigned like = (unsigned)setup_model_place(edition, other) / MODEL_FILES;
        add_bond(board, place, other, row_of(ON_SECOND, kind, like));
        add_bond(board, other, place, row_of(ON_FIRST, kind, like));
    }
}

void affinity_init(affinity_board *board, const ff_edition *edition) {
    const setup_model *setups = setup_model_for(edition);
    const affinity *model = setups == &setup_model_full ? &affinity_full : &affinity_sparse;
    memset(board, 0, sizeof *board);
    memset(board->rank, AFFINITY_UNKNOWN, sizeof board->rank);
    lay_out(board, model);
    for (int rank = 0; rank < FF_RANKS; rank++)
        board->as[rank] = (uint8_t)setup_model_rank(setups, rank);
    for (int place = 0; place < (int)ff_edition_zone_size(edition); place++) {
        const int8_t *here = model->place[setup_model_place(edition, place)];
        for (int rank = 0; rank < FF_RANKS; rank++)
            board->sum[place][rank] = here[rank];
        find_bonds(board, edition, place);
    }
}

/* What a rank is worth for the other place of a bond. */
static const int16_t *row_for(const affinity_board *board, const affinity_bond *bond, int rank) {
    static const int16_t nothing[AFFINITY_ROW];
    return rank == AFFINITY_UNKNOWN ? nothing : board->weight[bond->row + board->as[rank]];
}

static void change(int16_t *restrict sum, const int16_t *restrict gone,
                   const int16_t *restrict come) {
    for (int i = 0; i < AFFINITY_ROW; i++)
        sum[i] = (int16_t)(sum[i] + come[i] - gone[i]);
}

void affinity_put(affinity_board *board, int place, int rank) {
    int was = board->rank[place];
    board->rank[place] = (uint8_t)rank;
    for (unsigned i = 0; i < board->bonds[place]; i++) {
        const affinity_bond *bond = &board->bond[place][i];
        change(board->sum[bond->other], row_for(board, bond, was), row_for(board, bond, rank));
    }
}

/* Only differences mean anything: by how many MODEL_UNITs a rank fits better than another one. */
int affinity_at(const affinity_board *board, int place, int rank) {
    return board->sum[place][board->as[rank]];
}

/* What two bonded places are to each other changes with both: each of their sums knows the other as
 * it was. */
static int bond_exchange(const affinity_board *board, int place, int other) {
    int a = board->as[board->rank[place]], b = board->as[board->rank[other]];
    const affinity_bond *bond = board->bond[place];
    while (bond->other != other)
        bond++;
    const int16_t(*weight)[AFFINITY_ROW] = &board->weight[bond->row];
    return weight[a][b] + weight[b][a] - weight[a][a] - weight[b][b];
}

int affinity_exchange(const affinity_board *board, int place, int other) {
    int a = board->rank[place], b = board->rank[other];
    const int16_t *here = board->sum[place], *there = board->sum[other];
    int gain = here[board->as[b]] - here[board->as[a]] + there[board->as[a]] - there[board->as[b]];
    if (board->bonded[place] >> other & 1)
        gain += bond_exchange(board, place, other);
    return gain;
}
