/* Move generation: where a seat may move, all pieces at once.
 *
 * Seen along one direction, a target square names its piece: the first piece met
 * on the way back. So the moves of a position are four sets of squares, and
 * counting, drawing and striking out a move are operations on bits. */
#ifndef FLAGFALL_CORE_MOVE_GENERATION_H
#define FLAGFALL_CORE_MOVE_GENERATION_H

#include "core/bitboard.h"

enum { MOVE_SET_UP = 0, MOVE_SET_DOWN = LANES, MOVE_SET_WORDS = 2 * LANES };

/* Moves as the bits of their targets: from MOVE_SET_UP on the lanes of targets to the east
 * and north, from MOVE_SET_DOWN on those to the west and south. */
typedef struct move_set {
    uint64_t word[MOVE_SET_WORDS];
} move_set;

/* The scouts and the empty squares that they sweep downwards, by doubled strides
 * (Kogge and Stone's parallel prefix). */
static inline bitboard sweep_down(bitboard scouts, bitboard empty) {
    scouts |= empty & scouts >> 1;
    empty &= empty >> 1;
    scouts |= empty & scouts >> 2;
    empty &= empty >> 2;
    scouts |= empty & scouts >> 4;
    empty &= empty >> 4;
    return scouts | (empty & scouts >> 8);
}

/* The squares that scouts sweep upwards, and the one that stops them: the carry of
 * an addition runs through the empty squares to the first that is not. A scout
 * that is stopped at once sweeps nothing. */
static inline bitboard sweep_up(bitboard scouts, bitboard empty) {
    return (empty + (scouts << 1 & empty)) ^ empty;
}

/* Every move that geometry allows, whatever the rules against repetition say. */
static inline void generate_pseudo_legal(const ff_rules *rules, const ff_position *position,
                                         unsigned seat, move_set *out) {
    bitboard open = bitboard_load(rules->playable) & ~bitboard_load(position->pieces[seat]);
    bitboard empty = open & ~bitboard_load(position->pieces[!seat]);
    bitboard movers = bitboard_load(position->movers[seat]);
    bitboard scouts = bitboard_load(position->scouts[seat]);
    bitboard up = movers << 1 | sweep_up(scouts, empty);
    bitboard down = (movers | sweep_down(scouts, empty)) >> 1;
    bitboard_store(out->word + MOVE_SET_UP, up & open);
    bitboard_store(out->word + MOVE_SET_DOWN, down & open);
}

static inline bool move_set_any(const move_set *t) {
    uint64_t all = 0;
    for (unsigned i = 0; i < MOVE_SET_WORDS; i++)
        all |= t->word[i];
    return all != 0;
}

/* The bit of the piece that a word's bit is a target of: the first occupied one on the way
 * back. Both directions are looked at, since which one it is cannot be foretold. */
static inline unsigned source_bit(uint64_t occupied, unsigned word, unsigned bit) {
    uint64_t below = occupied & ((UINT64_C(1) << bit) - 1),
             above = occupied & -(UINT64_C(2) << bit);
    unsigned down = 63u - (unsigned)__builtin_clzll(below | 1);
    unsigned up = (unsigned)__builtin_ctzll(above | UINT64_C(1) << 63);
    unsigned is_up = -(unsigned)(word < MOVE_SET_DOWN); /* all bits: the way back is down */
    return (down & is_up) | (up & ~is_up);
}

/* The move that a bit of a word stands for. */
static inline ff_move move_set_move(const ff_position *position, unsigned word, unsigned bit) {
    unsigned lane = word % LANES;
    uint64_t occupied = position->pieces[FF_RED][lane] | position->pieces[FF_BLUE][lane];
    return FF_MOVE(bit_square[lane][source_bit(occupied, word, bit)], bit_square[lane][bit]);
}

/* The word that has a straight move's target, and in `bit` its place there. */
static inline unsigned move_set_place(int from, int to, unsigned *bit) {
    bool along_row = from / FF_FILES == to / FF_FILES;
    unsigned lane = (unsigned)(along_row ? to / FF_FILES / 5 : 2 + to % FF_FILES / 5);
    *bit = (unsigned)__builtin_ctzll(square_bits[to][lane]);
    return lane + (to > from ? MOVE_SET_UP : MOVE_SET_DOWN);
}

/* Is this straight move among the targets? */
static inline bool move_set_has(const move_set *t, const ff_position *position, int from, int to) {
    unsigned bit, word = move_set_place(from, to, &bit);
    return t->word[word] >> bit & 1 && move_set_move(position, word, bit) == FF_MOVE(from, to);
}

#endif
