/* An answer that a thread makes of the store, which it opens for itself: it sees what was committed
 * at one moment, and the event loop does not wait for it. */
#ifndef FLAGFALL_SERVER_API_STORE_JOB_H
#define FLAGFALL_SERVER_API_STORE_JOB_H

#include "server/api/routes.h"

/* Writes the answer to a question. By a thread: both are its own. */
typedef void store_answerer(struct store *store, void *question, http_reply *reply);

/* Who is asked, and what. */
typedef struct store_inquiry {
    store_answerer *answer;
    const void *question; /* `size` bytes, of which the thread gets a copy */
    size_t size;
    struct workers *workers;
    limits_table *limits; /* of how often an address may ask */
} store_inquiry;

/* Has it answered; or refuses, where the address asks too often, too many ask or memory is out. */
void store_job_ask(struct site *site, const http_request *request, const store_inquiry *inquiry,
                   http_reply *reply);

/* The store cannot be read. */
void store_job_refuse(http_reply *reply);

#endif
