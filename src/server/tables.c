#include "server/tables.h"

#include "flagfall/notation.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { BUCKETS = 4096 };

struct ff_tables {
    ff_store *store;
    const ff_opponents *opponents;
    size_t count;
    ff_table *touched;
    ff_table *first_waiting;
    ff_table *last_waiting;
    ff_table *bucket[BUCKETS];
};

const ff_player_kind *opponents_find(const ff_opponents *opponents, ff_span name) {
    for (size_t i = 0; i < opponents->count; i++)
        if (ff_span_equals(name, opponents->kinds[i]->name))
            return opponents->kinds[i];
    return NULL;
}

ff_tables *tables_new(ff_store *store, const ff_opponents *opponents) {
    ff_tables *tables = calloc(1, sizeof *tables);
    if (tables) {
        tables->store = store;
        tables->opponents = opponents;
    }
    return tables;
}

static void table_free(ff_table *table) {
    ff_game_free(table->game);
    free(table);
}

void tables_free(ff_tables *tables) {
    if (!tables)
        return;
    for (size_t i = 0; i < BUCKETS; i++) {
        for (ff_table *table = tables->bucket[i], *next; table; table = next) {
            next = table->next_in_bucket;
            table_free(table);
        }
    }
    free(tables);
}

size_t tables_count(const ff_tables *tables) {
    return tables->count;
}

/* Ids are random, so any mixing of them will do (FNV-1a). */
static ff_table **bucket_of(ff_tables *tables, ff_span id) {
    uint32_t hash = 2166136261u;
    for (size_t i = 0; i < id.size; i++)
        hash = (hash ^ (unsigned char)id.data[i]) * 16777619u;
    return &tables->bucket[hash % BUCKETS];
}

static ff_table *find_in_memory(ff_tables *tables, ff_span id) {
    ff_table *table = *bucket_of(tables, id);
    while (table && !ff_span_equals(id, table->row.id))
        table = table->next_in_bucket;
    return table;
}

static ff_table *table_new(ff_tables *tables, const store_game *row) {
    ff_table *table = calloc(1, sizeof *table);
    if (!table)
        return NULL;
    table->row = *row;
    table->edition = ff_edition_find(ff_span_of(row->edition));
    table->opponent = opponents_find(tables->opponents, ff_span_of(row->opponent));
    return table;
}

static void link_table(ff_tables *tables, ff_table *table) {
    ff_table **bucket = bucket_of(tables, ff_span_of(table->row.id));
    table->next_in_bucket = *bucket;
    *bucket = table;
    tables->count++;
}

static void unlink_table(ff_tables *tables, ff_table *table) {
    ff_table **at = bucket_of(tables, ff_span_of(table->row.id));
    while (*at != table)
        at = &(*at)->next_in_bucket;
    *at = table->next_in_bucket;
    tables->count--;
}

/* ---- what a table knows ---- */

phase table_phase(const ff_table *table) {
    if (ff_game_is_over(table->game))
        return PHASE_OVER;
    return ff_game_is_set_up(table->game, FF_NOBODY) ? PHASE_PLAY : PHASE_SETUP;
}

void table_view(const ff_table *table, ff_view *view) {
    ff_game_view(table->game, (ff_seat)table->row.seat, table->row.memory, view);
}

ff_seat table_computer_seat(const ff_table *table) {
    return table->row.seat == FF_RED ? FF_BLUE : FF_RED;
}

void table_computer_view(const ff_table *table, ff_view *view) {
    ff_game_view(table->game, table_computer_seat(table), table->row.memory, view);
}

bool table_is_computers(const ff_table *table) {
    ff_seat seat = table_computer_seat(table);
    if (table_phase(table) == PHASE_SETUP)
        return !ff_game_is_set_up(table->game, seat);
    ff_view view;
    table_view(table, &view);
    return view.result == FF_ONGOING && view.ending == FF_BY_NOTHING && view.turn == seat;
}

/* ---- acts ---- */

static bool find_ending(const char *word, ff_ending *ending) {
    for (int e = FF_BY_FLAG; e <= FF_BY_ABORT; e++) {
        if (strcmp(word, ff_ending_word((ff_ending)e)) == 0) {
            *ending = (ff_ending)e;
            return true;
        }
    }
    return false;
}

static bool apply_setup(ff_table *table, const store_act *act, ff_setup_reason *why) {
    ff_setup setup;
    *why = ff_setup_parse(ff_span_of(act->text), table->edition, &setup, NULL);
    if (*why != FF_SETUP_OK || !ff_game_set_up(table->game, (ff_seat)act->seat, &setup, why))
        return false;
    if (act->seat == table->row.seat)
        memcpy(table->letters, act->text, sizeof table->letters);
    return true;
}

/* Where the forfeit rule holds, a refused move may end the game: then it belongs
 * into the log. */
static bool apply_move(ff_table *table, const store_act *act, ff_reason *reason) {
    unsigned from, to;
    if (ff_game_is_over(table->game) || !ff_move_parse(ff_span_of(act->text), &from, &to, NULL)) {
        *reason = FF_GAME_OVER;
        return false;
    }
    *reason = ff_game_move(table->game, (ff_seat)act->seat, from, to);
    return *reason == FF_LEGAL || ff_game_is_over(table->game);
}

/* The one way in which a game changes, live and when it is read back. */
static bool apply(ff_table *table, const store_act *act, ff_reason *reason, ff_setup_reason *why) {
    ff_ending ending;
    if (act->seat != FF_RED && act->seat != FF_BLUE)
        return false;
    switch (act->kind) {
    case ACT_SETUP:
        return apply_setup(table, act, why);
    case ACT_MOVE:
        return apply_move(table, act, reason);
    case ACT_END:
        return find_ending(act->text, &ending) &&
               ff_game_end(table->game, ending, (ff_seat)act->seat);
    default:
        return false;
    }
}

static void summarize(ff_table *table) {
    ff_view view;
    table_view(table, &view);
    table->row.phase = (uint8_t)table_phase(table);
    table->row.plies = view.plies;
    table->row.result = view.result;
}

static bool open_game(ff_table *table) {
    ff_options options = {.ply_limit = table->edition->host_cap};
    table->game = ff_game_new(table->edition, &options);
    table->acts = 0;
    table->letters[0] = 0;
    return table->game != NULL;
}

static bool replay(void *context, const store_act *act) {
    ff_table *table = context;
    ff_reason reason;
    ff_setup_reason why;
    table->acts++;
    return apply(table, act, &reason, &why);
}

/* Rebuilds the game from the log. */
static bool read_back(ff_tables *tables, ff_table *table) {
    if (!table->edition || !open_game(table))
        return false;
    if (store_visit_acts(tables->store, table->row.id, replay, table)) {
        summarize(table);
        return true;
    }
    ff_game_free(table->game);
    table->game = NULL;
    return false;
}

void tables_touch(ff_tables *tables, ff_table *table) {
    if (table->touched)
        return;
    table->touched = true;
    table->next_touched = tables->touched;
    tables->touched = table;
}

act_outcome tables_play(ff_tables *tables, ff_table *table, const store_act *act, ff_reason *reason,
                        ff_setup_reason *why) {
    ff_reason any_reason;
    ff_setup_reason any_why;
    if (!apply(table, act, reason ? reason : &any_reason, why ? why : &any_why))
        return ACT_REFUSED;
    table->changed = true;
    tables_touch(tables, table);
    summarize(table);
    return store_add_act(tables->store, &table->row, table->acts++, act) ? ACT_DONE : ACT_SPOILT;
}

/* ---- waiting for the computer ---- */

void tables_wait(ff_tables *tables, ff_table *table) {
    if (table->waiting)
        return;
    table->waiting = true;
    table->next_waiting = NULL;
    if (tables->last_waiting)
        tables->last_waiting->next_waiting = table;
    else
        tables->first_waiting = table;
    tables->last_waiting = table;
}

ff_table *tables_next_waiting(ff_tables *tables) {
    ff_table *table = tables->first_waiting;
    if (!table)
        return NULL;
    tables->first_waiting = table->next_waiting;
    if (!tables->first_waiting)
        tables->last_waiting = NULL;
    table->waiting = false;
    tables_touch(tables, table);
    return table;
}

static void leave_line(ff_tables *tables, ff_table *table) {
    ff_table *before = NULL;
    for (ff_table *at = tables->first_waiting; at != table; at = at->next_waiting)
        before = at;
    if (before)
        before->next_waiting = table->next_waiting;
    else
        tables->first_waiting = table->next_waiting;
    if (tables->last_waiting == table)
        tables->last_waiting = before;
    table->waiting = false;
}

/* Back to what the store has, to be read when it is asked for. */
static void take_back(ff_tables *tables, ff_table *table) {
    ff_game_free(table->game);
    table->game = NULL;
    tables_wait(tables, table); /* the computer may owe what it has just given */
}

/* ---- finding and adding ---- */

static store_answer find_row(ff_tables *tables, ff_span id, const ff_guest *owner,
                             store_game *row) {
    if (owner)
        return store_find_game(tables->store, id, owner, row);
    char text[GAME_ID_SIZE] = "";
    if (id.size >= sizeof text)
        return STORE_NONE;
    memcpy(text, id.data, id.size);
    return store_find_any_game(tables->store, text, row);
}

/* Has another server on the same store played on? */
static bool is_overtaken(const ff_table *table, const store_game *row) {
    return table->game && !table->changed &&
           (row->plies != table->row.plies || row->phase != table->row.phase);
}

/* The store is asked whose game it is, in memory or not: one path for the games
 * of others and for those that do not exist. */
store_answer tables_find(ff_tables *tables, ff_span id, const ff_guest *owner, ff_table **found) {
    store_game row;
    store_answer answer = find_row(tables, id, owner, &row);
    if (answer != STORE_FOUND)
        return answer;
    ff_table *table = find_in_memory(tables, id);
    if (!table) {
        table = table_new(tables, &row);
        if (!table)
            return STORE_FAILED;
        link_table(tables, table);
    }
    tables_touch(tables, table);
    if (is_overtaken(table, &row))
        take_back(tables, table);
    if (!table->game && !read_back(tables, table))
        return STORE_FAILED;
    *found = table;
    return STORE_FOUND;
}

ff_table *tables_add(ff_tables *tables, const store_game *row) {
    ff_table *table = table_new(tables, row);
    if (!table)
        return NULL;
    if (!table->edition || !open_game(table)) {
        table_free(table);
        return NULL;
    }
    table->changed = table->created = true;
    link_table(tables, table);
    tables_touch(tables, table);
    return store_add_game(tables->store, &table->row) ? table : NULL;
}

/* ---- the end of a turn ---- */

static void forget(ff_tables *tables, ff_table *table) {
    if (table->waiting)
        leave_line(tables, table);
    unlink_table(tables, table);
    table_free(table);
}

void tables_end_turn(ff_tables *tables, bool committed, tables_orphaned *orphaned, void *context) {
    ff_table *table = tables->touched;
    tables->touched = NULL;
    while (table) {
        ff_table *next = table->next_touched;
        bool gone = !committed && table->created;
        if (!committed && table->changed)
            take_back(tables, table);
        table->changed = table->created = table->touched = false;
        if (gone)
            orphaned(context, table);
        if (gone || (!table->followers && !table->asked && !table->waiting))
            forget(tables, table);
        table = next;
    }
    assert(!tables->touched);
}
