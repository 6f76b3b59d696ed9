/* Looks through a whole store, for the host: `flagfall admin check`, and copies it, which looks
 * through the copy: `flagfall admin backup`.
 * Reads only, by a connection of its own; a server may run on the store meanwhile. */
#ifndef FLAGFALL_SERVER_TRANSFER_STORE_CHECK_H
#define FLAGFALL_SERVER_TRANSFER_STORE_CHECK_H

#include "server/store/store_games.h"

typedef struct store_report {
    uint64_t games;    /* that have been looked at */
    uint64_t damaged;  /* of these */
    uint64_t problems; /* in all, of the file too */
} store_report;

/* Who looks at a game, and who hears of it. `inspect` says what is wrong with a game by the
 * rules, null where it is sound (play/inspection.h): the store itself knows no rules. `problem`
 * hears a line without its end, "game=ID problem=log"; and `progress`, where it is not null,
 * now and then how far it is. */
typedef struct store_check_hears {
    void *context;
    const char *(*inspect)(struct store *store, const store_game *game);
    void (*problem)(void *context, const char *line);
    void (*progress)(void *context, uint64_t games);
} store_check_hears;

/* SQLite's integrity_check and foreign_key_check, and of each game what `inspect` looks
 * at. False with a message where it is no store of this schema, or cannot be read at all. */
bool store_check(const char *path, const store_check_hears *hears, store_report *report,
                 ff_error *error);

/* Copies the store in `path` to a new file, as it is at one moment, whether a server runs
 * on it or not; the server goes on meanwhile. The copy is looked through by `store_check`,
 * and is there only when it is whole and on the disk: problems that it has are the store's.
 * False with a message, and no file; the message is about the store where it is
 * FF_ERROR_UNSUPPORTED, else about the copy. */
bool store_back_up(const char *path, const char *copy, const store_check_hears *hears,
                   store_report *report, ff_error *error);

#endif
