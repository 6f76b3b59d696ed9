/* People: whom a cookie stands for, and how they are called in a seat. The one place
 * that knows that a guest may have signed in. */
#ifndef FLAGFALL_SERVER_PEOPLE_H
#define FLAGFALL_SERVER_PEOPLE_H

#include "server/store_games.h"

/* The person of a connection, by the hash of its cookie: the guest, as long as nobody
 * has signed in with it. False when the store cannot be read. */
bool people_of_cookie(ff_store *store, const ff_person *cookie, ff_person *person);

/* Seats a person: kind, key, name and rating. False when the store cannot be read. */
bool people_sit(ff_store *store, const ff_person *person, store_seat *seat);

/* The person whose account has this name. */
store_answer people_find(ff_store *store, ff_span name, ff_person *person);

#endif
