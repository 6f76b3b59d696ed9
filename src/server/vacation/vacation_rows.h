/* What the store keeps of vacations: a row an account that has ever been on one. What is said in
 * store.h of batches holds here too. */
#ifndef FLAGFALL_SERVER_VACATION_VACATION_ROWS_H
#define FLAGFALL_SERVER_VACATION_VACATION_ROWS_H

#include "server/base/person.h"
#include "server/database/store.h"

typedef struct vacation_row {
    struct person person;
    int64_t year;         /* of which the next is told */
    int64_t used;         /* days of vacations that are over */
    int64_t since, until; /* of the one that goes on, ms since 1970; 0: there is none */
} vacation_row;

/* FOUND or FAILED; nothing but the person where there is no row. */
store_answer vacation_find(struct store *store, const struct person *person, vacation_row *row);

/* The same, of which no other server changes anything until the batch ends. */
store_answer vacation_hold(struct store *store, const struct person *person, vacation_row *row);

/* One that is to be over after one moment and by another, the earliest first. */
store_answer vacation_find_due(struct store *store, int64_t after, int64_t now, vacation_row *row);

/* False when the batch is spoilt. */
bool vacation_put(struct store *store, const vacation_row *row);

#endif
