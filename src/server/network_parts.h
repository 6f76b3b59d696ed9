/* The network's inside, for the files network*.c alone. */
#ifndef FLAGFALL_SERVER_NETWORK_PARTS_H
#define FLAGFALL_SERVER_NETWORK_PARTS_H

#include "server/alarms.h"
#include "server/budget.h"
#include "server/fair_queue.h"
#include "server/network.h"
#include "server/porch.h"
#include "server/routes.h"
#include "server/visitors.h"

#include <libwebsockets.h>

enum {
    NETWORK_CHUNK = 16384,      /* bytes read and written at once */
    NETWORK_HEADER_SIZE = 4096, /* of one request's headers */
    NETWORK_REQUEST_SECONDS = 10,
    NETWORK_BODY_MS = 30000,       /* for all of a request's body */
    NETWORK_BODIES = 64 << 20,     /* bytes of bodies, coming and going, in all */
    NETWORK_BODIES_EACH = 8 << 20, /* of one address */
};

typedef struct http_exchange http_exchange;

struct ff_network {
    network_options options;
    struct lws_context *context;
    struct lws_vhost *vhost;
    ff_hub *hub;
    ff_site site;
    ff_porch *porch;
    ff_visitors *visitors;
    limits_table requests; /* by address */
    ff_budget budget;
    fair_queue *queue;    /* sessions whose message waits for its turn, */
    ff_alarms sleepers;   /* and those whose points are spent */
    unsigned spent;       /* points, by requests in this batch */
    uint64_t batch;       /* its number */
    unsigned connections; /* past the porch */
    unsigned websockets;
    unsigned streams;
    http_exchange *listed; /* the first of those that wait for the turn, and of streams */
    size_t bodies;         /* bytes of requests that are being read and answers being sent */
    bool stop;             /* the signal has come */
    bool leaving;          /* connections are being closed */
    bool store_works;      /* as last reported */
    lws_sorted_usec_list_t tick, pulse;
    lws_sorted_usec_list_t more;  /* wakes the loop for those who wait */
    lws_sorted_usec_list_t alarm; /* wakes the loop for clocks */
    int64_t alarm_ms;             /* when it rings, in the server's time; 0: it does not */
};

/* Who is at the other end of a connection; hangs from its wsi as opaque data. */
typedef struct network_peer {
    ff_address address; /* of the socket */
    ff_address client;  /* of the latest request, as far as proxies are believed */
    bool proxied;       /* the socket's is a proxy's */
    bool entered;       /* `client` is counted among the visitors */
} network_peer;

ff_network *network_of(struct lws *wsi);
network_peer *network_peer_of(struct lws *wsi);

/* Milliseconds of the server's steady clock. */
uint64_t network_now_ms(const ff_network *network);

/* A header of the request into `text`; an empty span where it is missing or too long
 * to be ours. */
ff_span network_header(struct lws *wsi, enum lws_token_indexes header, char *text, size_t size);

bool network_is_our_host(struct lws *wsi);
bool network_is_our_page(struct lws *wsi);
bool network_read_cookie(struct lws *wsi, ff_cookie *cookie);

/* Whose request it is, from the headers into the peer. 0, or the status with which it is
 * refused: it asks too often, or nobody can say whose it is. */
unsigned network_meet(struct lws *wsi);

/* Did a believed proxy say that the client came by TLS? */
bool network_is_secure(struct lws *wsi);

/* A connection that stays counts for its client, not for its proxy. False where that
 * has too many. */
bool network_settle(struct lws *wsi);

/* ---- HTTP ---- */

enum { NETWORK_PATH = 1024, NETWORK_BEARER = 192, NETWORK_TAGS = 128 };

/* One request and what is answered. */
struct http_exchange {
    struct lws *wsi;
    const http_route *route; /* null: none */
    http_request request;
    http_answer answer;
    ff_buffer body;
    size_t held; /* bytes of bodies that are counted for this exchange */
    size_t sent;
    bool asked; /* the route's handler has been called */
    bool begun; /* the head of the answer is sent */
    uint64_t began_ms;
    /* Of one that waits for the end of the turn, or streams: its place in the network's list.
     * Of a stream: when its last line was sent. */
    bool listed, stored, streaming;
    http_exchange *next, *before;
    uint64_t said_ms;
    /* What the request's spans point to. */
    char path[NETWORK_PATH];
    char bearer[NETWORK_BEARER];
    char unchanged[NETWORK_TAGS];
};

/* What comes with one HTTP connection. */
typedef struct http_session {
    http_exchange *exchange; /* null between two requests */
} http_session;

extern const struct lws_protocol_vhost_options network_security_headers[];

bool network_send_head(struct lws *wsi, const http_exchange *exchange);
void network_note_answer(struct lws *wsi, const http_exchange *exchange);
void network_drop_exchange(struct lws *wsi, http_session *session);

/* Sends the next line of a stream. */
int network_write_stream(struct lws *wsi, http_session *session);

/* The list of exchanges that wait for the turn, and of streams. */
void network_enlist(ff_network *network, http_exchange *exchange);
void network_strike(ff_network *network, http_exchange *exchange);

/* The turn has ended: what waited for it is answered, or refused where it is not stored. */
void network_end_turn(ff_network *network, bool committed);

/* An empty line for those who have heard nothing for some seconds. */
void network_beat_streams(ff_network *network);

/* Hands out the answers that workers have made. */
void network_take_jobs(ff_network *network);

int network_on_http(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in,
                    size_t size);

/* ---- WebSockets ---- */

typedef struct ws_session {
    ff_client *client;
    ff_cookie cookie;
    ff_buffer inbox; /* the message that is arriving, or that waits for its turn */
    struct lws *wsi; /* while it waits, as the rest: */
    bool waits;
    fair_node turn;
    ff_alarm sleep;
    uint64_t came; /* in which batch it has arrived */
    budget_purse purse;
} ws_session;

/* A message has arrived whole: it is served in its turn, and nothing is read until then. And
 * nobody waits for that any more. */
void network_await_turn(struct lws *wsi, ws_session *session);
void network_forget_turn(ff_network *network, ws_session *session);

/* Serves those whose turn it is, as many as one batch may. To be called once in each. */
void network_serve(ff_network *network);

/* Has the address of this request points left for it? And calls its handler, and charges what
 * that has cost. */
bool network_may_ask(const http_exchange *exchange);
void network_answer(http_exchange *exchange);

int network_on_ws(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in,
                  size_t size);

/* 0 lets an upgrade pass; 1 when it has been answered, -1 to hang up. */
int network_confirm_upgrade(struct lws *wsi, const char *upgrade);

#endif
