/* What must hold: whose row may be other than it should be is known until a batch that writes it
 * stands; of two lists of others in order the differences are all that is told. */
#include "server/nodes/arrivals.h"

#include "base/array.h"
#include "server/database/store_nodes.h"
#include "server/database/store_sql.h"
#include "server/session/client.h"
#include "server/session/subscriptions.h"
#include "server/store/store_guests.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    LOOK_MS = 1000,
    WRITTEN_AT_ONCE = 200, /* rows, by one batch, where many come or go at the same moment */
};

#define LOST                                                                                       \
    "FROM here WHERE node NOT IN (SELECT objid::bigint FROM pg_locks"                              \
    " WHERE locktype = 'advisory' AND classid::bigint = ?1)"

enum { ARRIVE, LEAVE, CLEAR, LIST, LOOK, PURGE, STATEMENTS };

static const char *const sql[STATEMENTS] = {
    [ARRIVE] = "INSERT INTO here (node, person, address) VALUES (?1, ?2, ?3)"
               " ON CONFLICT DO NOTHING",
    [LEAVE] = "DELETE FROM here WHERE node = ?1 AND person = ?2",
    [CLEAR] = "DELETE FROM here WHERE node = ?1",
    [LIST] = "SELECT person, min(address) FROM here WHERE node <> ?1 GROUP BY person"
             " ORDER BY person",
    [LOOK] = "SELECT 1 " LOST " LIMIT 1",
    [PURGE] = "DELETE " LOST,
};

struct nodes {
    struct hub *hub;
    struct store *store;
    struct statement *statement[STATEMENTS];
    /* Who has come or gone since that was stored: `writing` of them, the first, by this batch. */
    struct person *pending;
    size_t count, room, writing;
    bool anew;    /* no row can be relied upon, */
    bool renewed; /* and this batch writes all */
    bool changed;
    uint64_t looked_ms;
};

void arrivals_close(struct nodes *nodes) {
    if (!nodes)
        return;
    nodes->hub->arrived = NULL;
    for (int i = 0; i < STATEMENTS; i++)
        store_finalize(nodes->statement[i]);
    free(nodes->pending);
    free(nodes->hub->elsewhere.person);
    nodes->hub->elsewhere = (hub_elsewhere){0};
    free(nodes);
}

void arrivals_write_anew(struct nodes *nodes) {
    nodes->anew = true;
    nodes->renewed = false;
}

void arrivals_change(struct nodes *nodes) {
    nodes->changed = true;
}

/* ---- our own ---- */

/* Who has come or gone, as while the store is away, is more than all who are here. */
static bool is_too_much(const struct nodes *nodes) {
    return nodes->count >= WRITTEN_AT_ONCE && nodes->count >= presence_count(nodes->hub->presence);
}

/* Written by the next pulse: so many who come at once cost one transaction. */
static void note_arrival(struct hub *hub, const struct person *person) {
    struct nodes *nodes = hub->nodes;
    if (nodes->anew && !nodes->renewed)
        return; /* all will be written */
    struct person *more = is_too_much(nodes) ? NULL
                                             : array_with_room(nodes->pending, nodes->count,
                                                               &nodes->room, sizeof *more);
    if (!more) {
        arrivals_write_anew(nodes);
        return;
    }
    nodes->pending = more;
    nodes->pending[nodes->count++] = *person;
}

/* Of an address stands in the table what stands for it in the store, as text. */
static bool write_row(struct nodes *nodes, int which, const struct person *person,
                      const struct client *from) {
    struct statement *statement = nodes->statement[which];
    char origin[24];
    if (!store_begin(nodes->store))
        return false;
    store_bind_number(statement, 1, store_node_number(nodes->store));
    if (person)
        store_bind_person(statement, 2, person);
    snprintf(origin, sizeof origin, "%" PRId64, from ? client_origin(from) : 0);
    if (from)
        store_bind_text(statement, 3, origin);
    return store_run(nodes->store, statement);
}

/* As it is now. A write that fails is one of a batch that does not stand. */
static bool write_person(struct nodes *nodes, const struct person *person) {
    const struct client *here = hub_client_of(nodes->hub, person, NULL);
    return here ? write_row(nodes, ARRIVE, person, here) : write_row(nodes, LEAVE, person, NULL);
}

static void write_pending(struct nodes *nodes) {
    size_t most = nodes->count < WRITTEN_AT_ONCE ? nodes->count : WRITTEN_AT_ONCE;
    for (nodes->writing = 0; nodes->writing < most; nodes->writing++)
        if (!write_person(nodes, &nodes->pending[nodes->writing]))
            return;
}

static void write_all(struct nodes *nodes) {
    bool written = write_row(nodes, CLEAR, NULL, NULL);
    for (struct client *at = nodes->hub->clients; written && at; at = client_next(at))
        written = write_row(nodes, ARRIVE, client_person(at), at);
    nodes->renewed = written;
    nodes->writing = nodes->count;
}

void arrivals_settle(struct nodes *nodes, bool committed) {
    if (committed && nodes->writing) {
        nodes->count -= nodes->writing;
        memmove(nodes->pending, nodes->pending + nodes->writing,
                nodes->count * sizeof *nodes->pending);
    }
    if (committed && nodes->renewed)
        nodes->anew = false;
    nodes->writing = 0;
    nodes->renewed = false;
}

struct nodes *arrivals_open(struct hub *hub) {
    struct nodes *nodes = calloc(1, sizeof *nodes);
    if (!nodes)
        return NULL;
    *nodes = (struct nodes){.hub = hub, .store = hub->options.store, .changed = true};
    for (int i = 0; i < STATEMENTS; i++)
        if (!(nodes->statement[i] = store_prepare(nodes->store, sql[i]))) {
            arrivals_close(nodes);
            return NULL;
        }
    hub->arrived = note_arrival;
    return nodes;
}

/* What this node deletes itself is no news to it. */
void arrivals_purge(struct nodes *nodes) {
    store_sweep(nodes->store, nodes->statement[LOOK], nodes->statement[PURGE], NODE_LOCK);
    nodes->changed |= store_is_writing(nodes->store);
}

/* ---- those of others ---- */

typedef struct arrival {
    struct person person;
    int64_t origin;
} arrival;

typedef struct arrivals {
    arrival *at;
    size_t count, room;
} arrivals;

/* Servers of an earlier version on the same store write the address itself. */
static int64_t read_origin(struct statement *statement, int column, const struct store *store) {
    char text[HUB_ADDRESS_SIZE], *end;
    store_column_text(statement, column, text, sizeof text);
    int64_t origin = strtoll(text, &end, 10);
    return *end ? store_origin_of(store, text) : origin;
}

static bool read_others(struct nodes *nodes, arrivals *list) {
    struct statement *statement = nodes->statement[LIST];
    store_answer answer;
    store_bind_number(statement, 1, store_node_number(nodes->store));
    while ((answer = store_step(nodes->store, statement, "reading who is here")) == STORE_FOUND) {
        arrival *more = array_with_room(list->at, list->count, &list->room, sizeof *more);
        if (!more) {
            answer = STORE_FAILED;
            break;
        }
        list->at = more;
        arrival *one = &list->at[list->count++];
        store_column_person(statement, 0, &one->person);
        one->origin = read_origin(statement, 1, nodes->store);
    }
    store_reset(statement);
    return answer == STORE_NONE;
}

/* The lobby shows what those offer who are connected anywhere. */
static void tell_lobby(struct hub *hub, const hub_elsewhere *before, const arrivals *now) {
    size_t old = 0, new = 0;
    while (old < before->count || new < now->count) {
        int order = old == before->count ? 1
                    : new == now->count  ? -1
                                         : memcmp(&before->person[old], &now->at[new].person,
                                                  sizeof *before->person);
        if (order > 0)
            lobby_enter(&hub->lobby, &now->at[new].person, now->at[new].origin);
        if (order < 0)
            lobby_leave(&hub->lobby, &before->person[old]);
        old += order <= 0;
        new += order >= 0;
    }
}

static bool take_others(struct nodes *nodes) {
    struct hub *hub = nodes->hub;
    hub_elsewhere before = hub->elsewhere;
    arrivals list = {0};
    bool read = read_others(nodes, &list);
    struct person *persons = read ? calloc(list.count + 1, sizeof *persons) : NULL;
    if (persons) {
        for (size_t i = 0; i < list.count; i++)
            persons[i] = list.at[i].person;
        hub->elsewhere = (hub_elsewhere){persons, list.count};
        tell_lobby(hub, &before, &list);
        free(before.person);
    }
    free(list.at);
    return persons != NULL;
}

/* Since when somebody is away from a game counts from when the last server has lost sight of it. */
static void note_seat(struct hub *hub, struct table *table, ff_seat seat) {
    int64_t *away = &table->audience.away[seat];
    const struct person *person = &table->row.seat[seat].person;
    bool elsewhere = hub_is_elsewhere(hub, person);
    bool was = table->audience.elsewhere[seat];
    if (!seat_has_person(&table->row.seat[seat]) || elsewhere == was)
        return;
    table->audience.elsewhere[seat] = elsewhere;
    table->audience.moved = true;
    tables_touch(hub->tables, table);
    if (!elsewhere && *away)
        *away = server_clock_counting(tables_time(hub->tables));
    if (table->now.game && table->audience.followers)
        hub_publish(hub, table);
}

static void note_seats(void *context, struct table *table) {
    note_seat(context, table, FF_RED);
    note_seat(context, table, FF_BLUE);
}

void arrivals_pulse(struct nodes *nodes, uint64_t now_ms) {
    if (!store_is_working(nodes->store))
        return;
    if (nodes->anew)
        write_all(nodes);
    else
        write_pending(nodes);
    if (now_ms - nodes->looked_ms < LOOK_MS)
        return;
    nodes->looked_ms = now_ms;
    if (nodes->changed) {
        tables_visit(nodes->hub->tables, note_seats,
                     nodes->hub); /* new games, before who is gone */
        nodes->changed = !take_others(nodes);
    }
    tables_visit(nodes->hub->tables, note_seats, nodes->hub);
}
