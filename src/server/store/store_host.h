/* What the host has said, in the store: the notice, and banned addresses; and when its server
 * lived. What is said in store.h of batches holds here too. */
#ifndef FLAGFALL_SERVER_STORE_STORE_HOST_H
#define FLAGFALL_SERVER_STORE_STORE_HOST_H

#include "server/base/outage_gaps.h"
#include "server/database/store.h"

enum { NOTICE_MAX = 300, NOTICE_SIZE = 4 * NOTICE_MAX + 1 };

/* An empty text takes the notice back. Reading gives an empty one where there is none. */
bool store_set_notice(struct store *store, const char *text);
bool store_read_notice(struct store *store, char text[NOTICE_SIZE]);

/* Addresses as `address_write` gives them, of their groups. */
bool store_ban_address(struct store *store, const char *address, int64_t now_ms);
bool store_unban_address(struct store *store, const char *address);
store_answer store_find_ban(struct store *store, const char *address);

/* All of them; the visitor returns false to stop. */
typedef bool store_ban_visitor(void *context, const char *address);
bool store_visit_bans(struct store *store, store_ban_visitor *visit, void *context);

/* How many games are going on, by edition and phase (a number of `phase`). */
typedef bool store_count_visitor(void *context, const char *edition, unsigned phase,
                                 uint64_t count);
bool store_visit_counts(struct store *store, store_count_visitor *visit, void *context);

/* ---- the server's life: when it last lived, and the gaps in which nobody could play; see
 * outage_gaps.h ---- */

/* When a server on this store has last said that it lives; 0 where none ever has. */
bool store_read_life(struct store *store, int64_t *time);

/* Adds all gaps, in order. False when reading fails or memory is out. */
bool store_read_gaps(struct store *store, outage_gaps *gaps);

/* Writes; false when the batch is spoilt. A gap that began at the same moment is
 * replaced. */
bool store_put_life(struct store *store, int64_t time);
bool store_put_gap(struct store *store, const outage_gap *gap);

#endif
