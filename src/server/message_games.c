#include "server/message_request.h"
#include "server/messages.h"
#include "server/opponent.h"
#include "server/people.h"

#include <sodium.h>
#include <stdio.h>

static bool find_seat(ff_request *request, uint8_t *seat) {
    if (ff_span_equals(request->seat, "random"))
        *seat = randombytes_uniform(2) ? FF_BLUE : FF_RED;
    else if (ff_span_equals(request->seat, "red"))
        *seat = FF_RED;
    else if (ff_span_equals(request->seat, "blue"))
        *seat = FF_BLUE;
    else
        return false;
    return true;
}

static bool has_room(ff_request *request) {
    unsigned all, open;
    if (!store_count_games(request->hub->options.store, client_person(request->client), &all,
                           &open)) {
        request_refuse(request, "store", "the server cannot read its store at the moment");
        return false;
    }
    if (open >= GAMES_OPEN_LIMIT)
        request_refuse(request, "too-many",
                       "you have 20 games going on: finish or resign one first");
    else if (all >= GAMES_LIMIT)
        request_refuse(request, "too-many",
                       "you have 2000 games, and the server keeps no more for you");
    return open < GAMES_OPEN_LIMIT && all < GAMES_LIMIT;
}

/* A new game of the person's, with nobody opposite yet. */
static bool make_row(ff_request *request, store_game *row, ff_seat seat) {
    uint8_t id[16];
    randombytes_buf(id, sizeof id);
    sodium_bin2base64(row->id, sizeof row->id, id, sizeof id,
                      sodium_base64_VARIANT_URLSAFE_NO_PADDING);
    randombytes_buf(&row->seed, sizeof row->seed);
    row->by = (uint8_t)seat;
    row->rematch = FF_NOBODY;
    row->created = time_now();
    snprintf(row->edition, sizeof row->edition, "%s", request->rules->id);
    row->seat[seat_other(seat)] = (store_seat){.rating = STORE_NULL, .change = STORE_NULL};
    if (people_sit(request->hub->options.store, client_person(request->client), &row->seat[seat]))
        return true;
    request_refuse(request, "store", "the server cannot read its store at the moment");
    return false;
}

static void seat_computer(store_game *row, ff_seat seat, const ff_player_kind *kind) {
    row->seat[seat].kind = SEAT_COMPUTER;
    snprintf(row->seat[seat].name, sizeof row->seat[seat].name, "%s", kind->name);
}

static void begin(ff_request *request, const store_game *row) {
    request->table = tables_add(request->hub->tables, row, NULL);
    if (request->table)
        request_publish(request);
    else
        request_refuse(request, "store", "the server cannot begin a game at the moment");
}

static void handle_new(ff_request *request) {
    store_game row = {0};
    uint8_t seat;
    const ff_player_kind *kind =
        opponents_find(&request->hub->options.opponents, request->opponent);
    if (!request_find_edition(request))
        return;
    if (!kind)
        request_refuse(request, "unknown-opponent", "there is no such computer player");
    else if (!find_seat(request, &seat))
        request_refuse(request, "bad-message", "`seat` is red, blue or random");
    else if (request_find_terms(request, &row.terms) && has_room(request) &&
             make_row(request, &row, (ff_seat)seat)) {
        seat_computer(&row, seat_other((ff_seat)seat), kind);
        begin(request, &row);
    }
}

static void handle_open(ff_request *request) {
    if (!request_find_table(request))
        return;
    hub_follow(request->hub, request->client, request->table, true);
    hub_tell(request->hub, request->client, request->table);
    opponent_expect(request->hub, request->table);
}

const message_kind message_games[] = {
    {"new",
     handle_new,
     {MESSAGE_NEEDS(TEXT, edition), MESSAGE_NEEDS(TEXT, seat), MESSAGE_NEEDS(TEXT, opponent),
      MESSAGE_TERMS}},
    {"open", handle_open, {MESSAGE_NEEDS(TEXT, game)}},
    {0},
};
