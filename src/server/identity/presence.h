/* Who is connected: persons, each with as many connections as it has. Asking is a look
 * into a table of hashes. One thread. */
#ifndef FLAGFALL_SERVER_IDENTITY_PRESENCE_H
#define FLAGFALL_SERVER_IDENTITY_PRESENCE_H

#include "server/base/person.h"
#include "server/database/store.h"

#include <stddef.h>

struct presence;

/* Null when memory is out. */
struct presence *presence_new(void);
void presence_free(struct presence *presence);

/* A connection of this person comes (false, and nothing changed, when memory is out), and
 * goes; each that came must go. */
bool presence_enter(struct presence *presence, const struct person *person);
void presence_leave(struct presence *presence, const struct person *person);

bool presence_has(const struct presence *presence, const struct person *person);

/* How many persons there are. */
size_t presence_count(const struct presence *presence);

#endif
