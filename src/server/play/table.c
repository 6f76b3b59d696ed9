/* What acts do to a game. What must hold: an act that is refused has changed nothing; and the
 * same acts come to the same state, live or read back, for nothing here reads a clock or draws
 * by lot. */
#include "server/play/table.h"

#include "flagfall/edition_text.h"
#include "flagfall/notation.h"

#include <assert.h>
#include <string.h>

ff_seat seat_other(ff_seat seat) {
    return seat == FF_RED ? FF_BLUE : FF_RED;
}

const char *seat_word(ff_seat seat) {
    return seat == FF_RED ? "red" : "blue";
}

store_answer table_read_rules(struct store *store, struct table *table) {
    ff_buffer text = {0};
    store_answer answer = store_find_rules(store, &table->row, &text);
    if (answer == STORE_FOUND &&
        !ff_edition_read((ff_span){text.data, text.size}, &table->edition, NULL))
        answer = STORE_DAMAGED;
    ff_buffer_free(&text);
    return answer;
}

/* ---- states ---- */

/* The host's cap is part of the stored rules: a game read back years later ends where it
 * would have ended when it was played. */
static ff_game *new_game(const ff_edition *edition) {
    ff_options options = {.size = sizeof(ff_options), .ply_limit = edition->host_cap};
    return ff_game_new(edition, &options);
}

bool table_state_open(table_state *state, const ff_edition *edition, const game_terms *terms) {
    *state = (table_state){.game = new_game(edition),
                           .draw = FF_NOBODY,
                           .timed = terms->timed,
                           .clock = clock_of(&terms->clock)};
    return state->game != NULL;
}

void table_state_close(table_state *state) {
    ff_game_free(state->game);
    move_times_free(&state->times);
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

static bool is_played(const table_state *state) {
    return ff_game_is_set_up(state->game, FF_NOBODY) && !ff_game_is_over(state->game);
}

/* What was planned for this, by either. */
static void note_move(table_state *state, ff_seat seat) {
    ff_view view;
    ff_game_view(state->game, FF_NOBODY, false, &view);
    assert(view.plies > 0);
    const ff_event *event = &view.events[view.plies - 1];
    plan_moved(&state->plan[seat], event->move);
    plan_meet(&state->plan[seat_other(seat)], event, state->draw == seat);
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
    if (refusal->reason != FF_LEGAL && !ff_game_is_over(state->game))
        return false;
    if (state->draw == seat_other((ff_seat)act->seat))
        state->draw = FF_NOBODY;       /* who moves on has declined */
    if (!ff_game_is_over(state->game)) /* else it may have been no ply */
        note_move(state, (ff_seat)act->seat);
    return true;
}

static bool apply_plan(table_state *state, const ff_edition *edition, const store_act *act,
                       act_refusal *refusal) {
    plan_pair pair;
    struct plan *of = &state->plan[act->seat];
    (void)edition, (void)refusal;
    if (!is_played(state))
        return false;
    bool adds = act->text[0] && strcmp(act->text, "illegal") != 0;
    if (adds && !(plan_read(ff_span_of(act->text), &pair) && plan_add(of, &pair)))
        return false;
    if (!adds)
        plan_drop(of, act->text[0] ? PLAN_ILLEGAL : PLAN_GOES_ON);
    of->acts++;
    return true;
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

/* An ending is an act of the log as moves are: that somebody's time was up is decided once,
 * by the server that saw it, and never again by a clock when the game is read back. */
static bool apply_end(table_state *state, const ff_edition *edition, const store_act *act,
                      act_refusal *refusal) {
    ff_ending ending;
    (void)edition, (void)refusal;
    return find_ending(act->text, &ending) && ff_game_end(state->game, ending, (ff_seat)act->seat);
}

/* Starts the clocks for setting up: it is the moment, not the game, that the log keeps by it. */
static bool apply_begin(table_state *state, const ff_edition *edition, const store_act *act,
                        act_refusal *refusal) {
    (void)edition, (void)act, (void)refusal;
    return !ff_game_is_over(state->game);
}

/* Of a spectator's view: how many plies there were everybody may know. */
static unsigned plies_of(const ff_game *game) {
    ff_view view;
    ff_game_view(game, FF_NOBODY, false, &view);
    return view.plies;
}

static bool apply_draw(table_state *state, const ff_edition *edition, const store_act *act,
                       act_refusal *refusal) {
    bool offers = strcmp(act->text, "offer") == 0;
    (void)edition, (void)refusal;
    if (!is_played(state))
        return false;
    state->draw = offers ? act->seat : FF_NOBODY;
    if (offers)
        state->offered[act->seat] = (uint16_t)(plies_of(state->game) + 1);
    return true;
}

static bool apply_pause(table_state *state, const ff_edition *edition, const store_act *act,
                        act_refusal *refusal) {
    bool on = strcmp(act->text, "on") == 0;
    (void)edition, (void)refusal;
    if (ff_game_is_over(state->game) || state->paused == on)
        return false;
    state->paused = on;
    return true;
}

/* What it does is the clock's. */
static bool apply_vacation(table_state *state, const ff_edition *edition, const store_act *act,
                           act_refusal *refusal) {
    bool on = strcmp(act->text, "on") == 0;
    (void)edition, (void)refusal;
    return !ff_game_is_over(state->game) && state->timed && clock_days(&state->clock.terms) &&
           state->clock.away[act->seat] != on;
}

/* The seats move in turn, so its last move is the last ply or the one before. */
static unsigned plies_before(const ff_view *view, ff_seat seat) {
    unsigned back = view->turn == seat ? 2 : 1;
    return view->plies >= back ? view->plies - back : view->plies;
}

/* The first plies of a game, played again. */
static bool play_again(const table_state *state, const ff_edition *edition, const ff_view *view,
                       unsigned plies, ff_game *again) {
    assert(plies <= view->plies);
    for (int seat = FF_RED; seat <= FF_BLUE; seat++) {
        ff_setup setup;
        if (ff_setup_parse(ff_span_of(state->letters[seat]), edition, &setup, NULL) !=
                FF_SETUP_OK ||
            !ff_game_set_up(again, (ff_seat)seat, &setup, NULL))
            return false;
    }
    for (unsigned i = 0; i < plies; i++) {
        ff_move move = view->events[i].move;
        ff_seat seat = i % 2 ? FF_BLUE : FF_RED;
        if (ff_game_move(again, seat, FF_FROM(move), FF_TO(move)) != FF_LEGAL)
            return false;
    }
    return true;
}

/* A game cannot be unplayed: battles have told ranks, and counters have gone on. The plies
 * that remain are played again into a new one, and only a whole one takes the old one's
 * place. */
static bool apply_takeback(table_state *state, const ff_edition *edition, const store_act *act,
                           act_refusal *refusal) {
    ff_view view;
    (void)refusal;
    if (!is_played(state))
        return false;
    ff_game_view(state->game, FF_NOBODY, false, &view);
    unsigned plies = plies_before(&view, (ff_seat)act->seat);
    ff_game *again = plies < view.plies ? new_game(edition) : NULL;
    if (!again || !play_again(state, edition, &view, plies, again)) {
        ff_game_free(again);
        return false;
    }
    ff_game_free(state->game);
    state->game = again;
    state->takebacks++;
    state->played_again += plies;
    return true;
}

static applier *const appliers[ACT_KINDS] = {
    [ACT_SETUP] = apply_setup, [ACT_MOVE] = apply_move, [ACT_END] = apply_end,
    [ACT_BEGIN] = apply_begin, [ACT_DRAW] = apply_draw, [ACT_TAKEBACK] = apply_takeback,
    [ACT_PAUSE] = apply_pause, [ACT_PLAN] = apply_plan, [ACT_VACATION] = apply_vacation,
};

/* ---- the clock of the acts ---- */

static void clock_after(table_state *state, const store_act *act, int64_t now) {
    ff_seat seat = (ff_seat)act->seat;
    if (act->kind == ACT_BEGIN)
        clock_set_up(&state->clock, now);
    else if (act->kind == ACT_SETUP) {
        clock_ready(&state->clock, seat, now);
        if (ff_game_is_set_up(state->game, FF_NOBODY))
            clock_begin(&state->clock, FF_RED, now);
    } else if (act->kind == ACT_MOVE) {
        clock_press(&state->clock, seat, now);
        if (act->left != STORE_NULL) /* it is in the log: no error grows from move to move */
            state->clock.left_ms[seat] = act->left;
    } else if (act->kind == ACT_TAKEBACK)
        clock_turn(&state->clock, seat, now);
    else if (act->kind == ACT_PAUSE)
        (state->paused ? clock_stop : clock_go)(&state->clock, now);
    else if (act->kind == ACT_VACATION)
        (strcmp(act->text, "on") == 0 ? clock_leave : clock_return)(&state->clock, seat, now);
    if (ff_game_is_over(state->game))
        clock_end(&state->clock, now);
}

/* Does nobody pay for the time that passes now? Between moves one of two clocks runs. */
static bool stands_still(const table_state *state) {
    const struct clock *clock = &state->clock;
    return state->paused ||
           (state->timed && !clock_runs(clock, FF_RED) && !clock_runs(clock, FF_BLUE));
}

static void time_after(table_state *state, const store_act *act, int64_t now) {
    bool set_up = ff_game_is_set_up(state->game, FF_NOBODY);
    if (act->kind == ACT_SETUP && set_up)
        move_times_begin(&state->times, now);
    else if (act->kind == ACT_MOVE) {
        /* A move that the forfeit rule took for a loss is no ply. */
        if (!ff_game_is_over(state->game) || plies_of(state->game) > state->times.plies)
            move_times_add(&state->times, now);
    } else if (act->kind == ACT_TAKEBACK)
        move_times_take_back(&state->times, plies_of(state->game), now);
    if (set_up)
        move_times_pause(&state->times, stands_still(state), now);
}

/* `counts` is the time of the act without outages, by which clocks go; `act->time` is the
 * time of day, which is only told. */
bool table_apply(table_state *state, const ff_edition *edition, const store_act *act,
                 int64_t counts, act_refusal *refusal) {
    bool of_seat = act->seat == FF_RED || act->seat == FF_BLUE;
    bool of_clock = act->left == STORE_NULL || clock_left_check(act->left);
    if (act->kind >= ACT_KINDS || (!of_seat && act->kind != ACT_END) || act->seat > FF_NOBODY ||
        !of_clock)
        return false;
    assert(state->game);
    if (!appliers[act->kind](state, edition, act, refusal))
        return false;
    if (state->timed)
        clock_after(state, act, counts);
    time_after(state, act, counts);
    for (int seat = FF_RED; ff_game_is_over(state->game) && seat <= FF_BLUE; seat++)
        plan_drop(&state->plan[seat], PLAN_GOES_ON); /* nothing is planned any more */
    state->acts++;
    state->time = act->time;
    return true;
}

/* ---- what a table knows ---- */

bool table_is_waiting(const struct table *table) {
    return table->row.seat[FF_RED].kind == SEAT_FREE || table->row.seat[FF_BLUE].kind == SEAT_FREE;
}

phase table_phase_of(const struct table *table, const table_state *state) {
    if (ff_game_is_over(state->game))
        return PHASE_OVER;
    if (table_is_waiting(table))
        return PHASE_WAITING;
    return ff_game_is_set_up(state->game, FF_NOBODY) ? PHASE_PLAY : PHASE_SETUP;
}

phase table_phase(const struct table *table) {
    return table_phase_of(table, &table->now);
}

const table_state *table_seen_by(const struct table *table, ff_seat viewer) {
    bool later = table->delay.on && viewer == FF_NOBODY && !ff_game_is_over(table->now.game);
    return later ? &table->delay.state : &table->now;
}

ff_seat table_viewer(const struct table *table, const struct person *person) {
    return game_seat_of(&table->row, person);
}

void table_view(const struct table *table, ff_seat viewer, ff_view *view) {
    ff_game_view(table_seen_by(table, viewer)->game, viewer, table->row.terms.memory, view);
}

ff_game *table_past(const struct table *table, unsigned plies) {
    const table_state *state = &table->now;
    ff_view view;
    if (!ff_game_is_over(state->game) || !ff_game_is_set_up(state->game, FF_NOBODY))
        return NULL;
    ff_game_view(state->game, FF_NOBODY, false, &view);
    ff_game *past = plies < view.plies ? new_game(&table->edition) : NULL;
    if (past && play_again(state, &table->edition, &view, plies, past) &&
        ff_game_end(past, FF_BY_ABORT, FF_NOBODY))
        return past;
    ff_game_free(past);
    return NULL;
}

void table_summarize(struct table *table) {
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

bool table_state_is_away(const table_state *state, ff_seat seat) {
    return state->timed && state->clock.away[seat];
}

ff_seat table_turn(const struct table *table) {
    ff_view view;
    ff_game_view(table->now.game, FF_NOBODY, false, &view);
    return table_phase(table) == PHASE_PLAY ? view.turn : FF_NOBODY;
}

/* Told when the game is over: how long somebody thought about what is a hint while it goes on. */
const struct move_times *table_times(const struct table *table) {
    const table_state *now = &table->now;
    bool told = ff_game_is_over(now->game) && move_times_know(&now->times, plies_of(now->game));
    return told ? &now->times : NULL;
}

unsigned table_plies(const struct table *table) {
    return plies_of(table->now.game);
}

unsigned table_plies_before(const struct table *table, ff_seat seat) {
    ff_view view;
    ff_game_view(table->now.game, FF_NOBODY, false, &view);
    return plies_before(&view, seat);
}

/* How many moves of a seat there are among so many plies. */
static unsigned moves_among(unsigned plies, ff_seat seat) {
    return seat == FF_RED ? (plies + 1) / 2 : plies / 2;
}

/* A seat that has offered a draw does so again after its next move at the earliest, or its opponent
 * could be asked without end. */
bool table_has_offered(const struct table *table, ff_seat seat) {
    unsigned offered = table->now.offered[seat];
    return offered && moves_among(offered - 1, seat) == moves_among(table_plies(table), seat);
}

int64_t table_waits_since(const struct table *table, ff_seat seat) {
    ff_seat other = seat_other(seat);
    bool waits = seat_has_person(&table->row.seat[other]) && table_turn(table) == other &&
                 !game_is_correspondence(&table->row);
    return waits && !table->audience.elsewhere[other] ? table->audience.away[other] : 0;
}

bool table_owes_answer(const struct table *table, ff_seat seat, store_act *act) {
    ff_view view;
    const struct plan *of = &table->now.plan[seat];
    if (!of->due || table_turn(table) != seat)
        return false;
    const plan_pair *pair = &of->pair[0];
    table_view(table, seat, &view);
    bool legal = ff_view_check(&view, pair->answer_from, pair->answer_to) == FF_LEGAL;
    *act = (store_act){.kind = legal ? ACT_MOVE : ACT_PLAN, .seat = (uint8_t)seat};
    if (legal)
        ff_move_write(FF_MOVE(pair->answer_from, pair->answer_to), false, act->text);
    else
        strcpy(act->text, "illegal");
    return true;
}

bool table_awaits_computer(const struct table *table, ff_seat seat) {
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
