/* What is answered under which path: a table of methods, patterns and handlers. Knows
 * nothing of sockets. */
#ifndef FLAGFALL_SERVER_API_ROUTES_H
#define FLAGFALL_SERVER_API_ROUTES_H

#include "server/base/limits.h"
#include "server/base/metrics.h"
#include "server/http/files.h"
#include "server/http/route.h"
#include "server/play/uploaded_replay.h"
#include "server/session/hub.h"

enum { ANALYSIS_LIMIT = 1 << 17 }; /* bytes of a record that is to be analysed */

/* What handlers answer from. */
struct site {
    struct hub *hub;
    struct store *store;
    struct files *files;
    struct metrics *metrics;
    struct workers *reviewers; /* one thread that replays what it is sent, */
    struct workers *readers;   /* one for games of the store, */
    struct workers *analysts;  /* and one that analyses */
    analyse_record *analyse;   /* null: this server does not */
    const uploaded_format *formats;
    struct proxies metrics_readers; /* whose addresses may read /metrics */
    limits_table reviews;           /* by address */
    limits_table reads;             /* of games of the store, by address */
    limits_table analyses;          /* by address */
    const struct log *log;
    const char *public_host; /* name under which the host offers this server, or null */
    int admin;               /* the operator's socket, or -1 */
    bool store_fails;        /* as last reported */
    uint64_t probed_ms;      /* when the store was last asked whether it works */
    uint64_t replayed;       /* plies that the loop has played again for pictures */
};

/* The route of a method and path; null where there is none, and the answer says so:
 * 405 with what would be right. What is no other route's may be a file of the page. */
const http_route *routes_find(const http_request *request, http_reply *reply);

/* May this request be answered at all? False where the answer says why not. To be asked
 * before its body is read. */
bool routes_permit(const http_request *request, http_reply *reply);

/* ---- handlers of other files ---- */

/* What the host's graphs and alerts are made of, as Prometheus reads it; nobody else is told. */
void route_metrics(struct site *site, const http_request *request, http_reply *reply);

/* A finished game of anybody's (its id is a secret until somebody shows it), as a record
 * or in another format, and as a review. */
void route_games_file(struct site *site, const http_request *request, http_reply *reply);
void route_games_review(struct site *site, const http_request *request, http_reply *reply);

/* A record of a finished game that was sent, analysed; 404 where this server does not. */
void route_analysis(struct site *site, const http_request *request, http_reply *reply);

/* Links that other programs preview: /join/CODE, an invitation; /g/ID and /g/ID/PLY, a game that is
 * over and a position of it. */
void route_invitation(struct site *site, const http_request *request, http_reply *reply);
void route_game_picture(struct site *site, const http_request *request, http_reply *reply);
void route_ply_picture(struct site *site, const http_request *request, http_reply *reply);
void route_shown_game(struct site *site, const http_request *request, http_reply *reply);

/* /embed/ID and /embed/ID/LANGUAGE: a game's board for a frame on other sites, as spectators may
 * see it. */
void route_embed(struct site *site, const http_request *request, http_reply *reply);
void route_embed_in(struct site *site, const http_request *request, http_reply *reply);

/* Who asks, by token or cookie. False where the answer says why nobody is known. */
bool route_find_person(struct site *site, const http_request *request, struct identity *who,
                       http_reply *reply);

/* What the store keeps of the one who asks, by cookie or token; and a later page of it. */
void route_export(struct site *site, const http_request *request, http_reply *reply);
void route_export_more(struct site *site, const http_request *request, http_reply *reply);

/* People: an account as it shows itself, oneself, and how they set up. */
void route_profile(struct site *site, const http_request *request, http_reply *reply);
void route_setups(struct site *site, const http_request *request, http_reply *reply);
void route_own_setups(struct site *site, const http_request *request, http_reply *reply);
void route_own_profile(struct site *site, const http_request *request, http_reply *reply);

/* Finished games as a file, in pages: all of one's own, and those of a tournament. */
void route_own_games(struct site *site, const http_request *request, http_reply *reply);
void route_tournament_games(struct site *site, const http_request *request, http_reply *reply);

/* What `signed` has promised: a ticket for a new cookie. And a cookie for who comes to the
 * page without one, or with one that is to be handed out again. */
void route_session(struct site *site, const http_request *request, http_reply *reply);
void route_session_greet(struct site *site, const http_request *request, http_reply *reply);

/* The API for bots; see docs/bots.md. */
void route_bots_account(struct site *site, const http_request *request, http_reply *reply);
void route_bots_playing(struct site *site, const http_request *request, http_reply *reply);
void route_bots_events(struct site *site, const http_request *request, http_reply *reply);
void route_bots_lobby(struct site *site, const http_request *request, http_reply *reply);
void route_bots_game(struct site *site, const http_request *request, http_reply *reply);
void route_bots_act(struct site *site, const http_request *request, http_reply *reply);

#endif
