/* Bitboards: sets of squares as four lanes of 64 bits, and the squares behind the bits.
 *
 *     lane 0: rows 1-5      lane 2: files a-e      line 0: bits  0-9, guard 10
 *     lane 1: rows 6-10     lane 3: files f-k      line 1: bits 11-20, guard 21 ...
 *
 * A square is one bit in lane 0 or 1 (its row's line, at its file) and one in
 * lane 2 or 3 (its file's line, at its row). Shifting all four lanes up by one
 * moves every square east in the first pair and north in the second; the guard
 * bit, which is no square, catches what leaves the board. So one piece of code
 * walks both axes, and a vector register of 256 bits holds a whole set. */
#ifndef FLAGFALL_CORE_BITBOARD_H
#define FLAGFALL_CORE_BITBOARD_H

#include "flagfall/position.h"

#include <string.h>

/* GCC's and clang's vector type: two instructions on SSE2, one on AVX2. */
typedef uint64_t bitboard __attribute__((vector_size(32)));

enum { LANES = 4, LANE_LINE = 11 };

/* The two bits of each square, and the square of each bit. */
extern const uint64_t square_bits[FF_SQUARES][LANES] __attribute__((visibility("hidden")));
extern const uint8_t bit_square[LANES][64] __attribute__((visibility("hidden")));

/* The up to four neighbours of each square, in lanes 0 and 1 alone. */
extern const uint64_t neighbour_bits[FF_SQUARES][2] __attribute__((visibility("hidden")));

static inline bitboard bitboard_load(const uint64_t words[LANES]) {
    bitboard set;
    memcpy(&set, words, sizeof set);
    return set;
}

static inline void bitboard_store(uint64_t words[LANES], bitboard set) {
    memcpy(words, &set, sizeof set);
}

static inline void bitboard_flip(uint64_t words[LANES], bitboard bits) {
    bitboard_store(words, bitboard_load(words) ^ bits);
}

static inline bool bitboard_has(const uint64_t words[LANES], int square) {
    return (words[0] & square_bits[square][0]) | (words[1] & square_bits[square][1]);
}

static inline bool bitboard_meets_neighbours(const uint64_t words[LANES], int square) {
    return (words[0] & neighbour_bits[square][0]) | (words[1] & neighbour_bits[square][1]);
}

static inline bool squares_adjoin(int a, int b) {
    return (square_bits[a][0] & neighbour_bits[b][0]) | (square_bits[a][1] & neighbour_bits[b][1]);
}

#endif
