/* Games against a computer, opening and closing games, rematches. What must hold: a game
 * that may not be seen is answered as one that does not exist. */
#include "server/commands/command_table.h"
#include "server/commands/messages.h"
#include "server/encoding/encode.h"
#include "server/request/message_begin.h"
#include "server/session/computer_seat.h"
#include "server/session/subscriptions.h"
#include "server/tournaments/requests.h"

#include <stdio.h>
#include <string.h>

/* Told what names look like, where there are any: "3" alone is none. */
static void refuse_opponent(struct request *request) {
    const struct opponents *opponents = &request->hub->options.opponents;
    const ff_player_kind *const *kinds = opponents->kinds;
    char message[160] = "there is no such computer player";
    if (opponents->count > 0)
        snprintf(message, sizeof message,
                 "there is no such computer player: `%s` is a name, such as `%s` or `%s`",
                 command_field_called(request->command, "opponent"), kinds[0]->name,
                 kinds[opponents->count - 1]->name);
    request_refuse(request, "unknown-opponent", message);
}

static void handle_new(struct request *request) {
    store_game row = {0};
    ff_seat seat;
    const ff_player_kind *kind =
        opponents_find(&request->hub->options.opponents, request->command->opponent);
    if (!request_find_edition(request))
        return;
    if (!kind) {
        refuse_opponent(request);
        return;
    }
    if (!begin_find_seat(request, &seat) || !request_find_terms(request, &row.terms) ||
        !begin_has_room(request))
        return;
    if (game_is_correspondence(&row)) {
        request_refuse(request, "bad-message", "a computer player needs no days for a move");
        return;
    }
    begin_row(&row, request->rules, seat);
    begin_seat_computer(&row, seat_other(seat), kind->name);
    if (begin_sit(request, request->rules, &row, seat) && begin_table(request, &row, NULL))
        request_publish(request);
}

/* A spectator's view may be behind: it is brought up to its delay before it is shown. */
static void handle_open(struct request *request) {
    if (!request_find_table(request))
        return;
    if (request->eyes == FF_NOBODY && !tables_advance(request->hub->tables, request->table, NULL)) {
        request_refuse(request, "store", "the server cannot read this game at the moment");
        return;
    }
    hub_follow(request->hub, request->client, request->table, true);
    hub_tell(request->hub, request->client, request->table);
    chat_retell(request);
    requests_tell_of_game(request);
    computer_seat_expect(request->hub, request->table);
}

static void handle_close(struct request *request) {
    if (request_find_table(request))
        hub_unfollow(request->hub, request->client, request->table);
}

/* ---- rematch ---- */

/* Another game between the same two, with the seats changed. */
static bool make_rematch(struct request *request, store_game *row) {
    const struct table *old = request->table;
    row->terms = old->row.terms;
    begin_row(row, &old->edition, seat_other((ff_seat)old->row.by));
    memcpy(row->previous, old->row.id, sizeof row->previous);
    for (int seat = FF_RED; seat <= FF_BLUE; seat++) {
        const store_seat *sat = &old->row.seat[seat_other((ff_seat)seat)];
        if (sat->kind == SEAT_COMPUTER)
            begin_seat_computer(row, (ff_seat)seat, sat->name);
        else if (!begin_sit_again(request, &old->edition, row, (ff_seat)seat, sat))
            return false;
    }
    return true;
}

/* Both go on to the new game: those who have the old one open hear of it. */
static void begin_rematch(struct request *request) {
    store_game row = {0};
    struct table *old = request->table;
    if (!begin_has_room(request) || !make_rematch(request, &row) ||
        !begin_table(request, &row, &old->edition))
        return;
    memcpy(old->next, row.id, sizeof old->next);
    old->row.rematch = FF_NOBODY;
    tables_update(request->hub->tables, old);
    hub_publish(request->hub, old);
    hub_lead(request->hub, old, request->table);
    request_publish(request);
}

/* Has nobody ever taken the seat, or has who sat there deleted all data? */
static bool is_deserted(const store_seat *seat) {
    return seat->kind == SEAT_FREE ||
           (seat->kind != SEAT_COMPUTER && person_is_nobody(&seat->person));
}

static void handle_rematch(struct request *request) {
    if (!request_find_own_table(request) || !request_find_phase(request, PHASE_OVER))
        return;
    struct table *table = request->table;
    ff_seat other = seat_other(request->eyes);
    if (table->next[0]) {
        request_refuse(request, "begun", "the rematch has begun");
    } else if (is_deserted(&table->row.seat[other])) {
        request_refuse(request, "not-begun", "nobody sits in the other seat");
    } else if (table->row.seat[other].kind == SEAT_COMPUTER || table->row.rematch == other) {
        begin_rematch(request);
    } else {
        table->row.rematch = (uint8_t)request->eyes;
        tables_update(request->hub->tables, table);
        request_publish(request);
    }
}

const command_kind message_games[] = {
    {"new",
     COST_WRITE,
     handle_new,
     {MESSAGE_NEEDS(TEXT, edition), MESSAGE_NEEDS(TEXT, seat), MESSAGE_NEEDS(TEXT, opponent),
      MESSAGE_TERMS}},
    {"open", COST_READ, handle_open, {MESSAGE_NEEDS(TEXT, game)}},
    {"close", COST_LIGHT, handle_close, {MESSAGE_NEEDS(TEXT, game)}},
    {"rematch", COST_WRITE, handle_rematch, {MESSAGE_NEEDS(TEXT, game)}},
    {0},
};
