/* A match on several machines: a task of the farm is a game of the schedule, its result the
 * game as the journal has it. */
#ifndef FLAGFALL_ARENA_SPREAD_H
#define FLAGFALL_ARENA_SPREAD_H

#include "arena/match.h"
#include "cluster/farm.h"

/* How ranks play together. */
typedef struct spread {
    cluster_link *link;
    const char *job; /* says which match: the same text on all ranks */
    bool all_here;   /* set at the end: no rank was lost */
} spread;

/* On rank 0: as `match_play`, and the other ranks play too. The plan is told of those that are
 * lost or turned away. */
bool spread_match(const match_plan *plan, results *all, spread *s);

/* On another rank: plays what it is given, `plan->jobs` games at a time. False after filling
 * `error`. */
bool spread_serve(const match_plan *plan, spread *s, ff_error *error);

#endif
