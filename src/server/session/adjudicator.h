/* The adjudicator: ends games by time. A clock that has run out ends its game at once; games
 * in which nobody acts and challenges that nobody takes are looked for now and then. All
 * of it is in the time that counts (server_clock.h): nobody loses by a server that was away
 * or a store that failed.
 *
 *   the set-up time runs out  who is not ready loses by time; where neither is, the game
 *                             is aborted
 *   a clock runs out          its seat loses by time
 *   nobody acts for long      (no clock, or it stands; in a correspondence game never) who is
 *                             on turn loses by time; but the game is aborted against a
 *                             computer, before the armies stand, and before both have moved
 *   a game of guests is not begun for some days, or one ended before it began: it is
 *                             forgotten, and the space of what is gone is given back
 *   a finished game, or chat at one, has been kept for as long as the host says: it is
 *                             deleted, unless somebody has the game open; looked for each hour
 *                             among those that have got that old since, and once a day among all
 *   a challenge gets old, or its person leaves the lobby: it is taken back */
#ifndef FLAGFALL_SERVER_SESSION_ADJUDICATOR_H
#define FLAGFALL_SERVER_SESSION_ADJUDICATOR_H

#include "server/session/hub.h"

enum { ADJUDICATOR_SWEEP_MS = 60000 };

/* A minute, a day; fourteen days, a day, five minutes. Games of guests are kept for as long as
 * a guest's cookie is good (400 days), all else for ever. */
extern const adjudicator_rules adjudicator_usual;

/* The time has gone on: ends games whose clocks have run out, in the batch that is open, and no
 * more of them than one batch has time for. True while there are others. To be called before
 * anybody acts; and for the game in which somebody does, so that nobody acts there after the time.
 */
bool adjudicator_flag(struct hub *hub);
void adjudicator_flag_game(struct hub *hub, struct table *table);

/* To be called often: every ADJUDICATOR_SWEEP_MS it looks for games that nobody cares for, a slice
 * of all games in each call, and takes a slice of what is to be erased (erasing.h). True while
 * there is more to do. */
bool adjudicator_sweep(struct hub *hub);

/* For the host, in milliseconds, 0 where there is nothing to tell: since when the clock has been
 * out that ran out first of games that have not ended, and how long the present look at all games
 * has lasted. */
int64_t adjudicator_overdue_ms(const struct hub *hub);
int64_t adjudicator_look_ms(const struct hub *hub);

#endif
