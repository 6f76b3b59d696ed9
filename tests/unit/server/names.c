/* Names that could be taken for the host's or a computer's are nobody's. */
#include "server/identity/names.h"
#include "server/base/sanitize.h"

#include "flagfall/computer.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

static bool is_reserved(const char *name) {
    const ff_player_kind *kinds[64];
    size_t count = 0;
    char clean[SANITIZE_NAME_SIZE], key[SANITIZE_NAME_SIZE];
    for (; count < ff_computer_count() && count < 64; count++)
        kinds[count] = ff_computer_at(count);
    struct opponents opponents = {.kinds = kinds, .count = count};
    assert_true(sanitize_name(ff_span_of(name), clean));
    sanitize_name_key(clean, key);
    return names_is_reserved(key, &opponents);
}

static void names_of_the_host_are_reserved_however_they_are_written(void **state) {
    (void)state;
    static const char *const names[] = {
        "admin",     "Admin",    "ADM1N",     "a.d.m-i_n", "Ádmín",     "admin2",     "Admin 1",
        "server",    "Ser ver",  "SERVER-01", "serwer x",  "moderator", "rnoderator", "flagfall",
        "Flag Fall", "F1agfa11", "flagfal1",  "root",      "system",    "Guest 17",   "Level 7",
        "leveI 10",  "operator", "ai",        "open",      "link",      "referee"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        assert_int_equal(is_reserved(names[i]), strcmp(names[i], "serwer x") != 0);
}

static void computer_players_keep_their_names(void **state) {
    (void)state;
    char clean[SANITIZE_NAME_SIZE];
    for (size_t i = 0; i < ff_computer_count(); i++)
        if (sanitize_name(ff_span_of(ff_computer_at(i)->name), clean))
            assert_true(is_reserved(clean));
    assert_true(is_reserved("Random"));
    assert_true(is_reserved("Se-arch"));
    assert_true(is_reserved("Genera1"));
    assert_true(is_reserved("P1cket"));
}

static void names_of_people_are_free(void **state) {
    (void)state;
    static const char *const names[] = {"Ann",      "Bob",        "Zwaantje", "Modi",   "Adminton",
                                        "Serverin", "Guesthouse", "Robot",    "Hostia", "Levelle"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        assert_false(is_reserved(names[i]));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_of_the_host_are_reserved_however_they_are_written),
        cmocka_unit_test(computer_players_keep_their_names),
        cmocka_unit_test(names_of_people_are_free),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
