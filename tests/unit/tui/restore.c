/* Signals of the screen: none that comes between two looks is slept over. */
#define _POSIX_C_SOURCE 200809L

#include "tui/screen/restore.h"

#include <poll.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static volatile sig_atomic_t noted; /* as curses notes that the window has another size */

static void note(int number) {
    (void)number;
    noted++;
}

static bool is_awake(void) {
    struct pollfd file = {.fd = restore_file(), .events = POLLIN};
    return poll(&file, 1, 0) > 0;
}

static void set_handler(void (*handler)(int)) {
    assert_true(signal(SIGWINCH, handler) != SIG_ERR);
    noted = 0;
}

static void a_new_size_is_noted_by_curses_and_wakes_the_loop(void **state) {
    (void)state;
    restore_begin();
    set_handler(note);
    restore_watch_size();
    for (int i = 1; i <= 2; i++) {
        assert_false(is_awake());
        raise(SIGWINCH);
        assert_int_equal(noted, i);
        assert_true(is_awake());
        assert_int_equal(restore_signal(), 0);
    }
    assert_false(is_awake());
    restore_end();
    raise(SIGWINCH);
    assert_int_equal(noted, 3); /* curses still hears of it, for a screen that comes after */
    set_handler(SIG_DFL);
}

/* As a program before this one may have left it. */
static void where_curses_hears_of_no_size_it_stays_so(void **state) {
    (void)state;
    restore_begin();
    set_handler(SIG_IGN);
    restore_watch_size();
    raise(SIGWINCH);
    assert_false(is_awake());
    restore_end();
    assert_true(signal(SIGWINCH, SIG_DFL) == SIG_IGN);
}

static void a_signal_that_ends_the_program_is_known_from_then_on(void **state) {
    (void)state;
    restore_begin();
    raise(SIGTERM);
    assert_true(is_awake());
    for (int i = 0; i < 2; i++)
        assert_int_equal(restore_signal(), SIGTERM);
    restore_end();
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_new_size_is_noted_by_curses_and_wakes_the_loop),
        cmocka_unit_test(where_curses_hears_of_no_size_it_stays_so),
        cmocka_unit_test(a_signal_that_ends_the_program_is_known_from_then_on),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
