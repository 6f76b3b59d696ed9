/* Conditional moves of correspondence games. What must hold: nobody but who plans them hears of
 * them, not even that something was said: the others at the table are told nothing. */
#include "server/commands/command_table.h"
#include "server/request/message_request.h"
#include "server/session/subscriptions.h"

#include <stdio.h>
#include <string.h>

enum { BAD_PAIR = PLAN_PAIRS + 1 };

/* The pairs of a list "CONDITION ANSWER CONDITION ANSWER .."; BAD_PAIR where it is none, or too
 * long. */
static unsigned read_line(ff_span line, plan_pair pairs[PLAN_PAIRS]) {
    unsigned count = 0;
    while (line.size > 0) {
        size_t size = 0;
        for (int words = 0; size < line.size && words < 2; size++)
            words += line.data[size] == ' ';
        bool complete = size > 0 && line.data[size - 1] == ' ';
        ff_span pair = {line.data, size - complete};
        if (count == PLAN_PAIRS || !plan_read(pair, &pairs[count++]))
            return BAD_PAIR;
        line = (ff_span){line.data + size, line.size - size};
    }
    return count;
}

static bool may_plan(struct request *request) {
    if (!request_find_own_table(request) || !request_find_phase(request, PHASE_PLAY))
        return false;
    if (!game_is_correspondence(&request->table->row))
        request_refuse(request, "not-correspondence",
                       "conditional moves are for games with days for a move");
    else if (table_turn(request->table) == request->eyes)
        request_refuse(request, "too-early", "it is your turn: move, and then say what follows");
    else if (request->command->ply != table_plies(request->table))
        request_refuse(request, "stale", "more has been played");
    else if (request->table->now.plan[request->eyes].acts >= PLAN_ACTS)
        request_refuse(request, "too-many", "enough has been planned in this game");
    else
        return true;
    return false;
}

/* In the place of what was planned before. */
static bool put_plan(struct request *request, const plan_pair *pairs, unsigned count) {
    struct hub *hub = request->hub;
    store_act act = {.kind = ACT_PLAN, .seat = (uint8_t)request->eyes};
    const struct plan *before = &request->table->now.plan[request->eyes];
    bool done = (!before->count && !before->ended) ||
                tables_play(hub->tables, request->table, &act, NULL) == ACT_DONE;
    for (unsigned i = 0; done && i < count; i++) {
        plan_write(&pairs[i], act.text);
        done = tables_play(hub->tables, request->table, &act, NULL) == ACT_DONE;
    }
    return done;
}

static void handle_plan(struct request *request) {
    plan_pair pairs[PLAN_PAIRS];
    if (!may_plan(request))
        return;
    unsigned count = read_line(request->command->line, pairs);
    if (count == BAD_PAIR)
        request_refuse(request, "bad-message",
                       "`line` is a list of moves, the other's and one's own in turn, eight pairs "
                       "at most: \"a7-a6\", \"a4-a5\", \"b7xb6=defender\", \"b4-b5\"");
    else if (!put_plan(request, pairs, count))
        request_refuse(request, "store", "the server cannot store this at the moment");
    else {
        /* To all connections of the person: what one of them has planned another would else replace
         * without having seen it. */
        request_follow(request, false);
        hub_publish_to(request->hub, request->table, request->eyes);
    }
}

const command_kind message_plan[] = {
    {"plan",
     COST_WRITE,
     handle_plan,
     {MESSAGE_NEEDS(TEXT, game), MESSAGE_NEEDS(NUMBER, ply), MESSAGE_NEEDS(LIST, line)}},
    {0},
};
