/* Passwords are hashed and checked off the loop, at one price, and not kept. */
#include "server/base/passwords.h"

#include <setjmp.h>
#include <sodium.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include <cmocka.h>

static void free_job(job *self) {
    free(self);
}

static int begin(void **state) {
    *state = sodium_init() < 0 ? NULL : workers_new(0, 2);
    return *state ? 0 : -1;
}

static int end(void **state) {
    workers_free(*state);
    return 0;
}

static password_job *new_job(void) {
    password_job *made = calloc(1, sizeof *made);
    assert_non_null(made);
    made->job.free = free_job;
    return made;
}

static password_answer ask(struct workers *workers, const char *old, const char *fresh,
                           const char *known) {
    password_question question = {ff_span_of(old), ff_span_of(fresh), known};
    password_job *asked = new_job();
    assert_true(passwords_ask(workers, &question, asked));
    assert_true(workers_work(workers));
    assert_ptr_equal(workers_take(workers), asked);
    password_answer answer = asked->answer;
    assert_int_equal(asked->old[0], 0);
    assert_int_equal(asked->fresh[0], 0);
    free(asked);
    assert_false(answer.failed);
    return answer;
}

static void the_right_password_and_no_other_opens(void **state) {
    password_answer made = ask(*state, "", "correct horse", NULL);
    assert_memory_equal(made.hash, "$argon2id$", 10);
    assert_null(strstr(made.hash, "horse"));
    assert_true(ask(*state, "correct horse", "", made.hash).right);
    assert_false(ask(*state, "correct horsf", "", made.hash).right);
    assert_false(ask(*state, "correct hors", "", made.hash).right);
}

static void nobody_is_let_in_who_is_not_known(void **state) {
    password_answer answer = ask(*state, "correct horse", "", NULL);
    assert_false(answer.right);
    assert_string_equal(answer.hash, "");
}

static void a_password_changes_only_for_who_knows_the_old_one(void **state) {
    password_answer made = ask(*state, "", "correct horse", NULL);
    assert_string_equal(ask(*state, "wrong horse", "battery staple", made.hash).hash, "");
    password_answer changed = ask(*state, "correct horse", "battery staple", made.hash);
    assert_true(changed.right);
    assert_true(ask(*state, "battery staple", "", changed.hash).right);
}

static void the_same_password_has_another_hash_each_time(void **state) {
    password_answer one = ask(*state, "", "correct horse", NULL);
    password_answer two = ask(*state, "", "correct horse", NULL);
    assert_string_not_equal(one.hash, two.hash);
}

/* The bytes of addresses that the process has. */
static rlim_t size_of_process(void) {
    unsigned long pages = 0;
    FILE *file = fopen("/proc/self/statm", "r");
    assert_non_null(file);
    assert_int_equal(fscanf(file, "%lu", &pages), 1);
    fclose(file);
    return (rlim_t)pages * (rlim_t)sysconf(_SC_PAGESIZE);
}

/* Hashing takes 64 MB: where they are not to be had nobody knows whether it was right. */
static void without_memory_no_password_is_wrong(void **state) {
    password_answer made = ask(*state, "", "correct horse", NULL);
    password_question question = {ff_span_of("correct horse"), ff_span_of(""), made.hash};
    password_job *asked = new_job();
    struct rlimit usual, none;
    assert_int_equal(getrlimit(RLIMIT_AS, &usual), 0);
    none = (struct rlimit){size_of_process() + (32 << 20), usual.rlim_max};
    assert_true(passwords_ask(*state, &question, asked));
    assert_int_equal(setrlimit(RLIMIT_AS, &none), 0);
    bool worked = workers_work(*state);
    assert_int_equal(setrlimit(RLIMIT_AS, &usual), 0);
    assert_true(worked);
    assert_ptr_equal(workers_take(*state), asked);
    assert_true(asked->answer.failed);
    assert_false(asked->answer.right);
    free(asked);
}

static void more_than_the_line_holds_are_refused(void **state) {
    password_question question = {ff_span_of("correct horse"), ff_span_of(""), NULL};
    password_job *refused = new_job();
    assert_true(passwords_ask(*state, &question, new_job()));
    assert_true(passwords_ask(*state, &question, new_job()));
    assert_false(passwords_ask(*state, &question, refused));
    assert_int_equal(refused->old[0], 0);
    free(refused);
}

static void what_cannot_be_a_password_is_known_beforehand(void **state) {
    (void)state;
    char text[PASSWORD_MAX + 2];
    memset(text, 'x', sizeof text);
    assert_false(password_is_usable((ff_span){text, PASSWORD_MIN - 1}));
    assert_true(password_is_usable((ff_span){text, PASSWORD_MIN}));
    assert_true(password_is_usable((ff_span){text, PASSWORD_MAX}));
    assert_false(password_is_usable((ff_span){text, PASSWORD_MAX + 1}));
    assert_false(password_is_usable((ff_span){"with\0zero", 9}));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(the_right_password_and_no_other_opens, begin, end),
        cmocka_unit_test_setup_teardown(nobody_is_let_in_who_is_not_known, begin, end),
        cmocka_unit_test_setup_teardown(a_password_changes_only_for_who_knows_the_old_one, begin,
                                        end),
        cmocka_unit_test_setup_teardown(the_same_password_has_another_hash_each_time, begin, end),
        cmocka_unit_test_setup_teardown(without_memory_no_password_is_wrong, begin, end),
        cmocka_unit_test_setup_teardown(more_than_the_line_holds_are_refused, begin, end),
        cmocka_unit_test(what_cannot_be_a_password_is_known_beforehand),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
