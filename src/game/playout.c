/* What every kernel of playouts shares: how a game begins, what is counted of it, and the
 * memory that a run of games needs. Everything a kernel draws comes from the generator that
 * is seeded here by the game's own number, so that a game is the same whichever kernel, call
 * or thread plays it. */
#include "game/playout.h"

#include "base/hash.h"
#include "flagfall/game.h"

void playout_begin(const ff_rules *rules, uint64_t seed, uint64_t index, playout_table *table) {
    ff_rng_seed(&table->rng, hash_seed(seed, index));
    ff_setup_random(&table->setups[FF_RED], &rules->edition, &table->rng);
    ff_setup_random(&table->setups[FF_BLUE], &rules->edition, &table->rng);
    ff_position_setup(rules, &table->position, &table->setups[FF_RED], &table->setups[FF_BLUE]);
    table->history.size = 0;
    table->choices = 0;
}

void playout_count(const playout_table *table, ff_tally *tally) {
    tally->games++;
    tally->plies += table->position.plies;
    tally->choices += table->choices;
    tally->drawn += table->position.result == FF_DRAW;
    tally->won[FF_RED] += table->position.result == FF_RED_WINS;
    tally->won[FF_BLUE] += table->position.result == FF_BLUE_WINS;
}

bool playout_with(playout_run *run, const ff_rules *rules, uint64_t seed, uint64_t first,
                  uint64_t games, ff_tally *tally) {
    playout_table table = {0};
    if (!ff_history_reserve(&table.history, rules->ply_limit))
        return false;
    run(rules, seed, first, games, &table, tally);
    ff_history_free(&table.history);
    return true;
}
