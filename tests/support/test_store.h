/* Which store a test works on: the file that it names, or, where FLAGFALL_POSTGRESQL has the URI of
 * a database (tests/support/with_postgresql), that one, emptied first. So that one suite says what
 * holds for every engine. */
#ifndef TESTS_TEST_STORE_H
#define TESTS_TEST_STORE_H

#include "flagfall/base.h"
#include "server/database/engine.h"
#include "server/database/store_state.h"

#include <stdio.h>
#include <stdlib.h>

static inline const char *test_postgresql(void) {
    const char *uri = getenv("FLAGFALL_POSTGRESQL");
    return uri && *uri ? uri : NULL;
}

/* SQL beside any store: of a database that may have none. */
static inline bool test_store_run(const char *location, const char *sql) {
    struct store beside = {.engine = engine_of(location)};
    ff_error error;
    bool done = beside.engine->open(&beside, location, OPEN_READER, 0, NULL, &error) &&
                beside.engine->execute(&beside, sql);
    if (!done)
        fprintf(stderr, "%s: %s\n", sql,
                beside.connection ? beside.engine->message(&beside) : error.message);
    beside.engine->close(&beside);
    return done;
}

/* The location of a new store. */
static inline const char *test_store_new(const char *path) {
    const char *uri = test_postgresql();
    if (!uri)
        return path;
    if (!test_store_run(uri, "DROP SCHEMA public CASCADE; CREATE SCHEMA public"))
        abort();
    return uri;
}

#endif
