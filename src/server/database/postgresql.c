/* PostgreSQL as the engine of a store: a schema of a database, by libpq. What must hold: all that
 * is written goes through one session, which holds the lock that no other server's has; when the
 * session is lost, so is its batch; and a store that another server has had meanwhile is never
 * written again by us, for our games in memory are no longer the ones that it has.
 *
 * While the database is away every call fails at once; now and then one of them tries to reach it
 * again, for no longer than REACH_MS. What loses its session outside a batch is asked again in the
 * new one; a batch that loses it has failed. */
#include "server/database/engine.h"

/* Its own journal is its own affair. */
static unsigned pg_count_lost(const char *location, uint64_t *at) {
    (void)location;
    *at = 0;
    return 0;
}

#ifdef FLAGFALL_POSTGRESQL

#include "base/utf8.h"
#include "server/base/time_source.h"
#include "server/database/postgresql_nodes.h"
#include "server/database/postgresql_pipeline.h"
#include "server/database/postgresql_tables.h"
#include "server/database/postgresql_words.h"
#include "server/database/store_state.h"

#include <assert.h>
#include <poll.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    PARAMETERS_MAX = 40,
    OLDEST_SERVER = 130000, /* PostgreSQL 13 */
    REACH_MS = 50,          /* that a call may wait for a connection that is being made again */
    RETRY_FIRST_MS = 100,   /* after a session was made; doubled before each attempt that follows */
    RETRY_MOST_MS = 5000,
};

/* A statement as the server knows it. */
struct prepared {
    char name[16];
    unsigned session; /* in which it was prepared */
    char *sql;
    int parameters;
    PGresult *rows;
    int row;
};

/* ---- what it says ---- */

static const char *pg_message(const struct store *store) {
    const struct postgresql *own = store->connection;
    return own && own->said[0] ? own->said : "out of memory";
}

static bool pg_met_damage(const struct store *store) {
    return ((const struct postgresql *)store->connection)->damaged;
}

static bool pg_met_conflict(const struct store *store) {
    return ((const struct postgresql *)store->connection)->conflict;
}

static bool pg_is_memory_out(const struct store *store) {
    const struct postgresql *own = store->connection;
    return !own || !own->db;
}

/* ---- one server a store ---- */

/* The lock is the session's: it goes with it, so that none is left behind by a server that was
 * killed. The session of one that has just ended may need a moment: `wait_ms`. */
static bool claim(struct postgresql *own, int wait_ms) {
    bool taken;
    return postgresql_lock(own, "pg_advisory_lock", LOCK_CLAIM, wait_ms, &taken) ||
           (taken && postgresql_is_taken(own));
}

static bool take_ownership(struct postgresql *own) {
    char sql[128];
    snprintf(sql, sizeof sql, "UPDATE flagfall_store SET owner = '%s'", own->owner);
    return postgresql_run(own, sql);
}

/* Is the store still as we have left it? */
static bool keep_ownership(struct postgresql *own) {
    char owner[OWNER_SIZE];
    if (!claim(own, 1) ||
        !postgresql_ask(own, "SELECT owner FROM flagfall_store", owner, sizeof owner))
        return false;
    own->lost = strcmp(owner, own->owner) != 0;
    if (own->lost)
        snprintf(own->said, sizeof own->said,
                 "another server has used this store meanwhile: this one has to be started again");
    return !own->lost;
}

/* ---- the connection ---- */

static void ignore_notice(void *context, const char *message) {
    (void)context;
    (void)message;
}

/* What is acknowledged has to outlive a loss of power, whatever the database's own setting. And a
 * session of ours that the network has lost is given up there too, within half a minute: its lock
 * would keep us out for two hours, as long as a system waits by itself. */
static bool begin_session(struct postgresql *own) {
    own->session++;
    PQsetNoticeProcessor(own->db, ignore_notice, NULL);
    return postgresql_run(own, "SET tcp_keepalives_idle = 10; SET tcp_keepalives_interval = 5;"
                               " SET tcp_keepalives_count = 3;"
                               " SELECT set_config('synchronous_commit', 'on', false)"
                               " WHERE current_setting('synchronous_commit') IN ('off', 'local')");
}

/* One that has failed is made again, without waiting for it longer than REACH_MS. libpq takes a
 * step alone when its socket is ready: before that it would wait until it is, however long. */
static bool go_on_connecting(struct postgresql *own) {
    int64_t until = time_stopwatch_us() / 1000 + REACH_MS;
    for (;;) {
        struct pollfd wait = {PQsocket(own->db), own->connecting_reads ? POLLIN : POLLOUT, 0};
        int64_t left = until - time_stopwatch_us() / 1000;
        if (left <= 0 || poll(&wait, 1, (int)left) <= 0)
            return false;
        PostgresPollingStatusType next = PQresetPoll(own->db);
        own->connecting_reads = next == PGRES_POLLING_READING;
        own->connecting = own->connecting_reads || next == PGRES_POLLING_WRITING;
        if (!own->connecting)
            return next == PGRES_POLLING_OK;
    }
}

static void put_off_retry(struct postgresql *own, int64_t wait) {
    own->wait = wait < RETRY_MOST_MS ? wait : RETRY_MOST_MS;
    own->retry_ms = time_stopwatch_us() / 1000 + own->wait;
}

/* Attempts are the rarer the longer they fail: a database that comes back is not run down. */
static bool is_time_to_retry(struct postgresql *own) {
    if (time_stopwatch_us() / 1000 < own->retry_ms)
        return false;
    put_off_retry(own, 2 * own->wait);
    return true;
}

static bool keep_place(struct postgresql *own) {
    switch (own->mode) {
    case OPEN_WRITER:
        return keep_ownership(own);
    case OPEN_NODE:
        return postgresql_node_return(own);
    default:
        return true;
    }
}

static bool connect_again(struct postgresql *own) {
    own->ready = false;
    if (!own->connecting) {
        if (!is_time_to_retry(own))
            return false;
        own->connecting = postgresql_is_away(own) && PQresetStart(own->db);
        own->connecting_reads = false;
        own->cut &= !own->connecting;
    }
    if (own->connecting && !go_on_connecting(own))
        return !own->connecting && postgresql_note(own, NULL);
    own->ready = !postgresql_is_away(own) && begin_session(own) && keep_place(own);
    if (own->ready)
        put_off_retry(own, RETRY_FIRST_MS);
    return own->ready;
}

/* Is there a session? One that was lost is not replaced in the middle of its batch. */
static bool reach(struct store *store) {
    struct postgresql *own = store->connection;
    if (own->ready && !postgresql_is_away(own))
        return true;
    if (!own->lost && !store->begun && connect_again(own))
        return true;
    return !own->lost && postgresql_is_away(own) && postgresql_note(own, NULL);
}

/* What has just failed may be tried once more: its session was lost before anything of a batch was
 * asked of it, as after the database was started again, and there is another one. */
static bool reach_anew(struct store *store) {
    return postgresql_is_away(store->connection) && reach(store);
}

/* ---- SQL without rows ---- */

/* Behind all that was sent. */
static bool run_alone(struct store *store, const char *sql) {
    return pipeline_wait(store->connection) && postgresql_run(store->connection, sql);
}

static bool pg_execute(struct store *store, const char *sql) {
    ff_buffer words = {0};
    postgresql_words(sql, &words);
    bool done =
        !words.failed && reach(store) &&
        (run_alone(store, words.data) || (reach_anew(store) && run_alone(store, words.data)));
    ff_buffer_free(&words);
    return done;
}

/* What has come from the database: its last words, and behind them the end. */
static bool hear(struct postgresql *own) {
    bool heard = PQconsumeInput(own->db) == 1;
    return heard && PQconsumeInput(own->db) == 1;
}

static bool pg_is_reachable(struct store *store) {
    struct postgresql *own = store->connection;
    return own->ready && hear(own) && !postgresql_is_away(own);
}

/* It is sent with what the batch asks first. So that this does not meet a session that has ended
 * meanwhile, what has come is read before. */
static bool pg_begin(struct store *store) {
    struct postgresql *own = store->connection;
    pipeline_forget(own);
    if (own->ready && !hear(own))
        postgresql_note(own, NULL);
    return reach(store) && pipeline_send_sql(own, "BEGIN", NULL);
}

/* While answers are waited for the database's word on it has not come. */
static bool pg_in_transaction(const struct store *store) {
    const struct postgresql *own = store->connection;
    return !postgresql_is_away(own) &&
           (own->sent > 0 || PQtransactionStatus(own->db) == PQTRANS_INTRANS);
}

/* A transaction in which something has failed is taken back by COMMIT, which says so alone by its
 * name; and where there is none, as when BEGIN itself has failed, COMMIT says that it is done. */
static bool pg_commit(struct store *store) {
    PGresult *result = NULL;
    bool done = pg_in_transaction(store) &&
                pipeline_send_sql(store->connection, "COMMIT", &result) &&
                pipeline_wait(store->connection) && strcmp(PQcmdStatus(result), "COMMIT") == 0;
    PQclear(result);
    return done;
}

static void pg_roll_back(struct store *store) {
    struct postgresql *own = store->connection;
    if (!pipeline_wait(own) && postgresql_is_away(own))
        return;
    PGTransactionStatusType status = PQtransactionStatus(own->db);
    if (status == PQTRANS_INTRANS || status == PQTRANS_INERROR)
        PQclear(postgresql_exec(own, "ROLLBACK"));
}

static bool pg_set_schema(struct store *store, int schema) {
    struct postgresql *own = store->connection;
    char sql[256];
    snprintf(sql, sizeof sql,
             "CREATE TABLE IF NOT EXISTS flagfall_store (schema BIGINT NOT NULL, owner TEXT NOT "
             "NULL); DELETE FROM flagfall_store; INSERT INTO flagfall_store VALUES (%d, '%s')",
             schema, own->owner);
    return run_alone(store, sql);
}

/* ---- opened and closed ---- */

static bool refuse(struct postgresql *own, const char *why, ff_error *error) {
    snprintf(own->said, sizeof own->said, "%s", why);
    return ff_fail(error, FF_ERROR_UNSUPPORTED, 0, 0, "%s", why);
}

/* libpq's own words for a URI that it cannot read have pieces of it, and may so tell the password.
 */
static bool check_uri(struct postgresql *own, const char *location, ff_error *error) {
    if (strncmp(location, "postgresql://", 13) != 0 && strncmp(location, "postgres://", 11) != 0)
        return refuse(own, "a store in PostgreSQL is written postgresql://USER@HOST/DATABASE",
                      error);
    PQconninfoOption *known = PQconninfoParse(location, NULL);
    PQconninfoFree(known);
    return known || refuse(own,
                           "libpq cannot read the URI: in names and passwords anything but letters "
                           "and digits is written %XX, and a parameter ?NAME=VALUE",
                           error);
}

static bool check_identity(struct postgresql *own, int newest, int *schema, ff_error *error) {
    int64_t ours = 0, tables = 0, kept = 0;
    const char *encoding = PQparameterStatus(own->db, "server_encoding");
    if (PQserverVersion(own->db) < OLDEST_SERVER)
        return refuse(own, "PostgreSQL is older than 13", error);
    if (!encoding || strcmp(encoding, "UTF8") != 0)
        return refuse(own, "the database's encoding is not UTF8", error);
    if (!postgresql_ask_number(own,
                               "SELECT count(*) FROM pg_tables WHERE schemaname = current_schema()"
                               " AND tablename = 'flagfall_store'",
                               &ours) ||
        !postgresql_ask_number(
            own, "SELECT count(*) FROM pg_tables WHERE schemaname = current_schema()", &tables) ||
        (ours && !postgresql_ask_number(own, "SELECT schema FROM flagfall_store", &kept)))
        return ff_fail(error, FF_ERROR_SYSTEM, 0, 0, "%s", own->said);
    if (!ours && tables)
        return refuse(own, "the database has tables, but is not a Flagfall store", error);
    *schema = (int)kept;
    return *schema <= newest || store_fail_newer(*schema, newest, error);
}

static bool open_writer(struct postgresql *own, int newest, int *schema, ff_error *error) {
    uint8_t random[(OWNER_SIZE - 1) / 2];
    randombytes_buf(random, sizeof random);
    sodium_bin2hex(own->owner, sizeof own->owner, random, sizeof random);
    if (own->mode == OPEN_NODE ? !postgresql_node_enter(own) : !claim(own, CLAIM_WAIT_MS))
        return ff_fail(error, FF_ERROR_SYSTEM, 0, 0, "%s", own->said);
    if (!check_identity(own, newest, schema, error))
        return false;
    if (own->mode == OPEN_NODE && !postgresql_node_check(own, *schema, newest))
        return ff_fail(error, FF_ERROR_UNSUPPORTED, 0, 0, "%s", own->said);
    return *schema == 0 || take_ownership(own) ||
           ff_fail(error, FF_ERROR_SYSTEM, 0, 0, "%s", own->said);
}

/* What the URI says goes before our own settings. A network that is silent keeps us waiting for as
 * long as tcp_user_timeout: the server does nothing else meanwhile. */
static PGconn *dial(const char *location) {
    static const char *const names[] = {"fallback_application_name",
                                        "connect_timeout",
                                        "tcp_user_timeout",
                                        "keepalives_idle",
                                        "keepalives_interval",
                                        "keepalives_count",
                                        "client_encoding",
                                        "dbname",
                                        NULL};
    const char *values[] = {"flagfall", "10", "5000", "10", "5", "3", "UTF8", location, NULL};
    return PQconnectdbParams(names, values, 1);
}

static bool pg_open(struct store *store, const char *location, open_mode mode, int newest,
                    int *schema, ff_error *error) {
    struct postgresql *own = calloc(1, sizeof *own);
    store->connection = own;
    if (own && !check_uri(own, location, error))
        return false;
    if (own)
        own->db = dial(location);
    if (!own || !own->db)
        return ff_fail(error, FF_ERROR_NO_MEMORY, 0, 0, "out of memory");
    own->mode = mode;
    own->wake = own->watched = -1;
    own->wait = RETRY_FIRST_MS;
    if (postgresql_is_away(own) || !begin_session(own)) {
        postgresql_note(own, NULL);
        return ff_fail(error, FF_ERROR_SYSTEM, 0, 0, "%s", own->said);
    }
    own->ready = mode == OPEN_READER || open_writer(own, newest, schema, error);
    return own->ready;
}

/* Numbers go on after the largest that there is, wherever the rows came from. */
static bool pg_settle(struct store *store) {
    static const char sql[] =
        "DO $$ DECLARE c record; largest bigint; BEGIN"
        " FOR c IN SELECT table_name AS t, column_name AS n FROM information_schema.columns"
        " WHERE table_schema = current_schema() AND is_identity = 'YES' LOOP"
        " EXECUTE format('SELECT coalesce(max(%I), 0) FROM %I', c.n, c.t) INTO largest;"
        " PERFORM setval(pg_get_serial_sequence(quote_ident(c.t), c.n),"
        "                greatest(least(largest, 4611686018427387904), 0) + 1, false);"
        " END LOOP; END $$";
    struct postgresql *own = store->connection;
    bool alone = own->mode != OPEN_NODE || own->alone; /* others add rows meanwhile */
    bool settled = (!alone || postgresql_run(own, sql)) &&
                   (own->mode != OPEN_NODE || postgresql_node_settle(own));
    return settled || store_note_trouble(store, "numbering");
}

static void pg_close(struct store *store) {
    struct postgresql *own = store->connection;
    if (!own)
        return;
    pipeline_forget(own);
    postgresql_node_close(own);
    PQfinish(own->db);
    free(own);
}

static unsigned pg_port(const struct store *store) {
    const struct postgresql *own = store->connection;
    const char *host = PQhost(own->db), *port = PQport(own->db);
    bool is_socket = host && host[0] == '/';
    return is_socket || !port ? 0 : (unsigned)strtoul(port, NULL, 10);
}

static unsigned pg_sessions(const struct store *store) {
    return ((const struct postgresql *)store->connection)->session;
}

static uint64_t pg_round_trips(const struct store *store) {
    return ((const struct postgresql *)store->connection)->round_trips;
}

/* ---- statements ---- */

/* Types as the server numbers them (catalog pg_type): what our SQL gives. */
enum {
    OID_BOOL = 16,
    OID_BYTEA = 17,
    OID_INT8 = 20,
    OID_INT4 = 23,
    OID_TEXT = 25,
    OID_FLOAT8 = 701
};

static bool is_named(const char *sql, int parameter) {
    char name[16];
    size_t size = (size_t)snprintf(name, sizeof name, "$%d", parameter);
    while ((sql = strstr(sql, name)) && sql[size] >= '0' && sql[size] <= '9')
        sql += size;
    return sql;
}

/* The server finds the types of parameters, but for those that the statement does not name. */
static bool prepare_now(struct postgresql *own, struct prepared *at) {
    Oid types[PARAMETERS_MAX];
    if (!pipeline_wait(own))
        return false;
    for (int i = 0; i < at->parameters; i++)
        types[i] = is_named(at->sql, i + 1) ? 0 : OID_TEXT;
    own->round_trips++;
    PGresult *result = PQprepare(own->db, at->name, at->sql, at->parameters, types);
    if (PQresultStatus(result) != PGRES_COMMAND_OK)
        return postgresql_note(own, result);
    PQclear(result);
    at->session = own->session;
    return true;
}

/* A reader's by its first step: it may need three of them all. */
static bool pg_prepare(struct statement *statement) {
    struct postgresql *own = statement->store->connection;
    struct prepared *at = calloc(1, sizeof *at);
    ff_buffer words = {0};
    assert(statement->count <= PARAMETERS_MAX);
    postgresql_words(statement->sql, &words);
    if (at && !words.failed) {
        snprintf(at->name, sizeof at->name, "s%u", own->statements++);
        at->sql = words.data;
        at->parameters = statement->count;
        if (reach(statement->store) && (own->mode == OPEN_READER || prepare_now(own, at))) {
            statement->handle = at;
            return true;
        }
    }
    ff_buffer_free(&words);
    free(at);
    return false;
}

/* Values as libpq wants them: numbers as text, texts and bytes as they are. */
typedef struct parameters {
    const char *value[PARAMETERS_MAX];
    int size[PARAMETERS_MAX], format[PARAMETERS_MAX];
    char text[PARAMETERS_MAX][32];
} parameters;

/* PostgreSQL's texts are UTF-8 without zeros. */
static bool is_text(ff_span text) {
    while (text.size) {
        size_t size = *text.data ? utf8_sequence(text) : 0;
        if (!size)
            return false;
        text = (ff_span){text.data + size, text.size - size};
    }
    return true;
}

/* A text that cannot be in a table is null: it is found nowhere, and refused by columns. */
static void write_value(parameters *out, int at, const struct value *value) {
    bool null = value->kind == VALUE_NULL || (value->kind == VALUE_TEXT && !is_text(value->bytes));
    out->value[at] = null ? NULL : out->text[at];
    out->format[at] = 0;
    switch (value->kind) {
    case VALUE_NUMBER:
        snprintf(out->text[at], sizeof *out->text, "%lld", (long long)value->number);
        break;
    case VALUE_REAL:
        snprintf(out->text[at], sizeof *out->text, "%.17g", value->real);
        break;
    case VALUE_TEXT:
    case VALUE_BYTES:
        if (!null)
            out->value[at] = value->bytes.data ? value->bytes.data : "";
        out->size[at] = (int)value->bytes.size;
        out->format[at] = 1;
        break;
    case VALUE_NULL:
        break;
    }
}

static bool start_stream(struct postgresql *own, const struct prepared *at,
                         const parameters *values) {
    return (PQsendQueryPrepared(own->db, at->name, at->parameters, values->value, values->size,
                                values->format, 1) &&
            PQsetSingleRowMode(own->db)) ||
           postgresql_note(own, NULL);
}

static store_answer step_stream(struct postgresql *own, struct prepared *at) {
    PQclear(at->rows);
    at->rows = PQgetResult(own->db);
    at->row = 0;
    ExecStatusType status = PQresultStatus(at->rows);
    if (status == PGRES_SINGLE_TUPLE || status == PGRES_TUPLES_OK)
        return status == PGRES_SINGLE_TUPLE ? STORE_FOUND : STORE_NONE;
    postgresql_note(own, at->rows);
    at->rows = NULL;
    return STORE_FAILED;
}

/* Its values, as libpq takes them, and it is known to this session. */
static bool make_query(struct postgresql *own, const struct statement *statement,
                       parameters *values, struct query *query) {
    struct prepared *at = statement->handle;
    for (int i = 0; i < statement->count; i++)
        write_value(values, i, &statement->values[i]);
    *query =
        (struct query){at->name, statement->count, values->value, values->size, values->format};
    return at->session == own->session || prepare_now(own, at);
}

/* All rows at once: other statements run while they are read. */
static bool start(struct statement *statement) {
    struct postgresql *own = statement->store->connection;
    struct prepared *at = statement->handle;
    parameters values;
    struct query query;
    if (!make_query(own, statement, &values, &query))
        return false;
    if (statement->streams)
        return pipeline_wait(own) && start_stream(own, at, &values);
    at->row = -1;
    at->rows = pipeline_take(own, &query);
    return at->rows || (pipeline_send(own, &query, &at->rows) && pipeline_wait(own));
}

static store_answer pg_step(struct statement *statement) {
    struct prepared *at = statement->handle;
    if (!statement->running &&
        !(reach(statement->store) &&
          (start(statement) || (reach_anew(statement->store) && start(statement)))))
        return STORE_FAILED;
    if (statement->streams)
        return step_stream(statement->store->connection, at);
    return at->rows && ++at->row < PQntuples(at->rows) ? STORE_FOUND : STORE_NONE;
}

static bool pg_run(struct statement *statement, uint64_t *changed) {
    struct postgresql *own = statement->store->connection;
    parameters values;
    struct query query;
    if (!reach(statement->store) || !make_query(own, statement, &values, &query) ||
        !pipeline_send(own, &query, NULL) || ((changed || own->careful) && !pipeline_wait(own)))
        return false;
    if (changed)
        *changed = own->changes;
    return true;
}

/* Where one of them meets damage it is not known which: then each is asked for when it is read. */
static void pg_ask(struct statement *statement) {
    struct postgresql *own = statement->store->connection;
    parameters values;
    struct query query;
    if (!own->careful && reach(statement->store) && make_query(own, statement, &values, &query))
        pipeline_ask(own, &query);
}

static void pg_forget_asked(struct store *store) {
    pipeline_forget(store->connection);
}

static void pg_reset(struct statement *statement) {
    struct prepared *at = statement->handle;
    PQclear(at->rows);
    at->rows = NULL;
}

/* The session knows it until it ends, soon after: statements are not ended before their store. */
static void pg_finalize(struct statement *statement) {
    struct prepared *at = statement->handle;
    pg_reset(statement);
    free(at->sql);
    free(at);
}

/* ---- columns ---- */

/* Whole numbers and reals come with the highest byte first. */
static uint64_t unsigned_of(const struct prepared *from, int at) {
    const uint8_t *bytes = (const uint8_t *)PQgetvalue(from->rows, from->row, at);
    uint64_t number = 0;
    for (int i = 0; i < PQgetlength(from->rows, from->row, at) && i < 8; i++)
        number = number << 8 | bytes[i];
    return number;
}

static value_kind pg_kind(const struct statement *statement, int at) {
    const struct prepared *from = statement->handle;
    if (PQgetisnull(from->rows, from->row, at))
        return VALUE_NULL;
    switch (PQftype(from->rows, at)) {
    case OID_INT8:
    case OID_INT4:
    case OID_BOOL:
        return VALUE_NUMBER;
    case OID_FLOAT8:
        return VALUE_REAL;
    case OID_BYTEA:
        return VALUE_BYTES;
    default:
        return VALUE_TEXT;
    }
}

static double pg_real(const struct statement *statement, int at) {
    uint64_t bits = unsigned_of(statement->handle, at);
    double real;
    static_assert(sizeof real == sizeof bits, "as IEEE 754 has it");
    memcpy(&real, &bits, sizeof real);
    return real;
}

static int64_t pg_number(const struct statement *statement, int at) {
    const struct prepared *from = statement->handle;
    if (PQgetisnull(from->rows, from->row, at))
        return 0;
    switch (PQftype(from->rows, at)) {
    case OID_INT8:
        return (int64_t)unsigned_of(from, at);
    case OID_INT4:
        return (int32_t)unsigned_of(from, at);
    case OID_BOOL:
        return (int64_t)unsigned_of(from, at);
    case OID_FLOAT8:
        return (int64_t)pg_real(statement, at);
    default:
        return 0;
    }
}

static ff_span pg_bytes(const struct statement *statement, int at) {
    const struct prepared *from = statement->handle;
    return (ff_span){PQgetvalue(from->rows, from->row, at),
                     (size_t)PQgetlength(from->rows, from->row, at)};
}

/* ---- the host's ---- */

/* Its own autovacuum does that. */
static bool pg_give_back(struct store *store) {
    (void)store;
    return true;
}

/* What it knows is told by its own amcheck and checksums. */
static void pg_check(struct store *store, store_problem *tell, void *context) {
    (void)store;
    (void)tell;
    (void)context;
}

static bool pg_copy(const char *location, const char *copy, ff_error *error) {
    (void)location;
    (void)copy;
    return ff_fail(error, FF_ERROR_UNSUPPORTED, 0, 0,
                   "a store in PostgreSQL is backed up by pg_dump");
}

static bool pg_set_triggers(struct store *store, bool on) {
    return run_alone(store, on ? postgresql_triggers_on : postgresql_triggers_off);
}

static bool pg_load(struct store *store, const char *table, const char *columns, int count,
                    next_row *next, void *context) {
    struct postgresql *own = store->connection;
    if (!pipeline_wait(own))
        return false;
    PGresult *result = postgresql_load(own->db, table, columns, count, next, context);
    if (PQresultStatus(result) != PGRES_COMMAND_OK)
        return postgresql_note(own, result);
    PQclear(result);
    return true;
}

const struct engine engine_postgresql = {
    .count_lost = pg_count_lost,
    .open = pg_open,
    .settle = pg_settle,
    .close = pg_close,
    .port = pg_port,
    .sessions = pg_sessions,
    .round_trips = pg_round_trips,
    .is_reachable = pg_is_reachable,
    .tells_late = true,
    .message = pg_message,
    .met_damage = pg_met_damage,
    .met_conflict = pg_met_conflict,
    .is_memory_out = pg_is_memory_out,
    .execute = pg_execute,
    .begin = pg_begin,
    .begin_reading = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY",
    .commit = pg_commit,
    .roll_back = pg_roll_back,
    .in_transaction = pg_in_transaction,
    .set_schema = pg_set_schema,
    .prepare = pg_prepare,
    .step = pg_step,
    .reset = pg_reset,
    .finalize = pg_finalize,
    .run = pg_run,
    .ask = pg_ask,
    .forget_asked = pg_forget_asked,
    .number = pg_number,
    .real = pg_real,
    .bytes = pg_bytes,
    .kind = pg_kind,
    .give_back = pg_give_back,
    .check = pg_check,
    .copy = pg_copy,
    .list_columns = postgresql_list_columns,
    .set_triggers = pg_set_triggers,
    .load = pg_load,
    .nodes = &postgresql_nodes,
};

#else

static bool missing_open(struct store *store, const char *location, open_mode mode, int newest,
                         int *schema, ff_error *error) {
    (void)store, (void)location, (void)mode, (void)newest, (void)schema;
    return ff_fail(error, FF_ERROR_UNSUPPORTED, 0, 0,
                   "this Flagfall was built without PostgreSQL (libpq)");
}

static bool missing_copy(const char *location, const char *copy, ff_error *error) {
    return missing_open(NULL, location, OPEN_READER, 0, NULL, error) && copy;
}

static void missing_close(struct store *store) {
    (void)store;
}

static const struct engine_nodes missing_nodes = {0};

const struct engine engine_postgresql = {.count_lost = pg_count_lost,
                                         .open = missing_open,
                                         .close = missing_close,
                                         .copy = missing_copy,
                                         .nodes = &missing_nodes};

#endif
