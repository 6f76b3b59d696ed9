/* Messages that wait: in order, each text there once however many are to read it, and
 * counted by everybody who is to. */
#include "server/session/outbox.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static outbox_text *text_of(const char *words) {
    ff_buffer buffer = {0};
    ff_buffer_text(&buffer, words);
    outbox_text *made = outbox_text_new(&buffer);
    ff_buffer_free(&buffer);
    assert_non_null(made);
    return made;
}

static void add(struct outbox *to, const char *words) {
    outbox_text *made = text_of(words);
    assert_true(outbox_add(to, made));
    outbox_text_drop(made);
}

static void take(struct outbox *from, const char *words) {
    const ff_span *first = outbox_first(from);
    assert_non_null(first);
    assert_true(ff_span_equals(*first, words));
    outbox_drop_first(from);
}

static void messages_come_in_order_also_from_another_outbox(void **state) {
    (void)state;
    struct outbox held = {0}, released = {0};
    add(&released, "one");
    add(&held, "two");
    add(&held, "");
    outbox_move(&released, &held);
    outbox_move(&released, &held);
    assert_null(outbox_first(&held));
    assert_int_equal(held.bytes, 0);
    take(&released, "one");
    take(&released, "two");
    take(&released, "");
    assert_null(outbox_first(&released));
    assert_int_equal(released.bytes, 0);
}

/* The bytes before it are there for one after the other. */
static void a_text_is_there_until_its_last_reader_has_had_it(void **state) {
    (void)state;
    struct outbox outbox[3] = {0};
    outbox_text *made = text_of("to all");
    for (int i = 0; i < 3; i++)
        assert_true(outbox_add(&outbox[i], made));
    outbox_text_drop(made);
    assert_ptr_equal(outbox_first(&outbox[0])->data, outbox_first(&outbox[2])->data);
    outbox_clear(&outbox[1]);
    for (int i = 0; i < 3; i += 2) {
        memset((char *)outbox_first(&outbox[i])->data - OUTBOX_HEADROOM, i, OUTBOX_HEADROOM);
        take(&outbox[i], "to all");
    }
}

static void what_is_shared_counts_for_everybody(void **state) {
    (void)state;
    struct outbox one = {0}, other = {0};
    outbox_text *made = text_of("0123456789");
    for (int i = 0; i < 100; i++)
        assert_true(outbox_add(&one, made) && outbox_add(&other, made));
    outbox_text_drop(made);
    assert_true(one.bytes >= 1000);
    assert_int_equal(one.bytes, other.bytes);
    outbox_clear(&one);
    assert_int_equal(one.bytes, 0);
    outbox_clear(&other);
}

static void what_could_not_be_written_is_no_text(void **state) {
    (void)state;
    ff_buffer buffer = {.failed = true};
    assert_null(outbox_text_new(&buffer));
    outbox_text_drop(NULL);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(messages_come_in_order_also_from_another_outbox),
        cmocka_unit_test(a_text_is_there_until_its_last_reader_has_had_it),
        cmocka_unit_test(what_is_shared_counts_for_everybody),
        cmocka_unit_test(what_could_not_be_written_is_no_text),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
