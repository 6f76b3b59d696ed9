/* Records from texts, and what the rules make of them as one line; what cannot be read fails the
 * test. */
#include "records.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

ff_record record_of(const char *text) {
    ff_record record = {0}, more = {0};
    ff_record_reader reader;
    ff_error error = {0};
    ff_record_reader_init(&reader, ff_span_of(text));
    if (ff_record_read(&reader, &record, &error) != FF_READ_GAME)
        fail_msg("line %zu, column %zu: %s", error.line, error.column, error.message);
    assert_int_equal(ff_record_read(&reader, &more, &error), FF_READ_END);
    ff_record_free(&more);
    return record;
}

char *verdict_of(const char *text) {
    ff_record record = record_of(text);
    ff_replay replay;
    ff_history history = {0};
    ff_buffer line = {0};
    assert_true(ff_replay_record(&replay, &record, NULL, &history));
    ff_replay_write(&replay, &line);
    assert_false(line.failed);
    ff_history_free(&history);
    ff_record_free(&record);
    return line.data;
}

void assert_verdict(const char *text, const char *line) {
    char *verdict = verdict_of(text);
    assert_string_equal(verdict, line);
    free(verdict);
}

void assert_verdict_begins(const char *text, const char *line) {
    char *verdict = verdict_of(text);
    if (strncmp(verdict, line, strlen(line)) != 0)
        fail_msg("'%s' does not begin with '%s'", verdict, line);
    free(verdict);
}

char *text_of(const ff_record *record) {
    ff_buffer text = {0};
    ff_record_write(record, &text);
    assert_false(text.failed);
    return text.data;
}
