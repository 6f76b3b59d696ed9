/* Counting move sequences to a depth (perft), the usual proof of a move generator: published
 * counts and ours must agree. The last ply is counted by bits and not played, which saves most
 * of the work. */
#include "core/make_move.h"

#include <assert.h>

uint64_t ff_perft(const ff_rules *rules, const ff_position *position, ff_history *history,
                  unsigned depth) {
    if (depth == 0)
        return 1;
    if (position->result != FF_ONGOING)
        return 0;
    move_set t;
    generate_legal(rules, position, history, &t);
    uint64_t count = 0;
    if (depth == 1) {
        for (unsigned word = 0; word < MOVE_SET_WORDS; word++)
            count += (uint64_t)__builtin_popcountll(t.word[word]);
        return count;
    }
    uint32_t size = history->size;
    for (unsigned word = 0; word < MOVE_SET_WORDS; word++) {
        for (uint64_t left = t.word[word]; left; left &= left - 1) {
            ff_position after = *position;
            ff_position_play(rules, &after, history,
                             move_set_move(position, word, (unsigned)__builtin_ctzll(left)));
            count += ff_perft(rules, &after, history, depth - 1);
            /* The position is a copy, so nothing needs to be undone but the list of moves,
             * which all depths share. */
            history->size--;
            assert(history->size == size);
        }
    }
    (void)size;
    return count;
}
