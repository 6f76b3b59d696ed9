/* How well ranks go together in a set-up: the model's weights laid over the board of one
 * edition. What must hold: each bond (a pair of places that the model knows about) is kept at
 * both of its places, so that exchanging two ranks touches only their neighbours. */
#include "ai/belief/affinity.h"

#include <string.h>

const int8_t affinity_offset[AFFINITY_BONDS][2] = {
    {0, 1}, {1, 0}, {1, 1}, {1, -1}, {0, 2}, {2, 0},
};

static void add_bond(affinity_board *board, int place, int other, bool first,
                     const int8_t (*weight)[FF_RANKS]) {
    board->bond[place][board->bonds[place]++] =
        (affinity_bond){.other = (uint8_t)other, .first = first, .weight = weight};
}

static void find_bonds(affinity_board *board, const affinity *model, const ff_edition *edition,
                       int place) {
    int files = edition->files, row = place / files, file = place % files;
    for (int kind = 0; kind < AFFINITY_BONDS; kind++) {
        int front = row + affinity_offset[kind][0], right = file + affinity_offset[kind][1];
        if (front >= edition->zone_rows || right < 0 || right >= files)
            continue;
        /* The model is of the tournament's zone: weights are looked up by the learned row that
         * the farther place is like. */
        int other = front * files + right;
        const int8_t(*weight)[FF_RANKS] =
            model->bond[kind][setup_model_place(edition, other) / MODEL_FILES];
        add_bond(board, place, other, true, weight);
        add_bond(board, other, place, false, weight);
    }
}

void affinity_init(affinity_board *board, const ff_edition *edition) {
    const setup_model *setups = setup_model_for(edition);
    const affinity *model = setups == &setup_model_full ? &affinity_full : &affinity_sparse;
    memset(board, 0, sizeof *board);
    memset(board->rank, AFFINITY_UNKNOWN, sizeof board->rank);
    for (int rank = 0; rank < FF_RANKS; rank++)
        board->as[rank] = (uint8_t)setup_model_rank(setups, rank);
    for (int place = 0; place < (int)ff_edition_zone_size(edition); place++) {
        board->place[place] = model->place[setup_model_place(edition, place)];
        find_bonds(board, model, edition, place);
    }
}

/* Only differences mean anything: by how many MODEL_UNITs a rank fits better than another one. */
int affinity_at(const affinity_board *board, int place, int rank) {
    int here = board->as[rank], sum = board->place[place][here];
    for (unsigned i = 0; i < board->bonds[place]; i++) {
        const affinity_bond *bond = &board->bond[place][i];
        if (board->rank[bond->other] == AFFINITY_UNKNOWN)
            continue;
        int there = board->as[board->rank[bond->other]];
        sum += bond->first ? bond->weight[there][here] : bond->weight[here][there];
    }
    return sum;
}
