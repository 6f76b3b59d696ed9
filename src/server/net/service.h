/* What is served over the network, as the network sees it: somebody who answers requests and
 * has clients that say and are told messages. The wiring fills it in (server/service.h); the
 * network itself knows no word of the game. All is called by the loop's thread. */
#ifndef FLAGFALL_SERVER_NET_SERVICE_H
#define FLAGFALL_SERVER_NET_SERVICE_H

#include "server/base/budget.h"
#include "server/http/route.h"

enum {
    SERVICE_HEADROOM = 16, /* bytes before a message, free for who frames it */
    SERVICE_TAG_SIZE = 17, /* of the lists in a welcome */
};

/* How somebody who comes wants to be told. */
typedef struct service_wish {
    bool by_changes;              /* of games, by what has changed in them */
    char lists[SERVICE_TAG_SIZE]; /* the tag of the lists that it has kept, or empty */
} service_wish;

/* What a message was: its type, as metrics count it, and its class of cost. */
typedef struct service_heard {
    const char *type;
    cost cost;
} service_heard;

/* `site` is what requests are answered from. */
typedef struct network_service {
    /* ---- requests ---- */

    /* The route of a method and path. Null where there is none, and the answer says so. */
    const http_route *(*find_route)(const http_request *request, http_reply *reply);
    /* May it be answered at all? False where the answer says why not. */
    bool (*permit)(const http_request *request, http_reply *reply);
    /* Who asks, by token or cookie; all zeros where that is nobody. */
    struct person (*find_requester)(struct site *site, const http_request *request);

    /* ---- clients ---- */

    /* May who has this cookie, at this address, have a WebSocket? 101, or the status with which
     * it is refused. */
    unsigned (*admit)(struct site *site, const struct cookie *cookie,
                      const struct address *address);
    /* The client of a WebSocket comes into being, and is told what there is. Null where it may
     * not be, or memory is out. */
    struct client *(*join)(struct site *site, const struct cookie *cookie,
                           const struct address *address, const service_wish *wish,
                           void *connection);
    void (*leave)(struct site *site, struct client *client);
    const struct person *(*person)(const struct client *client);
    /* Serves a message of the client's, in the batch that is open. */
    service_heard (*hear)(struct site *site, struct client *client, ff_span text);
    /* The next message that may be sent to it, null where there is none: the
     * SERVICE_HEADROOM bytes before it may be written to; then, that it has been sent. */
    const ff_span *(*next_message)(const struct client *client);
    void (*message_sent)(struct client *client);
    /* How many bytes may be sent to it and have not been. */
    size_t (*unread)(const struct client *client);
    /* Is it to be closed when nothing is left to be sent? */
    bool (*is_leaving)(const struct client *client);

    /* ---- batches and time ---- */

    /* The loop begins; and it may sleep, with all answered that the batch has brought. */
    void (*rest)(struct site *site);
    /* The rows that have been read and the bytes that have been made since the start. */
    budget_work (*work)(const struct site *site);
    /* Ends the batch: true when all of it stands. Only then may its answers be sent. */
    bool (*end_batch)(struct site *site);
    /* The server's time, in milliseconds since 1970; how long the loop may sleep until
     * `alarm`, INT64_MAX: as long as it likes; and that moment may have come: called in each
     * batch, before anybody is served. */
    int64_t (*now)(const struct site *site);
    int64_t (*wait)(const struct site *site);
    void (*alarm)(struct site *site);
    /* Called a few times a second, `now_ms` on a steady clock; and about once. */
    void (*pulse)(struct site *site, uint64_t now_ms);
    void (*tick)(struct site *site);
    /* The server stops: what there is to be said to all clients before they go. */
    void (*farewell)(struct site *site);
} network_service;

#endif
