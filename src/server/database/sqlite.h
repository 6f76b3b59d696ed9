/* SQLite's own connection of a store, for who has to do with SQLite itself: tests that break its
 * disk. */
#ifndef FLAGFALL_SERVER_DATABASE_SQLITE_H
#define FLAGFALL_SERVER_DATABASE_SQLITE_H

#include "server/database/store_state.h"

#include <sqlite3.h>

sqlite3 *sqlite_of(const struct store *store);

#endif
