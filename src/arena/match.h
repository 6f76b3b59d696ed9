/* Matches and tournaments: a plan, played on threads. */
#ifndef FLAGFALL_ARENA_MATCH_H
#define FLAGFALL_ARENA_MATCH_H

#include "arena/game_queue.h"

/* Plays what is left of the schedule: `all` may hold its first games already. False
 * when memory or threads are out, or `take` was: what has been played until then is
 * in `all` all the same. */
bool match_play(const match_plan *plan, results *all);

/* Hands games of the queue to others, until it is over. */
typedef void match_coordinator(void *context, game_queue *queue);

/* The same while the calling thread coordinates and all `jobs` threads play. */
bool match_play_with(const match_plan *plan, results *all, match_coordinator *coordinate,
                     void *context);

#endif
