/* What the ranks of a farm say to each other: a byte for the kind, the task's number, and the
 * rest, which is a text or a result. */
#ifndef FLAGFALL_CLUSTER_FARM_MESSAGE_H
#define FLAGFALL_CLUSTER_FARM_MESSAGE_H

#include "cluster/link.h"

typedef enum farm_kind {
    FARM_HELLO = 1, /* to rank 0, first: how many tasks at a time (as `task`), and which job */
    FARM_TASK,      /* from rank 0: this one */
    FARM_RESULT,    /* to rank 0: of that task */
    FARM_FAILED,    /* to rank 0: that task cannot be done here, nor others */
    FARM_BEAT,      /* to and from rank 0, each FARM_BEAT_MS: still there */
    FARM_HOME,      /* from rank 0: it is over; `task` is 1 where no rank was lost */
    FARM_TURNED,    /* from rank 0: turned away, and why */
    FARM_BYE        /* to rank 0: the last word, after FARM_HOME or FARM_TURNED */
} farm_kind;

typedef struct farm_message {
    farm_kind kind;
    unsigned task;
    ff_span rest;
} farm_message;

/* False as `send` of the link. */
bool farm_say(cluster_link *link, unsigned to, const farm_message *message);

/* The rest points into the bytes. False where they are no message. */
bool farm_read(ff_span bytes, farm_message *message);

#endif
