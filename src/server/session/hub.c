/* What time it is for the hub. What must hold: the time is taken once for all that a batch does,
 * so that what happens in it happens at one moment. */
#include "server/session/hub.h"

#include "server/database/store_nodes.h"

#include <stdlib.h>
#include <string.h>

uint64_t hub_bytes(const struct hub *hub) {
    return hub->bytes;
}

uint64_t hub_told(const struct hub *hub) {
    return hub->told;
}

size_t hub_count_persons(const struct hub *hub) {
    return presence_count(hub->presence) + hub->elsewhere.count;
}

static int compare_persons(const void *a, const void *b) {
    return memcmp(a, b, sizeof(struct person));
}

bool hub_is_elsewhere(const struct hub *hub, const struct person *person) {
    const hub_elsewhere *all = &hub->elsewhere;
    return all->count > 0 &&
           bsearch(person, all->person, all->count, sizeof *person, compare_persons) != NULL;
}

bool hub_is_connected(const struct hub *hub, const struct person *person) {
    return presence_has(hub->presence, person) || hub_is_elsewhere(hub, person);
}

void hub_tick(struct hub *hub) {
    server_clock_tick(tables_time(hub->tables), time_source_now(hub->options.time));
}

int64_t hub_now(const struct hub *hub) {
    return tables_time(hub->tables)->now;
}

int64_t hub_claim_ms(const struct hub *hub, const struct table *table) {
    const adjudicator_rules *rules = &hub->options.rules;
    return table->now.timed ? rules->claim_timed_ms : rules->claim_ms;
}

bool hub_keeps(const struct hub *hub) {
    return store_is_working(hub->options.store) && store_keeps(hub->options.store);
}

/* Until the first seat's time runs out, or the server has to leave a sign of life. */
int64_t hub_wait(const struct hub *hub) {
    int64_t when = INT64_MAX;
    bool running = hub_keeps(hub) && tables_next_out(hub->tables, &when) != NULL;
    return server_clock_wait(tables_time(hub->tables), when, running);
}
