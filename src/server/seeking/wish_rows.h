/* The queue in rows, where several servers share it: a wish a person. A wish that waits no more
 * keeps its row for a while, with what came of it, so that a server which hears of it late can
 * still say so. Which server wrote it is not asked: a wish is of a person, wherever that one is
 * connected. */
#ifndef FLAGFALL_SERVER_SEEKING_WISH_ROWS_H
#define FLAGFALL_SERVER_SEEKING_WISH_ROWS_H

#include "server/matchmaking/match_queue.h"
#include "server/store/store_games.h"

typedef struct wish_rows wish_rows;

/* What came of a wish: a game; or none, for a reason as refusals have it, or because its person has
 * left (all empty). */
typedef struct wish_end {
    char game[GAME_ID_SIZE];
    char reason[32];
    char message[160];
} wish_end;

/* For a store that several servers have; to be closed before it. Null where it or memory fails. */
wish_rows *wish_rows_open(struct store *store);
void wish_rows_close(wish_rows *rows);

/* The next three write in the batch that is open. STORE_NONE: the row is not what it is taken for,
 * for another server has changed it; nothing was written. STORE_FAILED: the batch is spoilt. */

/* Enters a ticket in the place of the person's wish that is known: of that version, or one that
 * waits no more, or none, where `known` is 0. */
store_answer wish_rows_enter(wish_rows *rows, const match_ticket *ticket, int64_t known);

/* A wish that still waits is not changed by others until the batch ends. STORE_NONE also where its
 * person is connected to no server that runs, which is known here before it is news. */
store_answer wish_rows_hold(wish_rows *rows, const match_ticket *ticket);

/* A wish of that version (0: of any) waits no more since `now`. */
store_answer wish_rows_end(wish_rows *rows, const struct person *person, int64_t version,
                           int64_t now, const wish_end *end);

/* STORE_FOUND: the person waits, and has this ticket, but for when it was seen. STORE_NONE: it does
 * not, and `end` tells what came of its wish, as far as that is still known. */
store_answer wish_rows_find(wish_rows *rows, const struct person *person, match_ticket *ticket,
                            wish_end *end);

/* Goes through the tickets of all who wait. False where they cannot be read. */
bool wish_rows_visit(wish_rows *rows, match_visitor *visit, void *context);

/* Deletes those that have waited no more since before that time. */
void wish_rows_sweep(wish_rows *rows, int64_t before);

#endif
