/* The network's inside, for the files network*.c alone.
 *
 * libwebsockets accepts connections, reads the heads and bodies of requests, and shakes hands
 * for a WebSocket; libev is the loop under it. What is sent over HTTP, and what is read from a
 * WebSocket, goes by the server's own hands, on a watcher beside the library's: while an
 * answer is made or sent the library would ask again and again for bytes that nobody wants
 * yet, and it takes frames that are not masked. */
#ifndef FLAGFALL_SERVER_NET_NETWORK_PARTS_H
#define FLAGFALL_SERVER_NET_NETWORK_PARTS_H

#include "server/base/budget.h"
#include "server/base/fair_queue.h"
#include "server/base/timer_heap.h"
#include "server/http/exchange.h"
#include "server/net/accept_queue.h"
#include "server/net/address_quota.h"
#include "server/net/frames.h"
#include "server/net/liveness.h"
#include "server/net/network_options.h"

#include <ev.h>
#include <libwebsockets.h>

enum {
    NETWORK_CHUNK = 16384,      /* bytes read at once */
    NETWORK_HEADER_SIZE = 4096, /* of one request's headers */
    NETWORK_REQUEST_SECONDS = 10,
    NETWORK_BODIES = 64 << 20,             /* bytes of bodies, coming and going, in all */
    NETWORK_BODIES_SMALL = 16 << 10,       /* a body with no more */
    NETWORK_BODIES_SPARE = 16 << 20,       /* finds so many of them that no larger one takes */
    NETWORK_BODIES_EACH = 8 << 20,         /* of one address */
    NETWORK_UNREAD_EACH = 16 << 20,        /* bytes that wait for one address's to read */
    NETWORK_WATCHES = NETWORK_SOURCES + 3, /* and the listener, signals and the accept queue */
    NETWORK_MESSAGE = 16384,               /* bytes of one message */
};

struct network;
typedef struct network_peer network_peer;
typedef void network_act(network_peer *peer);

/* A descriptor that wakes the loop, and what is done then. */
typedef struct network_watch {
    ev_io io;
    struct network *network;
    void (*act)(struct network *network); /* null: the source's */
    network_source source;
} network_watch;

struct network {
    network_options options;
    struct ev_loop *loop;
    struct lws_context *context;
    struct lws_vhost *vhost;
    accept_queue *accept_queue;
    address_quota *quota;
    limits_table requests; /* by address */
    struct budget budget;
    fair_queue *queue;    /* messages and requests that wait for their turn, */
    timer_heap sleepers;  /* and those of whom has spent its points */
    unsigned spent;       /* points, in this batch, */
    unsigned served;      /* for so many of them */
    uint64_t batch;       /* its number */
    unsigned connections; /* past the accept queue */
    unsigned websockets;
    unsigned streams;
    network_peer *peers;    /* the first of all connections */
    network_peer *doomed;   /* the first of those that are to be closed when the batch ends */
    struct tickets tickets; /* of all requests that are under way */
    struct ticket *held;    /* of those that wait for the end of the batch */
    size_t held_count, held_room;
    size_t bodies; /* bytes of requests that are being read and answers being sent */
    size_t unread; /* bytes that wait for clients to read */
    bool stop;     /* the signal has come */
    bool leaving;  /* connections are being closed */
    network_watch watch[NETWORK_WATCHES];
    unsigned watches;
    ev_timer tick, pulse;
    lws_sorted_usec_list_t heartbeat;    /* of the library's own times */
    ev_timer more;                       /* wakes the loop for those who wait */
    ev_timer alarm;                      /* wakes the loop for clocks */
    int64_t alarm_ms;                    /* when it rings, in the server's time; 0: it does not */
    char input[LWS_PRE + NETWORK_CHUNK]; /* what has been read from a WebSocket */
};

typedef struct ws_session {
    struct client *client;
    struct cookie cookie;
    struct frames frames;
    ff_buffer inbox;      /* the message that is arriving, or that waits for its turn */
    ff_buffer rest;       /* what has come behind a message that waits, */
    size_t rest_at;       /* from here on */
    unsigned idle_frames; /* since the last tick, that bring nothing: pings and the like */
    size_t buffered;      /* of a message that the library has and has not sent */
    uint32_t utf8;        /* of the message that is arriving */
    bool closing;
    char lists[SERVICE_TAG_SIZE]; /* the tag of those that it has kept, or empty */
    liveness life;                /* of who is at the other end */
} ws_session;

/* A connection's place in the line of those who are to be served (network_queue.c). */
typedef struct network_turn {
    bool waits;
    network_act *act; /* is called when its turn comes */
    fair_node node;   /* of who waits, as the rest: */
    heap_timer sleep;
    uint64_t came;        /* in which batch it has */
    struct person person; /* nobody: it is not known who that is */
    budget_purse purse;
} network_turn;

/* A connection: who is at the other end, and what it is about. Hangs from its wsi as opaque
 * data. */
struct network_peer {
    network_peer *next, *before;
    network_peer *next_doomed, *before_doomed;
    bool doomed;
    bool cut;      /* it has not read, and will not read why */
    size_t unread; /* bytes that wait for it, as counted */
    bool lingers;  /* all is said; what still comes is read, so that nothing of it is lost */
    uint64_t linger_ms;
    bool proxied; /* the socket's address is a proxy's */
    bool entered; /* `client` is counted by the quota */
    bool is_ws;
    struct address address; /* of the socket */
    struct address client;  /* of the latest request, as far as proxies are believed */
    struct lws *wsi;
    ev_io io; /* for what the library does not do */
    network_turn turn;
    union {
        http_exchange exchange;
        ws_session ws;
    };
};

/* ---- connections (network_peer.c) ---- */

/* The network that a connection is of; and what we keep of the connection: null where it is not a
 * client's, and when the client has gone. */
struct network *network_of(struct lws *wsi);
network_peer *network_peer_of(struct lws *wsi);

/* Milliseconds of the server's steady clock. */
uint64_t network_now_ms(const struct network *network);

/* The connection is closed when the batch ends; now, it is still there. */
void network_doom(network_peer *peer);

/* It did not read what it was sent: it is closed without a word. */
void network_cut(network_peer *peer);

/* ---- what is not read (network_unread.c) ---- */

/* Something was sent to it, or could not be: counts what is left, and cuts who leaves most where
 * that is too much. And it goes. */
void network_count_unread(network_peer *peer);
void network_forget_unread(network_peer *peer);

/* ---- turns (network_queue.c) ---- */

/* A message or a request has arrived whole: it is served in its turn by `act`, and nothing is
 * read until then. And nobody waits for that any more. */
void network_await_turn(network_peer *peer, network_act *act);
void network_forget_turn(network_peer *peer);

/* What has been done in all; and since `before`, of that class. */
budget_work network_work(const struct network *network);
budget_work network_work_since(const struct network *network, const budget_work *before,
                               cost class);

/* It has been served, which has cost so many points, and `here` of that in this batch: what
 * `act` does exactly once. `type` is by what its wait is counted. */
void network_end_turn(network_peer *peer, const char *type, unsigned points, unsigned here);

/* Serves those whose turn it is, as many as one batch may. To be called once in each. */
void network_serve(struct network *network);

/* ---- heads (network_head.c) ---- */

/* A header is absent, present, or longer than it may be: never silently empty. */
typedef enum header_state { HEADER_ABSENT, HEADER_PRESENT, HEADER_TOO_LONG } header_state;
typedef struct http_header {
    header_state state;
    ff_span text; /* empty unless present */
} http_header;

/* The headers that the server reads. */
typedef struct network_head {
    http_header host, origin, cookie, bearer, unchanged, encodings, forwarded, scheme, length,
        transfer, expect, connection, version, upgrade, protocol;
    bool passed_on; /* there is a Forwarded, which is not read */
    bool old;       /* HTTP/1.0 */
    bool bodiless;  /* neither a length nor an encoding stands there, not even an empty one */
} network_head;

/* Reads them into that memory. False where one is too long. */
bool network_read_head(struct lws *wsi, struct arena *memory, network_head *head);

/* What all requests have in common, from the head into the request and the peer. 0, or the
 * status with which it is refused: not our name, or it asks too often. */
unsigned network_meet(network_peer *peer, const network_head *head, http_request *request);

/* A connection that stays counts for its client, not for its proxy. False where that has too
 * many. */
bool network_settle(network_peer *peer);

/* ---- HTTP (network_http.c) ---- */

extern const struct lws_protocol_vhost_options network_security_headers[];
extern const exchange_host network_exchange_host;

/* Answers a head with a sentence, and closes. */
void network_refuse(network_peer *peer, unsigned status, const char *text);

/* Hands out the answers that these workers have made. */
void network_take_jobs(struct network *network, struct workers *from);

/* The batch has ended: what waited for it is answered, or refused where it is not stored. */
void network_end_batch(struct network *network, bool stored);

/* What the library calls when something happens to a connection that is no WebSocket. 0, or -1: the
 * library is to close it. */
int network_on_http(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in,
                    size_t size);

/* ---- WebSockets (network_ws.c) ---- */

/* The subprotocol `flagfall.2`, where games are told by what has changed. */
enum { NETWORK_BY_CHANGES = 2 };

/* The same for a WebSocket of either subprotocol. Always 0. */
int network_on_ws(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in,
                  size_t size);

/* 0 lets an upgrade pass; 1 when it has been answered, -1 to hang up. */
int network_confirm_upgrade(struct lws *wsi, const char *upgrade);

/* Sends what there is for a client, and says goodbye to one that is to go. */
void network_write_messages(network_peer *peer);

/* Asks whether it lives where nothing has come for long, and hangs up where nothing did. */
void network_tick_ws(network_peer *peer);

#endif
