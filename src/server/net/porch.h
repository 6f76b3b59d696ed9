/* The porch: connections whose first request has not arrived yet. Whoever opens
 * thousands of them and says nothing, or says it a byte at a time, waits here, where
 * one costs a descriptor and a few bytes, and where newcomers push out those who have
 * been silent the longest. Only a connection with the whole head of a request goes on
 * into the server; its bytes are looked at and left where they are.
 *
 * One thread. */
#ifndef FLAGFALL_SERVER_NET_PORCH_H
#define FLAGFALL_SERVER_NET_PORCH_H

#include "server/base/address.h"

enum {
    PORCH_HEAD_LIMIT = 8192, /* bytes of a request's head */
    PORCH_WAIT_MS = 10000,   /* for it to arrive */
};

/* What becomes of a connection: its request is here and the descriptor is the
 * caller's, or it has left and is closed. */
typedef enum porch_end { PORCH_CAME_IN, PORCH_TOO_LONG, PORCH_TOO_LATE, PORCH_LEFT } porch_end;

typedef void porch_visitor(void *context, int fd, const ff_address *address, porch_end end);

typedef struct ff_porch ff_porch;

/* For `room` connections. Null when the system refuses. */
ff_porch *porch_new(size_t room, porch_visitor *visit, void *context);

/* Closes all that wait, without a word to the visitor. */
void porch_free(ff_porch *porch);

/* Takes a connection, whose descriptor does not block; where the porch is full, the
 * oldest goes (PORCH_TOO_LATE). May call the visitor at once. */
void porch_add(ff_porch *porch, int fd, const ff_address *address, uint64_t now_ms);

/* To be called where `porch_fd` is readable. */
void porch_look(ff_porch *porch);
int porch_fd(const ff_porch *porch);

/* Sends those away who have waited too long. To be called about once a second. */
void porch_tick(ff_porch *porch, uint64_t now_ms);

size_t porch_count(const ff_porch *porch);

#endif
