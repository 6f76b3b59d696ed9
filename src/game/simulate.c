/* Random games by the thousand, on the fastest kernel that the processor has. All kernels
 * play the same games. */
#include "game/signature.h"

#include "base/hash.h"
#include "base/processor.h"
#include "flagfall/game.h"
#include "game/playout.h"

static playout_run *best_playout(void) {
#if defined(__x86_64__)
    if (processor_is_x86_64_v3())
        return playout_x86_64_v3;
#endif
    return playout_portable;
}

bool ff_playouts(const ff_rules *rules, uint64_t seed, uint64_t first, uint64_t games,
                 ff_tally *tally) {
    return playout_with(best_playout(), rules, seed, first, games, tally);
}

/* The signature of playouts covers positions, counters and both seats' views, ply by ply: a
 * change of any rule, of what is shown or of the order of moves changes it. */
static uint64_t hash_views(uint64_t hash, const ff_game *game) {
    for (int seat = FF_RED; seat <= FF_BLUE; seat++) {
        ff_view view;
        ff_game_view(game, (ff_seat)seat, false, &view);
        hash = hash_number(hash, ff_view_hash(&view));
    }
    return hash;
}

/* Everything a position says; the other sets follow from these. */
static uint64_t hash_position(uint64_t hash, const ff_position *position) {
    for (int lane = 0; lane < 2; lane++)
        hash = hash_number(hash, position->pieces[FF_RED][lane]);
    hash = hash_bytes(hash, position->ranks, sizeof position->ranks);
    const uint16_t numbers[] = {position->turn,          position->result, position->ending,
                                position->plies,         position->quiet,  position->chase[FF_RED],
                                position->chase[FF_BLUE]};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        hash = hash_number(hash, numbers[i]);
    return hash;
}

/* One playout once more, by the public functions; `table` and `game` go in step.
 * Returns 0 when the game refuses a move, that is, when memory is out. */
static uint64_t sign_game(const ff_rules *rules, playout_table *table, ff_game *game,
                          uint64_t hash) {
    ff_position *position = &table->position;
    ff_move moves[FF_MOVES_MAX];
    size_t count;
    while ((count = ff_moves(rules, position, &table->history, moves)) > 0) {
        ff_move move = moves[ff_rng_below(&table->rng, (uint32_t)count)];
        hash = hash_views(hash_position(hash, position), game);
        if (ff_game_move(game, position->turn, FF_FROM(move), FF_TO(move)) != FF_LEGAL)
            return 0;
        ff_position_play(rules, position, &table->history, move);
        table->choices += count;
    }
    return hash_views(hash_position(hash, position), game);
}

/* Plays playout number `index` at the table and in a game, and signs it. */
static uint64_t sign_playout(const ff_rules *rules, uint64_t seed, uint64_t index,
                             playout_table *table, uint64_t hash) {
    ff_options options = {
        .size = sizeof(ff_options), .forfeit = rules->forfeit, .ply_limit = rules->ply_limit};
    ff_game *game = ff_game_new(&rules->edition, &options);
    if (!game)
        return 0;
    playout_begin(rules, seed, index, table);
    ff_game_set_up(game, FF_RED, &table->setups[FF_RED], NULL);
    ff_game_set_up(game, FF_BLUE, &table->setups[FF_BLUE], NULL);
    hash = sign_game(rules, table, game, hash);
    ff_game_free(game);
    return hash;
}

uint64_t playouts_signature(const ff_rules *rules, uint64_t seed, uint64_t games, ff_tally *tally) {
    playout_table table = {0};
    uint64_t hash = ff_history_reserve(&table.history, rules->ply_limit);
    for (uint64_t i = 0; i < games && hash; i++) {
        hash = sign_playout(rules, seed, i, &table, hash);
        playout_count(&table, tally);
    }
    ff_history_free(&table.history);
    return hash;
}
