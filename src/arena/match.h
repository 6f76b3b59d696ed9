/* Matches and tournaments: a plan, played on threads. */
#ifndef FLAGFALL_ARENA_MATCH_H
#define FLAGFALL_ARENA_MATCH_H

#include "arena/match_plan.h"

/* Plays what is left of the schedule: `all` may hold its first games already. False
 * when memory or threads are out, or `take` was: what has been played until then is
 * in `all` all the same. */
bool match_play(const match_plan *plan, results *all);

/* Is nothing left to be played? */
bool match_is_over(const match_plan *plan, const results *all);

#endif
