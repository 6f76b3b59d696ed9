/* All that the store keeps of the person who asks, as JSON to download. */
#include "server/accounts.h"
#include "server/routes.h"
#include "server/store_chat.h"
#include "server/wire.h"
#include "server/wire_parts.h"

#include <stdio.h>

typedef struct export {
    ff_store *store;
    ff_identity who;
    ff_buffer out;
}
export;

static bool find_person(ff_site *site, const http_request *request, ff_identity *who,
                        http_answer *answer) {
    store_account account;
    if (request->bearer.size > 0) {
        if (accounts_find_token(site->store, request->bearer, &account) == STORE_FOUND &&
            people_identify(site->store, &account.person, who))
            return true;
        http_answer_refusal(answer, 401, "token", "there is no such token");
        return false;
    }
    if (request->has_cookie && people_of_cookie(site->store, &request->cookie, who))
        return true;
    http_answer_refusal(answer, 401, "nobody", "nothing is known of who asks: there is no cookie");
    return false;
}

/* What the person itself has done in a game; what the other has is the other's. */
typedef struct own_acts {
    export *to;
    ff_seat seat;
} own_acts;

static bool add_act(void *context, const store_act *act) {
    const own_acts *own = context;
    ff_buffer *out = &own->to->out;
    if (act->seat != own->seat)
        return true;
    wire_open(out, NULL);
    wire_text(out, "text", act->text);
    wire_number(out, "time", act->time);
    wire_close(out);
    return true;
}

static bool add_open_game(void *context, const store_game *game) {
    export *to = context;
    own_acts own = {to, game_seat_of(game, &to->who.person)};
    wire_open(&to->out, NULL);
    wire_begin(&to->out, "row", "");
    wire_row(&to->out, game, own.seat);
    wire_begin(&to->out, "acts", "[");
    bool good = store_visit_acts(to->store, game, 0, add_act, &own);
    ff_buffer_byte(&to->out, ']');
    wire_close(&to->out);
    return good;
}

/* The record of a finished game tells all of it. */
static bool add_finished_game(void *context, const store_game *game) {
    export *to = context;
    char path[48];
    snprintf(path, sizeof path, "/game/%s.ffr", game->id);
    wire_open(&to->out, NULL);
    wire_begin(&to->out, "row", "");
    wire_row(&to->out, game, game_seat_of(game, &to->who.person));
    wire_text(&to->out, "record", path);
    wire_close(&to->out);
    return true;
}

static bool add_line(void *context, const char *game, const store_line *line) {
    export *to = context;
    wire_open(&to->out, NULL);
    wire_text(&to->out, "game", game);
    wire_text(&to->out, "text", line->text);
    wire_number(&to->out, "time", line->time);
    wire_close(&to->out);
    return true;
}

static bool write_all(export *to) {
    ff_buffer *out = &to->out;
    const ff_person *person = &to->who.person;
    store_page all = {INT64_MAX, UINT32_MAX};
    ff_buffer_byte(out, '{');
    bool good = wire_you(out, to->store, &to->who) && wire_army_list(out, to->store, person);
    wire_begin(out, "games", "[");
    good = good && store_visit_open(to->store, person, add_open_game, to) &&
           store_visit_over(to->store, person, &all, add_finished_game, to);
    ff_buffer_byte(out, ']');
    wire_begin(out, "chat", "[");
    good = good && store_visit_said(to->store, person, add_line, to);
    ff_buffer_text(out, "]}\n");
    return good;
}

void route_export(ff_site *site, const http_request *request, http_answer *answer) {
    export to = {.store = site->store};
    ff_address group = address_group(&request->address);
    if (!limits_take(&site->reviews, (ff_span){(const char *)group.bytes, sizeof group.bytes},
                     site->now_ms)) {
        http_answer_refusal(answer, 429, "rate", "too often; wait a moment");
        return;
    }
    if (!find_person(site, request, &to.who, answer))
        return;
    if (write_all(&to)) {
        http_answer_take(answer, 200, "application/json", &to.out);
        snprintf(answer->file, sizeof answer->file, "flagfall.json");
    } else {
        http_answer_refusal(answer, 503, "store", "the server cannot read its store at the moment");
    }
    ff_buffer_free(&to.out);
}
