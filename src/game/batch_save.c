/* Batches: single games taken out and put in. A saved game is its armies and moves, so
 * that reading one is playing it: whatever the bytes say, what comes of them is legal.
 *
 *     8 bytes  "FFgame\1\0"
 *     8        a hash of the rules
 *     8, 8     seed, games begun from it
 *     4 x 8    state of the game's generator
 *     4        plies
 *     2 x zone both armies, as ff_setup has them, Red's first
 *     2 a ply  source and target square
 *
 * Numbers are little-endian. */
#include "flagfall/batch.h"

#include "base/hash.h"
#include "game/batch_parts.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { HEAD = 8 * 8 + 4 };

static const char magic[8] = "FFgame\1";

/* Everything that decides what is legal and how a game ends. */
static uint64_t hash_rules(const ff_rules *rules) {
    const ff_edition *e = &rules->edition;
    uint64_t hash = hash_bytes(0, e->army, sizeof e->army);
    for (int square = 0; square < FF_SQUARES; square++)
        hash = hash_number(hash, e->lake[square]);
    const unsigned numbers[] = {
        e->files,           e->rows,      e->zone_rows,       e->reveal_runs,
        rules->quiet_limit, rules->chase, rules->two_squares, rules->ply_limit};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        hash = hash_number(hash, numbers[i]);
    return hash;
}

/* --- numbers as bytes --------------------------------------------------------------- */

static void add_number(ff_buffer *out, uint64_t number, unsigned bytes) {
    for (unsigned i = 0; i < bytes; i++)
        ff_buffer_byte(out, (char)(number >> (8 * i)));
}

static uint64_t take_number(ff_span *in, unsigned bytes) {
    uint64_t number = 0;
    for (unsigned i = 0; i < bytes; i++)
        number |= (uint64_t)(uint8_t)in->data[i] << (8 * i);
    in->data += bytes;
    in->size -= bytes;
    return number;
}

/* --- saving --------------------------------------------------------------------------- */

ff_batch_status ff_batch_save(const ff_batch *batch, unsigned game, ff_buffer *out) {
    if (game >= batch->options.games)
        return FF_BATCH_BAD_GAME;
    const batch_game *g = &batch->games[game];
    ff_buffer_add(out, magic, sizeof magic);
    add_number(out, hash_rules(&batch->rules), 8);
    add_number(out, g->seed, 8);
    add_number(out, g->episode, 8);
    for (int i = 0; i < 4; i++)
        add_number(out, g->rng.state[i], 8);
    add_number(out, g->history.size, 4);
    for (int seat = FF_RED; seat <= FF_BLUE; seat++)
        ff_buffer_add(out, g->setups[seat].rank, ff_edition_zone_size(&batch->rules.edition));
    for (uint32_t i = 0; i < g->history.size; i++)
        add_number(out, g->history.moves[i], 2);
    return out->failed ? FF_BATCH_NO_MEMORY : FF_BATCH_OK;
}

/* --- loading -------------------------------------------------------------------------- */

static bool take_army(ff_span *in, const ff_edition *edition, ff_setup *setup) {
    unsigned zone = ff_edition_zone_size(edition);
    memset(setup, 0, sizeof *setup);
    memcpy(setup->rank, in->data, zone);
    in->data += zone;
    in->size -= zone;
    return ff_setup_check(setup, edition) == FF_SETUP_OK;
}

/* Plays a move that may be any two bytes. */
static bool replay_move(const ff_batch *batch, batch_game *g, ff_move move) {
    const ff_rules *rules = &batch->rules;
    if (ff_move_check(rules, &g->position, &g->history, FF_FROM(move), FF_TO(move)) != FF_LEGAL)
        return false;
    ff_seat mover = (ff_seat)g->position.turn;
    ff_event event = ff_position_play(rules, &g->position, &g->history, move);
    ff_knowledge_update(&g->knowledge, &event, mover);
    return true;
}

/* Reads into a game of its own, whose history has room. */
static bool read_game(const ff_batch *batch, ff_span in, batch_game *g) {
    const ff_edition *edition = &batch->rules.edition;
    size_t armies = 2 * (size_t)ff_edition_zone_size(edition);
    if (in.size < HEAD + armies || memcmp(in.data, magic, sizeof magic) != 0)
        return false;
    in.data += sizeof magic;
    in.size -= sizeof magic;
    if (take_number(&in, 8) != hash_rules(&batch->rules))
        return false;
    g->seed = take_number(&in, 8);
    g->episode = take_number(&in, 8);
    /* xoshiro256++ never leaves a state of four zeros, and no generator of ours is ever in it. */
    uint64_t any = 0;
    for (int i = 0; i < 4; i++)
        any |= g->rng.state[i] = take_number(&in, 8);
    uint64_t plies = take_number(&in, 4);
    ff_setup red, blue;
    if (!any || in.size != armies + 2 * plies || !take_army(&in, edition, &red) ||
        !take_army(&in, edition, &blue))
        return false;
    batch_start(batch, g, &red, &blue);
    while (in.size > 0)
        if (!replay_move(batch, g, (ff_move)take_number(&in, 2)))
            return false;
    g->next = (move_set){0};
    if (!batch_is_over(g))
        generate_legal(&batch->rules, &g->position, &g->history, &g->next);
    return true;
}

/* Puts another game in a game's place. Its list of moves stays where it is: the batch owns one
 * block for all games. */
static void replace(batch_game *game, const batch_game *other) {
    ff_history own = game->history;
    assert(other->history.size <= own.capacity);
    memcpy(own.moves, other->history.moves, other->history.size * sizeof *own.moves);
    own.size = other->history.size;
    *game = *other;
    game->history = own;
}

ff_batch_status ff_batch_load(ff_batch *batch, unsigned game, ff_span bytes) {
    if (game >= batch->options.games)
        return FF_BATCH_BAD_GAME;
    batch_game scratch = {0};
    if (!ff_history_reserve(&scratch.history, batch->rules.ply_limit))
        return FF_BATCH_NO_MEMORY;
    bool good = read_game(batch, bytes, &scratch);
    if (good)
        replace(&batch->games[game], &scratch);
    ff_history_free(&scratch.history);
    return good ? FF_BATCH_OK : FF_BATCH_BAD_SNAPSHOT;
}

ff_batch_status ff_batch_copy(ff_batch *batch, unsigned from, unsigned to) {
    if (from >= batch->options.games || to >= batch->options.games)
        return FF_BATCH_BAD_GAME;
    if (from != to)
        replace(&batch->games[to], &batch->games[from]);
    return FF_BATCH_OK;
}

ff_batch_status ff_batch_set_up(ff_batch *batch, unsigned game, const ff_setup *red,
                                const ff_setup *blue) {
    if (game >= batch->options.games)
        return FF_BATCH_BAD_GAME;
    const ff_edition *edition = &batch->rules.edition;
    if (ff_setup_check(red, edition) != FF_SETUP_OK || ff_setup_check(blue, edition) != FF_SETUP_OK)
        return FF_BATCH_BAD_SETUP;
    batch_start(batch, &batch->games[game], red, blue);
    return FF_BATCH_OK;
}

/* --- a game on its own ---------------------------------------------------------------- */

ff_game *ff_batch_game(const ff_batch *batch, unsigned game) {
    if (game >= batch->options.games)
        return NULL;
    const batch_game *g = &batch->games[game];
    ff_game *alone = ff_game_new(&batch->rules.edition, &batch->limits);
    if (!alone)
        return NULL;
    for (int seat = FF_RED; seat <= FF_BLUE; seat++)
        ff_game_set_up(alone, (ff_seat)seat, &g->setups[seat], NULL);
    for (uint32_t i = 0; i < g->history.size; i++) {
        ff_move move = g->history.moves[i];
        if (ff_game_move(alone, (ff_seat)(i % 2), FF_FROM(move), FF_TO(move)) != FF_LEGAL) {
            ff_game_free(alone); /* memory is out: the moves are legal */
            return NULL;
        }
    }
    return alone;
}
