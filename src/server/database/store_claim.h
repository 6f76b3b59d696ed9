/* One server a store: it keeps games in memory, and another one on the same file would
 * tell another story of them. */
#ifndef FLAGFALL_SERVER_DATABASE_STORE_CLAIM_H
#define FLAGFALL_SERVER_DATABASE_STORE_CLAIM_H

#include "flagfall/base.h"

/* Claims the file for this process, before it is opened as a store, until it is released
 * after the store has been closed, or the process ends, however it does. False with a
 * message where another server has it. A file that cannot be opened at all is left to
 * `store_open` to complain of: then the claim is -1. So it is of a store in PostgreSQL, which is
 * claimed as it is opened. */
bool store_claim(const char *path, int *claim, ff_error *error);
void store_release(int claim);

#endif
