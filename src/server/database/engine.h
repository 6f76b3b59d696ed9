/* The engine of a store: the database system that keeps it. Each is a table of functions
 * (sqlite.c); all that is above them speaks of values and statements alone, in the SQL that every
 * engine understands: parameters ?1, ?2, .., ON CONFLICT and RETURNING, no row numbers but those
 * that a table declares, truth values as 0 and 1. */
#ifndef FLAGFALL_SERVER_DATABASE_ENGINE_H
#define FLAGFALL_SERVER_DATABASE_ENGINE_H

#include "flagfall/base.h"
#include "server/database/store_answer.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct store;

typedef enum value_kind {
    VALUE_NULL,
    VALUE_NUMBER,
    VALUE_REAL,
    VALUE_TEXT, /* UTF-8 */
    VALUE_BYTES,
} value_kind;

/* What is bound to a parameter. */
struct value {
    value_kind kind;
    union {
        int64_t number;
        double real;
        ff_span bytes; /* of a text too; somebody else's */
    };
};

/* In the SQL of a statement that changes a row as it was read: where it changes none it fails, for
 * somebody else was faster (met_conflict). */
#define CHANGES_ONE "/* CHANGES ONE */"
#define NOT_AS_READ "a row is not as it was read"

/* A prepared statement. It has no values between two uses, so that nothing is read from memory
 * that its caller has given up. */
struct statement {
    struct store *store;
    const char *sql; /* must live as long as the statement */
    void *handle;    /* the engine's own */
    bool streams;    /* its rows come one by one: nothing else is asked until the last has come */
    bool changes_one;
    bool running; /* it has been stepped since it was made ready */
    int count;    /* of its parameters */
    struct value values[];
};

/* How a store is opened: to be written, by the one server that it has, or by one of several
 * (store_nodes.h); or to be read, by a connection beside it. */
typedef enum open_mode { OPEN_WRITER, OPEN_NODE, OPEN_READER } open_mode;

typedef void store_problem(void *context, const char *problem);

/* The next row of a table: found, with as many values as it has columns, which live until the next
 * call; none; or failed. */
typedef store_answer next_row(void *context, const struct value **values);
struct store_news;

/* What several servers on one store need (store_nodes.h), of a store that was opened as a node's.
 */
struct engine_nodes {
    bool (*was_alone)(const struct store *store);
    bool (*keeps)(const struct store *store);
    void (*keep)(struct store *store);
    int (*news_fd)(const struct store *store);
    bool (*next_news)(struct store *store, struct store_news *news);
    bool (*tell)(struct store *store, const char *table, const char *key);
    bool (*beat)(struct store *store); /* tells all nodes, as news, when by the database's clock */
    bool (*clock_us)(const struct store *store, int64_t *us); /* the database's clock */
    int64_t (*clock_ahead)(const struct store *store);
    int64_t (*number)(const struct store *store);
};

/* What is false or STORE_FAILED has failed: `message` tells why until the next call. */
struct engine {
    /* Before a store is opened, which writes over them: how many of its batches will not be found
     * again, 0 where it is sound; and the byte of its journal where the damage begins. */
    unsigned (*count_lost)(const char *location, uint64_t *at);
    /* Sets the store's connection. A writer hears in `schema` which schema the database has, 0 for
     * one that is empty; one that is no store, or has a schema above `newest`, is left as it is,
     * to the byte. Null connection or not, `close` is called afterwards. */
    bool (*open)(struct store *store, const char *location, open_mode mode, int newest, int *schema,
                 ff_error *error);
    /* Once the schema is the newest: what is left to be done before the store is used. */
    bool (*settle)(struct store *store);
    void (*close)(struct store *store);
    unsigned (*port)(const struct store *store);        /* of TCP, by which it is reached; or 0 */
    unsigned (*sessions)(const struct store *store);    /* with a database; null: there are none */
    uint64_t (*round_trips)(const struct store *store); /* to it, that were waited for; or null */
    bool (*is_reachable)(struct store *store); /* by what is known without asking; null: always */

    bool tells_late; /* of a failure the message may come with a later statement (`run`) */
    const char *(*message)(const struct store *store);
    bool (*met_damage)(const struct store *store);   /* where it reads, the file is malformed */
    bool (*met_conflict)(const struct store *store); /* another server was faster */
    bool (*is_memory_out)(const struct store *store);

    /* ---- SQL that gives no rows: one statement or several ---- */
    bool (*execute)(struct store *store, const char *sql);
    bool (*begin)(struct store *store);     /* opens a transaction to write in, or is refused now */
    const char *begin_reading;              /* SQL that does so for one that reads, of one moment */
    bool (*commit)(struct store *store);    /* true: it is on disk */
    void (*roll_back)(struct store *store); /* where there is something to take back */
    /* Inside a transaction that can still be committed. */
    bool (*in_transaction)(const struct store *store);
    bool (*set_schema)(struct store *store, int schema); /* in the transaction of its steps */

    /* ---- prepared statements ---- */
    bool (*prepare)(struct statement *statement);
    /* The first step runs the statement with its values. */
    store_answer (*step)(struct statement *statement);
    void (*reset)(struct statement *statement);
    void (*finalize)(struct statement *statement);
    /* Runs one that gives no rows, in a transaction. `changed`: so many rows. Null: that may come
     * later, and a failure too: then the next that is waited for fails in its place, a step or a
     * run, or at last the commit. */
    bool (*run)(struct statement *statement, uint64_t *changed);
    /* Asks early for what a step with the same values will give, and forgets what was asked. Null:
     * nothing is gained by it. */
    void (*ask)(struct statement *statement);
    void (*forget_asked)(struct store *store);

    /* ---- a row's columns, from 0: a null is 0 and empty ---- */
    int64_t (*number)(const struct statement *statement, int at);
    double (*real)(const struct statement *statement, int at);
    ff_span (*bytes)(const struct statement *statement, int at); /* until the next step */
    value_kind (*kind)(const struct statement *statement, int at);

    /* ---- the host's ---- */

    /* In a batch: gives some of the space that deleted rows have left back to the system. */
    bool (*give_back)(struct store *store);
    /* Looks through the whole database for what the engine itself knows to be wrong. */
    void (*check)(struct store *store, store_problem *tell, void *context);
    /* Copies the database, as it is at one moment, to a new file. */
    bool (*copy)(const char *location, const char *copy, ff_error *error);

    /* ---- whole tables, for who copies a store to another engine ---- */

    /* SQL that tells the name of each table and column of the store: tables behind those that they
     * refer to, and by name. It ends too where somebody else's tables refer to each other in a
     * circle. */
    const char *list_columns;
    bool (*set_triggers)(struct store *store, bool on); /* in a batch */
    /* In a batch: adds rows to a table, whose columns are named as SQL does, until there are none.
     * Null: as fast as by INSERT. */
    bool (*load)(struct store *store, const char *table, const char *columns, int count,
                 next_row *next, void *context);
    const struct engine_nodes *nodes; /* null: its stores have one server each */
};

extern const struct engine engine_sqlite;
extern const struct engine engine_postgresql;

/* The engine of the store in that location: PostgreSQL's of a URI "postgresql://..", or else it is
 * the path of a file, SQLite's. */
const struct engine *engine_of(const char *location);

/* False of what SQLite would take for something else than the path of a file. */
bool location_is_good(const char *location);

/* The location as it may be shown: without user, password and parameters. */
enum { LOCATION_SHOWN = 200 };
const char *location_show(const char *location, char shown[LOCATION_SHOWN]);

#endif
