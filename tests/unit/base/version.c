/* The library's version. What must hold: the number and the text that a program sees at run time
 * are those of the headers, and both are the three numbers that CMake and releases go by. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>

#include "flagfall.h"

static void the_number_is_that_of_the_three_numbers(void **state) {
    (void)state;
    assert_int_equal(ff_version(),
                     FF_VERSION_MAJOR * 1000000 + FF_VERSION_MINOR * 1000 + FF_VERSION_PATCH);
    assert_in_range(FF_VERSION_MINOR, 0, 999); /* so that no two versions have one number */
    assert_in_range(FF_VERSION_PATCH, 0, 999);
}

static void the_text_is_that_of_the_three_numbers(void **state) {
    (void)state;
    char text[40];
    snprintf(text, sizeof text, "%d.%d.%d", FF_VERSION_MAJOR, FF_VERSION_MINOR, FF_VERSION_PATCH);
    assert_string_equal(ff_version_text(), text);
    assert_string_equal(FF_VERSION_TEXT, text);
}

static void a_later_version_has_a_greater_number(void **state) {
    (void)state;
    assert_true(FF_VERSION_NUMBER(0, 1, 999) < FF_VERSION_NUMBER(0, 2, 0));
    assert_true(FF_VERSION_NUMBER(0, 999, 999) < FF_VERSION_NUMBER(1, 0, 0));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_number_is_that_of_the_three_numbers),
        cmocka_unit_test(the_text_is_that_of_the_three_numbers),
        cmocka_unit_test(a_later_version_has_a_greater_number),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
