/* Processes that work together, on one machine or many: a number each, and messages between
 * them. */
#ifndef FLAGFALL_CLUSTER_LINK_H
#define FLAGFALL_CLUSTER_LINK_H

#include "flagfall/base.h"

/* One process's end. All functions are called by one thread alone. */
typedef struct cluster_link cluster_link;
struct cluster_link {
    unsigned rank;  /* this process, from 0; 0 coordinates */
    unsigned ranks; /* of all, 1 or more */

    /* Sends a copy of the bytes, and does not wait for whoever receives them. Messages from one
     * rank to another arrive in order, or not at all where one of the two is gone. False when
     * memory is out, or nothing can be sent any more. */
    bool (*send)(cluster_link *self, unsigned to, ff_span message);
    /* The next message into `message` (emptied first); false where there is none now. An empty
     * one says that its sender has gone without a word. */
    bool (*receive)(cluster_link *self, unsigned *from, ff_buffer *message);
    /* Waits until there may be a message, a hundredth of a second at most. */
    void (*wait)(cluster_link *self);
    /* Milliseconds on a clock that never goes back. */
    uint64_t (*now_ms)(cluster_link *self);
    /* Ends and frees it. `all_here`: no rank has been lost, so that all are waited for. */
    void (*close)(cluster_link *self, bool all_here);
};

/* The link to the others where a launcher (mpirun, or srun) has started several; null with no
 * code in `error` where this process is alone. Null with an error where it has company that it
 * cannot talk to: this program was built without MPI, or its part for it is not installed. */
cluster_link *cluster_open(ff_error *error);

#endif
