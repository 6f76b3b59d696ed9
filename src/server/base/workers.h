/* Workers: threads that do what the event loop must not wait for.
 *
 * A job carries copies of all that it needs and is done by one thread at a time;
 * who has asked for it takes it back when it is done. How many jobs there are at
 * once is bounded, and one byte counter (an eventfd) says that some are done.
 *
 * Threads begin jobs in fair turns between the addresses that have asked for them, one job each,
 * and the jobs of one address in the order in which they came: so whoever asks for one job waits
 * for no more than one of each other address, and for those that have begun. Jobs of no address (of
 * games, of the server itself) have one turn together.
 *
 * Asking and taking are for one thread, the event loop's. */
#ifndef FLAGFALL_SERVER_BASE_WORKERS_H
#define FLAGFALL_SERVER_BASE_WORKERS_H

#include "server/base/address.h"
#include "server/base/fair_queue.h"

#include <stdbool.h>
#include <stdint.h>

/* An address has one place of so many at most, and no more than half of what the others have left;
 * one at least while there is any. */
enum { WORKERS_SHARE = 4 };

/* The first member of whatever is to be done: a pointer to one is a pointer to
 * the other. */
typedef struct job job;
struct job {
    void (*work)(job *);
    void (*free)(job *);
    char address[ADDRESS_TEXT]; /* who has asked, as limits count; empty: nobody in particular */
    /* The workers' own. */
    job *next;
    fair_node turn;
    int64_t asked_us; /* when it was asked for */
};

struct workers;

/* `threads` 0: nobody works but in `workers_work` (tests). `limit` jobs at once at
 * most. Null when the system refuses. */
struct workers *workers_new(unsigned threads, unsigned limit);

/* Waits for the jobs under way, which `workers_go_on` tells to end, and frees all that have not
 * been taken back. */
void workers_free(struct workers *workers);

/* As many jobs as can be are asked for or not taken back. */
bool workers_are_full(struct workers *workers);

/* How many jobs are asked for or not taken back. */
unsigned workers_count(struct workers *workers);

/* How much there is to do, for the host. */
typedef struct workers_load {
    unsigned threads;
    unsigned limit;   /* jobs at once, */
    unsigned working; /* of which a thread is at work on so many, */
    unsigned waiting; /* and so many wait for one */
    double
        oldest; /* seconds since that of them was asked for that waits longest; 0: there is none */
} workers_load;
workers_load workers_measure(struct workers *workers);

/* The job is the workers' until it is taken back; false, and it stays the caller's, when they are
 * full, its address has its share of the places (WORKERS_SHARE) or memory is out. */
bool workers_ask(struct workers *workers, job *wanted);

/* Takes a job that is done; null when there is none. */
job *workers_take(struct workers *workers);

/* Readable while jobs are done; `workers_take` makes it unreadable. */
int workers_fd(const struct workers *workers);

/* Is anybody still there to take jobs back? For jobs that take long, by their threads. */
bool workers_go_on(struct workers *workers);

/* Does one job on this thread; false when none waits. */
bool workers_work(struct workers *workers);

#endif
