/* Tables: the games that are in memory, each with the seat of a guest and a
 * computer player opposite.
 *
 * A table is rebuilt from the store's log when somebody asks for it and forgotten
 * when nobody does. What is played goes into the game and into the store's open
 * turn; the end of the turn either keeps both or, where the store fails, takes
 * both back (`tables_end_turn`). Nothing may be sent before that.
 *
 * One thread. */
#ifndef FLAGFALL_SERVER_TABLES_H
#define FLAGFALL_SERVER_TABLES_H

#include "server/opponents.h"
#include "server/store.h"

/* The computer player of that name, or null. */
const ff_player_kind *opponents_find(const ff_opponents *opponents, ff_span name);

typedef struct ff_table ff_table;
struct ff_table {
    store_game row;
    const ff_edition *edition;
    const ff_player_kind *opponent; /* null: this server has no such player any more */
    ff_game *game;                  /* null: to be read from the store again */
    unsigned acts;                  /* entries of the log that are in `game` */
    char letters[FF_ZONE_MAX + 1];  /* the owner's army, empty before it is given */
    void *followers;                /* the hub's: who hears of this game; null: nobody */
    bool asked;                     /* the computer has been asked and owes an answer */
    bool waiting;                   /* the computer is to be asked */
    /* The rest is the tables' own. */
    bool changed; /* something of this turn is not committed yet */
    bool created; /* and the game itself is of this turn */
    bool touched;
    ff_table *next_in_bucket;
    ff_table *next_touched;
    ff_table *next_waiting;
};

typedef struct ff_tables ff_tables;

/* Null when memory is out. Store and opponents must outlive the tables. */
ff_tables *tables_new(ff_store *store, const ff_opponents *opponents);
void tables_free(ff_tables *tables);

/* The game of that id: from memory or from the store. With an owner only if it is
 * that guest's; whose game it is does not change the answer otherwise. */
store_answer tables_find(ff_tables *tables, ff_span id, const ff_guest *owner, ff_table **table);

/* A new game, `row` without its summary, in the store's turn. Null when memory is
 * out or the store fails. */
ff_table *tables_add(ff_tables *tables, const store_game *row);

/* What came of an act: done (and in the store's turn), refused by the rules, or
 * spoilt by the store or a lack of memory. */
typedef enum act_outcome { ACT_DONE, ACT_REFUSED, ACT_SPOILT } act_outcome;

/* Plays an act; `reason` (may be null) is filled for a refused move, `why` (may be
 * null) for a refused set-up. */
act_outcome tables_play(ff_tables *tables, ff_table *table, const store_act *act, ff_reason *reason,
                        ff_setup_reason *why);

phase table_phase(const ff_table *table);

/* What the owner of the game may know. */
void table_view(const ff_table *table, ff_view *view);

/* The computer's seat, and what it may know. */
ff_seat table_computer_seat(const ff_table *table);
void table_computer_view(const ff_table *table, ff_view *view);

/* Does the computer owe a set-up or a move? */
bool table_is_computers(const ff_table *table);

/* The line of tables whose computer is to be asked, first come first served. */
void tables_wait(ff_tables *tables, ff_table *table);
ff_table *tables_next_waiting(ff_tables *tables);

/* Looks at the table again at the end of the turn, to forget it if it is idle. */
void tables_touch(ff_tables *tables, ff_table *table);

/* Ends the turn. Where the store has committed, what was played stands; otherwise
 * the changed tables go back to what the store has, to be read again when asked
 * for, and `orphaned` is called for those that never came to be, which are gone
 * after it. Tables without followers whose computer is not at work are forgotten. */
typedef void tables_orphaned(void *context, ff_table *table);
void tables_end_turn(ff_tables *tables, bool committed, tables_orphaned *orphaned, void *context);

/* How many are in memory. */
size_t tables_count(const ff_tables *tables);

#endif
