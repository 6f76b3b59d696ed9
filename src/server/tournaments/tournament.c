/* A tournament as a plain value: players, rounds, results, standings, without store or clock. What
 * must hold: all that is not in rows follows from them, so that a tournament that is read back
 * goes on as it was. */
#include "server/tournaments/tournament.h"

#include "base/array.h"
#include "pairing/arena_pairing.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

const tournament_format *tournament_format_of(unsigned kind) {
    static const tournament_format formats[TOURNAMENT_KINDS] = {
        [TOURNAMENT_ARENA] = {"arena", TOURNAMENT_PLACES_ARENA, false, true},
        [TOURNAMENT_SWISS] = {"swiss", TOURNAMENT_PLACES_SWISS, true, true},
        [TOURNAMENT_ROBIN] = {"round-robin", TOURNAMENT_PLACES_ROBIN, true, false},
        [TOURNAMENT_EXHIBITION] = {"exhibition", TOURNAMENT_PLACES_EXHIBITION, false, false},
    };
    assert(kind < TOURNAMENT_KINDS);
    return &formats[kind];
}

const char *tournament_state_word(unsigned state) {
    static const char *const words[] = {"open", "running", "over", "cancelled"};
    assert(state <= TOURNAMENT_CANCELLED);
    return words[state];
}

void tournament_free(tournament *of) {
    free(of->player);
    free(of->game);
    *of = (tournament){.players = 0};
}

bool tournament_add_player(tournament *of, const tournament_player *player) {
    tournament_player *list =
        array_with_room(of->player, of->players, &of->players_room, sizeof *list);
    if (!list)
        return false;
    assert(of->players < CROSSTABLE_PLAYERS_MAX || of->row.kind == TOURNAMENT_ARENA);
    of->player = list;
    of->player[of->players] = *player;
    of->player[of->players].last = of->players;
    of->players++;
    return true;
}

void tournament_drop_player(tournament *of, unsigned place) {
    assert(of->games == 0 && place < of->players);
    of->player[place] = of->player[--of->players];
    of->player[place].last = place;
}

bool tournament_add_game(tournament *of, const tournament_game *game) {
    tournament_game *list = array_with_room(of->game, of->games, &of->games_room, sizeof *list);
    if (!list)
        return false;
    of->game = list;
    of->game[of->games++] = *game;
    assert(game->red < of->players);
    assert(game->blue < of->players || game->blue == TOURNAMENT_NOBODY);
    if (game->result == RESULT_OPEN) {
        of->open++;
        of->player[game->red].playing++;
        if (game->blue != TOURNAMENT_NOBODY)
            of->player[game->blue].playing++;
    }
    return true;
}

unsigned tournament_find_player(const tournament *of, const struct person *person) {
    for (unsigned i = 0; i < of->players; i++)
        if (!person_is_nobody(&of->player[i].person) && person_is(&of->player[i].person, person))
            return i;
    return TOURNAMENT_NOBODY;
}

unsigned tournament_find_name(const tournament *of, ff_span name) {
    for (unsigned i = 0; i < of->players; i++)
        if (of->player[i].name[0] && ff_span_equals(name, of->player[i].name))
            return i;
    return TOURNAMENT_NOBODY;
}

bool tournament_is_host(const tournament *of, unsigned place) {
    return of->row.kind == TOURNAMENT_EXHIBITION && place == 0;
}

unsigned tournament_count_here(const tournament *of) {
    unsigned here = 0;
    for (unsigned i = 0; i < of->players; i++)
        here += !of->player[i].away;
    return here;
}

unsigned tournament_count_placed(const tournament *of) {
    unsigned placed = 0;
    for (unsigned i = 0; i < of->players; i++)
        placed += !of->player[i].asks;
    return placed;
}

unsigned tournament_list_max(const tournament_row *row) {
    return row->chooses ? TOURNAMENT_ASKING : row->places;
}

/* ---- results ---- */

/* In half points, so that a draw is a whole number. */
static unsigned half_points(uint8_t result, bool red) {
    if (result == RESULT_DRAW)
        return CROSSTABLE_DRAW;
    return result == (red ? RESULT_RED : RESULT_BLUE) ? CROSSTABLE_WIN : 0;
}

static void count_result(tournament *of, const tournament_game *game, bool red) {
    tournament_player *player = &of->player[red ? game->red : game->blue];
    unsigned got = half_points(game->result, red);
    bool arena = of->row.kind == TOURNAMENT_ARENA;
    assert(player->playing > 0);
    player->playing--;
    player->points += arena ? arena_points(got, &player->streak) : got;
    player->wins += got == CROSSTABLE_WIN;
    if (game->forfeit)
        return;
    player->games++;
    player->colours += red ? 1 : -1;
    player->had_red = red;
    player->last = red ? game->blue : game->red;
}

tournament_result tournament_unplayed(bool red, bool blue) {
    return red == blue ? RESULT_NONE : red ? RESULT_RED : RESULT_BLUE;
}

void tournament_finish(tournament *of, unsigned place, tournament_result result, bool forfeit) {
    tournament_game *game = &of->game[place];
    assert(game->result == RESULT_OPEN && result != RESULT_OPEN && of->open > 0);
    game->result = (uint8_t)result;
    game->forfeit = forfeit;
    game->done = ++of->done;
    of->open--;
    count_result(of, game, true);
    if (game->blue != TOURNAMENT_NOBODY)
        count_result(of, game, false);
}

/* ---- rounds ---- */

/* Players by pairing number: those of the start by rating, and whoever came later behind them. */
static void seed(const tournament *of, uint16_t *by_number) {
    for (unsigned i = 0; i < of->players; i++) {
        unsigned at = i;
        for (; i < of->row.seeded && at > 0 &&
               of->player[by_number[at - 1]].rating < of->player[i].rating;
             at--)
            by_number[at] = by_number[at - 1];
        by_number[at] = (uint16_t)i;
    }
}

/* The rounds that are over, by pairing numbers. False when memory is out. */
static bool fill_crosstable(const tournament *of, const uint16_t *by_number, unsigned rounds,
                            crosstable *table) {
    uint16_t number[CROSSTABLE_PLAYERS_MAX];
    if (!crosstable_open(table, of->players, rounds))
        return false;
    table->rounds = rounds;
    for (unsigned i = 0; i < of->players; i++)
        number[by_number[i]] = (uint16_t)i;
    for (unsigned i = 0; i < of->games; i++) {
        const tournament_game *game = &of->game[i];
        if (game->round > rounds)
            continue;
        if (game->blue == TOURNAMENT_NOBODY)
            crosstable_set_bye(table, game->round - 1, number[game->red]);
        else
            crosstable_set_game(table, game->round - 1, number[game->red], number[game->blue],
                                half_points(game->result, true), half_points(game->result, false),
                                game->forfeit);
    }
    return true;
}

/* Ends what nobody has to play: a bye, and games of who is away. */
static void finish_unplayed(tournament *of, unsigned place) {
    const tournament_game *game = &of->game[place];
    bool red = !of->player[game->red].away;
    bool blue = game->blue != TOURNAMENT_NOBODY && !of->player[game->blue].away;
    if (!red || !blue)
        tournament_finish(of, place, tournament_unplayed(red, blue), true);
}

/* A free round of a round robin is worth nothing: everybody has one. */
static bool add_pairs(tournament *of, const uint16_t *by_number, const fixture_pair *pairs,
                      unsigned count) {
    for (unsigned i = 0; i < count; i++) {
        bool bye = pairs[i].black == CROSSTABLE_NOBODY;
        tournament_game game = {.round = of->row.round,
                                .red = by_number[pairs[i].white],
                                .blue = bye ? TOURNAMENT_NOBODY : by_number[pairs[i].black]};
        if (bye && of->row.kind == TOURNAMENT_ROBIN)
            continue;
        if (!tournament_add_game(of, &game))
            return false;
        finish_unplayed(of, of->games - 1);
    }
    return true;
}

/* No more rounds than a round robin of as many would have: after it all have met. */
void tournament_begin(tournament *of) {
    of->row.seeded = of->players;
    of->row.state = TOURNAMENT_RUNNING;
    unsigned most = round_robin_rounds(of->players);
    if (of->row.kind == TOURNAMENT_EXHIBITION)
        of->row.rounds = 1;
    else if (of->row.kind == TOURNAMENT_ROBIN || of->row.rounds > most)
        of->row.rounds = most;
}

/* All games of the one round: the first player meets each other one, with the colour of its choice
 * or with both in turn. */
static bool pair_exhibition(tournament *of) {
    bool in_turn = of->row.host_seat == FF_NOBODY;
    bool is_red = in_turn ? of->row.first_is_red : of->row.host_seat == FF_RED;
    of->row.round++;
    for (unsigned other = 1; other < of->players; other++, is_red ^= in_turn) {
        tournament_game game = {.round = of->row.round,
                                .red = (uint16_t)(is_red ? 0 : other),
                                .blue = (uint16_t)(is_red ? other : 0)};
        if (!tournament_add_game(of, &game))
            return false;
        finish_unplayed(of, of->games - 1);
    }
    return true;
}

bool tournament_pair_round(tournament *of, bool *possible) {
    uint16_t by_number[CROSSTABLE_PLAYERS_MAX];
    fixture_pair pairs[CROSSTABLE_PLAYERS_MAX];
    unsigned count = 0;
    *possible = true;
    if (of->row.kind == TOURNAMENT_EXHIBITION)
        return pair_exhibition(of);
    seed(of, by_number);
    if (of->row.kind == TOURNAMENT_ROBIN) {
        count = round_robin_pair(of->row.seeded, of->row.round, pairs);
        of->row.round++;
        return add_pairs(of, by_number, pairs, count);
    }
    crosstable table = {0};
    bool plays[CROSSTABLE_PLAYERS_MAX];
    for (unsigned i = 0; i < of->players; i++)
        plays[i] = !of->player[by_number[i]].away;
    swiss_answer answer = SWISS_NO_MEMORY;
    if (fill_crosstable(of, by_number, of->row.round, &table)) {
        const swiss_round round = {&table, plays, of->row.rounds, of->row.first_is_red};
        answer = swiss_pair(&round, pairs, &count);
    }
    crosstable_free(&table);
    *possible = answer == SWISS_PAIRED && count > 0;
    if (answer == SWISS_NO_MEMORY || !*possible)
        return answer != SWISS_NO_MEMORY;
    of->row.round++;
    return add_pairs(of, by_number, pairs, count);
}

/* ---- arenas ---- */

bool tournament_pair_arena(tournament *of, tournament_is_there *there, void *context) {
    arena_player *idle = calloc(of->players + 1, sizeof *idle);
    fixture_pair *pairs = calloc(of->players / 2 + 1, sizeof *pairs);
    unsigned count = 0;
    bool ok = idle && pairs;
    for (unsigned i = 0; ok && i < of->players; i++) {
        const tournament_player *player = &of->player[i];
        if (player->away || player->playing || !there(context, &player->person))
            continue;
        idle[count++] = (arena_player){.id = i,
                                       .points = player->points,
                                       .rating = (int)player->rating,
                                       .last = player->last,
                                       .colours = player->colours,
                                       .had_white = player->had_red};
    }
    unsigned paired = ok ? arena_pair(idle, count, of->open == 0, pairs) : 0;
    for (unsigned i = 0; ok && i < paired; i++)
        ok = tournament_add_game(of, &(tournament_game){.red = (uint16_t)idle[pairs[i].white].id,
                                                        .blue = (uint16_t)idle[pairs[i].black].id});
    free(idle);
    free(pairs);
    return ok;
}

/* ---- standings ---- */

static int compare_wins(const tournament *of, unsigned a, unsigned b) {
    const tournament_player *x = &of->player[a], *y = &of->player[b];
    if (x->points != y->points)
        return x->points < y->points ? 1 : -1;
    return x->wins == y->wins ? 0 : x->wins < y->wins ? 1 : -1;
}

static int compare_points(const tournament *of, unsigned a, unsigned b) {
    unsigned x = of->player[a].points, y = of->player[b].points;
    return (x < y) - (x > y);
}

/* By insertion: what is equal stays where it is, and of rounds much is in order already. */
static void sort(const tournament *of, tie_ranking *ranking,
                 int (*compare)(const tournament *, unsigned, unsigned)) {
    for (unsigned i = 1; i < of->players; i++) {
        tie_ranking moved = ranking[i];
        unsigned at = i;
        for (; at > 0 && compare(of, ranking[at - 1].player, moved.player) > 0; at--)
            ranking[at] = ranking[at - 1];
        ranking[at] = moved;
    }
}

static bool rank_rounds(const tournament *of, tie_ranking *ranking) {
    uint16_t by_number[CROSSTABLE_PLAYERS_MAX];
    crosstable table = {0};
    unsigned rounds = of->open > 0 ? of->row.round - 1 : of->row.round;
    seed(of, by_number);
    bool ok = fill_crosstable(of, by_number, rounds, &table);
    if (ok)
        tie_rank(&table, of->row.kind == TOURNAMENT_ROBIN, ranking);
    for (unsigned i = 0; ok && i < of->players; i++)
        ranking[i].player = by_number[ranking[i].player];
    crosstable_free(&table);
    return ok;
}

/* The tie-breaks are those of the rounds that are over; the points those of this moment. */
bool tournament_rank(const tournament *of, tie_ranking *ranking) {
    bool has_tie_breaks = tournament_format_of(of->row.kind)->has_tie_breaks;
    bool has_rounds = has_tie_breaks && of->row.state != TOURNAMENT_OPEN;
    int (*compare)(const tournament *, unsigned, unsigned) =
        has_tie_breaks ? compare_points : compare_wins;
    if (has_rounds && !rank_rounds(of, ranking))
        return false;
    for (unsigned i = 0; !has_rounds && i < of->players; i++)
        ranking[i] = (tie_ranking){.player = i};
    for (unsigned i = 0; i < of->players; i++)
        ranking[i].score = of->player[ranking[i].player].points;
    sort(of, ranking, compare);
    bool settled = has_rounds && of->open == 0;
    for (unsigned i = 0; !settled && i < of->players; i++) {
        bool equal =
            !has_tie_breaks && i > 0 && !compare(of, ranking[i - 1].player, ranking[i].player);
        ranking[i].place = equal ? ranking[i - 1].place : i + 1;
    }
    return true;
}
