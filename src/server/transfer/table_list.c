/* What tables a store has, and their rows. Rows are hashed by what is in them and summed up: a
 * table is the same in whatever order its engine gives it. */
#include "server/transfer/table_list.h"

#include <assert.h>
#include <sodium.h>
#include <stdio.h>
#include <string.h>

/* ---- what tables there are ---- */

/* False where there is no room for it: more than any schema of ours has. Its table is then without
 * columns, as none of ours is. */
static bool add_column(table_list *list, const char *table, const char *column) {
    listed_table *last = list->count ? &list->table[list->count - 1] : NULL;
    if (!last || strcmp(last->name, table) != 0) {
        if (list->count == LISTED_TABLES)
            return false;
        last = &list->table[list->count++];
        *last = (listed_table){.count = 0};
        snprintf(last->name, sizeof last->name, "%s", table);
    }
    size_t size = strlen(last->columns), room = sizeof last->columns - size;
    int more = snprintf(last->columns + size, room, "%s\"%s\"", size ? ", " : "", column);
    bool fits = more > 0 && (size_t)more < room && last->count++ < LISTED_COLUMNS;
    if (!fits)
        last->columns[0] = 0;
    return fits;
}

bool table_list_read(struct store *store, table_list *list) {
    struct statement *statement = store_prepare(store, store->engine->list_columns);
    char table[LISTED_NAME], column[LISTED_NAME];
    store_answer answer = statement ? STORE_FOUND : STORE_FAILED;
    list->count = 0;
    list->cut = false;
    while (!list->cut && answer == STORE_FOUND &&
           (answer = store_step(store, statement, "listing tables")) == STORE_FOUND) {
        store_column_text(statement, 0, table, sizeof table);
        store_column_text(statement, 1, column, sizeof column);
        list->cut = !add_column(list, table, column);
    }
    store_finalize(statement);
    return list->cut || answer == STORE_NONE;
}

const char *table_list_difference(const table_list *a, const table_list *b) {
    for (int i = 0; i < a->count || i < b->count; i++) {
        const listed_table *one = &a->table[i], *other = &b->table[i];
        if (i >= a->count || i >= b->count || strcmp(one->name, other->name) != 0 ||
            strcmp(one->columns, other->columns) != 0)
            return i < a->count ? one->name : other->name;
    }
    return a->cut || b->cut ? a->table[a->count - 1].name : NULL;
}

/* ---- their rows ---- */

static bool count_rows(struct store *store, const listed_table *table, uint64_t *rows) {
    char sql[LISTED_NAME + 32];
    snprintf(sql, sizeof sql, "SELECT count(*) FROM \"%s\"", table->name);
    struct statement *statement = store_prepare(store, sql);
    bool counted = statement && store_step(store, statement, "counting rows") == STORE_FOUND;
    if (counted)
        *rows += (uint64_t)store_column_number(statement, 0);
    store_finalize(statement);
    return counted;
}

bool table_list_count(struct store *store, const table_list *list, uint64_t *rows) {
    bool counted = true;
    *rows = 0;
    for (int i = 0; counted && i < list->count; i++)
        counted = count_rows(store, &list->table[i], rows);
    return counted;
}

bool table_reader_open(table_reader *reader, struct store *store, listed_table *table) {
    *reader = (table_reader){.table = table};
    table->rows = table->sum = 0;
    ff_buffer_format(&reader->sql, "SELECT %s FROM \"%s\"", table->columns, table->name);
    if (!reader->sql.failed)
        reader->statement = store_prepare_stream(store, reader->sql.data);
    return reader->statement != NULL;
}

void table_reader_close(table_reader *reader) {
    store_finalize(reader->statement);
    ff_buffer_free(&reader->sql);
    ff_buffer_free(&reader->bytes);
}

/* The kind and the size first, so that no two values run together. */
static void add_value(ff_buffer *out, const struct value *value) {
    bool is_bytes = value->kind == VALUE_TEXT || value->kind == VALUE_BYTES;
    uint64_t head[] = {value->kind, is_bytes ? value->bytes.size : sizeof value->number};
    ff_buffer_add(out, head, sizeof head);
    if (is_bytes)
        ff_buffer_add(out, value->bytes.data, value->bytes.size);
    else if (value->kind != VALUE_NULL)
        ff_buffer_add(out, &value->number, sizeof value->number); /* or the bits of `real` */
}

/* The key is no secret: the sum is to find mistakes, and nobody gains by deceiving it. */
static bool add_row(table_reader *reader) {
    static const uint8_t key[crypto_shorthash_KEYBYTES] = "a store's rows";
    uint8_t hash[crypto_shorthash_BYTES];
    uint64_t number;
    static_assert(sizeof number == sizeof hash, "a hash is summed as a number");
    ff_buffer_clear(&reader->bytes);
    for (int i = 0; i < reader->table->count; i++)
        add_value(&reader->bytes, &reader->values[i]);
    if (reader->bytes.failed)
        return false;
    crypto_shorthash(hash, (const uint8_t *)reader->bytes.data, reader->bytes.size, key);
    memcpy(&number, hash, sizeof number);
    reader->table->sum += number;
    reader->table->rows++;
    return true;
}

store_answer table_reader_next(void *context, const struct value **values) {
    table_reader *reader = context;
    store_answer answer = store_step(reader->statement->store, reader->statement, "reading rows");
    for (int i = 0; answer == STORE_FOUND && i < reader->table->count; i++)
        store_column_value(reader->statement, i, &reader->values[i]);
    if (answer == STORE_FOUND && !add_row(reader))
        answer = STORE_FAILED;
    reader->failed = answer == STORE_FAILED;
    *values = reader->values;
    return answer;
}
