/* How a store is opened and closed. */
#ifndef FLAGFALL_SERVER_STORE_STORE_OPEN_H
#define FLAGFALL_SERVER_STORE_STORE_OPEN_H

#include "flagfall/base.h"
#include "server/database/store.h"

/* Opens or creates the file, and brings one of an older Flagfall up to date. Null with
 * a message when it cannot be read and written, is something else, or was written by a
 * newer Flagfall. */
struct store *store_open(const char *location, ff_error *error);

/* The same of a store that is there: null with a message where the location is empty. */
struct store *store_open_existing(const char *location, ff_error *error);

/* Opens an empty location for who fills it: its tables are made in a batch that is left open, and
 * has to be ended before anything else is asked of it. Null with a message where it is not empty.
 */
struct store *store_open_empty(const char *location, ff_error *error);

/* False with a message where a file is named and there is none. Of a database it says nothing: that
 * is found out by opening it. */
bool store_is_there(const char *location, ff_error *error);

/* Are all batches of its journal found? False with a message where opening it would lose some. */
bool store_is_whole(const char *location, ff_error *error);

/* The same as one of several servers on it (store_nodes.h). It is brought up to date only where no
 * other runs. */
struct store *store_open_node(const char *location, ff_error *error);

/* Opens the file that a server has in use, to read what is committed in it and nothing else:
 * for another thread, which keeps nobody waiting. Null with a message. */
struct store *store_open_reader(const char *location, ff_error *error);

/* The same for as long as one answer takes: it sees one moment, that of its first look, whatever is
 * committed meanwhile. */
struct store *store_open_snapshot(const char *location, ff_error *error);

/* Takes back what was not committed, and closes. */
void store_close(struct store *store);

#endif
