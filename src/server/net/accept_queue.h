/* The accept queue: connections whose first request has not arrived yet. Whoever opens
 * thousands of them and says nothing, or says it a byte at a time, waits here, where
 * one costs a descriptor and a few bytes, and where newcomers push out those who have
 * been silent the longest. Only a connection with the whole head of a request goes on
 * into the server; its bytes are looked at and left where they are.
 *
 * One thread. */
#ifndef FLAGFALL_SERVER_NET_ACCEPT_QUEUE_H
#define FLAGFALL_SERVER_NET_ACCEPT_QUEUE_H

#include "server/base/address.h"

enum {
    ACCEPT_QUEUE_HEAD_LIMIT = 8192, /* bytes of a request's head */
    ACCEPT_QUEUE_WAIT_MS = 10000,   /* for it to arrive */
};

/* What becomes of a connection: its request is here and the descriptor is the
 * caller's, or it has left and is closed. */
typedef enum accept_queue_end {
    ACCEPT_QUEUE_CAME_IN,
    ACCEPT_QUEUE_TOO_LONG,
    ACCEPT_QUEUE_TOO_LATE,
    ACCEPT_QUEUE_LEFT
} accept_queue_end;

/* Told of each connection that goes. Must not call the queue. */
typedef void accept_queue_visitor(void *context, int fd, const struct address *address,
                                  accept_queue_end end);

typedef struct accept_queue accept_queue;

/* For `room` connections. Null when the system refuses. */
accept_queue *accept_queue_new(size_t room, accept_queue_visitor *visit, void *context);

/* Closes all that wait, without a word to the visitor. */
void accept_queue_free(accept_queue *queue);

/* Takes a connection, whose descriptor does not block; where the accept queue is full, the
 * oldest goes (ACCEPT_QUEUE_TOO_LATE). May call the visitor at once. */
void accept_queue_add(accept_queue *queue, int fd, const struct address *address, uint64_t now_ms);

/* To be called where `accept_queue_fd` is readable. */
void accept_queue_look(accept_queue *queue);
int accept_queue_fd(const accept_queue *queue);

/* Sends those away who have waited too long. To be called about once a second. */
void accept_queue_tick(accept_queue *queue, uint64_t now_ms);

size_t accept_queue_count(const accept_queue *queue);

#endif
