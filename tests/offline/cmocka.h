/* As much of cmocka as tests/unit/core/cases.c asks for, where there is none: the WebAssembly
 * build. A check that fails says so and ends the program. */
#ifndef FLAGFALL_TESTS_OFFLINE_CMOCKA_H
#define FLAGFALL_TESTS_OFFLINE_CMOCKA_H

#include <stdio.h>
#include <stdlib.h>

struct CMUnitTest {
    const char *name;
    void (*test_func)(void **state);
    int (*setup_func)(void **state);
    int (*teardown_func)(void **state);
    void *initial_state;
};

#define fail_msg(...) (printf(__VA_ARGS__), printf("\n0 passed, 1 failed\n"), exit(1))
#define assert_true(what)                                                                          \
    do {                                                                                           \
        if (!(what))                                                                               \
            fail_msg("%s:%d: %s", __FILE__, __LINE__, #what);                                      \
    } while (0)
#define assert_false(what) assert_true(!(what))
#define assert_int_equal(a, b) assert_true((a) == (b))

static inline int _cmocka_run_group_tests(const char *name, const struct CMUnitTest *tests,
                                          size_t count, int (*setup)(void **state),
                                          int (*teardown)(void **state)) {
    (void)setup, (void)teardown;
    for (size_t i = 0; i < count; i++) {
        void *state = tests[i].initial_state;
        tests[i].test_func(&state);
    }
    printf("%s: %zu passed, 0 failed\n", name, count);
    return 0;
}

#endif
