/* Somebody's data is erased, a slice a batch: first the account, then seats at games, then chat.
 * What must hold: a game in memory and its row in the store are changed together, or its seal would
 * be wrong; and a malformed page costs what is on it, not what is elsewhere. A write that meets one
 * spoils its batch, so that cannot happen twice: the next slice passes over the stage. */
#include "server/session/erasing.h"

#include "server/session/subscriptions.h"
#include "server/store/store_erase.h"

#include <string.h>

enum { GAMES_AT_ONCE = 50 };

/* Games in memory go by what they know, finished ones too. */
static bool leave_table(struct hub *hub, struct table *table, const struct person *person) {
    ff_seat seat = table_viewer(table, person);
    if (seat == FF_NOBODY)
        return true;
    seat_leave(&table->row.seat[seat]);
    bool kept = tables_update_seat(hub->tables, table, seat);
    hub_publish(hub, table);
    return kept;
}

typedef struct forgetting {
    struct hub *hub;
    const struct person *person;
} forgetting;

static void forget_seat(void *context, struct table *table) {
    const forgetting *at = context;
    leave_table(at->hub, table, at->person);
}

bool erasing_begin(struct hub *hub, const struct person *person) {
    if (!store_erase_person(hub->options.store, person))
        return false;
    tables_visit(hub->tables, forget_seat, &(forgetting){hub, person});
    return true;
}

/* ---- the rest ---- */

/* Read first: a list of the store's must not change while it is read. */
typedef struct slice {
    store_game game[GAMES_AT_ONCE];
    unsigned count;
} slice;

static bool note_game(void *context, const store_game *game) {
    slice *part = context;
    part->game[part->count++] = *game;
    return part->count < GAMES_AT_ONCE;
}

/* Of a game without an id nothing can be read, and so nothing be written. */
static bool leave_some(struct hub *hub, store_erasing *who) {
    slice part;
    part.count = 0;
    bool all = store_visit_seated(hub->options.store, &who->person, who->after, GAMES_AT_ONCE,
                                  note_game, &part);
    if (!all && part.count < GAMES_AT_ONCE)
        return false;
    for (unsigned i = 0; i < part.count; i++) {
        const store_game *game = &part.game[i];
        struct table *table =
            game->damaged || !game->id[0] ? NULL : tables_peek(hub->tables, ff_span_of(game->id));
        if (!game->id[0])
            who->missed = true;
        else if (!(table ? leave_table(hub, table, &who->person)
                         : store_leave_game(hub->options.store, game, &who->person)))
            return false;
        who->after = game->number;
    }
    who->stage = all ? ERASE_CHAT : ERASE_SEATS;
    return true;
}

/* False where it meets a malformed page, or the store fails. */
static bool take_slice(struct hub *hub, store_erasing *who) {
    struct store *store = hub->options.store;
    bool more = false;
    if (who->stage == ERASE_SEATS)
        return leave_some(hub, who) && store_put_erasing(store, who);
    if (!store_erase_chat(store, &who->person, &more))
        return false;
    who->stage = more ? ERASE_CHAT : ERASE_DONE;
    return store_put_erasing(store, who);
}

/* What could not be written the last time is not tried again. */
static bool pass_over(struct hub *hub, store_erasing *who) {
    hub->unerasable = (struct person){{0}};
    who->stage++;
    who->missed = true;
    return store_put_erasing(hub->options.store, who);
}

bool erasing_go_on(struct hub *hub) {
    struct store *store = hub->options.store;
    store_erasing who;
    if (!store_is_working(store) || store_is_writing(store) ||
        store_find_erasing(store, &who) != STORE_FOUND)
        return false;
    bool failed = person_is(&hub->unerasable, &who.person);
    bool taken = failed ? pass_over(hub, &who) : take_slice(hub, &who);
    if (!taken && store_met_damage(store))
        hub->unerasable = who.person;
    if (taken && who.stage == ERASE_DONE && who.missed) {
        char quoted[LOG_QUOTED];
        log_event(hub->options.log, LOG_ERROR, "not-erased", "reason=%s",
                  log_quote(quoted, store_trouble(store)));
    }
    return true;
}
