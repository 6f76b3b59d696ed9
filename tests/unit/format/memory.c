/* Memory may run out anywhere while a file is read or written: nothing crashes,
 * nothing leaks, and either the answer is right or the caller is told. */
#include "failing_malloc.h"
#include "interchange/xml.h"
#include "records.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define GAME                                                                                       \
    DUEL_TAGS                                                                                      \
    "[Red \"Ann\"]\n[Result \"red\"]\n[Termination \"resign\"]\n\n"                                \
    "1. d1-d2 {one} {two} g10-g9 2. j4-a99 d2-d1 g9-g10 d1-d2 g10-g9 d2-d3 g9-g8 d3-d2 "           \
    "g8-g9 d2-d1 g9-g10 d1-d2 {a long comment, so that the text has to grow once more}\n\n"
#define PLAYABLE                                                                                   \
    DUEL_TAGS "[Red \"Ann\"]\n[Result \"red\"]\n[Termination \"resign\"]\n\n1. d1-d2\n\n"

/* Runs a step with the first, the second .. allocation failing, until one run
 * needed no more. The step says whether it was told of a failure. */
static void with_every_allocation_failing(bool (*step)(void)) {
    for (unsigned long n = 1;; n++) {
        malloc_fail_at(n);
        bool told = step();
        bool failed = malloc_has_failed();
        malloc_fail_at(0);
        assert_int_equal(told, failed);
        if (!failed)
            return;
        assert_true(n < 10000);
    }
}

/* What a step returns where all went well; it is right then. */
static bool told(bool failed, const ff_buffer *text, const char *expected) {
    if (!failed)
        assert_string_equal(text->data, expected);
    return failed;
}

static bool record_step(void) {
    ff_record record = {0};
    ff_record_reader reader;
    ff_error error;
    ff_buffer text = {0};
    ff_record_reader_init(&reader, ff_span_of(GAME));
    bool failed = ff_record_read(&reader, &record, &error) != FF_READ_GAME;
    if (!failed) {
        ff_record_write(&record, &text);
        failed = text.failed;
    }
    if (!failed)
        assert_non_null(strstr(text.data, "1. d1-d2 {one two} g10-g9 2. j4-a99"));
    ff_record_free(&record);
    ff_buffer_free(&text);
    return failed;
}

static bool replay_step(void) {
    ff_record record = {0};
    ff_record_reader reader;
    ff_error error;
    ff_history history = {0};
    ff_replay replay;
    ff_buffer line = {0};
    ff_record_reader_init(&reader, ff_span_of(GAME));
    bool failed = ff_record_read(&reader, &record, &error) != FF_READ_GAME ||
                  !ff_replay_record(&replay, &record, NULL, &history);
    if (!failed) {
        ff_replay_write(&replay, &line);
        failed = told(line.failed, &line, "illegal ply=3 move=j4-a99 reason=off-board");
    }
    ff_record_free(&record);
    ff_history_free(&history);
    ff_buffer_free(&line);
    return failed;
}

/* A game out to one of Gravon's formats and in again; the failing allocation may
 * be anywhere on the way. */
static bool there_and_back(bool write(const ff_record *, ff_buffer *, ff_buffer *, ff_error *),
                           bool read(ff_span, ff_record *, ff_buffer *, ff_error *)) {
    ff_record record = {0}, again = {0};
    ff_record_reader reader;
    ff_error error;
    ff_buffer out = {0}, text = {0}, notes = {0};
    ff_record_reader_init(&reader, ff_span_of(PLAYABLE));
    bool good = ff_record_read(&reader, &record, &error) == FF_READ_GAME &&
                write(&record, &out, &notes, &error) && !out.failed &&
                read((ff_span){out.data, out.size}, &again, &notes, &error);
    if (good)
        ff_record_write(&again, &text);
    good = good && !text.failed && !notes.failed;
    if (good) {
        assert_non_null(strstr(text.data, "[Red \"Ann\"]"));
        assert_non_null(strstr(text.data, "[Termination \"resign\"]"));
        assert_non_null(strstr(text.data, "\n\n1. d1-d2\n"));
    }
    ff_record_free(&record);
    ff_record_free(&again);
    ff_buffer_free(&out);
    ff_buffer_free(&text);
    ff_buffer_free(&notes);
    return !good;
}

static bool gsn_step(void) {
    return there_and_back(ff_gsn_write, ff_gsn_read);
}

static bool xml_step(void) {
    return there_and_back(xml_write, xml_read);
}

static bool edition_step(void) {
    ff_buffer text = {0};
    ff_edition edition;
    ff_error error;
    ff_edition_write(ff_edition_default(), &text);
    bool failed = text.failed;
    if (!failed)
        assert_true(ff_edition_read((ff_span){text.data, text.size}, &edition, &error));
    ff_buffer_free(&text);
    return failed;
}

static void a_record_is_read_and_written(void **state) {
    (void)state;
    with_every_allocation_failing(record_step);
}

static void a_record_is_replayed(void **state) {
    (void)state;
    with_every_allocation_failing(replay_step);
}

static void a_game_goes_through_gsn(void **state) {
    (void)state;
    with_every_allocation_failing(gsn_step);
}

static void a_game_goes_through_xml(void **state) {
    (void)state;
    with_every_allocation_failing(xml_step);
}

static void an_edition_is_written(void **state) {
    (void)state;
    with_every_allocation_failing(edition_step);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_record_is_read_and_written), cmocka_unit_test(a_record_is_replayed),
        cmocka_unit_test(a_game_goes_through_gsn),      cmocka_unit_test(a_game_goes_through_xml),
        cmocka_unit_test(an_edition_is_written),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
