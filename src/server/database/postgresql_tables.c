/* Rows go out as the text of COPY: a line each, tabs between the values. */
#ifdef FLAGFALL_POSTGRESQL

#include "server/database/postgresql_tables.h"

#include <string.h>

const char postgresql_list_columns[] =
    "WITH RECURSIVE refers (child, parent) AS (SELECT conrelid, confrelid FROM pg_constraint"
    " WHERE contype = 'f' AND connamespace = current_schema()::regnamespace),"
    " depth (oid, at) AS (SELECT oid, 0 FROM pg_class WHERE relkind = 'r'"
    " AND relnamespace = current_schema()::regnamespace AND relpersistence = 'p'"
    " AND relname NOT IN ('flagfall_store', 'wish')" /* of nodes nothing outlasts them */
    " UNION SELECT child, at + 1 FROM depth JOIN refers ON parent = depth.oid WHERE at < 64)"
    " SELECT relname::text, attname::text"
    " FROM (SELECT oid, max(at) AS at FROM depth GROUP BY oid) t JOIN pg_class USING (oid)"
    " JOIN pg_attribute ON attrelid = t.oid AND attnum > 0 AND NOT attisdropped"
    " ORDER BY t.at, relname, attname";

#define FOR_ALL_TABLES(word)                                                                       \
    "DO $$ DECLARE t record; BEGIN"                                                                \
    " FOR t IN SELECT tablename AS name FROM pg_tables WHERE schemaname = current_schema() LOOP"   \
    " EXECUTE format('ALTER TABLE %I " word " TRIGGER USER', t.name);"                             \
    " END LOOP; END $$"

const char postgresql_triggers_off[] = FOR_ALL_TABLES("DISABLE");
const char postgresql_triggers_on[] = FOR_ALL_TABLES("ENABLE");

static void add_text(ff_buffer *line, ff_span text) {
    for (size_t i = 0; i < text.size; i++) {
        static const char signs[] = "\\\n\r\t", letters[] = "\\nrt";
        const char *sign = text.data[i] ? strchr(signs, text.data[i]) : NULL;
        if (sign)
            ff_buffer_byte(line, '\\');
        ff_buffer_byte(line, sign ? letters[sign - signs] : text.data[i]);
    }
}

static void add_value(ff_buffer *line, const struct value *value) {
    switch (value->kind) {
    case VALUE_NUMBER:
        ff_buffer_format(line, "%lld", (long long)value->number);
        break;
    case VALUE_REAL:
        ff_buffer_format(line, "%.17g", value->real);
        break;
    case VALUE_TEXT:
        add_text(line, value->bytes);
        break;
    case VALUE_BYTES:
        ff_buffer_text(line, "\\\\x");
        for (size_t i = 0; i < value->bytes.size; i++)
            ff_buffer_format(line, "%02x", (uint8_t)value->bytes.data[i]);
        break;
    case VALUE_NULL:
        ff_buffer_text(line, "\\N");
        break;
    }
}

static PGresult *begin(PGconn *db, const char *table, const char *columns) {
    ff_buffer sql = {0};
    ff_buffer_format(&sql, "COPY \"%s\" (%s) FROM STDIN", table, columns);
    PGresult *result = sql.failed ? NULL : PQexec(db, sql.data);
    ff_buffer_free(&sql);
    return result;
}

/* What could not be sent was refused: the server says why. */
static PGresult *end(PGconn *db, const char *why_not) {
    return PQputCopyEnd(db, why_not) == 1 ? PQgetResult(db) : NULL;
}

static bool send(PGconn *db, ff_buffer *line, const struct value *values, int count) {
    ff_buffer_clear(line);
    for (int i = 0; i < count; i++) {
        if (i > 0)
            ff_buffer_byte(line, '\t');
        add_value(line, &values[i]);
    }
    ff_buffer_byte(line, '\n');
    return !line->failed && PQputCopyData(db, line->data, (int)line->size) == 1;
}

PGresult *postgresql_load(PGconn *db, const char *table, const char *columns, int count,
                          next_row *next, void *context) {
    ff_buffer line = {0};
    const struct value *values;
    store_answer answer;
    PGresult *result = begin(db, table, columns);
    if (PQresultStatus(result) != PGRES_COPY_IN)
        return result;
    PQclear(result);
    while ((answer = next(context, &values)) == STORE_FOUND && send(db, &line, values, count))
        continue;
    ff_buffer_free(&line);
    return end(db, answer == STORE_NONE ? NULL : "not all rows came");
}

#else

typedef int no_postgresql; /* a file of C is not empty */

#endif
