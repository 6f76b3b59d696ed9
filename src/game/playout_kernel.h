/* The body of the playout kernel, included by one file for each processor, which
 * defines PLAYOUT as the name to give it. */
#include "base/rng.h"
#include "core/make_move.h"
#include "game/playout.h"

#if defined(__BMI2__)
#include <immintrin.h>
#endif

/* The place of the k-th set bit, counted from 0. */
static inline unsigned select_bit(uint64_t word, unsigned k) {
#if defined(__BMI2__)
    return (unsigned)__builtin_ctzll(_pdep_u64(UINT64_C(1) << k, word));
#else
    while (k-- > 0)
        word &= word - 1;
    return (unsigned)__builtin_ctzll(word);
#endif
}

/* Finds the legal moves of the player on turn; returns how many there are. */
static inline unsigned look(const ff_rules *rules, playout_table *table) {
    generate_legal(rules, &table->position, &table->history, &table->next);
    table->sums[0] = 0;
    for (unsigned i = 0; i < MOVE_SET_WORDS; i++)
        table->sums[i + 1] = table->sums[i] + (unsigned)__builtin_popcountll(table->next.word[i]);
    return table->sums[MOVE_SET_WORDS];
}

/* The k-th move, in the order of `ff_moves`. */
static inline ff_move move_at(const playout_table *table, unsigned k) {
    unsigned word = 0;
    for (unsigned i = 1; i < MOVE_SET_WORDS; i++)
        word += k >= table->sums[i];
    unsigned bit = select_bit(table->next.word[word], k - table->sums[word]);
    return move_set_move(&table->position, word, bit);
}

static inline void play(const ff_rules *rules, playout_table *table) {
    unsigned count = table->sums[MOVE_SET_WORDS];
    table->choices += count;
    ff_move move = move_at(table, rng_below(&table->rng, count));
    ff_event event = make_move(rules, &table->position, &table->history, move);
    judge_end(rules, &table->position, &event, look(rules, table) > 0);
}

void PLAYOUT(const ff_rules *rules, uint64_t seed, uint64_t first, uint64_t games,
             playout_table *table, ff_tally *tally) {
    for (uint64_t i = 0; i < games; i++) {
        playout_begin(rules, seed, first + i, table);
        look(rules, table);
        while (table->position.result == FF_ONGOING)
            play(rules, table);
        playout_count(table, tally);
    }
}
