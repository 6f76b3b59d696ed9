/* Armies, moves and resigning. What must hold: the rules are asked of the table alone, and a
 * refusal says no more than the sender could know (`ff_reason`). */
#include "server/commands/command_table.h"
#include "server/request/message_request.h"

#include "flagfall/notation.h"

#include <stdio.h>
#include <string.h>

static const char *move_sentence(ff_reason reason, bool on_turn) {
    static const char *const sentences[FF_REASONS] = {
        [FF_GAME_OVER] = "the game is over",
        [FF_NOT_ON_BOARD] = "that square is not on this board",
        [FF_EMPTY_SOURCE] = "no piece stands there",
        [FF_NOT_YOURS] = "that piece is not yours",
        [FF_IMMOBILE] = "bombs and the flag never move",
        [FF_NULL_MOVE] = "a move goes to another square",
        [FF_NOT_STRAIGHT] = "moves go along a file or a row",
        [FF_TOO_FAR] = "only a scout goes further than one square",
        [FF_LAKE] = "nobody enters or crosses a lake",
        [FF_OWN_PIECE] = "a piece of yours stands there",
        [FF_BLOCKED] = "a piece stands in the way",
        [FF_TWO_SQUARES] = "two-squares rule: this piece has crossed here too often in a row",
        [FF_MORE_SQUARES] = "chase rule: this would repeat a position of the chase",
    };
    if (reason == FF_NOT_YOURS && !on_turn)
        return "it is not your turn";
    return sentences[reason] ? sentences[reason] : "the move is against the rules";
}

static const char *setup_sentence(ff_setup_reason reason) {
    static const char *const sentences[] = {
        [FF_SETUP_WRONG_LENGTH] = "an army has one letter for each square of its zone",
        [FF_SETUP_BAD_LETTER] = "an army has the letters A (empty) and B to M",
        [FF_SETUP_OUTSIDE_ZONE] = "a piece stands outside its zone",
        [FF_SETUP_OVERLAP] = "two pieces stand on one square",
        [FF_SETUP_WRONG_COUNTS] = "these are not the pieces of this edition's army",
    };
    size_t count = sizeof sentences / sizeof *sentences;
    return reason < count && sentences[reason] ? sentences[reason] : "the game has begun";
}

/* Fills the text of an act; false where it is too long to mean anything. */
static bool fill_text(store_act *act, ff_span text) {
    if (text.size >= sizeof act->text || memchr(text.data, 0, text.size))
        return false;
    memcpy(act->text, text.data, text.size);
    return true;
}

/* Before the army is taken: a salt that is found wrong afterwards would spoil the batch. */
static bool salt_is_good(struct request *request) {
    char hash[COMMITMENT_TEXT];
    struct commitment any = {"", "", {"", 0}, request->command->salt};
    if (!request->command->salt.data || commitment_compute(&any, hash))
        return true;
    request_refuse(request, "bad-message",
                   "`salt` must be 16 to 128 bytes as hexadecimal digits, or missing");
    return false;
}

static void handle_setup(struct request *request) {
    if (!request_find_own_table(request) || !request_find_phase(request, PHASE_SETUP) ||
        !request_is_not_paused(request) || !salt_is_good(request))
        return;
    store_act act = {.kind = ACT_SETUP, .seat = (uint8_t)request->eyes};
    act_refusal refusal = {.why = FF_SETUP_WRONG_LENGTH};
    if (fill_text(&act, request->command->letters) &&
        tables_set_up(request->hub->tables, request->table, &act, request->command->salt,
                      &refusal) != ACT_REFUSED)
        request_publish(request);
    else
        request_refuse(request, ff_setup_reason_word(refusal.why), setup_sentence(refusal.why));
}

static bool read_square(struct request *request, ff_span text, unsigned *square) {
    if (text.size > 0 && ff_square_parse(text, square) == text.size)
        return true;
    request_refuse(request, "bad-message", "`from` and `to` are squares such as a4");
    return false;
}

/* Is this the move that the client thinks it is? A repeated message is not. */
static bool is_fresh(struct request *request, ff_view *view) {
    table_view(request->table, request->eyes, view);
    if (request->command->any_ply || request->command->ply == view->plies)
        return true;
    char message[64];
    snprintf(message, sizeof message, "%u moves have been played", (unsigned)view->plies);
    request_refuse(request, "stale", message);
    return false;
}

/* Conditional moves, of both in turn: each takes a pair away, so there is an end to it. */
static void play_answers(struct request *request) {
    struct table *table = request->table;
    struct hub *hub = request->hub;
    store_act act;
    while ((table_owes_answer(table, FF_RED, &act) || table_owes_answer(table, FF_BLUE, &act)) &&
           tables_play(hub->tables, table, &act, NULL) == ACT_DONE)
        if (act.kind == ACT_MOVE)
            metrics_count(hub->options.metrics, METRICS_MOVES);
}

static void play_move(struct request *request, unsigned from, unsigned to) {
    ff_view view;
    if (!is_fresh(request, &view))
        return;
    act_refusal refusal = {.reason = ff_view_check(&view, from, to)};
    bool on_turn = view.turn == view.viewer;
    store_act act = {.kind = ACT_MOVE, .seat = (uint8_t)request->eyes};
    if (from < FF_SQUARES && to < FF_SQUARES)
        ff_move_write(FF_MOVE(from, to), false, act.text);
    if (from < FF_SQUARES && to < FF_SQUARES &&
        tables_play(request->hub->tables, request->table, &act, &refusal) != ACT_REFUSED) {
        metrics_count(request->hub->options.metrics, METRICS_MOVES);
        play_answers(request);
        request_publish(request);
    } else {
        request_refuse(request, ff_reason_word(refusal.reason),
                       move_sentence(refusal.reason, on_turn));
    }
}

static void handle_move(struct request *request) {
    unsigned from, to;
    if (request_find_own_table(request) && request_find_phase(request, PHASE_PLAY) &&
        request_is_not_paused(request) && read_square(request, request->command->from, &from) &&
        read_square(request, request->command->to, &to))
        play_move(request, from, to);
}

static void handle_resign(struct request *request) {
    if (!request_find_own_table(request))
        return;
    if (table_phase(request->table) == PHASE_WAITING) {
        request_refuse(request, "not-begun", "nobody has taken the other seat yet");
        return;
    }
    if (tables_finish(request->hub->tables, request->table, FF_BY_RESIGN, request->eyes) !=
        ACT_REFUSED)
        request_publish(request);
    else
        request_refuse(request, "game-over", "the game is over");
}

const command_kind message_play[] = {
    {"setup",
     COST_WRITE,
     handle_setup,
     {MESSAGE_NEEDS(TEXT, game), MESSAGE_NEEDS(TEXT, letters), MESSAGE_MAY(TEXT, salt)}},
    {"move",
     COST_WRITE,
     handle_move,
     {MESSAGE_NEEDS(TEXT, game), MESSAGE_NEEDS(NUMBER, ply), MESSAGE_NEEDS(TEXT, from),
      MESSAGE_NEEDS(TEXT, to)}},
    {"resign", COST_WRITE, handle_resign, {MESSAGE_NEEDS(TEXT, game)}},
    {0},
};
