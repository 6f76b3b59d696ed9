/* How far the moves of a finished game are those that the computer would have played: an estimate,
 * and for the host's eyes alone. docs/server.md says what it means and what it does not. */
#ifndef FLAGFALL_SERVER_MODERATION_AGREEMENT_H
#define FLAGFALL_SERVER_MODERATION_AGREEMENT_H

#include "server/store/store_games.h"

/* Of one seat. */
typedef struct agreement {
    unsigned nodes;    /* positions that the computer has looked at for each move */
    unsigned moves;    /* of the seat's */
    unsigned same;     /* of these, the computer's own choice */
    unsigned doubtful; /* of these, with a mark (docs/computer.md) */
    double loss;       /* of expected score, by all moves together */
} agreement;

/* Finds it for both seats of the first game of a text of records, by any thread, as long as it
 * `goes_on`. Null, or why not, in a word. */
typedef const char *agree_record(ff_span text, bool (*goes_on)(void *context), void *context,
                                 agreement found[2]);

/* In the store's batch, until the game is deleted; false when it is spoilt. */
bool agreement_put(struct store *store, int64_t game, const agreement found[2]);

/* STORE_NONE where the game has not been looked at. Only STORE_FOUND sets both of `found`. */
store_answer agreement_find(struct store *store, int64_t game, agreement found[2]);

#endif
