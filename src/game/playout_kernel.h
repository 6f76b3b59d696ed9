/* The body of the playout kernel, included by one file for each processor, which
 * defines PLAYOUT as the name to give it. */
#include "base/rng.h"
#include "core/ply.h"
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

/* How many targets the words up to each hold together. */
static inline unsigned count_up_to(const targets *t, unsigned sums[TARGET_WORDS]) {
    unsigned sum = 0;
    for (unsigned i = 0; i < TARGET_WORDS; i++)
        sums[i] = sum += (unsigned)__builtin_popcountll(t->word[i]);
    return sum;
}

/* The k-th move, in the order of `ff_moves`. */
static inline ff_move move_at(const ff_position *position, const targets *t,
                              const unsigned sums[TARGET_WORDS], unsigned k) {
    unsigned word = 0;
    for (unsigned i = 0; i < TARGET_WORDS - 1; i++)
        word += k >= sums[i];
    unsigned before = word ? sums[word - 1] : 0;
    return targets_move(position, word, select_bit(t->word[word], k - before));
}

void PLAYOUT(const ff_rules *rules, ff_rng *rng, ff_history *history, ff_tally *tally) {
    ff_setup setups[2];
    ff_position position;
    playout_set_up(rules, rng, setups);
    ff_position_setup(rules, &position, &setups[FF_RED], &setups[FF_BLUE]);
    history->size = 0;
    uint64_t choices = 0;
    targets t;
    targets_legal(rules, &position, history, &t);
    while (position.result == FF_ONGOING) {
        unsigned sums[TARGET_WORDS];
        unsigned count = count_up_to(&t, sums);
        choices += count;
        ff_move move = move_at(&position, &t, sums, rng_below(rng, count));
        ff_event event = position_apply(rules, &position, history, move);
        targets_legal(rules, &position, history, &t);
        position_judge(rules, &position, &event, &t);
    }
    tally->games++;
    tally->plies += position.plies;
    tally->choices += choices;
    tally->drawn += position.result == FF_DRAW;
    tally->won[FF_RED] += position.result == FF_RED_WINS;
    tally->won[FF_BLUE] += position.result == FF_BLUE_WINS;
}
