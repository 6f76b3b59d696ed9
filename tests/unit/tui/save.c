/* Records that a person saves: never over a file that is there, and whole or not at all. */
#define _XOPEN_SOURCE 700
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <errno.h>
#include <signal.h>
#include <sys/resource.h>
#include <unistd.h>

#include "tui/model/save.h"

static int enter_folder(void **state) {
    static char folder[] = "/tmp/flagfall-save-XXXXXX";
    *state = mkdtemp(folder);
    return *state && chdir(folder) == 0 ? 0 : -1;
}

static int leave_folder(void **state) {
    return chdir("/") == 0 && rmdir(*state) == 0 ? 0 : -1;
}

static ff_buffer some_text(size_t size) {
    ff_buffer text = {0};
    while (text.size < size && !text.failed)
        ff_buffer_byte(&text, 'x');
    assert_int_equal(text.size, size);
    return text;
}

static void a_record_takes_the_first_name_that_is_free(void **state) {
    (void)state;
    char path[SAVE_PATH];
    ff_buffer text = some_text(10);
    assert_true(save_record(NULL, &text, path));
    assert_string_equal(path, "flagfall-1.ffr");
    assert_true(save_record("", &text, path));
    assert_string_equal(path, "flagfall-2.ffr");
    errno = 0;
    assert_false(save_record("flagfall-1.ffr", &text, path));
    assert_int_equal(errno, EEXIST);
    remove("flagfall-1.ffr");
    remove("flagfall-2.ffr");
    ff_buffer_free(&text);
}

static void what_does_not_fit_leaves_no_part_behind(void **state) {
    (void)state;
    char path[SAVE_PATH];
    struct rlimit before, small;
    ff_buffer text = some_text(100000);
    signal(SIGXFSZ, SIG_IGN);
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &before), 0);
    small = before;
    small.rlim_cur = 5000;
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &small), 0);
    bool saved = save_record("big.ffr", &text, path);
    int why = errno;
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &before), 0);
    assert_false(saved);
    assert_int_equal(why, EFBIG);
    assert_int_equal(access("big.ffr", F_OK), -1);
    ff_buffer_free(&text);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_record_takes_the_first_name_that_is_free),
        cmocka_unit_test(what_does_not_fit_leaves_no_part_behind),
    };
    return cmocka_run_group_tests(tests, enter_folder, leave_folder);
}
