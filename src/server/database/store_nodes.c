/* What must hold: a store that one server has alone needs none of this, and pays nothing for it. */
#include "server/database/store_nodes.h"

#include "server/database/store_state.h"

bool store_is_shared(const struct store *store) {
    return store->shared;
}

bool store_was_alone(const struct store *store) {
    return !store->shared || store->engine->nodes->was_alone(store);
}

bool store_keeps(const struct store *store) {
    return !store->shared || store->engine->nodes->keeps(store);
}

void store_keep(struct store *store) {
    if (store->shared && !store->begun)
        store->engine->nodes->keep(store);
}

bool store_beat(struct store *store) {
    const struct engine_nodes *nodes = store->engine->nodes;
    return !store->shared || store->begun || nodes->beat(store) ||
           (store_execute(store, "SELECT 1") && nodes->beat(store)); /* in another session */
}

bool store_tell(struct store *store, const char *table, const char *key) {
    return !store->shared || store->engine->nodes->tell(store, table, key);
}

bool store_clock_us(const struct store *store, int64_t *us) {
    return store->shared && store->engine->nodes->clock_us(store, us);
}

int store_news_fd(const struct store *store) {
    return store->shared ? store->engine->nodes->news_fd(store) : -1;
}

bool store_next_news(struct store *store, store_news *news) {
    return store->shared && store->engine->nodes->next_news(store, news);
}

int64_t store_node_number(const struct store *store) {
    return store->shared ? store->engine->nodes->number(store) : 0;
}

int64_t store_clock_ahead(const struct store *store) {
    return store->shared ? store->engine->nodes->clock_ahead(store) : 0;
}
