/* Games in the store, and the log of what was done in them (store_game.h has both as values).
 *
 * The log is the truth; every game is rebuilt from it and from the text of its rules,
 * which is kept with it, so that an edition that changes later changes no game. Phase,
 * plies and ending are kept beside it, so that lists need no replay. All of it is sealed
 * (store_seal.h): a game that is not what was written is told from one that is. */
#ifndef FLAGFALL_SERVER_STORE_STORE_GAMES_H
#define FLAGFALL_SERVER_STORE_STORE_GAMES_H

#include "flagfall/base.h"
#include "server/store/store_game.h"

/* ---- writing; false when the batch is spoilt ---- */

/* `rules` is the text of the edition, as `ff_edition_write` gives it. Sets the
 * game's number. */
bool store_add_game(struct store *store, store_game *game, ff_span rules);

/* What may change in a game: times, summary, invitation, rematch; and a seat. Each seals
 * what `game` says. Where the store's game is not the one any more that `game` was (its seal
 * tells), the batch is spoilt, and has met a conflict (store.h): it has to be read again. */
bool store_update_game(struct store *store, store_game *game);
bool store_update_seat(struct store *store, store_game *game, ff_seat seat);

/* Of several servers on a store no other changes the game until the batch ends. `changed`: one has,
 * since `game` was read. */
bool store_hold_game(struct store *store, const store_game *game, bool *changed);

/* Takes a game out, with all that belongs to it. */
bool store_drop_game(struct store *store, const store_game *game);

/* The act's `number` counts from 0 within its game; `game` is as it is after the act,
 * and updated, its `log` too. */
bool store_add_act(struct store *store, store_game *game, unsigned number, const store_act *act);

/* ---- reading one; STORE_DAMAGED where its row, its log or its rules are not what was
 * written, or cannot be read because the file is malformed there ---- */

/* The game of that id, whosever it is. Of a damaged one `game` is what can be read, with
 * `number` 0 where that is nothing. */
store_answer store_find_game(struct store *store, ff_span id, store_game *game);

/* Asks early (store_ask) for what finding that game will read, and, where its `number` is known,
 * visiting its acts from `acts` on. */
void store_ask_game(struct store *store, ff_span id, int64_t number, unsigned acts);

/* The game of that number. */
store_answer store_find_number(struct store *store, int64_t number, store_game *game);

/* The game with that invitation. */
store_answer store_find_code(struct store *store, const char *code, store_game *game);

/* The text of its rules. Where that is damaged but of a built-in edition, that edition's. */
store_answer store_find_rules(struct store *store, const store_game *game, ff_buffer *text);

/* The id of the game that is its rematch. */
store_answer store_find_next(struct store *store, const store_game *game, char next[GAME_ID_SIZE]);

/* How far a log has been read; all zeros: not begun. */
typedef struct store_log {
    unsigned acts;
    int64_t sum; /* of these */
    bool ended;  /* there are no more */
} store_log;

/* The log of a game, in order, from where `at` is, which goes on with it. STORE_NONE when
 * it has been read to its end and is what was written; STORE_FOUND when the visitor has
 * stopped it by false. */
typedef bool store_act_visitor(void *context, const store_act *act);
store_answer store_visit_acts(struct store *store, const store_game *game, store_log *at,
                              store_act_visitor *visit, void *context);

/* ---- lists; false when reading fails or the visitor stops it. Damaged games are among
 * them, marked: of such a row phase, seats and all else are something, and not the truth ---- */

/* More games than a person may have going on: 20 that it has begun, one in each tournament that is
 * live, and fifteen more in each of its own two exhibitions. */
enum { STORE_OPEN_MOST = 128 };

/* A person's games that go on, newest first, `limit` at most. */
bool store_visit_open(struct store *store, const struct person *person, unsigned limit,
                      store_game_visitor *visit, void *context);

/* A person's games that are over, newest first, `limit` at most, of those with a smaller
 * number than `before`. */
typedef struct store_page {
    int64_t before; /* INT64_MAX: from the newest */
    unsigned limit;
} store_page;
bool store_visit_over(struct store *store, const struct person *person, const store_page *page,
                      store_game_visitor *visit, void *context);

/* Games that are being set up or played, oldest first: `limit` at most, of those with a
 * greater number than `after`. */
bool store_visit_going(struct store *store, int64_t after, unsigned limit,
                       store_game_visitor *visit, void *context);

/* Games of one phase (of PHASE_OVER those that never began), oldest first: `limit` at most, of
 * those with a greater number than `after`. */
bool store_visit_phase(struct store *store, phase wanted, int64_t after, unsigned limit,
                       store_game_visitor *visit, void *context);

/* Games that ended before `before` (ms since 1970), in that order: `limit` at most, of those
 * that come after `at`, which goes with them; it begins as all zeros. */
bool store_visit_ended(struct store *store, store_ended *at, int64_t before, unsigned limit,
                       store_game_visitor *visit, void *context);

/* The person's games, oldest first: `limit` at most, of those with a greater number than
 * `after`; damaged ones too. False when reading fails or the visitor stops it. */
bool store_visit_seated(struct store *store, const struct person *person, int64_t after,
                        unsigned limit, store_game_visitor *visit, void *context);

/* When somebody last did something in a game; where nobody has, when it was made. */
bool store_find_last_time(struct store *store, const store_game *game, int64_t *time);

/* The newest challenges to one person, `limit` at most; and the newest games under way that may
 * be watched. */
bool store_visit_directed(struct store *store, const struct person *person, unsigned limit,
                          store_game_visitor *visit, void *context);
bool store_visit_watchable(struct store *store, unsigned limit, store_game_visitor *visit,
                           void *context);

/* How many challenges of a person's nobody has taken yet. */
bool store_count_challenges(struct store *store, const struct person *person, unsigned *offers);

/* How many games a person has, and how many of them go on. */
bool store_count_games(struct store *store, const struct person *person, unsigned *all,
                       unsigned *open);

#endif
