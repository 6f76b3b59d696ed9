/* The body of a batch's step, included by one file for each kind of processor, which
 * defines BATCH as the name of its table of functions. */
#include "base/rng.h"
#include "core/make_move.h"
#include "game/batch_parts.h"

static bool is_legal(const ff_batch *batch, const batch_game *game, int32_t action) {
    if ((uint32_t)action >= batch->actions.count)
        return false;
    ff_move move = batch->actions.move[batch_seat(batch, game)][action];
    return move_set_has(&game->next, &game->position, FF_FROM(move), FF_TO(move));
}

static unsigned check(const ff_batch *batch, unsigned first, unsigned end) {
    const int32_t *actions = batch->arrays.actions;
    while (first < end && (batch_is_over(&batch->games[first]) ||
                           is_legal(batch, &batch->games[first], actions[first])))
        first++;
    return first;
}

static void play(const ff_batch *batch, batch_game *game, unsigned action) {
    const ff_rules *rules = &batch->rules;
    ff_seat mover = (ff_seat)game->position.turn;
    ff_move move = batch->actions.move[batch_seat(batch, game)][action];
    ff_event event = make_move(rules, &game->position, &game->history, move);
    event.revealed = shows_run(rules, FF_FROM(move), FF_TO(move));
    ff_knowledge_update(&game->knowledge, &event, mover);
    generate_legal(rules, &game->position, &game->history, &game->next);
    judge_end(rules, &game->position, &event, move_set_any(&game->next));
    if (batch_is_over(game))
        game->next = (move_set){0};
}

/* The action of a move that a word's bit stands for: the source is the first piece on the
 * way back from the target. */
static inline unsigned action_of(const batch_actions *actions, ff_seat seat, uint64_t occupied,
                                 unsigned word, unsigned bit) {
    unsigned lane = word % LANES;
    unsigned source = source_bit(occupied, word, bit);
    return actions->channel[seat][word][bit] + (unsigned)actions->cell[seat][lane][source];
}

static inline uint64_t occupied_lane(const batch_game *game, unsigned word) {
    unsigned lane = word % LANES;
    return game->position.pieces[FF_RED][lane] | game->position.pieces[FF_BLUE][lane];
}

#if defined(__BMI2__)
#include "game/batch_masks.h"
#else
/* All legal actions; returns how many. */
static inline unsigned list_actions(const ff_batch *batch, const batch_game *game,
                                    uint16_t out[FF_MOVES_MAX]) {
    ff_seat seat = batch_seat(batch, game);
    unsigned count = 0;
    for (unsigned word = 0; word < MOVE_SET_WORDS; word++) {
        uint64_t occupied = occupied_lane(game, word);
        for (uint64_t left = game->next.word[word]; left; left &= left - 1)
            out[count++] = (uint16_t)action_of(&batch->actions, seat, occupied, word,
                                               (unsigned)__builtin_ctzll(left));
    }
    return count;
}

static void mask(const ff_batch *batch, const batch_game *game, uint8_t *bytes, uint64_t *bits) {
    uint16_t action[FF_MOVES_MAX];
    unsigned count = list_actions(batch, game, action);
    if (bytes) {
        memset(bytes, 0, batch->actions.count);
        for (unsigned i = 0; i < count; i++)
            bytes[action[i]] = 1;
    }
    if (bits) {
        memset(bits, 0, FF_BATCH_WORDS * sizeof *bits);
        for (unsigned i = 0; i < count; i++)
            bits[action[i] / 64] |= UINT64_C(1) << action[i] % 64;
    }
}
#endif

/* The action of the k-th legal move, in the order of `ff_moves`. */
static unsigned sample(const ff_batch *batch, batch_game *game) {
    unsigned count[MOVE_SET_WORDS], sum = 0;
    for (unsigned i = 0; i < MOVE_SET_WORDS; i++)
        sum += count[i] = (unsigned)__builtin_popcountll(game->next.word[i]);
    if (sum == 0)
        return 0;
    unsigned k = rng_below(&game->rng, sum), word = 0;
    while (k >= count[word])
        k -= count[word++];
    uint64_t left = game->next.word[word];
    while (k-- > 0)
        left &= left - 1;
    return action_of(&batch->actions, batch_seat(batch, game), occupied_lane(game, word), word,
                     (unsigned)__builtin_ctzll(left));
}

const batch_kernel BATCH = {check, play, mask, sample};
