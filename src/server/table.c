#include "server/table.h"

#include "flagfall/notation.h"

#include <string.h>

ff_seat seat_other(ff_seat seat) {
    return seat == FF_RED ? FF_BLUE : FF_RED;
}

const char *seat_word(ff_seat seat) {
    return seat == FF_RED ? "red" : "blue";
}

/* ---- states ---- */

bool table_state_open(table_state *state, const ff_edition *edition) {
    ff_options options = {.ply_limit = edition->host_cap};
    *state = (table_state){.game = ff_game_new(edition, &options), .draw = FF_NOBODY};
    return state->game != NULL;
}

void table_state_close(table_state *state) {
    ff_game_free(state->game);
    *state = (table_state){.draw = FF_NOBODY};
}

/* ---- acts ---- */

typedef bool applier(table_state *state, const ff_edition *edition, const store_act *act,
                     act_refusal *refusal);

static bool apply_setup(table_state *state, const ff_edition *edition, const store_act *act,
                        act_refusal *refusal) {
    ff_setup setup;
    refusal->why = ff_setup_parse(ff_span_of(act->text), edition, &setup, NULL);
    if (refusal->why != FF_SETUP_OK ||
        !ff_game_set_up(state->game, (ff_seat)act->seat, &setup, &refusal->why))
        return false;
    memcpy(state->letters[act->seat], act->text, sizeof act->text);
    return true;
}

/* Where the forfeit rule holds, a refused move may end the game: then it belongs
 * into the log. */
static bool apply_move(table_state *state, const ff_edition *edition, const store_act *act,
                       act_refusal *refusal) {
    unsigned from, to;
    (void)edition;
    refusal->reason = FF_GAME_OVER;
    if (ff_game_is_over(state->game) || !ff_move_parse(ff_span_of(act->text), &from, &to, NULL))
        return false;
    refusal->reason = ff_game_move(state->game, (ff_seat)act->seat, from, to);
    return refusal->reason == FF_LEGAL || ff_game_is_over(state->game);
}

static bool find_ending(const char *word, ff_ending *ending) {
    for (int e = FF_BY_FLAG; e <= FF_BY_ABORT; e++) {
        if (strcmp(word, ff_ending_word((ff_ending)e)) == 0) {
            *ending = (ff_ending)e;
            return true;
        }
    }
    return false;
}

static bool apply_end(table_state *state, const ff_edition *edition, const store_act *act,
                      act_refusal *refusal) {
    ff_ending ending;
    (void)edition, (void)refusal;
    return find_ending(act->text, &ending) && ff_game_end(state->game, ending, (ff_seat)act->seat);
}

static applier *const appliers[ACT_KINDS] = {
    [ACT_SETUP] = apply_setup,
    [ACT_MOVE] = apply_move,
    [ACT_END] = apply_end,
};

bool table_apply(table_state *state, const ff_edition *edition, const store_act *act,
                 act_refusal *refusal) {
    bool of_seat = act->seat == FF_RED || act->seat == FF_BLUE;
    if (act->kind >= ACT_KINDS || (!of_seat && act->kind != ACT_END) || act->seat > FF_NOBODY)
        return false;
    if (!appliers[act->kind](state, edition, act, refusal))
        return false;
    state->acts++;
    state->time = act->time;
    return true;
}

/* ---- what a table knows ---- */

bool table_is_waiting(const ff_table *table) {
    return table->row.seat[FF_RED].kind == SEAT_FREE || table->row.seat[FF_BLUE].kind == SEAT_FREE;
}

phase table_phase_of(const ff_table *table, const table_state *state) {
    if (ff_game_is_over(state->game))
        return PHASE_OVER;
    if (table_is_waiting(table))
        return PHASE_WAITING;
    return ff_game_is_set_up(state->game, FF_NOBODY) ? PHASE_PLAY : PHASE_SETUP;
}

phase table_phase(const ff_table *table) {
    return table_phase_of(table, &table->now);
}

const table_state *table_seen_by(const ff_table *table, ff_seat viewer) {
    bool later = table->delayed && viewer == FF_NOBODY && !ff_game_is_over(table->now.game);
    return later ? &table->past : &table->now;
}

ff_seat table_viewer(const ff_table *table, const ff_person *person) {
    return game_seat_of(&table->row, person);
}

void table_view(const ff_table *table, ff_seat viewer, ff_view *view) {
    ff_game_view(table_seen_by(table, viewer)->game, viewer, table->row.terms.memory, view);
}

void table_summarize(ff_table *table) {
    ff_view view;
    store_game *row = &table->row;
    ff_game_view(table->now.game, FF_NOBODY, row->terms.memory, &view);
    row->phase = (uint8_t)table_phase(table);
    row->plies = view.plies;
    row->result = view.result;
    row->ending = view.ending;
    if (!row->started && ff_game_is_set_up(table->now.game, FF_NOBODY))
        row->started = table->now.time;
    if (!row->ended && row->phase == PHASE_OVER)
        row->ended = table->now.time;
}

bool table_awaits_computer(const ff_table *table, ff_seat seat) {
    ff_view view;
    if (!table->computer[seat] || table->now.paused)
        return false;
    switch (table_phase(table)) {
    case PHASE_SETUP:
        return !ff_game_is_set_up(table->now.game, seat);
    case PHASE_PLAY:
        table_view(table, seat, &view);
        return view.turn == seat;
    default:
        return false;
    }
}
