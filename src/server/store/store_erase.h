/* Deleting what the store has of a person. What lets somebody in goes at once; chat and seats
 * may be many, and go a slice after another (session/erasing.h): until then the store keeps
 * whom it still has to forget, so that a restart forgets nobody's wish.
 *
 * Where the file is malformed nothing can be deleted: that is missed, and tried again when the
 * store is opened the next time. (SQLite lets no more be written in a transaction that has met
 * a malformed page. So games are read before there is one.) */
#ifndef FLAGFALL_SERVER_STORE_STORE_ERASE_H
#define FLAGFALL_SERVER_STORE_STORE_ERASE_H

#include "server/store/store_games.h"

/* Has the store anything of this person but, perhaps, an account: a seat, a line of chat or
 * a report of one, a browser to be woken, a name as a guest? */
store_answer store_has_traces(struct store *store, const struct person *person);

/* Deletes account, profile, follows, armies, ratings, reports, sessions and places of a person, and
 * notes that the rest is to follow. False when the batch is spoilt. */
bool store_erase_person(struct store *store, const struct person *person);

/* Seats come before chat: an opponent sees them. */
typedef enum store_erase_stage { ERASE_SEATS, ERASE_CHAT, ERASE_DONE } store_erase_stage;

/* Whom the store still has to forget, and how far that has come. */
typedef struct store_erasing {
    struct person person;
    store_erase_stage stage;
    int64_t after; /* the seats at games up to this number have been left */
    bool missed;   /* something could not be deleted: the file is malformed there */
} store_erasing;

/* Somebody; STORE_NONE: nobody, but those of whom no more can be deleted now. */
store_answer store_find_erasing(struct store *store, store_erasing *who);

/* The person's name goes out of a game, which is as the store has it. A damaged one stays
 * damaged. False when the batch is spoilt. */
bool store_leave_game(struct store *store, const store_game *game, const struct person *person);

/* Deletes some of what the person has said, which games it has muted, and by whom it is followed,
 * of all of which there may be any number; `more`: it may not be all. False when the batch is
 * spoilt. */
bool store_erase_chat(struct store *store, const struct person *person, bool *more);

/* How far it has come; whoever is done is forgotten, but for where something was missed. False
 * when the batch is spoilt. */
bool store_put_erasing(struct store *store, const store_erasing *who);

#endif
