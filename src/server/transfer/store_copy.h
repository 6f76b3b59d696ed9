/* Copies a whole store to another place, which may be another engine's: `flagfall store copy`. */
#ifndef FLAGFALL_SERVER_TRANSFER_STORE_COPY_H
#define FLAGFALL_SERVER_TRANSFER_STORE_COPY_H

#include "server/transfer/store_check.h"

typedef struct store_copy_report {
    bool whole; /* the copy is there */
    unsigned tables;
    uint64_t rows;
    store_report check; /* of the copy: problems that it has are the store's */
} store_copy_report;

/* Who hears how far it is: `unit` is "rows" while they are copied, "rows compared", then "games"
 * while those of the copy are looked at (`total` is 0: nobody knows). */
typedef struct store_copy_hears {
    store_check_hears check;
    void (*progress)(void *context, const char *unit, uint64_t count, uint64_t total);
} store_copy_hears;

/* Copies the store in `from`, on which no server runs and which is brought up to date before, to
 * `to`, which is empty: no file, or a database without tables. All in one transaction, at whose end
 * the rows of both are compared by number and content; then `store_check` looks at the copy. False
 * with a message: unless the report says that the copy is whole, and only the check has failed,
 * nothing is in `to`. */
bool store_copy(const char *from, const char *to, const store_copy_hears *hears,
                store_copy_report *report, ff_error *error);

#endif
