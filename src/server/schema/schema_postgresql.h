/* The tables of a store in PostgreSQL as they are at first (STORE_POSTGRESQL_FIRST in
 * store/store_schema.h). */
#ifndef FLAGFALL_SERVER_SCHEMA_SCHEMA_POSTGRESQL_H
#define FLAGFALL_SERVER_SCHEMA_SCHEMA_POSTGRESQL_H

extern const char schema_postgresql_tables[];
extern const char schema_postgresql_indexes[];
extern const char schema_postgresql_triggers[];

#endif
