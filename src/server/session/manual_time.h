/* Moving a server's manual clock (time_source.h): for tests, and for authors of bots who
 * replay a game and want the same times again. */
#ifndef FLAGFALL_SERVER_SESSION_MANUAL_TIME_H
#define FLAGFALL_SERVER_SESSION_MANUAL_TIME_H

#include "server/session/hub.h"

/* Has the hub a clock that can be moved? The functions below are for such a hub. */
bool manual_time_is_on(const struct hub *hub);

/* Lets 0 ms or more go by, and does all that is due by then, in the order in which it
 * becomes due: the clock halts wherever a seat's time runs out. What is looked for at
 * intervals (idle games, news of the lobby, a store that works again) is looked for once,
 * at the end. Each halt is a batch of its own, and is committed; the last one is left
 * open. While the store fails, time goes by and nothing happens. */
void manual_time_pass(struct hub *hub, int64_t milliseconds);

/* Somebody sets the wall clock forward, or back by a negative number; does what is due. */
void manual_time_set_wall(struct hub *hub, int64_t milliseconds);

#endif
