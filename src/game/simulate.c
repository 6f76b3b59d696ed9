#include "flagfall/simulate.h"

#include "base/hash.h"
#include "flagfall/game.h"
#include "game/playout.h"

void playout_seed(ff_rng *rng, uint64_t seed, uint64_t index) {
    ff_rng_seed(rng, ff_hash_number(seed, index));
}

void playout_set_up(const ff_rules *rules, ff_rng *rng, ff_setup setups[2]) {
    ff_setup_random(&setups[FF_RED], &rules->edition, rng);
    ff_setup_random(&setups[FF_BLUE], &rules->edition, rng);
}

static playout_run *best_playout(void) {
#if defined(__x86_64__)
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi2") &&
        __builtin_cpu_supports("popcnt"))
        return playout_x86_64_v3;
#endif
    return playout_portable;
}

bool ff_playouts(const ff_rules *rules, uint64_t seed, uint64_t first, uint64_t games,
                 ff_tally *tally) {
    ff_history history = {0};
    if (!ff_history_reserve(&history, rules->ply_limit))
        return false;
    playout_run *run = best_playout();
    for (uint64_t i = 0; i < games; i++) {
        ff_rng rng;
        playout_seed(&rng, seed, first + i);
        run(rules, &rng, &history, tally);
    }
    ff_history_free(&history);
    return true;
}

/* Both seats' views of a game. */
static uint64_t hash_views(uint64_t hash, const ff_game *game) {
    for (int seat = FF_RED; seat <= FF_BLUE; seat++) {
        ff_view view;
        ff_game_view(game, (ff_seat)seat, false, &view);
        hash = ff_hash_number(hash, ff_view_hash(&view));
    }
    return hash;
}

/* Everything a position says; the other sets follow from these. */
static uint64_t hash_position(uint64_t hash, const ff_position *position) {
    for (int lane = 0; lane < 2; lane++)
        hash = ff_hash_number(hash, position->pieces[FF_RED][lane]);
    hash = ff_hash_bytes(hash, position->ranks, sizeof position->ranks);
    const uint16_t numbers[] = {position->turn,          position->result, position->ending,
                                position->plies,         position->quiet,  position->chase[FF_RED],
                                position->chase[FF_BLUE]};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        hash = ff_hash_number(hash, numbers[i]);
    return hash;
}

/* One playout once more, by the public functions: `position` and `game` go in
 * step. Returns 0 when the game refuses a move, that is, when memory is out. */
static uint64_t sign_game(const ff_rules *rules, ff_rng *rng, ff_game *game, ff_history *history,
                          uint64_t hash, ff_tally *tally) {
    ff_setup setups[2];
    ff_position position;
    playout_set_up(rules, rng, setups);
    ff_position_setup(rules, &position, &setups[FF_RED], &setups[FF_BLUE]);
    ff_game_set_up(game, FF_RED, &setups[FF_RED], NULL);
    ff_game_set_up(game, FF_BLUE, &setups[FF_BLUE], NULL);
    history->size = 0;
    ff_move moves[FF_MOVES_MAX];
    size_t count;
    while ((count = ff_moves(rules, &position, history, moves)) > 0) {
        ff_move move = moves[ff_rng_below(rng, (uint32_t)count)];
        hash = hash_views(hash_position(hash, &position), game);
        if (ff_game_move(game, position.turn, FF_FROM(move), FF_TO(move)) != FF_LEGAL)
            return 0;
        ff_position_play(rules, &position, history, move);
        tally->choices += count;
    }
    tally->games++;
    tally->plies += position.plies;
    tally->drawn += position.result == FF_DRAW;
    tally->won[FF_RED] += position.result == FF_RED_WINS;
    tally->won[FF_BLUE] += position.result == FF_BLUE_WINS;
    return hash_views(hash_position(hash, &position), game);
}

uint64_t ff_playouts_signature(const ff_rules *rules, uint64_t seed, uint64_t games,
                               ff_tally *tally) {
    ff_options options = {.forfeit = rules->forfeit, .ply_limit = rules->ply_limit};
    ff_history history = {0};
    uint64_t hash = 1;
    bool enough = ff_history_reserve(&history, rules->ply_limit);
    for (uint64_t i = 0; i < games && enough && hash; i++) {
        ff_game *game = ff_game_new(&rules->edition, &options);
        enough = game != NULL;
        if (!enough)
            break;
        ff_rng rng;
        playout_seed(&rng, seed, i);
        hash = sign_game(rules, &rng, game, &history, hash, tally);
        ff_game_free(game);
    }
    ff_history_free(&history);
    return enough ? hash : 0;
}
