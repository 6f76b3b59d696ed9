/* A sorted array: games begin and end seldom, and lists are read often. What must hold: keys are in
 * order, and no key is there twice. */
#include "server/watch/live_list.h"

#include "base/array.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

live_key live_key_of(const store_game *game) {
    live_key key = {0, game->number};
    for (int seat = FF_RED; seat <= FF_BLUE; seat++)
        if (game->seat[seat].rating != STORE_NULL)
            key.rating += game->seat[seat].rating;
    return key;
}

void live_list_free(live_list *list) {
    free(list->keys);
    *list = (live_list){0};
}

static bool comes_before(const live_key *a, const live_key *b) {
    return a->rating != b->rating ? a->rating > b->rating : a->number > b->number;
}

/* Where the key stands, or would. */
static size_t place_of(const live_list *list, const live_key *key) {
    size_t low = 0, high = list->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (comes_before(&list->keys[middle], key))
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static bool has(const live_list *list, size_t place, const live_key *key) {
    return place < list->count && list->keys[place].rating == key->rating &&
           list->keys[place].number == key->number;
}

/* Of a full list the last falls out; it comes back, where there is room again, with the next change
 * of its game. */
void live_list_put(live_list *list, const store_game *game) {
    live_key key = live_key_of(game);
    size_t place = place_of(list, &key);
    if (has(list, place, &key) || place >= LIVE_LIST_MOST)
        return;
    live_key *keys = array_with_room(list->keys, list->count, &list->room, sizeof *keys);
    if (!keys)
        return;
    list->keys = keys;
    size_t kept = list->count < LIVE_LIST_MOST ? list->count : LIVE_LIST_MOST - 1;
    memmove(&keys[place + 1], &keys[place], (kept - place) * sizeof key);
    keys[place] = key;
    list->count = kept + 1;
    assert(place == 0 || comes_before(&keys[place - 1], &key));
    assert(place + 1 == list->count || comes_before(&key, &keys[place + 1]));
}

void live_list_drop(live_list *list, const live_key *key) {
    size_t place = place_of(list, key);
    if (!has(list, place, key))
        return;
    list->count--;
    memmove(&list->keys[place], &list->keys[place + 1], (list->count - place) * sizeof *key);
}

/* A page begins behind a key and not at a number, so that games which begin or end between two
 * pages neither repeat a row nor skip one; the key's own game may be over by then. */
size_t live_list_page(const live_list *list, const live_key *after, live_key *keys, size_t most) {
    size_t place = after ? place_of(list, after) : 0;
    if (after && has(list, place, after))
        place++;
    size_t count = list->count - place < most ? list->count - place : most;
    if (count > 0)
        memcpy(keys, &list->keys[place], count * sizeof *keys);
    return count;
}
