/* Seats of computer players: when they are asked, and what becomes of their answers. What must
 * hold: a computer is asked about what the store has, never about what may yet be taken back; an
 * answer is played only if it is to the question that the game still asks. */
#include "server/session/computer_seat.h"

#include "flagfall/notation.h"
#include "server/session/adjudicator.h"
#include "server/session/subscriptions.h"

#include <assert.h>

/* Is there a seat whose computer player owes something, and has not been asked? */
static bool is_due(const struct table *table, ff_seat seat) {
    return !table->asked[seat] && table_awaits_computer(table, seat);
}

void computer_seat_expect(struct hub *hub, struct table *table) {
    if (is_due(table, FF_RED) || is_due(table, FF_BLUE))
        tables_wait(hub->tables, table);
}

/* ---- asking ---- */

static void ask(struct hub *hub, struct table *table, ff_seat seat) {
    bool owes_army = table_phase(table) == PHASE_SETUP;
    int64_t now = server_clock_counting(tables_time(hub->tables));
    ff_view view;
    assert(table->computer[seat] && !table->asked[seat]);
    table_view(table, seat, &view);
    computer_workers_question question = {
        .game = table->row.id,
        .act = owes_army ? 0 : table->now.acts,
        .kind = table->computer[seat],
        .seed = table->row.seed,
        .seat = seat,
        .edition = &table->edition,
        .view = owes_army ? NULL : &view,
        .budget_ms = table->now.timed ? clock_budget(&table->now.clock, seat, now) : 0,
    };
    table->asked[seat] = computer_workers_ask(hub->options.computers, &question);
    if (!table->asked[seat])
        tables_wait(hub->tables, table);
}

/* The table may have changed, or been taken back, since it got into the line. */
static void ask_if_due(struct hub *hub, struct table *waiting) {
    struct table *table;
    store_answer answer = tables_find(hub->tables, ff_span_of(waiting->row.id), NULL, NULL, &table);
    if (answer == STORE_FAILED)
        tables_wait(hub->tables, waiting);
    if (answer != STORE_FOUND)
        return;
    /* A commit may have come to a database that could not answer any more: then what was refused
     * stands, and its players have to hear of it. */
    if (table->place.doubtful && table->now.acts != table->place.kept_acts)
        hub_publish(hub, table);
    else
        hub_retell(hub, table);
    table->place.doubtful = false;
    for (int seat = FF_RED; seat <= FF_BLUE; seat++)
        if (hub_keeps(hub) && is_due(table, (ff_seat)seat))
            ask(hub, table, (ff_seat)seat);
}

void computer_seat_ask(struct hub *hub) {
    while (store_is_working(hub->options.store) &&
           !computer_workers_is_full(hub->options.computers)) {
        struct table *table = tables_next_waiting(hub->tables);
        if (!table)
            return;
        ask_if_due(hub, table);
        if (table->place.waiting)
            return; /* memory is out, or the store fails: later */
    }
}

/* ---- answers ---- */

static store_act act_of(const struct table *table, const computer_workers_answer *answer) {
    store_act act = {.kind = answer->is_move ? ACT_MOVE : ACT_SETUP, .seat = (uint8_t)answer->seat};
    if (answer->is_move)
        ff_move_write(answer->move, false, act.text);
    else
        ff_setup_write(&answer->setup, &table->edition, act.text);
    return act;
}

static act_outcome play(struct hub *hub, struct table *table, const store_act *act) {
    static const ff_span fresh = {"", 0};
    if (act->kind == ACT_MOVE)
        metrics_count(hub->options.metrics, METRICS_MOVES);
    return act->kind == ACT_SETUP ? tables_set_up(hub->tables, table, act, fresh, NULL)
                                  : tables_play(hub->tables, table, act, NULL);
}

/* The game may have gone on without the answer: taken back, drawn, ended by the host. */
static bool is_stale(const struct table *table, const computer_workers_answer *answer) {
    if (!table_awaits_computer(table, answer->seat))
        return true;
    return answer->is_move ? answer->act != table->now.acts : table_phase(table) != PHASE_SETUP;
}

static void play_answer(struct hub *hub, const computer_workers_answer *answer) {
    struct table *table;
    if (tables_find(hub->tables, ff_span_of(answer->game), NULL, NULL, &table) != STORE_FOUND)
        return;
    adjudicator_flag_game(hub, table);
    table->asked[answer->seat] = false;
    if (!answer->failed && !is_stale(table, answer)) {
        store_act act = act_of(table, answer);
        if (play(hub, table, &act) == ACT_REFUSED) {
            /* A computer that breaks the rules loses by forfeit, rather than that its game stands
             * still for ever. */
            log_event(hub->options.log, LOG_ERROR, "bad-computer", "game=%s player=%s",
                      table->row.id, table->row.seat[act.seat].name);
            tables_finish(hub->tables, table, FF_BY_FORFEIT, (ff_seat)act.seat);
        }
        hub_warn_on_failure(hub, table);
        if (table_phase(table) != PHASE_SETUP) /* its army alone is nobody's news */
            hub_publish(hub, table);
    }
    computer_seat_expect(hub, table);
}

void computer_seat_play_answers(struct hub *hub) {
    computer_workers_answer answer;
    adjudicator_flag(hub);
    while (computer_workers_take(hub->options.computers, &answer))
        play_answer(hub, &answer);
}
