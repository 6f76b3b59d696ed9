/* Ways to end a game by agreement, before it has begun, or for want of the other person; and what
 * one may do with a computer: take back, and pause. What must hold: none of these acts can be
 * repeated for ever, for a log that grows makes its game slow to open. */
#include "server/commands/command_table.h"
#include "server/commands/messages.h"
#include "server/tournaments/requests.h"

#include <string.h>

static void finish(struct request *request, ff_ending ending, ff_seat loser) {
    tables_finish(request->hub->tables, request->table, ending, loser);
    request_publish(request);
}

static bool opposite_is_computer(const struct request *request) {
    return request->table->row.seat[seat_other(request->eyes)].kind == SEAT_COMPUTER;
}

static bool find_computer(struct request *request) {
    bool found = opposite_is_computer(request);
    if (!found)
        request_refuse(request, "not-computer", "this is for games against a computer player");
    return found;
}

/* ---- abort ---- */

/* Red's first move is the first ply, Blue's the second. */
static bool has_moved(const struct request *request) {
    return table_plies(request->table) > (request->eyes == FF_RED ? 0u : 1u);
}

static void handle_abort(struct request *request) {
    if (!request_find_own_table(request))
        return;
    switch (table_phase(request->table)) {
    case PHASE_WAITING:
        tables_drop(request->hub->tables, request->table);
        request_publish(request);
        return;
    case PHASE_OVER:
        request_refuse(request, "game-over", "the game is over");
        return;
    default:
        if (requests_is_tournament_game(request))
            request_refuse(request, "in-tournament",
                           "a game of a tournament is played or resigned");
        else if (has_moved(request))
            request_refuse(request, "begun", "you have moved: resign, or offer a draw");
        else
            finish(request, FF_BY_ABORT, FF_NOBODY);
    }
}

/* ---- draw ---- */

static void say_about_draw(struct request *request, const char *what) {
    store_act act = {.kind = ACT_DRAW, .seat = (uint8_t)request->eyes};
    memcpy(act.text, what, strlen(what) + 1);
    tables_play(request->hub->tables, request->table, &act, NULL);
    request_publish(request);
}

/* `yes` takes up the other's offer, or makes one. A computer player says no by saying
 * nothing: the answer tells how the game stands. */
static void offer_draw(struct request *request, ff_seat offers) {
    if (offers == seat_other(request->eyes))
        finish(request, FF_BY_AGREEMENT, FF_NOBODY);
    else if (offers == request->eyes || opposite_is_computer(request))
        request_answer_game(request);
    else if (table_has_offered(request->table, request->eyes))
        request_refuse(request, "too-early", "you have offered a draw since your last move");
    else
        say_about_draw(request, "offer");
}

static void handle_draw(struct request *request) {
    if (!request_find_own_table(request) || !request_find_phase(request, PHASE_PLAY))
        return;
    ff_seat offers = (ff_seat)request->table->now.draw;
    if (request->command->yes)
        offer_draw(request, offers);
    else if (offers == FF_NOBODY)
        request_answer_game(request);
    else
        say_about_draw(request, "no");
}

/* ---- claim ---- */

/* Has the other person, who is to move, been away for so long? */
static bool may_claim(struct request *request) {
    int64_t since = table_waits_since(request->table, request->eyes);
    int64_t now = server_clock_counting(tables_time(request->hub->tables));
    bool may = since && now - since >= hub_claim_ms(request->hub, request->table);
    if (!may)
        request_refuse(request, "too-early",
                       since ? "the other person has not been away for long enough"
                             : "the other person is here, or it is your turn");
    return may;
}

static void handle_claim(struct request *request) {
    bool win = ff_span_equals(request->command->as, "win");
    if (!request_find_own_table(request) || !request_find_phase(request, PHASE_PLAY))
        return;
    if (!win && !ff_span_equals(request->command->as, "draw"))
        request_refuse(request, "bad-message", "`as` is win or draw");
    else if (opposite_is_computer(request))
        request_refuse(request, "is-computer", "a computer player does not leave");
    else if (may_claim(request))
        finish(request, FF_BY_TIME, win ? seat_other(request->eyes) : FF_NOBODY);
}

/* ---- takeback and pause ---- */

/* Both make a log longer and the game not: without an end to it one person could fill the
 * disk with one game, and everybody who opens it would have to wait for its replay. To replay a
 * takeback is to play all plies before it again. */
static bool log_has_room(struct request *request) {
    const table_state *now = &request->table->now;
    bool has = now->acts < GAME_ACTS_LIMIT && now->played_again < GAME_AGAIN_LIMIT;
    if (!has)
        request_refuse(request, "too-many", "enough has been taken back and paused in this game");
    return has;
}

static void handle_takeback(struct request *request) {
    store_act act = {.kind = ACT_TAKEBACK};
    if (!request_find_own_table(request) || !request_find_phase(request, PHASE_PLAY) ||
        !find_computer(request) || !request_is_not_paused(request) || !log_has_room(request))
        return;
    act.seat = (uint8_t)request->eyes;
    if (table_plies_before(request->table, request->eyes) == table_plies(request->table))
        request_refuse(request, "too-early", "you have not moved yet");
    else if (tables_play(request->hub->tables, request->table, &act, NULL) == ACT_REFUSED)
        request_refuse(request, "store", "the server has no memory for this at the moment");
    else
        request_publish(request);
}

static void handle_pause(struct request *request) {
    if (!request_find_own_table(request) || !find_computer(request))
        return;
    if (table_phase(request->table) == PHASE_OVER)
        request_refuse(request, "game-over", "the game is over");
    else if (request->table->now.paused == request->command->on)
        request_answer_game(request);
    else if (!request->command->on || log_has_room(request)) {
        store_act act = {.kind = ACT_PAUSE, .seat = (uint8_t)request->eyes};
        strcpy(act.text, request->command->on ? "on" : "off");
        tables_play(request->hub->tables, request->table, &act, NULL);
        request_publish(request);
    }
}

const command_kind message_ends[] = {
    {"abort", COST_WRITE, handle_abort, {MESSAGE_NEEDS(TEXT, game)}},
    {"draw", COST_WRITE, handle_draw, {MESSAGE_NEEDS(TEXT, game), MESSAGE_NEEDS(BOOL, yes)}},
    {"claim", COST_WRITE, handle_claim, {MESSAGE_NEEDS(TEXT, game), MESSAGE_NEEDS(TEXT, as)}},
    {"takeback", COST_WRITE, handle_takeback, {MESSAGE_NEEDS(TEXT, game)}},
    {"pause", COST_WRITE, handle_pause, {MESSAGE_NEEDS(TEXT, game), MESSAGE_NEEDS(BOOL, on)}},
    {0},
};
