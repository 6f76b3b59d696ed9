/* Games of records, one after the other, with the truth beside what seats see: shared by the
 * programs that learn from games or judge by them. */
#ifndef FLAGFALL_TOOLS_RECORDED_H
#define FLAGFALL_TOOLS_RECORDED_H

#include <stdio.h>
#include <stdlib.h>

#include "ai/search/root_features.h"
#include "cli/files.h"
#include "flagfall.h"

/* A game that is being gone through. */
typedef struct recorded {
    unsigned number; /* in its file, from 0 */
    const ff_replay *replay;
    const ff_history *moves; /* of the whole game */
    ff_game *game;           /* so far */
    ff_position truth;
} recorded;

static inline ff_setup recorded_setup(const ff_replay *replay, ff_seat seat) {
    ff_setup setup = {{0}};
    const ff_edition *edition = &replay->rules.edition;
    for (unsigned k = 0; k < ff_edition_zone_size(edition); k++) {
        int square = ff_edition_zone_square(edition, seat, k);
        if (ff_position_owner(&replay->first, square) == seat)
            setup.rank[k] = (uint8_t)ff_position_rank(&replay->first, square);
    }
    return setup;
}

/* Do bombs alone stand around a flag, as far as the board goes? */
static inline bool recorded_is_shut_in(const ff_edition *edition, const ff_position *p, int flag) {
    for (int direction = 0; direction < 4; direction++) {
        int next = root_features_neighbour(edition, flag, direction);
        if (next >= 0 && (ff_position_owner(p, next) != ff_position_owner(p, flag) ||
                          ff_position_rank(p, next) != FF_BOMB))
            return false;
    }
    return true;
}

/* The game after its first `plies` moves, with room for those to come; null where memory is
 * out. */
static inline ff_game *recorded_game(const ff_replay *replay, const ff_history *history,
                                     uint32_t plies) {
    ff_game *game = ff_game_new(&replay->rules.edition, &(ff_options){.size = sizeof(ff_options),
                                                                      .ply_limit = FF_PLIES_MAX});
    ff_setup red = recorded_setup(replay, FF_RED), blue = recorded_setup(replay, FF_BLUE);
    if (!game || !ff_game_set_up(game, FF_RED, &red, NULL) ||
        !ff_game_set_up(game, FF_BLUE, &blue, NULL))
        return NULL;
    for (uint32_t ply = 0; ply < plies; ply++)
        ff_game_move(game, (ff_seat)(ply % 2), FF_FROM(history->moves[ply]),
                     FF_TO(history->moves[ply]));
    return game;
}

/* Hands each game that began with two armies to `see` before each of its plies. */
static inline void recorded_go_through(const recorded *g, void *context,
                                       void (*see)(void *context, const recorded *g)) {
    recorded now = *g;
    ff_history history = {0};
    now.game = recorded_game(g->replay, g->moves, 0);
    now.truth = g->replay->first;
    if (!now.game || !ff_history_reserve(&history, g->moves->size)) {
        fprintf(stderr, "memory is out\n");
        exit(2);
    }
    for (uint32_t ply = 0; ply < g->moves->size; ply++) {
        ff_move move = g->moves->moves[ply];
        see(context, &now);
        ff_game_move(now.game, (ff_seat)now.truth.turn, FF_FROM(move), FF_TO(move));
        ff_position_play(&g->replay->rules, &now.truth, &history, move);
    }
    ff_history_free(&history);
    ff_game_free(now.game);
}

/* All games of a file. Those that the rules do not allow, and those from a board, are left out, but
 * have a number, so that the games of a pair (same armies) are 2 n and 2 n + 1 whatever was left
 * out. False after a complaint about the file. */
static inline bool recorded_each(const char *path, void *context,
                                 void (*see)(void *context, const recorded *g)) {
    ff_buffer text = {0};
    ff_record_reader reader;
    ff_record record = {0};
    ff_replay replay;
    ff_history history = {0};
    ff_error error;
    ff_read read;
    unsigned number = 0;
    if (!file_read(path, &text))
        return false;
    ff_record_reader_init(&reader, (ff_span){text.data, text.size});
    for (; (read = ff_record_read(&reader, &record, &error)) != FF_READ_END; number++)
        if (read == FF_READ_GAME && ff_replay_record(&replay, &record, NULL, &history) &&
            replay.verdict == FF_REPLAY_OK && !replay.has_board)
            recorded_go_through(&(recorded){.number = number, .replay = &replay, .moves = &history},
                                context, see);
    ff_record_free(&record);
    ff_history_free(&history);
    ff_buffer_free(&text);
    return true;
}

#endif
