/* Tables: the games that are in memory.
 *
 * A table is rebuilt from the store's log when somebody asks for it and forgotten
 * when nobody does. What is played goes into the game and into the store's open
 * batch; the end of the batch either keeps both or, where the store fails, takes
 * both back (`tables_end_batch`). Nothing may be sent before that.
 *
 * One thread. */
#ifndef FLAGFALL_SERVER_PLAY_TABLES_H
#define FLAGFALL_SERVER_PLAY_TABLES_H

#include "server/play/server_clock.h"
#include "server/play/table.h"

/* The computer player of that name, or null. */
const ff_player_kind *opponents_find(const struct opponents *opponents, ff_span name);

struct tables;

/* Null when memory is out or the store cannot be read. Store and opponents must outlive
 * the tables. */
struct tables *tables_new(struct store *store, const struct opponents *opponents, time_pair now);
void tables_free(struct tables *tables);

/* May this person see the game at all? Sit in it? */
typedef bool tables_access(const store_game *game, const struct person *person);
bool access_seated(const store_game *game, const struct person *person);
bool access_seen(const store_game *game, const struct person *person);

/* The game of that id, from memory or from the store, if `access` (null: always) lets
 * this person in: otherwise it is as unknown, in as much time, as one that never was.
 * STORE_DAMAGED for everybody where it is damaged: nobody can tell any more whose it is. */
store_answer tables_find(struct tables *tables, ff_span id, tables_access *access,
                         const struct person *person, struct table **table);

/* A new game, `row` without its summary and time, in the store's batch. `edition` null: a built-in
 * one by the row's id. Null when memory is out or the store fails. */
struct table *tables_add(struct tables *tables, const store_game *row, const ff_edition *edition);

/* What came of an act: done (and in the store's batch), refused by the rules, or
 * spoilt by the store or a lack of memory. */
typedef enum act_outcome { ACT_DONE, ACT_REFUSED, ACT_SPOILT } act_outcome;

/* Plays an act, at the present time. `refusal` may be null. */
act_outcome tables_play(struct tables *tables, struct table *table, const store_act *act,
                        act_refusal *refusal);

/* Ends a game that the board does not end; the seat loses, FF_NOBODY: nobody. */
act_outcome tables_finish(struct tables *tables, struct table *table, ff_ending ending,
                          ff_seat seat);

/* The seat has been taken, and with it both: the time to set up runs, if there is one. */
act_outcome tables_begin(struct tables *tables, struct table *table, ff_seat seat);

/* Plays a set-up and keeps its commitment; the salt is hexadecimal digits as in
 * commitment.h, or empty: a fresh one is made. */
act_outcome tables_set_up(struct tables *tables, struct table *table, const store_act *act,
                          ff_span salt, act_refusal *refusal);

/* The row, or a seat of it, has been changed: keeps it, unless the game has been dropped. False
 * when the batch is spoilt. */
bool tables_update(struct tables *tables, struct table *table);
bool tables_update_seat(struct tables *tables, struct table *table, ff_seat seat);

/* Ends a game that has not begun, for nobody, and takes it out of the store. It is
 * gone when nobody follows it any more. False when the batch is spoilt. */
bool tables_drop(struct tables *tables, struct table *table);

/* The game goes out of the store: where it was the rematch of one in memory, that one has none any
 * more, and its followers are told. */
void tables_forget_next(struct tables *tables, const store_game *gone);

/* From now on spectators see games under way so many milliseconds later. To be called
 * before there are tables. */
void tables_delay(struct tables *tables, int64_t milliseconds);

/* With how many milliseconds spectators see a game: the host's or its own, whichever is longer. */
int64_t tables_delay_of(const struct tables *tables, const store_game *game);

/* Brings what spectators of a delayed game see up to date; `changed` (may be null) says
 * whether that was anything that they see. False when the store cannot be read or memory is out:
 * then they see less. */
bool tables_advance(struct tables *tables, struct table *table, bool *changed);

/* Goes through the tables in memory that are sound, and whose row is known: that of one which was
 * taken back is read again first. And through those of them that spectators see later. */
typedef void tables_visitor(void *context, struct table *table);
void tables_visit(struct tables *tables, tables_visitor *visit, void *context);
uint64_t tables_visited(const struct tables *tables); /* how many, by tables_visit, in all */
void tables_visit_delayed(struct tables *tables, tables_visitor *visit, void *context);

/* The line of tables where a computer is to be asked, first come first served. */
void tables_wait(struct tables *tables, struct table *table);
struct table *tables_next_waiting(struct tables *tables);

/* How many are in that line. */
size_t tables_count_waiting(const struct tables *tables);

/* Looks at the table again at the end of the batch, to forget it if it is idle. */
void tables_touch(struct tables *tables, struct table *table);

/* Whom it concerns what another server has done in a game: a bit for each seat that has planned
 * something, which is for its own eyes; or all. 0: nothing is new. */
enum { NEWS_OF_RED = 1 << FF_RED, NEWS_OF_BLUE = 1 << FF_BLUE, NEWS_OF_ALL = 1 << FF_NOBODY };

/* Another server on this store has changed the game of that id: where it is in memory it is brought
 * up to `row`, what the store has of it now; null: it is gone. In a batch that has changed nothing.
 */
unsigned tables_refresh(struct tables *tables, ff_span id, const store_game *row);

/* Before somebody acts: no other server changes the game until the end of the batch. What one has
 * done before is brought in, as by tables_refresh. Does nothing where this server has its store
 * alone. */
unsigned tables_hold(struct tables *tables, struct table *table);

/* It is not known what others have changed, or another time counts: all games in memory are read
 * again. In a batch that has changed nothing. */
void tables_reread(struct tables *tables);

/* Ends the batch. Where the store has committed, what was played stands; otherwise
 * the changed tables go back to what the store has, to be read again when asked
 * for, and `orphaned` is called for those that never came to be, which are gone
 * after it. Tables without followers are forgotten where no computer is at work; where a
 * clock runs, all but when it runs out. */
typedef void tables_orphaned(void *context, struct table *table);
void tables_end_batch(struct tables *tables, bool committed, tables_orphaned *orphaned,
                      void *context);

/* A game that has been found damaged and not been told of yet, to be logged; null where
 * there is none. `damage` and the row's id may be read. */
struct table *tables_next_damaged(struct tables *tables);

/* It has been mended, or taken out of the store: it is read again when asked for. */
void tables_forget_damage(struct tables *tables, ff_span id);

/* Grows whenever a game begins, gets its second person, or goes into another phase. */
unsigned long tables_turnover(const struct tables *tables);

/* The time by which the games are played. */
server_clock *tables_time(struct tables *tables);

/* Of all clocks that run, the table whose is the first to run out, and when, in the time
 * that counts; null where none runs. Its game need not be in memory. */
struct table *tables_next_out(const struct tables *tables, int64_t *when);

/* Forgets when that clock runs out, until the game is read again. */
void tables_drop_out(struct tables *tables, struct table *table);

/* The game of that id where it is in memory and sound, and its row is known; its state may not be
 * there. */
struct table *tables_peek(struct tables *tables, ff_span id);

/* Is that game in memory? */
bool tables_have(struct tables *tables, ff_span id);

/* How many are in memory. */
size_t tables_count(const struct tables *tables);

#endif
