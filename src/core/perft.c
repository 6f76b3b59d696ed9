/* Counting move sequences, the usual proof of move generation. The last ply is counted by
 * bits and not played. */
#include "core/make_move.h"

#include <assert.h>

static uint64_t count_targets(const move_set *t) {
    uint64_t count = 0;
    for (unsigned i = 0; i < MOVE_SET_WORDS; i++)
        count += (uint64_t)__builtin_popcountll(t->word[i]);
    return count;
}

uint64_t ff_perft(const ff_rules *rules, const ff_position *position, ff_history *history,
                  unsigned depth) {
    if (depth == 0)
        return 1;
    if (position->result != FF_ONGOING)
        return 0;
    move_set t;
    generate_legal(rules, position, history, &t);
    if (depth == 1)
        return count_targets(&t);
    uint64_t count = 0;
    uint32_t size = history->size;
    for (unsigned word = 0; word < MOVE_SET_WORDS; word++) {
        for (uint64_t left = t.word[word]; left; left &= left - 1) {
            ff_position after = *position;
            ff_position_play(rules, &after, history,
                             move_set_move(position, word, (unsigned)__builtin_ctzll(left)));
            count += ff_perft(rules, &after, history, depth - 1);
            history->size--;
            assert(history->size == size);
        }
    }
    (void)size;
    return count;
}
