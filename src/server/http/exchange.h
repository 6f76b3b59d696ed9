/* An exchange: a request and what answers it, by value in its connection, one after the
 * other. It is in one phase, and things happen to it:
 *
 *     HEAD -> BODY -> QUEUED -> WAITING -> SENDING -> HEAD ..
 *                                       -> STREAMING
 *                            any of them -> CLOSING
 *
 * `exchange_step` looks the pair of phase and event up in one table; a pair that is not there
 * closes the connection. So nothing that a client sends, in whatever order, can ask a handler
 * twice or free something that is in use. Knows nothing of sockets: what it wants done is
 * asked of an `exchange_host`, which may be the network, or a test. One thread. */
#ifndef FLAGFALL_SERVER_HTTP_EXCHANGE_H
#define FLAGFALL_SERVER_HTTP_EXCHANGE_H

#include "server/http/route.h"

typedef enum exchange_phase {
    EXCHANGE_HEAD,      /* a request may come */
    EXCHANGE_BODY,      /* its head has come and its body comes */
    EXCHANGE_QUEUED,    /* it is whole and waits for its turn */
    EXCHANGE_WAITING,   /* its handler, a worker or the batch is at it */
    EXCHANGE_SENDING,   /* the reply is being sent */
    EXCHANGE_STREAMING, /* its lines are, as long as both like */
    EXCHANGE_CLOSING,   /* nothing happens any more but that it goes */
    EXCHANGE_PHASES
} exchange_phase;

typedef enum exchange_event {
    ON_REQUEST,   /* a whole head, without a body */
    ON_ANNOUNCED, /* a head whose body is to come */
    ON_REFUSED,   /* a head that is answered without its handler */
    ON_PART,      /* of a body */
    ON_WHOLE,     /* of a body nothing is missing */
    ON_TURN,      /* it is served now */
    ON_REPLY,     /* the reply stands */
    ON_STREAM,    /* so does a stream, and may begin */
    ON_WRITABLE,  /* there is room to send, or something new to be sent */
    ON_SENT,      /* all of the reply */
    ON_STRANGE,   /* bytes that nobody asked for */
    ON_LATE,      /* something has taken too long */
    ON_GONE,      /* the connection is no more */
    EXCHANGE_EVENTS
} exchange_event;

typedef struct http_exchange http_exchange;

/* What an exchange asks for. All but `send` are told, not asked: they do nothing to the
 * exchange before they return. */
typedef struct exchange_host {
    /* ON_TURN is to come when its turn has; or it is not to come any more. */
    void (*await_turn)(void *connection, bool wanted);
    /* Calls the handler of the route, which ends the reply. */
    void (*ask)(void *host, http_exchange *exchange);
    /* Sends what there is room for; returns how many bytes, or -1 where nobody is there. */
    ptrdiff_t (*send)(void *connection, const char *bytes, size_t size);
    /* Is ON_WRITABLE wanted when there is room? */
    void (*await_room)(void *connection, bool wanted);
    /* Nothing is to be read meanwhile. */
    void (*pause)(void *connection, bool paused);
    /* The next request may come. */
    void (*next)(void *connection);
    /* ON_GONE is to come soon. */
    void (*hang_up)(void *connection);
    /* The next message of a stream's client, null where there is none; that it was sent; is
     * there nothing to come? And the client goes. */
    const ff_span *(*message)(void *host, const struct client *client);
    void (*message_sent)(void *host, struct client *client);
    bool (*is_over)(void *host, struct client *client);
    void (*leave)(void *host, struct client *client);
    /* Bytes that are held for this exchange from now on, in the place of those before. False
     * where its address has too many. */
    bool (*hold)(void *host, http_exchange *exchange, size_t bytes);
    /* It is about to be answered: for the counters and the log. */
    void (*note)(void *host, const http_exchange *exchange);
    uint64_t (*now_ms)(void *host);
} exchange_host;

struct http_exchange {
    exchange_phase phase;
    const exchange_host *host;
    void *context;    /* of the host */
    void *connection; /* of its own */
    struct tickets *tickets;
    /* Of one request. */
    const http_route *route; /* null: none */
    http_request request;
    http_reply reply;
    struct arena memory;
    struct ticket ticket;
    http_framing framing;
    char *body;
    size_t body_size, body_wanted;
    size_t held;
    ff_span head; /* of the answer */
    ff_span line; /* of a stream, on its way, */
    bool last;    /* and nothing follows it */
    size_t sent;  /* bytes of head and body, or of the line */
    uint64_t began_ms, moved_ms;
};

/* A connection of which nothing has come yet. */
void exchange_init(http_exchange *exchange, const exchange_host *host, void *context,
                   void *connection, struct tickets *tickets);

/* A head has come: what the request was before is forgotten, and `request` and `memory` are
 * for the new one. False where there can be no request now; the connection closes. */
bool exchange_begin(http_exchange *exchange);

/* Room for the body that is announced; false when memory is out. */
bool exchange_expect(http_exchange *exchange, size_t size);

/* What has happened. `data` is of ON_PART. After ON_GONE the exchange is as it began. */
void exchange_step(http_exchange *exchange, exchange_event event, ff_span data);

/* The batch that the reply waited for has ended. */
void exchange_settle(http_exchange *exchange, bool stored);

/* Is its reply waiting for the end of the batch? */
bool exchange_is_held(const http_exchange *exchange);

/* To be called about once a second: too long is too late, and a stream that has been silent
 * says an empty line. */
void exchange_tick(http_exchange *exchange);

enum {
    EXCHANGE_BODY_MS = 30000, /* for all of a body */
    EXCHANGE_WAIT_MS = 60000, /* for its turn, and for a worker */
    EXCHANGE_SEND_MS = 10000, /* in which something must be read of what is sent */
    EXCHANGE_BEAT_MS = 5000,  /* of silence on a stream */
};

#endif
