/* All that the store keeps of the person who asks, as JSON to download, in pages. A thread makes
 * them (store_job.h). */
#include "server/api/store_job.h"

#include "flagfall/json.h"
#include "format/words.h"
#include "server/commands/account_security.h"
#include "server/commands/messages.h"
#include "server/encoding/encode.h"
#include "server/encoding/encode_parts.h"
#include "server/http/route_pattern.h"
#include "server/identity/sessions.h"
#include "server/moderation/reports.h"
#include "server/people/people_rows.h"
#include "server/puzzles/puzzle_rows.h"
#include "server/request/message_begin.h"
#include "server/store/store_chat.h"
#include "server/store/store_push.h"
#include "server/vacation/vacation_rows.h"

#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { EXPORT_LINES = 2000 }; /* of chat, a page */

typedef struct export {
    struct store *store;
    struct identity who;
    store_said_cursor from; /* where the chat of this page begins */
    unsigned lines;         /* of it */
    ff_buffer out;
}
export;

bool route_find_person(struct site *site, const http_request *request, struct identity *who,
                       http_reply *reply) {
    store_account account;
    if (request->bearer.size > 0) {
        store_answer found = accounts_find_token(site->store, request->bearer, &account);
        if (found == STORE_FOUND && identity_read(site->store, &account.person, who))
            return true;
        if (found == STORE_NONE)
            reply_refusal(reply, 401, "token", "there is no such token");
        else /* nobody throws a token away because the store is away */
            store_job_refuse(reply);
        return false;
    }
    session_answer known = request->has_cookie ? sessions_identify(site->store, &request->cookie,
                                                                   hub_now(site->hub), who)
                                               : SESSION_NONE;
    if (known == SESSION_FOUND)
        return true;
    if (known == SESSION_FAILED)
        store_job_refuse(reply);
    else
        reply_refusal(reply, 401, "nobody", "nothing is known of who asks: there is no cookie");
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
    encode_open(out, NULL);
    encode_text(out, "text", act->text);
    encode_number(out, "time", act->time);
    encode_close(out);
    return true;
}

/* A game that goes on is told by what its person has done; an opponent's set-up is in the same log,
 * and never leaves it here. */
static bool add_open_game(void *context, const store_game *game) {
    export *to = context;
    own_acts own = {to, game_seat_of(game, &to->who.person)};
    encode_open(&to->out, NULL);
    encode_begin(&to->out, "row", "");
    encode_row(&to->out, game, own.seat);
    encode_begin(&to->out, "acts", "[");
    store_log log = {0};
    store_answer read = store_visit_acts(to->store, game, &log, add_act, &own);
    ff_buffer_byte(&to->out, ']');
    encode_close(&to->out);
    return read != STORE_FAILED; /* of a damaged one, as much as there is */
}

/* The record of a finished game tells all of it. */
static bool add_finished_game(void *context, const store_game *game) {
    export *to = context;
    char path[48];
    snprintf(path, sizeof path, "/game/%s.ffr", game->id);
    encode_open(&to->out, NULL);
    encode_begin(&to->out, "row", "");
    encode_row(&to->out, game, game_seat_of(game, &to->who.person));
    encode_text(&to->out, "record", path);
    encode_close(&to->out);
    return true;
}

static bool add_line(void *context, const char *game, const store_line *line) {
    export *to = context;
    encode_open(&to->out, NULL);
    encode_text(&to->out, "game", game);
    encode_text(&to->out, "text", line->text);
    encode_number(&to->out, "time", line->time);
    encode_close(&to->out);
    to->lines++;
    return true;
}

/* What the person has said, newest first, and the path of the page that goes on. */
static bool add_chat(export *to) {
    char next[96];
    encode_begin(&to->out, "chat", "[");
    bool good = store_visit_said(to->store, &to->who.person, &to->from, EXPORT_LINES, add_line, to);
    ff_buffer_byte(&to->out, ']');
    snprintf(next, sizeof next, "/api/export/%" PRId64 "-%" PRId64 "-%" PRId64, to->from.time,
             to->from.game, to->from.number);
    encode_maybe_text(&to->out, "more", to->lines < EXPORT_LINES ? "" : next);
    return good;
}

static bool add_subscription(void *context, const store_push *push) {
    ff_buffer *out = context;
    encode_open(out, NULL);
    encode_text(out, "endpoint", push->endpoint);
    encode_number(out, "time", push->time);
    encode_close(out);
    return true;
}

static bool add_followed(void *context, const people_followed *followed) {
    ff_buffer *out = context;
    encode_comma(out);
    ff_json_string(out, ff_span_of(followed->name));
    return true;
}

/* What an account shows, and whom it follows. */
static bool add_profile(export *to) {
    profile_shows shows;
    if (!to->who.has_account)
        return true;
    bool good = people_find_shows(to->store, &to->who.person, &shows) != STORE_FAILED;
    encode_text(&to->out, "shows", profile_shows_word(shows));
    encode_begin(&to->out, "following", "[");
    good = good && people_visit_followed(to->store, &to->who.person, add_followed, &to->out);
    ff_buffer_byte(&to->out, ']');
    return good;
}

/* How much of the year's vacation an account has used, and until when it is away. */
static bool add_vacation(export *to) {
    vacation_row row;
    if (!to->who.has_account)
        return true;
    if (vacation_find(to->store, &to->who.person, &row) != STORE_FOUND)
        return false;
    encode_begin(&to->out, "vacation", "{");
    encode_number(&to->out, "year", row.year);
    encode_number(&to->out, "used", row.used);
    encode_maybe_number(&to->out, "since", row.until ? row.since : STORE_NULL);
    encode_maybe_number(&to->out, "until", row.until ? row.until : STORE_NULL);
    encode_close(&to->out);
    return true;
}

static void add_try(void *context, uint64_t id, bool right, int64_t time) {
    char name[17];
    ff_buffer *out = context;
    snprintf(name, sizeof name, "%016" PRIx64, id);
    encode_open(out, NULL);
    encode_text(out, "puzzle", name);
    encode_bool(out, "right", right);
    encode_number(out, "time", time);
    encode_close(out);
}

static void add_report(void *context, const report_shown *shown) {
    ff_buffer *out = context;
    encode_open(out, NULL);
    encode_text(out, "game", shown->game);
    encode_text(out, "reason", report_reason_word(shown->reason));
    encode_number(out, "time", shown->time);
    encode_close(out);
}

/* Where the person's browsers are woken, which rated puzzles it has tried, and what it has reported
 * and the host has not settled. */
static bool add_lists(export *to) {
    const struct person *person = &to->who.person;
    encode_begin(&to->out, "push", "[");
    bool good = store_visit_push(to->store, person, add_subscription, &to->out);
    ff_buffer_byte(&to->out, ']');
    encode_begin(&to->out, "puzzles", "[");
    good = good && puzzle_rows_visit_tries(to->store, person, add_try, &to->out);
    ff_buffer_byte(&to->out, ']');
    encode_begin(&to->out, "reports", "[");
    good = good && reports_visit_of(to->store, person, add_report, &to->out);
    ff_buffer_byte(&to->out, ']');
    return good;
}

static bool add_games(export *to) {
    const struct person *person = &to->who.person;
    store_page all = {INT64_MAX, GAMES_LIMIT};
    bool good = encode_you(&to->out, to->store, &to->who) &&
                encode_army_list(&to->out, to->store, person) && add_profile(to) &&
                add_vacation(to) && add_lists(to);
    encode_begin(&to->out, "games", "[");
    good = good && store_visit_open(to->store, person, GAMES_LIMIT, add_open_game, to) &&
           store_visit_over(to->store, person, &all, add_finished_game, to);
    ff_buffer_byte(&to->out, ']');
    return good;
}

/* By a thread (store_job.h). The first page has everything but the rest of the chat, which is the
 * only thing of which there may be very much. */
static void answer_page(struct store *store, void *question, http_reply *reply) {
    export *to = question;
    to->store = store;
    ff_buffer_byte(&to->out, '{');
    bool good = (to->from.time < INT64_MAX || add_games(to)) && add_chat(to);
    ff_buffer_text(&to->out, "}\n");
    if (good && !to->out.failed) {
        reply_body(reply, 200, "application/json", &to->out);
        snprintf(reply->file, sizeof reply->file, "flagfall.json");
    } else {
        store_job_refuse(reply);
    }
    ff_buffer_free(&to->out);
}

/* ---- by the event loop ---- */

/* "TIME-GAME-NUMBER", as `more` gives it. Whoever makes one up sees its own lines all the same: a
 * cursor says where to begin and not whose they are. */
static bool read_cursor(ff_span text, store_said_cursor *from) {
    int64_t *const parts[] = {&from->time, &from->game, &from->number};
    for (int i = 0; i < 3; i++) {
        unsigned long number;
        const char *dash = i < 2 && text.size ? memchr(text.data, '-', text.size) : NULL;
        size_t size = dash ? (size_t)(dash - text.data) : text.size;
        if ((i < 2 && !dash) || !span_number((ff_span){text.data, size}, LONG_MAX, &number))
            return false;
        *parts[i] = (int64_t)number;
        text = (ff_span){text.data + size + (i < 2), text.size - size - (i < 2)};
    }
    return true;
}

static void ask_page(struct site *site, const http_request *request, export *page,
                     http_reply *reply) {
    const store_inquiry inquiry = {answer_page, page, sizeof *page, site->reviewers,
                                   &site->reviews};
    if (route_find_person(site, request, &page->who, reply))
        store_job_ask(site, request, &inquiry, reply);
}

void route_export(struct site *site, const http_request *request, http_reply *reply) {
    export page = {.from = {INT64_MAX, INT64_MAX, INT64_MAX}};
    ask_page(site, request, &page, reply);
}

void route_export_more(struct site *site, const http_request *request, http_reply *reply) {
    export page = {.store = NULL};
    if (read_cursor(route_pattern_part("/api/export/*", request->path, 0), &page.from))
        ask_page(site, request, &page, reply);
    else
        reply_refusal(reply, 404, "unknown-page", "a page is TIME-GAME-NUMBER, as `more` gives it");
}
