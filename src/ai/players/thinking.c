/* A fixed amount of thinking for the benchmark. Its signature is a hash of the moves, so a
 * change that should be about speed alone can show that it is. */
#include "ai/players/thinking.h"

#include "ai/players/one_ply_player.h"
#include "ai/players/search_player.h"
#include "base/hash.h"
#include "flagfall/presets.h"

/* Thoughts are taken from all over a game: every so many plies, and again. */
enum { MOVES = 4, APART = 44, POINTS = 6 };

/* The move of a player, played; 0 where the game is over or memory is out. */
static ff_move step(ff_game *game, ff_player *player) {
    ff_view view;
    ff_game_view(game, FF_NOBODY, false, &view);
    ff_seat seat = (ff_seat)view.turn;
    if (ff_game_is_over(game))
        return 0;
    ff_game_view(game, seat, false, &view);
    ff_move move = player->move(player, &view, 0);
    return ff_game_move(game, seat, FF_FROM(move), FF_TO(move)) == FF_LEGAL ? move : 0;
}

static bool begin(ff_game *game, const ff_edition *edition, ff_rng *rng) {
    bool good = true;
    for (int seat = FF_RED; good && seat <= FF_BLUE; seat++) {
        ff_setup setup;
        ff_preset_draw(edition, rng, &setup);
        good = ff_game_set_up(game, (ff_seat)seat, &setup, NULL);
    }
    return good;
}

static void think(ff_game *game, ff_player *thinker, thinking *work) {
    for (int i = 0; i < MOVES; i++) {
        ff_move move = step(game, thinker);
        if (!move)
            break;
        work->moves++;
        work->signature = hash_number(work->signature, move);
    }
    search_player_effort effort = search_player_effort_of(thinker);
    work->nodes += effort.nodes;
    work->worlds += effort.worlds;
}

bool thinking_add(const ff_edition *edition, uint64_t seed, uint64_t number, unsigned memory,
                  thinking *work) {
    uint64_t chance = hash_seed(seed, number);
    ff_rng rng;
    ff_rng_seed(&rng, chance);
    ff_game *game = ff_game_new(
        edition, &(ff_options){.size = sizeof(ff_options), .ply_limit = edition->host_cap});
    ff_player *leader = one_ply_player_new(NULL, chance),
              *thinker = search_player_new(NULL, chance);
    const ff_means means = {.size = sizeof(ff_means), .memory_mb = memory, .threads = 1};
    bool good =
        game && leader && thinker && thinker->bound(thinker, &means) && begin(game, edition, &rng);
    if (good) {
        /* A quick player leads the game to where the thinking begins. */
        unsigned left = (unsigned)(number % POINTS) * APART;
        while (left > 0 && step(game, leader))
            left--;
        think(game, thinker, work);
    }
    if (leader)
        leader->free(leader);
    if (thinker)
        thinker->free(thinker);
    ff_game_free(game);
    return good;
}
