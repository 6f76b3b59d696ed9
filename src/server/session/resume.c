/* Games are read when somebody asks for them; but a clock runs, and a computer player owes its
 * move, though nobody asks. What must hold: a game that cannot be read is logged, and hinders no
 * other. */
#include "server/session/resume.h"

#include "server/session/computer_seat.h"

static bool resume(void *context, const store_game *row) {
    struct hub *hub = context;
    struct table *table;
    if (!row->damaged)
        lobby_note(&hub->lobby, row);
    if (!hub_keeps(hub) || (!row->terms.timed && !game_has_computer(row)))
        return true;
    store_answer found = tables_find(hub->tables, ff_span_of(row->id), NULL, NULL, &table);
    if (found == STORE_FOUND)
        computer_seat_expect(hub, table);
    else if (found != STORE_DAMAGED) /* of which the hub tells */
        log_event(hub->options.log, LOG_ERROR, "bad-game", "game=%s", row->id);
    return true;
}

bool hub_resume(struct hub *hub) {
    return store_visit_going(hub->options.store, 0, UINT32_MAX, resume, hub);
}
