/* Pieces on a position's board: who stands where, put, taken away and moved, with ranks and
 * bitboards always changed together. Inline for those who play millions of plies. */
#ifndef FLAGFALL_CORE_BOARD_H
#define FLAGFALL_CORE_BOARD_H

#include "core/bitboard.h"

static inline unsigned rank_at(const ff_position *position, unsigned square) {
    return position->ranks[square / 2] >> square % 2 * 4 & 15;
}

static inline void rank_flip(ff_position *position, unsigned square, unsigned bits) {
    position->ranks[square / 2] ^= (uint8_t)(bits << square % 2 * 4);
}

/* Puts a piece on an empty square or takes the same piece away. */
static inline void piece_flip(ff_position *position, unsigned square, unsigned seat,
                              unsigned rank) {
    bitboard bits = bitboard_load(square_bits[square]);
    rank_flip(position, square, rank);
    bitboard_flip(position->pieces[seat], bits);
    if (rank < FF_BOMB)
        bitboard_flip(position->movers[seat], bits);
    if (rank == FF_SCOUT)
        bitboard_flip(position->scouts[seat], bits);
}

/* Moves a piece to an empty square. */
static inline void piece_move(ff_position *position, unsigned from, unsigned to, unsigned seat) {
    bitboard bits = bitboard_load(square_bits[from]) | bitboard_load(square_bits[to]);
    unsigned rank = rank_at(position, from);
    rank_flip(position, from, rank);
    rank_flip(position, to, rank);
    bitboard_flip(position->pieces[seat], bits);
    bitboard_flip(position->movers[seat], bits);
    bitboard_flip(position->scouts[seat], bits & -(uint64_t)(rank == FF_SCOUT));
}

#endif
