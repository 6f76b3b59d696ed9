/* Is the other side still there? Two states: heard of, and asked. A question is not repeated;
 * whatever comes answers it. */
#include "server/net/liveness.h"

void liveness_heard(liveness *life, uint64_t now_ms) {
    *life = (liveness){.since_ms = now_ms};
}

liveness_verdict liveness_look(liveness *life, uint64_t now_ms) {
    uint64_t passed = now_ms - life->since_ms;
    if (life->asked)
        return passed < LIVENESS_ANSWER_MS ? LIVENESS_FINE : LIVENESS_GONE;
    if (passed < LIVENESS_SILENCE_MS)
        return LIVENESS_FINE;
    *life = (liveness){.since_ms = now_ms, .asked = true};
    return LIVENESS_ASK;
}
