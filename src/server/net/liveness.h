/* Whether whoever is at the other end of a WebSocket still lives: after a silence it is asked
 * by a ping, and given up when nothing has come for a while since then. It counts from the
 * question and not from the last word, so that a server which stood still itself (stopped,
 * or its machine asleep) takes nobody for dead. Pure. */
#ifndef FLAGFALL_SERVER_NET_LIVENESS_H
#define FLAGFALL_SERVER_NET_LIVENESS_H

#include <stdbool.h>
#include <stdint.h>

enum {
    LIVENESS_SILENCE_MS = 30000, /* until it is asked, */
    LIVENESS_ANSWER_MS = 30000,  /* and then until it is given up */
};

/* Begins with `liveness_heard`. Times are of any steady clock, in milliseconds. */
typedef struct liveness {
    uint64_t since_ms; /* something came, or it was asked */
    bool asked;
} liveness;

/* Something has come. */
void liveness_heard(liveness *life, uint64_t now_ms);

/* What is to be done now. LIVENESS_ASK is said once after each silence. */
typedef enum liveness_verdict { LIVENESS_FINE, LIVENESS_ASK, LIVENESS_GONE } liveness_verdict;
liveness_verdict liveness_look(liveness *life, uint64_t now_ms);

#endif
