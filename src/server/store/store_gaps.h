/* The server's life in the store: when it last lived, and the gaps in which nobody could
 * play. See outage_gaps.h. */
#ifndef FLAGFALL_SERVER_STORE_STORE_GAPS_H
#define FLAGFALL_SERVER_STORE_STORE_GAPS_H

#include "server/base/outage_gaps.h"
#include "server/database/store.h"

/* When a server on this store has last said that it lives; 0 where none ever has. */
bool store_read_life(struct store *store, int64_t *time);

/* Adds all gaps, in order. False when reading fails or memory is out. */
bool store_read_gaps(struct store *store, outage_gaps *gaps);

/* Writes; false when the batch is spoilt. A gap that began at the same moment is
 * replaced. */
bool store_put_life(struct store *store, int64_t time);
bool store_put_gap(struct store *store, const outage_gap *gap);

#endif
