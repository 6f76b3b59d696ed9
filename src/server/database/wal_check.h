/* The journal of an SQLite store (`-wal`) after a kill: SQLite reads it up to the first frame whose
 * sum is wrong, and takes that for the end, as it is where a write was cut short. Where whole
 * batches lie behind it, it was not: each of them was on the disk before the next one was begun, so
 * something has changed the file since, and what was acknowledged would be gone without a word. */
#ifndef FLAGFALL_SERVER_DATABASE_WAL_CHECK_H
#define FLAGFALL_SERVER_DATABASE_WAL_CHECK_H

#include <stdint.h>

/* How many batches of the store's journal SQLite will not find, 0 where it is sound or there is
 * none; and the byte of the journal where the damage begins. To be called before the store is
 * opened, which writes over them. */
unsigned wal_count_lost(const char *store_path, uint64_t *at);

#endif
