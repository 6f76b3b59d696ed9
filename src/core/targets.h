/* Where a seat may move, all pieces at once.
 *
 * Seen along one direction, a target square names its piece: the first piece met
 * on the way back. So the moves of a position are four sets of squares, and
 * counting, drawing and striking out a move are operations on bits. */
#ifndef FLAGFALL_CORE_TARGETS_H
#define FLAGFALL_CORE_TARGETS_H

#include "core/lanes.h"

enum { TARGET_UP = 0, TARGET_DOWN = LANES, TARGET_WORDS = 2 * LANES };

/* From TARGET_UP on the lanes of the targets to the east and north, from
 * TARGET_DOWN on those to the west and south. */
typedef struct targets {
    uint64_t word[TARGET_WORDS];
} targets;

/* The scouts and the empty squares that they sweep downwards, by doubled strides
 * (Kogge and Stone's parallel prefix). */
static inline lanes targets_sweep_down(lanes scouts, lanes empty) {
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
static inline lanes targets_sweep_up(lanes scouts, lanes empty) {
    return (empty + (scouts << 1 & empty)) ^ empty;
}

/* Every target that geometry allows. */
static inline void targets_geometric(const ff_rules *rules, const ff_position *position,
                                     unsigned seat, targets *out) {
    lanes open = lanes_load(rules->playable) & ~lanes_load(position->pieces[seat]);
    lanes empty = open & ~lanes_load(position->pieces[!seat]);
    lanes movers = lanes_load(position->movers[seat]);
    lanes scouts = lanes_load(position->scouts[seat]);
    lanes up = movers << 1 | targets_sweep_up(scouts, empty);
    lanes down = (movers | targets_sweep_down(scouts, empty)) >> 1;
    lanes_store(out->word + TARGET_UP, up & open);
    lanes_store(out->word + TARGET_DOWN, down & open);
}

static inline bool targets_any(const targets *t) {
    uint64_t all = 0;
    for (unsigned i = 0; i < TARGET_WORDS; i++)
        all |= t->word[i];
    return all != 0;
}

/* The move that a bit of a word stands for. */
static inline ff_move targets_move(const ff_position *position, unsigned word, unsigned bit) {
    unsigned lane = word % LANES;
    uint64_t occupied = position->pieces[FF_RED][lane] | position->pieces[FF_BLUE][lane];
    unsigned source = word < TARGET_DOWN
                          ? 63u - (unsigned)__builtin_clzll(occupied & ((UINT64_C(1) << bit) - 1))
                          : (unsigned)__builtin_ctzll(occupied & -(UINT64_C(2) << bit));
    return FF_MOVE(lane_square[lane][source], lane_square[lane][bit]);
}

/* The word that has a straight move's target, and in `bit` its place there. */
static inline unsigned targets_place(int from, int to, unsigned *bit) {
    bool along_row = from / FF_FILES == to / FF_FILES;
    unsigned lane = (unsigned)(along_row ? to / FF_FILES / 5 : 2 + to % FF_FILES / 5);
    *bit = (unsigned)__builtin_ctzll(lane_bits[to][lane]);
    return lane + (to > from ? TARGET_UP : TARGET_DOWN);
}

/* Is this straight move among the targets? */
static inline bool targets_has(const targets *t, const ff_position *position, int from, int to) {
    unsigned bit, word = targets_place(from, to, &bit);
    return t->word[word] >> bit & 1 && targets_move(position, word, bit) == FF_MOVE(from, to);
}

#endif
