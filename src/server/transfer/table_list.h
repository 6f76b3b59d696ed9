/* The tables of a store, as its schema tells them: nobody writes their columns down once more. */
#ifndef FLAGFALL_SERVER_TRANSFER_TABLE_LIST_H
#define FLAGFALL_SERVER_TRANSFER_TABLE_LIST_H

#include "server/database/store_sql.h"

enum { LISTED_TABLES = 64, LISTED_COLUMNS = 40, LISTED_NAME = 64, LISTED_SQL = 1024 };

/* A table, and what has been read of it. */
typedef struct listed_table {
    char name[LISTED_NAME];
    char columns[LISTED_SQL]; /* their names, quoted, with commas between */
    int count;                /* of its columns */
    uint64_t rows;
    uint64_t sum; /* of the hashes of its rows, in whatever order they came */
} listed_table;

typedef struct table_list {
    listed_table table[LISTED_TABLES]; /* each behind those that it refers to */
    int count;
    bool cut; /* there are more than fit: it is like no other list */
} table_list;

/* False, and noted by the store, where they cannot be read. */
bool table_list_read(struct store *store, table_list *list);

/* The name of a table that is not in both, or not with the same columns; null: they are the same,
 * and their names are those of a schema of ours. */
const char *table_list_difference(const table_list *a, const table_list *b);

/* Counts the rows of all tables. */
bool table_list_count(struct store *store, const table_list *list, uint64_t *rows);

/* Reads all rows of a table, one by one. */
typedef struct table_reader {
    listed_table *table; /* counts and sums what is read */
    struct statement *statement;
    ff_buffer sql, bytes;
    struct value values[LISTED_COLUMNS];
    bool failed;
} table_reader;

/* False, and noted by the store, where it fails; to be closed all the same. */
bool table_reader_open(table_reader *reader, struct store *store, listed_table *table);
void table_reader_close(table_reader *reader);

/* A `next_row` (engine.h), of a reader. */
store_answer table_reader_next(void *reader, const struct value **values);

#endif
