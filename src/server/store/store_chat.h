/* Chat in the store: who said what at which game, and who wants to hear none of it. */
#ifndef FLAGFALL_SERVER_STORE_STORE_CHAT_H
#define FLAGFALL_SERVER_STORE_STORE_CHAT_H

#include "server/base/sanitize.h"
#include "server/store/store_games.h"

typedef struct store_line {
    int64_t number; /* within its game, growing */
    uint8_t seat;   /* ff_seat of who has said it; FF_NOBODY: a spectator */
    struct person person;
    char name[SEAT_NAME_SIZE]; /* of an account; empty: a guest's */
    char text[SANITIZE_CHAT_SIZE];
    int64_t time; /* ms since 1970 */
} store_line;

/* ---- writing; false when the batch is spoilt ---- */

bool store_add_line(struct store *store, const store_game *game, const store_line *line);

/* The person hears nobody but itself at this game, or everybody again. */
bool store_set_mute(struct store *store, const store_game *game, const struct person *person,
                    bool on);

/* Deletes what was said at a game before `time` (ms since 1970). */
bool store_drop_chat(struct store *store, const store_game *game, int64_t time);

/* ---- reading ---- */

/* Whose lines of a game are read. */
typedef enum store_room {
    ROOM_SEATS,
    ROOM_WATCHERS,
    ROOM_BOTH,
    ROOM_OWN, /* those of one person */
} store_room;

typedef struct store_chat_page {
    store_room room;
    const struct person *person; /* whose, of ROOM_OWN */
    int64_t before;              /* lines with smaller numbers; INT64_MAX: the newest */
    unsigned limit;
} store_chat_page;

/* The newest lines of the page, in order. The visitor returns false to stop; then, and when
 * reading fails, the result is false. */
typedef bool store_line_visitor(void *context, const store_line *line);
bool store_visit_chat(struct store *store, const store_game *game, const store_chat_page *page,
                      store_line_visitor *visit, void *context);

/* Where a list of all that a person has said goes on: with what was said before this. */
typedef struct store_said_cursor {
    int64_t time, game, number; /* INT64_MAX each: from the newest */
} store_said_cursor;

/* What a person has said, everywhere, with the id of the game; newest first, `limit` lines at
 * most. `at` becomes where the next ones begin. */
typedef bool store_said_visitor(void *context, const char *game, const store_line *line);
bool store_visit_said(struct store *store, const struct person *person, store_said_cursor *at,
                      unsigned limit, store_said_visitor *visit, void *context);

/* The line of a game that has this number. */
store_answer store_read_line(struct store *store, const store_game *game, int64_t number,
                             store_line *line);

/* The first line of a game that was said at this time with this text: how who has read it knows
 * it. */
store_answer store_find_line(struct store *store, const store_game *game, int64_t time,
                             ff_span text, store_line *line);

/* How many lines there are at a game, of those who watch or of those who sit; how many
 * persons have muted it; and how many lines a person has said after `since`. */
bool store_count_lines(struct store *store, const store_game *game, bool watchers, unsigned *count);
bool store_count_mutes(struct store *store, const store_game *game, unsigned *count);
bool store_count_said(struct store *store, const struct person *person, int64_t since,
                      unsigned *count);

/* Was anything said at a game before `time`? False when reading fails. */
bool store_has_chat(struct store *store, const store_game *game, int64_t time);

/* Does the person hear nobody but itself at this game? False when reading fails. */
bool store_is_muted(struct store *store, const store_game *game, const struct person *person,
                    bool *muted);

#endif
