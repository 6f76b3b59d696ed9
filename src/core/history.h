/* Histories that go on from another one. */
#ifndef FLAGFALL_CORE_HISTORY_H
#define FLAGFALL_CORE_HISTORY_H

#include <string.h>

#include "flagfall/position.h"

/* Makes `out` (from `{0}`) the same list, with room for `more` moves. False when memory is out. */
static inline bool history_copy(ff_history *out, const ff_history *from, uint32_t more) {
    if (!ff_history_reserve(out, from->size + more))
        return false;
    if (from->size)
        memcpy(out->moves, from->moves, from->size * sizeof *from->moves);
    out->size = from->size;
    return true;
}

#endif
