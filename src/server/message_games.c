#include "server/message_request.h"
#include "server/messages.h"
#include "server/opponent.h"

#include <sodium.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

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
    if (!store_count_games(request->hub->options.store, client_guest(request->client), &all,
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

static int64_t milliseconds_now(void) {
    struct timespec now;
    timespec_get(&now, TIME_UTC);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static void fill_row(const ff_request *request, store_game *row, const ff_player_kind *kind) {
    uint8_t id[16];
    randombytes_buf(id, sizeof id);
    sodium_bin2base64(row->id, sizeof row->id, id, sizeof id,
                      sodium_base64_VARIANT_URLSAFE_NO_PADDING);
    randombytes_buf(&row->seed, sizeof row->seed);
    row->owner = *client_guest(request->client);
    row->memory = request->memory;
    row->created = milliseconds_now();
    snprintf(row->edition, sizeof row->edition, "%s", request->rules->id);
    snprintf(row->opponent, sizeof row->opponent, "%s", kind->name);
}

static void handle_new(ff_request *request) {
    store_game row = {0};
    const ff_player_kind *kind =
        opponents_find(&request->hub->options.opponents, request->opponent);
    if (!request_find_edition(request))
        return;
    if (!kind)
        request_refuse(request, "unknown-opponent", "there is no such computer player");
    else if (!find_seat(request, &row.seat))
        request_refuse(request, "bad-message", "`seat` is red, blue or random");
    else if (has_room(request)) {
        fill_row(request, &row, kind);
        request->table = tables_add(request->hub->tables, &row);
        if (request->table)
            request_publish(request);
        else
            request_refuse(request, "store", "the server cannot begin a game at the moment");
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
     {MESSAGE_TEXT(edition), MESSAGE_TEXT(seat), MESSAGE_TEXT(opponent),
      MESSAGE_OPTIONAL_BOOL(memory)}},
    {"open", handle_open, {MESSAGE_TEXT(game)}},
    {0},
};
