/* Answers that threads make of the store. What must hold: a thread has the store and the question
 * for itself, and gives both back. */
#include "server/api/store_job.h"

#include "server/store/store_open.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

typedef struct store_job {
    http_job base; /* first */
    store_answerer *answer;
    char *location;                        /* of the store, behind the question */
    _Alignas(max_align_t) char question[]; /* whatever type it has */
} store_job;

void store_job_refuse(http_reply *reply) {
    reply_refusal(reply, 503, "store", "the server cannot read its store at the moment");
}

/* A snapshot, and not the server's own connection: that one is in the middle of a batch, and is the
 * event loop's. */
static void work(job *done) {
    store_job *asked = (store_job *)done;
    ff_error error;
    struct store *store = store_open_snapshot(asked->location, &error);
    if (store)
        asked->answer(store, asked->question, &asked->base.reply);
    else
        store_job_refuse(&asked->base.reply);
    store_close(store);
}

static void give_back(job *gone) {
    http_job_clear((http_job *)gone);
    free(gone);
}

/* False, with the reply still open, when too many wait or memory is out. */
static bool ask(const struct site *site, const store_inquiry *inquiry, http_reply *reply) {
    const char *location = store_location(site->store);
    size_t length = strlen(location) + 1;
    store_job *asked = calloc(1, sizeof *asked + inquiry->size + length);
    if (!asked)
        return false;
    http_job_init(&asked->base, work, give_back);
    asked->answer = inquiry->answer;
    asked->location = asked->question + inquiry->size;
    memcpy(asked->question, inquiry->question, inquiry->size);
    memcpy(asked->location, location, length);
    if (reply_by_worker(reply, inquiry->workers, &asked->base))
        return true;
    give_back(&asked->base.job);
    return false;
}

void store_job_ask(struct site *site, const http_request *request, const store_inquiry *inquiry,
                   http_reply *reply) {
    char address[ADDRESS_TEXT];
    ff_span who = address_group_text(&request->address, address);
    if (!limits_take(inquiry->limits, who, request->now_ms))
        reply_refusal(reply, 429, "rate", "too often; wait a moment");
    else if (!ask(site, inquiry, reply))
        reply_refusal(reply, 503, "too-many", "too many ask at once; try again later");
}
