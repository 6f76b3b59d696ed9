/* Games that go on and may be watched, the best rated first: an index in memory, so that a page of
 * the list costs what is on the page. An entry says nothing of its game: who reads the list looks
 * each game up, and drops those that are not what the list takes them for. Pure; one thread. */
#ifndef FLAGFALL_SERVER_WATCH_LIVE_LIST_H
#define FLAGFALL_SERVER_WATCH_LIVE_LIST_H

#include "server/store/store_game.h"

enum { LIVE_LIST_MOST = 20000 }; /* of more the lowest rated are not listed */

/* Where a game stands: of two the one with the higher sum of ratings comes first, then the newer.
 */
typedef struct live_key {
    int64_t rating, number;
} live_key;

/* A player whose rating is not known counts as 0. */
live_key live_key_of(const store_game *game);

typedef struct live_list {
    live_key *keys; /* in order */
    size_t count, room;
} live_list; /* begins as {0} */

void live_list_free(live_list *list);

/* The game is in the list from now on, unless memory is out; or not any more. */
void live_list_put(live_list *list, const store_game *game);
void live_list_drop(live_list *list, const live_key *key);

/* The keys that come behind `after` (null: from the first), `most` at most. Returns how many. */
size_t live_list_page(const live_list *list, const live_key *after, live_key *keys, size_t most);

#endif
