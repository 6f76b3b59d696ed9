/* The computer players: a view in, a move out. */
#ifndef FLAGFALL_COMPUTER_H
#define FLAGFALL_COMPUTER_H

#include "flagfall/player.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { FF_LEVELS = 10 };

/* The computer of a level, 1 (who loses to a beginner) .. FF_LEVELS (all it has, best
 * with a second a move). A level takes its share of the time it is given. With
 * `human_memory` it forgets ranks that were shown as people do; the lowest levels
 * forget them sooner than that anyway. Null where there is no such level. */
const ff_player_kind *ff_computer_level(unsigned level, bool human_memory);

/* All kinds of computer player: the levels, weakest first ("level:1"); the same with
 * human memory ("level:1:human"); then players by name ("one-ply"). */
size_t ff_computer_count(void);
const ff_player_kind *ff_computer_at(size_t index);

/* The kind of that name or alias, or null. */
const ff_player_kind *ff_computer_find(ff_span name);

#ifdef __cplusplus
}
#endif

#endif
