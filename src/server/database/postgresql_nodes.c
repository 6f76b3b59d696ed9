/* What must hold: whoever changes the schema is alone on it; nobody starts while somebody else
 * does; what was committed by others before a session listens is read after it does. */
#include "server/database/engine.h"

#ifdef FLAGFALL_POSTGRESQL

#include "server/base/time_source.h"
#include "server/database/postgresql_nodes.h"
#include "server/database/postgresql_pipeline.h"
#include "server/database/store_nodes.h"
#include "server/database/store_state.h"

#include <sodium.h>
#include <stdio.h>
#include <string.h>
#include <sys/epoll.h>
#include <unistd.h>

enum {
    CLOCK_LOOKS = 3,
    START_WAIT_MS = 20000,
    NEWS_VERSION = 3, /* of the triggers: to be counted on whenever `told` or `counted` changes */
};

#define LAST_TOLD "flagfall_news_here" /* the function that is made last */

#define CHANNEL "'flagfall_' || hashtext("

/* ---- news ---- */

/* The rows that are told of, and what names one: of games all that changes in one, its seats and
 * its log among it, since each such change seals the game's row anew. A change of the log alone is
 * named `log`, for it may be of something that one seat alone is to hear of. While a release
 * replaces another of the same schema, nodes of both hear these: a key that is there must mean the
 * same to the older one, which lets a table pass that it does not know. */
#define TABLE "TG_TABLE_NAME"
static const struct {
    const char *table, *when, *name, *key;
} told[] = {
    {"game", "INSERT OR UPDATE OR DELETE",
     "CASE WHEN TG_OP <> 'UPDATE' OR OLD.plies <> NEW.plies THEN 'game'" /* cheap: most are moves */
     " WHEN to_jsonb(OLD) - ARRAY['log', 'seal'] = to_jsonb(NEW) - ARRAY['log', 'seal'] THEN 'log'"
     " ELSE 'game' END",
     "r.id"},
    {"chat", "INSERT", TABLE, "r.game || ' ' || r.number"},
    {"notice", "INSERT OR UPDATE OR DELETE", TABLE, "''"},
    {"gap", "INSERT OR UPDATE", TABLE, "''"},
    {"tournament", "INSERT OR UPDATE OR DELETE", TABLE, "''"},
    {"tournament_player", "INSERT OR UPDATE OR DELETE", TABLE, "''"},
    {"tournament_game", "INSERT OR UPDATE OR DELETE", TABLE, "''"},
    {"vacation", "INSERT OR UPDATE", TABLE, "encode(r.person, 'hex')"},
    {"session", "DELETE", TABLE, "encode(r.cookie, 'hex')"},
    {"ban", "INSERT", TABLE, "r.address"},
    {"account", "UPDATE OF banned", TABLE, "encode(r.person, 'hex')"},
    {"guest_ban", "INSERT OR UPDATE", TABLE, "encode(r.person, 'hex')"},
    {"wish", "INSERT OR UPDATE", TABLE, "encode(r.person, 'hex')"},
    {"here", "INSERT OR DELETE", TABLE, "''"},
};

/* Who is connected where (server/nodes), and how often the rows of tournaments have been changed
 * (tournaments/rows.c): they go with the database's run. Who waits for an opponent
 * (server/seeking): that goes with the nodes' run. */
static const char of_nodes[] =
    "CREATE UNLOGGED TABLE IF NOT EXISTS here (node BIGINT NOT NULL, person BYTEA NOT NULL,"
    " address TEXT NOT NULL, PRIMARY KEY (node, person));"
    "CREATE UNLOGGED TABLE IF NOT EXISTS revision (of TEXT PRIMARY KEY, number BIGINT NOT NULL);"
    "CREATE TABLE IF NOT EXISTS wish (person BYTEA PRIMARY KEY, origin BIGINT NOT NULL,"
    " version BIGINT NOT NULL, rated BIGINT NOT NULL, bot BIGINT NOT NULL, bots BIGINT NOT NULL,"
    " pools TEXT NOT NULL, since BIGINT NOT NULL, ended BIGINT, game TEXT, reason TEXT,"
    " message TEXT);"
    "CREATE INDEX IF NOT EXISTS wish_ended ON wish (ended)";
static const char no_wishes[] = "DELETE FROM wish";
/* A table that was emptied begins elsewhere: no node takes what it has read before for the same. */
static const char first_revisions[] =
    "INSERT INTO revision (of, number)"
    " VALUES ('tournaments', (random() * 4503599627370496)::bigint) ON CONFLICT DO NOTHING";

/* Who takes a seat, begins a game or ends one changes counts that all share (tables `tally` and
 * `going`), by triggers of the schema. Two batches that change several of them would wait for each
 * other, or for rows of games that the other one has: so here they count at the commit, one batch
 * after another, when nothing else is waited for. Until then a batch does not see what it adds. Of
 * one row the triggers come in the order of their names. */
static const char count_alone[] =
    "CREATE OR REPLACE FUNCTION count_alone() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN"
    " PERFORM pg_advisory_xact_lock(" LOCK_COUNTS ", hashtext(TG_TABLE_SCHEMA::text));"
    " RETURN NULL; END $$";
static const struct {
    const char *trigger, *table, *when, *which, *function;
} counted[] = {
    {"game_comes_or_goes", "game", "INSERT OR DELETE", "true", "game_going"},
    {"game_changes", "game", "UPDATE OF phase", "OLD.phase <> NEW.phase", "game_going"},
    {"seat_comes_or_goes", "seat", "INSERT OR DELETE", "true", "seat_tally"},
    {"seat_changes", "seat", "UPDATE OF kind, person, origin",
     "(OLD.kind, OLD.person, OLD.origin) IS DISTINCT FROM (NEW.kind, NEW.person, NEW.origin)",
     "seat_tally"},
};

#define COUNTING(trigger, function)                                                                \
    "DROP TRIGGER IF EXISTS " trigger " ON %2$s;"                                                  \
    "CREATE CONSTRAINT TRIGGER " trigger " AFTER %3$s ON %2$s DEFERRABLE INITIALLY DEFERRED"       \
    " FOR EACH ROW WHEN (%4$s) EXECUTE FUNCTION " function "();"

static bool count_at_commit(struct postgresql *own) {
    char sql[1024];
    bool made = postgresql_run(own, count_alone);
    for (size_t i = 0; made && i < sizeof counted / sizeof *counted; i++) {
        snprintf(sql, sizeof sql, COUNTING("alone_%1$s", "count_alone") COUNTING("%1$s", "%5$s"),
                 counted[i].trigger, counted[i].table, counted[i].when, counted[i].which,
                 counted[i].function);
        made = postgresql_run(own, sql);
    }
    return made;
}

/* The same news of one transaction is told once, by PostgreSQL itself. */
static bool make_triggers(struct postgresql *own) {
    char sql[1024];
    bool made = count_at_commit(own);
    for (size_t i = 0; made && i < sizeof told / sizeof *told; i++) {
        snprintf(sql, sizeof sql,
                 "CREATE OR REPLACE FUNCTION flagfall_news_%1$s() RETURNS trigger"
                 " LANGUAGE plpgsql AS $$ DECLARE r record; BEGIN"
                 " IF TG_OP = 'DELETE' THEN r := OLD; ELSE r := NEW; END IF;"
                 " PERFORM pg_notify(" CHANNEL "TG_TABLE_SCHEMA::text), %4$s || ' ' || %2$s);"
                 " RETURN NULL; END $$;"
                 "DROP TRIGGER IF EXISTS flagfall_news ON %1$s;"
                 "CREATE TRIGGER flagfall_news AFTER %3$s ON %1$s"
                 " FOR EACH ROW EXECUTE FUNCTION flagfall_news_%1$s()",
                 told[i].table, told[i].key, told[i].when, told[i].name);
        made = postgresql_run(own, sql);
    }
    snprintf(sql, sizeof sql, "COMMENT ON FUNCTION " LAST_TOLD "() IS '%d'", (int)NEWS_VERSION);
    return made && postgresql_run(own, sql);
}

/* Those of an older release are renewed beside its nodes, one table after another; those of a newer
 * one stay. */
static bool renew_triggers(struct postgresql *own) {
    int64_t version;
    return postgresql_ask_number(
               own,
               "SELECT coalesce(max(obj_description(oid, 'pg_proc')), '0') FROM pg_proc WHERE"
               " proname = '" LAST_TOLD "' AND pronamespace = current_schema()::regnamespace",
               &version) &&
           (version >= NEWS_VERSION || (postgresql_run(own, of_nodes) && make_triggers(own)));
}

static bool listen_for_news(struct postgresql *own) {
    char channel[64], sql[96];
    if (!postgresql_ask(own, "SELECT " CHANNEL "current_schema())", channel, sizeof channel))
        return false;
    snprintf(sql, sizeof sql, "LISTEN \"%s\"", channel);
    return postgresql_run(own, sql);
}

/* A connection that is lost would be readable for ever. */
static void watch(struct postgresql *own) {
    int socket = postgresql_is_away(own) ? -1 : PQsocket(own->db);
    struct epoll_event readable = {.events = EPOLLIN};
    if (own->watched == socket)
        return;
    if (own->watched >= 0)
        epoll_ctl(own->wake, EPOLL_CTL_DEL, own->watched, NULL);
    bool added = socket >= 0 && epoll_ctl(own->wake, EPOLL_CTL_ADD, socket, &readable) == 0;
    own->watched = added ? socket : -1;
}

static bool read_news(const PGnotify *from, store_news *news) {
    const char *space = strchr(from->extra, ' ');
    size_t size = space ? (size_t)(space - from->extra) : 0;
    if (size == 0 || size >= sizeof news->table || strlen(space + 1) >= sizeof news->key)
        return false; /* of another version: anything may be different */
    memcpy(news->table, from->extra, size);
    snprintf(news->key, sizeof news->key, "%s", space + 1);
    return true;
}

/* Our own commits are no news, but for lines of chat: their order is everybody's. */
static bool is_news(const struct postgresql *own, const PGnotify *from) {
    return from->be_pid != PQbackendPID(own->db) || strncmp(from->extra, "chat ", 5) == 0;
}

static bool next_news(struct store *store, store_news *news) {
    struct postgresql *own = store->connection;
    PGnotify *from;
    *news = (store_news){.table = ""};
    if (own->ready && (!PQconsumeInput(own->db) || postgresql_is_away(own))) {
        postgresql_note(own, NULL);
        store_note_trouble(store, "listening");
    }
    if (!own->ready || postgresql_is_away(own)) {
        watch(own);
        return false;
    }
    if (own->missed) {
        own->missed = false;
        return true;
    }
    while ((from = PQnotifies(own->db))) {
        bool wanted = is_news(own, from);
        if (wanted)
            read_news(from, news);
        PQfreemem(from);
        if (wanted)
            return true;
    }
    return false;
}

static int news_fd(const struct store *store) {
    return ((const struct postgresql *)store->connection)->wake;
}

/* ---- the clock ---- */

#define CLOCK_US "(extract(epoch FROM clock_timestamp()) * 1000000)::bigint"

/* By SQL whose first column is what the clock says. What it says when the answer comes it said
 * later than when it was asked. */
static bool read_clock(struct postgresql *own, const char *sql, int64_t *us) {
    int64_t began = time_stopwatch_us();
    if (!postgresql_ask_number(own, sql, us))
        return false;
    own->clock_us = *us - began;
    return true;
}

/* Of some looks the one that took least is the best. */
static bool compare_clocks(struct postgresql *own) {
    int64_t best = INT64_MAX;
    for (int i = 0; i < CLOCK_LOOKS; i++) {
        int64_t theirs, before = time_source_now(NULL).wall, began = time_stopwatch_us();
        if (!read_clock(own, "SELECT " CLOCK_US, &theirs))
            return false;
        int64_t took = time_stopwatch_us() - began;
        if (took < best)
            own->ahead_ms = theirs / 1000 - before - took / 2000;
        best = took < best ? took : best;
    }
    return true;
}

static int64_t number(const struct store *store) {
    return ((const struct postgresql *)store->connection)->number;
}

static int64_t clock_ahead(const struct store *store) {
    return ((const struct postgresql *)store->connection)->ahead_ms;
}

static bool clock_us(const struct store *store, int64_t *us) {
    const struct postgresql *own = store->connection;
    *us = own->clock_us + time_stopwatch_us();
    return own->ready && !postgresql_is_away(own);
}

/* The same moment is told and read. */
static bool beat(struct store *store) {
    struct postgresql *own = store->connection;
    static const char sql[] = "SELECT us, pg_notify(" CHANNEL "current_schema()), 'beat ' || us)"
                              " FROM (SELECT " CLOCK_US " AS us) now";
    int64_t us;
    return own->ready && !postgresql_is_away(own) && pipeline_wait(own) &&
           read_clock(own, sql, &us);
}

/* Within a batch it is waited for with all else. */
static bool tell(struct store *store, const char *table, const char *key) {
    struct postgresql *own = store->connection;
    char sql[256];
    int size = snprintf(sql, sizeof sql, "SELECT pg_notify(" CHANNEL "current_schema()), '%s %s')",
                        table, key);
    return size < (int)sizeof sql && own->ready && !postgresql_is_away(own) &&
           pipeline_send_sql(own, sql, NULL) && (store->begun || pipeline_wait(own));
}

/* ---- the keeper ---- */

static bool keeps(const struct store *store) {
    const struct postgresql *own = store->connection;
    return own->ready && own->keeps && !postgresql_is_away(own);
}

static void keep(struct store *store) {
    struct postgresql *own = store->connection;
    bool taken;
    if (!keeps(store) && own->ready && !postgresql_is_away(own))
        own->keeps = postgresql_lock(own, "pg_try_advisory_lock", LOCK_KEEPER, 1, &taken);
}

/* ---- among others ---- */

static bool was_alone(const struct store *store) {
    return ((const struct postgresql *)store->connection)->alone;
}

static bool share(struct postgresql *own, int wait_ms) {
    bool taken;
    return postgresql_lock(own, "pg_advisory_lock_shared", LOCK_CLAIM, wait_ms, &taken) ||
           (taken && postgresql_is_taken(own));
}

/* Where nobody shares it with us we may have it alone for a while. */
bool postgresql_node_enter(struct postgresql *own) {
    bool taken;
    own->number = (int)randombytes_uniform(INT32_MAX) + 1;
    own->wake = epoll_create1(EPOLL_CLOEXEC);
    own->watched = -1;
    if (own->wake < 0 ||
        !postgresql_lock(own, "pg_advisory_lock", LOCK_START, START_WAIT_MS, &taken)) {
        snprintf(own->said, sizeof own->said, "another node has been starting for too long");
        return false;
    }
    if (!share(own, CLAIM_WAIT_MS) || !postgresql_node_begin(own))
        return false;
    own->alone = postgresql_lock(own, "pg_try_advisory_lock", LOCK_CLAIM, 1, &taken);
    return true;
}

bool postgresql_node_check(struct postgresql *own, int schema, int newest) {
    own->schema = newest;
    if (schema == newest || own->alone)
        return true;
    snprintf(own->said, sizeof own->said,
             "nodes run that use the store's schema %d: end them all, then start one that knows %d",
             schema, newest);
    return false;
}

/* What a release adds to the tables of nodes it may add beside others. */
bool postgresql_node_settle(struct postgresql *own) {
    bool taken;
    own->missed = false; /* nothing has been read yet */
    bool settled =
        postgresql_run(own, of_nodes) && postgresql_run(own, first_revisions) &&
        (own->alone ? postgresql_run(own, no_wishes) && make_triggers(own) &&
                          postgresql_lock(own, "pg_advisory_unlock", LOCK_CLAIM, 1, &taken)
                    : renew_triggers(own));
    return settled && postgresql_lock(own, "pg_advisory_unlock", LOCK_START, 1, &taken);
}

/* Of a node that hangs, in a batch or between two, the database ends the session: rows and the
 * keeper's lock are free then. One that works asks each second (`beat`). PostgreSQL 13 has but one
 * of the two settings; one that the host has made is kept. */
static const char lose_when_hung[] =
    "SELECT set_config(name, '" NODE_HUNG "', false) FROM pg_settings WHERE setting = '0' AND name"
    " IN ('idle_in_transaction_session_timeout', 'idle_session_timeout')";

bool postgresql_node_begin(struct postgresql *own) {
    char sql[80];
    snprintf(sql, sizeof sql, "SELECT pg_advisory_lock(%d, %d)", (int)NODE_LOCK, own->number);
    own->keeps = false;
    own->missed = true;
    own->watched = -1; /* the socket before this one was closed */
    watch(own);
    return postgresql_run(own, sql) && postgresql_run(own, lose_when_hung) &&
           listen_for_news(own) && compare_clocks(own);
}

bool postgresql_node_return(struct postgresql *own) {
    int64_t schema;
    if (!share(own, 1) || !postgresql_ask_number(own, "SELECT schema FROM flagfall_store", &schema))
        return false;
    own->lost = schema != own->schema;
    if (own->lost)
        snprintf(own->said, sizeof own->said,
                 "the store has been brought up to date meanwhile: this server has to be started "
                 "again, of that version");
    return !own->lost && postgresql_run(own, first_revisions) && postgresql_node_begin(own);
}

void postgresql_node_close(struct postgresql *own) {
    if (own->wake >= 0)
        close(own->wake);
}

const struct engine_nodes postgresql_nodes = {
    .was_alone = was_alone,
    .keeps = keeps,
    .keep = keep,
    .news_fd = news_fd,
    .next_news = next_news,
    .tell = tell,
    .beat = beat,
    .clock_us = clock_us,
    .clock_ahead = clock_ahead,
    .number = number,
};

#endif
