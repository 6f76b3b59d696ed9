/* The tables of the store, and how an older Flagfall's become this one's. */
#ifndef FLAGFALL_SERVER_STORE_STORE_SCHEMA_H
#define FLAGFALL_SERVER_STORE_STORE_SCHEMA_H

#include "server/database/store_state.h"

enum { STORE_SCHEMA = 26 /* the schema that this program writes */ };

/* Step i brings schema i to schema i + 1: some SQL, and then what SQL cannot do (may be
 * null). All steps are one transaction. */
typedef struct store_migration {
    const char *sql;
    bool (*finish)(struct store *store);
} store_migration;

extern const store_migration store_migrations[STORE_SCHEMA];

/* The same step in PostgreSQL, whose stores begin with STORE_POSTGRESQL_FIRST: to get there from
 * nothing is one step. False, and noted, where it fails. */
enum { STORE_POSTGRESQL_FIRST = 15 };
bool store_migrate_postgresql(struct store *store, int schema);

/* The schema since which games are sealed as they are now (store_seal.h). Where an older
 * one is brought up to date, all games are sealed anew after the last step. */
enum { STORE_SEALED = 9 };
bool store_seal_all(struct store *store);

#endif
