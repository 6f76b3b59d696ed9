/* What time it is for the hub. What must hold: the time is taken once for all that a batch does,
 * so that what happens in it happens at one moment. */
#include "server/session/hub.h"

uint64_t hub_bytes(const struct hub *hub) {
    return hub->bytes;
}

size_t hub_count_persons(const struct hub *hub) {
    return presence_count(hub->presence);
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

int64_t hub_wait(const struct hub *hub) {
    int64_t when = INT64_MAX;
    bool running = tables_next_out(hub->tables, &when) != NULL;
    return server_clock_wait(tables_time(hub->tables), when, running);
}
