/* Is a stored game sound, and can it be mended? The log is played into a table that nobody else
 * sees; whatever comes of it is compared with the row, or, to mend the game, written into it. What
 * must hold: to inspect writes nothing; to mend takes the log for the truth, and the row from it.
 */
#include "server/play/inspection.h"

#include "server/play/table.h"

#include <string.h>

typedef struct playing {
    struct table table;
    store_log log;
    bool refused; /* by the rules, or memory is out */
} playing;

/* Times come from the acts, which tell when the armies stood and when the game ended. */
static bool play(void *context, const store_act *act) {
    playing *at = context;
    struct table *table = &at->table;
    act_refusal refusal;
    at->refused =
        at->refused || !table_apply(&table->now, &table->edition, act, act->time, &refusal);
    if (!at->refused)
        table_summarize(table);
    return true;
}

/* Plays the game anew from its rules and its log. Null, or what stops it. To be closed by
 * `table_state_close` even then. A wrong sum of the log is no matter here. */
static const char *play_all(struct store *store, const store_game *row, playing *at) {
    *at = (playing){.table.row = *row};
    at->table.row.started = at->table.row.ended = 0;
    store_answer rules = table_read_rules(store, &at->table);
    if (rules != STORE_FOUND)
        return rules == STORE_FAILED ? "store" : "rules";
    if (!table_state_open(&at->table.now, &at->table.edition, &row->terms))
        return "memory";
    table_summarize(&at->table);
    store_answer read = store_visit_acts(store, row, &at->log, play, at);
    if (read == STORE_FAILED)
        return "store";
    return !at->log.ended ? "log" : at->refused ? "replay" : NULL;
}

static bool keeps_promises(const struct table *table) {
    for (int i = FF_RED; i <= FF_BLUE; i++) {
        const store_seat *seat = &table->row.seat[i];
        const struct commitment what = {table->row.edition, seat_word((ff_seat)i),
                                        ff_span_of(table->now.letters[i]), ff_span_of(seat->salt)};
        if (seat->commitment[0] && table->now.letters[i][0] &&
            commitment_verify(&what, ff_span_of(seat->commitment)) != COMMITMENT_OK)
            return false;
    }
    return true;
}

/* The most telling fault: a log whose sum is wrong explains why it cannot be played. */
const char *inspection_fault(struct store *store, const store_game *row) {
    playing at;
    if (row->damaged)
        return "row";
    const char *fault = play_all(store, row, &at);
    if (!fault || strcmp(fault, "replay") == 0)
        fault = at.log.sum != row->log ? "log" : fault;
    const store_game *played = &at.table.row;
    if (!fault && (row->phase != played->phase || row->plies != played->plies ||
                   row->result != played->result || row->ending != played->ending))
        fault = "summary";
    if (!fault && !keeps_promises(&at.table))
        fault = "commitment";
    table_state_close(&at.table.now);
    return fault;
}

/* ---- mending ---- */

/* A row that is not found again by its own id would be lost: then nothing is written. */
static bool write_back(struct store *store, store_game *row) {
    store_game again;
    row->damaged = false;
    return store_update_seat(store, row, FF_RED) && store_update_seat(store, row, FF_BLUE) &&
           (store_find_game(store, ff_span_of(row->id), &again) == STORE_FOUND ||
            store_spoil(store));
}

bool inspection_mend(struct store *store, ff_span id, ff_error *error) {
    playing at;
    store_game row;
    store_answer found = store_find_game(store, id, &row);
    if (found == STORE_NONE)
        return ff_fail(error, FF_ERROR_UNKNOWN, 0, 0, "there is no such game");
    if (!row.number)
        return ff_fail(error, FF_ERROR_SYSTEM, 0, 0, "its row cannot be read: %s",
                       store_trouble(store));
    const char *fault = play_all(store, &row, &at);
    at.table.row.log = at.log.sum;
    bool mended = !fault && write_back(store, &at.table.row);
    if (fault)
        ff_fail(error, FF_ERROR_DAMAGED, 0, 0, "what is left of it cannot be played: %s", fault);
    else if (!mended)
        ff_fail(error, FF_ERROR_SYSTEM, 0, 0, "it cannot be written: %s", store_trouble(store));
    table_state_close(&at.table.now);
    return mended;
}
