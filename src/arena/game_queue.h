/* The games of a match that are still to be played, and those that are back: for threads here
 * and for machines elsewhere. Results are taken in the order of the schedule, whoever is
 * first. All functions may be called from any thread. */
#ifndef FLAGFALL_ARENA_GAME_QUEUE_H
#define FLAGFALL_ARENA_GAME_QUEUE_H

#include "arena/match_plan.h"
#include "arena/sheet.h"

#include <stdatomic.h>

typedef struct game_queue game_queue;

/* The rest of the schedule behind the games that `all` holds; both stay where they are. Null
 * when memory is out. */
game_queue *game_queue_new(const match_plan *plan, results *all);

/* Nobody may use it any more. False where the match has failed: memory was out, or `take` of
 * the plan was false. */
bool game_queue_free(game_queue *q);

/* The next game to play. Where none is left, but one that is being played elsewhere might come
 * back, it waits if `wait`. False where there is none (now, or at all). */
bool game_queue_next(game_queue *q, bool wait, unsigned *game);

/* That game has been played; the sheet is the queue's from now on. A game that is in already
 * is passed over. */
void game_queue_done(game_queue *q, unsigned game, sheet *s);

/* The same of a game that was played at another time: `arrive` of the plan is not told of it.
 * One that the schedule does not have is passed over. Before any game is handed out. */
void game_queue_played(game_queue *q, unsigned game, sheet *s);

/* That game was not played: somebody else shall. */
void game_queue_return(game_queue *q, unsigned game);

/* Has the plan tell people something. */
void game_queue_tell(game_queue *q, const char *text);

/* The match cannot go on. */
void game_queue_fail(game_queue *q);

/* Is no game of any use any more? */
bool game_queue_is_over(const game_queue *q);

/* Becomes true then: what `table_play` looks at. */
const atomic_bool *game_queue_stop(const game_queue *q);

#endif
