/* Does the search player break in to a flag that it knows of? Positions are taken from recorded
 * games: the first of each game and seat in which the enemy's flag is shut in by bombs and
 * believed above a half, with two miners or more and material at least even. From there the
 * search player plays on against a defender; share is won within 300 plies, with its 95 %
 * interval (Wilson's); opened is how often a bomb beside the flag was taken.
 *
 * build/bench-breakin RECORDS [POSITIONS-A-MOVE [DEFENDER [AT-MOST]]]
 * (3000, level:9, 100 positions) */
#include "flagfall.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ai/search/root_features.h"
#include "arena/statistics.h"

enum { WORLDS = 200, FIRST_PLY = 60, EVERY = 10, PLIES = 300, MINERS = 2 };

typedef struct setting {
    const char *defender;
    uint64_t nodes;
    unsigned most;
} setting;

typedef struct outcome {
    tally games;     /* drawn: not over after all plies, too */
    unsigned opened; /* a bomb beside the flag was taken */
    double plies;    /* of won ones */
} outcome;

/* --- positions ------------------------------------------------------------------ */

static int flag_of(const ff_position *p, ff_seat seat) {
    for (int square = 0; square < FF_SQUARES; square++)
        if (ff_position_owner(p, square) == seat && ff_position_rank(p, square) == FF_FLAG)
            return square;
    return FF_OFF_BOARD;
}

/* Do bombs alone stand around the flag, as far as the board goes? */
static bool is_shut_in(const ff_edition *edition, const ff_position *p, int flag) {
    for (int direction = 0; direction < 4; direction++) {
        int next = root_features_neighbour(edition, flag, direction);
        if (next >= 0 && (ff_position_owner(p, next) != ff_position_owner(p, flag) ||
                          ff_position_rank(p, next) != FF_BOMB))
            return false;
    }
    return true;
}

/* Has the viewer miners enough, and at least as much as the enemy? */
static bool is_ahead(const ff_view *view) {
    belief b;
    root_features features;
    belief_from_view(&b, view);
    root_features_init(&features, view, &b, 1);
    double material = 0;
    int miners = 0;
    for (int square = 0; square < FF_SQUARES; square++) {
        const ff_cell *cell = &view->cell[square];
        if (cell->seat != view->viewer || cell->rank >= FF_BOMB)
            continue;
        miners += cell->rank == FF_MINER;
        material += features.worth[view->viewer][cell->rank];
    }
    for (int rank = FF_SPY; rank < FF_BOMB; rank++)
        material -= b.left[rank] * features.worth[1 - view->viewer][rank];
    return miners >= MINERS && material >= 0;
}

static bool is_wanted(const ff_game *game, const ff_position *truth) {
    ff_seat seat = (ff_seat)truth->turn;
    ff_view view;
    ff_belief b;
    ff_game_view(game, seat, false, &view);
    int flag = flag_of(truth, (ff_seat)(1 - seat));
    if (flag == FF_OFF_BOARD || !is_shut_in(&view.rules->edition, truth, flag) || !is_ahead(&view))
        return false;
    ff_belief_of(&view, truth->plies, WORLDS, &b);
    return b.chance[flag][FF_FLAG] > 0.5;
}

/* --- playing on ----------------------------------------------------------------- */

static ff_setup setup_of(const ff_replay *replay, ff_seat seat) {
    ff_setup setup = {{0}};
    const ff_edition *edition = &replay->rules.edition;
    for (unsigned k = 0; k < ff_edition_zone_size(edition); k++) {
        int square = ff_edition_zone_square(edition, seat, k);
        if (ff_position_owner(&replay->first, square) == seat)
            setup.rank[k] = (uint8_t)ff_position_rank(&replay->first, square);
    }
    return setup;
}

/* The game after its first `plies` moves, with room for those to come. */
static ff_game *game_after(const ff_replay *replay, const ff_history *history, uint32_t plies) {
    ff_game *game = ff_game_new(&replay->rules.edition, &(ff_options){.size = sizeof(ff_options),
                                                                      .ply_limit = FF_PLIES_MAX});
    ff_setup red = setup_of(replay, FF_RED), blue = setup_of(replay, FF_BLUE);
    if (!game || !ff_game_set_up(game, FF_RED, &red, NULL) ||
        !ff_game_set_up(game, FF_BLUE, &blue, NULL))
        return NULL;
    for (uint32_t ply = 0; ply < plies; ply++)
        ff_game_move(game, (ff_seat)(ply % 2), FF_FROM(history->moves[ply]),
                     FF_TO(history->moves[ply]));
    return game;
}

static ff_player *player_of(const char *name, uint64_t seed) {
    ff_player *player = ff_player_new(ff_computer_find(ff_span_of(name)), seed);
    if (!player) {
        fprintf(stderr, "bench-breakin: no memory for %s\n", name);
        exit(2);
    }
    return player;
}

static bool is_won(const ff_view *view, ff_seat seat) {
    return view->result == (seat == FF_RED ? FF_RED_WINS : FF_BLUE_WINS);
}

/* What happened from a position on: the search player has the seat on turn. */
typedef struct course {
    ff_game *game;
    ff_position truth;
    ff_history history;
    ff_player *player[2];
    int flag;
    bool opened;
} course;

static void play_ply(course *c, const setting *s) {
    ff_seat mover = (ff_seat)c->truth.turn;
    ff_player *player = c->player[mover];
    ff_view view;
    ff_game_view(c->game, mover, false, &view);
    ff_player_limit(player, &(ff_limits){.size = sizeof(ff_limits), .nodes = s->nodes});
    ff_move move = player->move(player, &view, 0);
    ff_game_move(c->game, mover, FF_FROM(move), FF_TO(move));
    ff_position_play(view.rules, &c->truth, &c->history, move);
    if (!ff_game_is_over(c->game))
        c->opened |= !is_shut_in(&view.rules->edition, &c->truth, c->flag);
}

/* Plays on, and counts how it went. */
static void play_on(course *c, const setting *s, outcome *o) {
    ff_seat seat = (ff_seat)c->truth.turn;
    uint64_t number = tally_games(&o->games);
    c->flag = flag_of(&c->truth, (ff_seat)(1 - seat));
    c->player[seat] = player_of("search", number);
    c->player[1 - seat] = player_of(s->defender, number);
    unsigned ply = 0;
    for (; ply < PLIES && !ff_game_is_over(c->game); ply++)
        play_ply(c, s);
    ff_view end;
    ff_game_view(c->game, seat, false, &end);
    bool won = is_won(&end, seat), lost = is_won(&end, (ff_seat)(1 - seat));
    o->games.won += won;
    o->games.lost += lost;
    o->games.drawn += !won && !lost;
    o->opened += c->opened;
    o->plies += won ? ply : 0;
    c->player[FF_RED]->free(c->player[FF_RED]);
    c->player[FF_BLUE]->free(c->player[FF_BLUE]);
}

/* --- records -------------------------------------------------------------------- */

static void go_through(const ff_replay *replay, const ff_history *history, const setting *s,
                       outcome *o) {
    bool done[2] = {false, false};
    course c = {.game = game_after(replay, history, 0), .truth = replay->first};
    if (!c.game || !ff_history_reserve(&c.history, history->size + PLIES))
        exit(2);
    for (uint32_t ply = 0; ply < history->size && tally_games(&o->games) < s->most; ply++) {
        unsigned seat = c.truth.turn;
        if (ply >= FIRST_PLY && ply % EVERY < 2 && !done[seat] && is_wanted(c.game, &c.truth)) {
            course other = {.game = game_after(replay, history, ply), .truth = c.truth};
            if (!other.game || !ff_history_reserve(&other.history, history->size + PLIES))
                exit(2);
            memcpy(other.history.moves, history->moves, ply * sizeof *history->moves);
            other.history.size = ply;
            play_on(&other, s, o);
            ff_history_free(&other.history);
            ff_game_free(other.game);
            done[seat] = true;
        }
        ff_move move = history->moves[ply];
        ff_game_move(c.game, (ff_seat)seat, FF_FROM(move), FF_TO(move));
        ff_position_play(&replay->rules, &c.truth, &c.history, move);
    }
    ff_history_free(&c.history);
    ff_game_free(c.game);
}

static bool read_file(const char *path, ff_buffer *out) {
    char part[1 << 16];
    size_t size;
    FILE *file = fopen(path, "rb");
    while (file && (size = fread(part, 1, sizeof part, file)) > 0)
        ff_buffer_add(out, part, size);
    bool good = file && !ferror(file) && !out->failed;
    if (file)
        fclose(file);
    return good;
}

static void go_through_all(ff_span text, const setting *s, outcome *o) {
    ff_record_reader reader;
    ff_record record = {0};
    ff_replay replay;
    ff_history history = {0};
    ff_error error;
    ff_read read;
    ff_record_reader_init(&reader, text);
    while ((read = ff_record_read(&reader, &record, &error)) != FF_READ_END)
        if (read == FF_READ_GAME && ff_replay_record(&replay, &record, NULL, &history) &&
            replay.verdict == FF_REPLAY_OK && !replay.has_board)
            go_through(&replay, &history, s, o);
    ff_record_free(&record);
    ff_history_free(&history);
}

int main(int argc, char **argv) {
    ff_buffer text = {0};
    outcome o = {0};
    if (argc < 2 || argc > 5) {
        fprintf(stderr, "usage: bench-breakin RECORDS [POSITIONS-A-MOVE [DEFENDER [AT-MOST]]]\n");
        return 2;
    }
    setting s = {.nodes = argc > 2 ? strtoull(argv[2], NULL, 10) : 3000,
                 .defender = argc > 3 ? argv[3] : "level:9",
                 .most = argc > 4 ? (unsigned)strtoul(argv[4], NULL, 10) : 100};
    if (!ff_computer_find(ff_span_of(s.defender))) {
        fprintf(stderr, "bench-breakin: there is no player '%s'\n", s.defender);
        return 2;
    }
    if (!read_file(argv[1], &text)) {
        perror(argv[1]);
        return 2;
    }
    go_through_all((ff_span){text.data, text.size}, &s, &o);
    estimate share = statistics_won(&o.games);
    printf("breakin positions=%u won=%u drawn=%u lost=%u share=%.3f low=%.3f high=%.3f opened=%u "
           "plies=%.0f\n",
           tally_games(&o.games), o.games.won, o.games.drawn, o.games.lost, share.value, share.low,
           share.high, o.opened, o.games.won ? o.plies / o.games.won : 0.0);
    ff_buffer_free(&text);
    return tally_games(&o.games) ? 0 : 1;
}
