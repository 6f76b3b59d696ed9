/* The table of paths, and the handlers that need no file of their own. What must hold: each handler
 * ends its request exactly once, by a function of reply.h; and what takes long is asked of a
 * worker, for the loop waits for none of them. */
#include "server/api/routes.h"

#include "server/api/upload_job.h"
#include "server/encoding/encode_parts.h"
#include "server/http/route_pattern.h"
#include "server/store/store_host.h"
#include "server/tournaments/requests.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    PROBE_MS = 1000,
    FORM_LIMIT = 4096, /* bytes of a bot's body: an army, a line of chat or a tournament's terms */
};

/* ---- handlers ---- */

/* At most one real write a second, however often it is asked. */
static void answer_health(struct site *site, const http_request *request, http_reply *reply) {
    if (request->now_ms - site->probed_ms >= PROBE_MS) {
        site->probed_ms = request->now_ms;
        store_probe(site->store);
    }
    if (store_is_working(site->store))
        reply_text(reply, 200, "ok\n");
    else
        reply_text(reply, 503, "the store does not work\n");
}

/* ---- records, replayed by a thread: a long chase takes its time ---- */

/* Of a record that is wrong it is told where. */
static void write_review(const struct site *site, ff_span record, http_reply *reply) {
    ff_buffer text = {0};
    ff_error error;
    char message[256];
    if (uploaded_replay_write(&text, record, site->formats, &error))
        reply_body(reply, 200, "application/json", &text);
    else {
        snprintf(message, sizeof message, "line %zu, column %zu: %s", error.line, error.column,
                 error.message);
        reply_refusal(reply, 400, "unreadable", error.line ? message : error.message);
    }
    ff_buffer_free(&text);
}

static void answer_review(struct site *site, const http_request *request, http_reply *reply) {
    char address[ADDRESS_TEXT];
    if (!limits_take(&site->reviews, address_group_text(&request->address, address),
                     request->now_ms))
        reply_refusal(reply, 429, "rate", "too many records at once; wait a moment");
    else if (!upload_job_ask(site, site->reviewers, write_review, request->body, reply))
        reply_refusal(reply, 503, "too-many", "too many records wait; try again later");
}

/* ---- files ---- */

/* What a game in a frame is made of is asked for by a page whose origin is nobody's. */
static void answer_frame_file(struct site *site, const http_request *request, http_reply *reply) {
    reply->embedded = true;
    files_answer(site->files, request, reply);
}

static void answer_file(struct site *site, const http_request *request, http_reply *reply) {
    files_answer(site->files, request, reply);
    if (ff_span_equals(request->path, "/"))
        route_session_greet(site, request, reply);
}

/* ---- tournaments, for whoever asks ---- */

/* What is told may have come in this batch. */
static void answer_json(http_reply *reply, bool read, ff_buffer *text) {
    reply->when_stored = true;
    if (read)
        reply_body(reply, 200, "application/json", text);
    else {
        ff_buffer_free(text);
        reply_refusal(reply, 503, "store", "the server cannot read its store at the moment");
    }
}

static void answer_tournaments(struct site *site, const http_request *request, http_reply *reply) {
    ff_buffer text = {0};
    (void)request;
    bool read = requests_list(site->hub, INT64_MAX, &text);
    answer_json(reply, read, &text);
}

static void answer_tournament(struct site *site, const http_request *request, http_reply *reply) {
    ff_buffer text = {0};
    bool found,
        read = requests_look(site->hub, route_pattern_part("/api/tournament/*", request->path, 0),
                             NULL, 0, &text, &found);
    if (read && !found)
        reply_refusal(reply, 404, "unknown-tournament", "there is no such tournament");
    else
        answer_json(reply, read, &text);
}

/* ---- the table ---- */

/* The first that fits; the page's files come last. */
static const http_route routes[] = {
    {HTTP_GET, "/healthz", COST_LIGHT, 0, answer_health},
    {HTTP_GET, "/metrics", COST_READ, 0, route_metrics},
    {HTTP_POST, "/api/review", COST_HEAVY, UPLOADED_REPLAY_LIMIT, answer_review},
    {HTTP_POST, "/api/analysis", COST_HEAVY, ANALYSIS_LIMIT, route_analysis},
    {HTTP_GET, "/api/game/*", COST_HEAVY, 0, route_games_review},
    {HTTP_GET, "/game/*.*", COST_HEAVY, 0, route_games_file},
    {HTTP_GET, "/join/*", COST_LIGHT, 0, route_invitation},
    {HTTP_GET, "/g/*.png", COST_HEAVY, 0, route_game_picture},
    {HTTP_GET, "/g/*/*.png", COST_HEAVY, 0, route_ply_picture},
    {HTTP_GET, "/g/*", COST_LIGHT, 0, route_shown_game},
    {HTTP_GET, "/g/*/*", COST_LIGHT, 0, route_shown_game},
    {HTTP_GET, "/g/*/*/*", COST_LIGHT, 0, route_shown_game},
    {HTTP_GET, "/embed/*", COST_READ, 0, route_embed},
    {HTTP_GET, "/embed/*/*", COST_READ, 0, route_embed_in},
    {HTTP_GET, "/embedded.*", COST_LIGHT, 0, answer_frame_file},
    {HTTP_GET, "/api/export", COST_HEAVY, 0, route_export},
    {HTTP_GET, "/api/export/*", COST_HEAVY, 0, route_export_more},
    {HTTP_GET, "/api/people/*", COST_HEAVY, 0, route_profile},
    {HTTP_GET, "/api/people/*/setups", COST_HEAVY, 0, route_setups},
    {HTTP_GET, "/api/person/setups", COST_HEAVY, 0, route_own_setups},
    {HTTP_GET, "/api/person", COST_HEAVY, 0, route_own_profile},
    {HTTP_GET, "/api/person/games.ffr", COST_HEAVY, 0, route_own_games},
    {HTTP_GET, "/api/person/games/*.ffr", COST_HEAVY, 0, route_own_games},
    {HTTP_POST, "/api/session", COST_WRITE, FORM_LIMIT, route_session},
    {HTTP_GET, "/api/account", COST_LIGHT, 0, route_bots_account},
    {HTTP_GET, "/api/account/playing", COST_READ, 0, route_bots_playing},
    {HTTP_GET, "/api/stream/event", COST_READ, 0, route_bots_events},
    {HTTP_GET, "/api/stream/lobby", COST_READ, 0, route_bots_lobby},
    {HTTP_GET, "/api/bot/game/stream/*", COST_READ, 0, route_bots_game},
    {HTTP_POST, "/api/seek", COST_READ, FORM_LIMIT, route_bots_act},
    {HTTP_POST, "/api/seek/*", COST_WRITE, FORM_LIMIT, route_bots_act},
    {HTTP_POST, "/api/history", COST_READ, FORM_LIMIT, route_bots_act},
    {HTTP_GET, "/api/tournament", COST_READ, 0, answer_tournaments},
    {HTTP_GET, "/api/tournament/*", COST_READ, 0, answer_tournament},
    {HTTP_GET, "/api/tournament/*/games.ffr", COST_HEAVY, 0, route_tournament_games},
    {HTTP_GET, "/api/tournament/*/games/*.ffr", COST_HEAVY, 0, route_tournament_games},
    {HTTP_POST, "/api/tournament", COST_WRITE, FORM_LIMIT, route_bots_act},
    {HTTP_POST, "/api/tournament/*/*", COST_WRITE, FORM_LIMIT, route_bots_act},
    {HTTP_POST, "/api/challenge/*", COST_WRITE, FORM_LIMIT, route_bots_act},
    {HTTP_POST, "/api/challenge/*/*", COST_WRITE, FORM_LIMIT, route_bots_act},
    {HTTP_POST, "/api/bot/game/*/*", COST_WRITE, FORM_LIMIT, route_bots_act},
    {HTTP_POST, "/api/bot/game/*/*/*", COST_WRITE, FORM_LIMIT, route_bots_act},
};

static const http_route files_route = {HTTP_GET, "/", COST_LIGHT, 0, answer_file};

static bool takes(const http_route *route, http_method method) {
    return (route->methods & (unsigned)(method == HTTP_HEAD ? HTTP_GET : method)) != 0;
}

const http_route *routes_find(const http_request *request, http_reply *reply) {
    unsigned allowed = 0;
    for (size_t i = 0; i < sizeof routes / sizeof *routes; i++) {
        if (!route_pattern_fits(routes[i].pattern, request->path))
            continue;
        if (takes(&routes[i], request->method))
            return &routes[i];
        allowed |= routes[i].methods;
    }
    if (!allowed && takes(&files_route, request->method))
        return &files_route;
    reply_text(reply, 405, "this method is not for this address\n");
    reply->allowed = allowed ? allowed : HTTP_GET;
    return NULL;
}

/* A page of another host can make a browser send a POST, with its cookie or without; a browser
 * names the page's origin then. What has no origin is a program, which has no cookie to be misused;
 * and a token is nothing that a browser sends by itself. */
bool routes_permit(const http_request *request, http_reply *reply) {
    bool foreign = request->has_origin ? !request->from_our_page : request->has_cookie;
    if (request->method != HTTP_POST || !foreign || request->bearer.size > 0)
        return true;
    reply_refusal(reply, 403, "origin", "only our own page may send this");
    return false;
}
