/* What reading from the store comes to. */
#ifndef FLAGFALL_SERVER_DATABASE_STORE_ANSWER_H
#define FLAGFALL_SERVER_DATABASE_STORE_ANSWER_H

#include <stdint.h>

/* DAMAGED: what was read is not what was written, and nobody can tell what that was; said
 * of games alone (store_games.h). FAILED may pass. */
typedef enum store_answer { STORE_FOUND, STORE_NONE, STORE_FAILED, STORE_DAMAGED } store_answer;

/* A number that is not there: a rating, a bank, a time. */
#define STORE_NULL INT64_MIN

#endif
