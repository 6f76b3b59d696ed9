/* Who offers much does not take the places of those who offer little. */
#include "server/session/fair_list.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

static struct person person(unsigned number) {
    struct person made = {{0}};
    memcpy(made.key, &number, sizeof number);
    made.key[31] = 1;
    return made;
}

static int set_up(void **state) {
    *state = fair_list_new();
    return *state ? 0 : -1;
}

static int tear_down(void **state) {
    fair_list_free(*state);
    return 0;
}

static void come(fair_list *list, unsigned number, int64_t origin) {
    struct person who = person(number);
    fair_list_enter(list, &who, origin);
}

static void put(fair_list *list, unsigned number, int64_t game) {
    struct person who = person(number);
    fair_list_put(list, &who, game);
}

/* What is chosen, as text. */
static void check(fair_list *list, size_t most, const char *expected) {
    int64_t chosen[64];
    char text[512] = "";
    size_t count = fair_list_choose(list, chosen, most);
    assert_true(count <= most);
    for (size_t i = 0; i < count; i++)
        snprintf(text + strlen(text), sizeof text - strlen(text), "%lld ", (long long)chosen[i]);
    assert_string_equal(text, expected);
}

static void one_of_each_origin_comes_first(void **state) {
    fair_list *list = *state;
    come(list, 1, 1);
    come(list, 2, 2);
    put(list, 1, 10);
    put(list, 2, 20);
    for (int64_t game = 30; game < 36; game++)
        put(list, 1, game);
    check(list, 50, "35 20 34 33 ");
    check(list, 2, "35 20 ");
    check(list, 1, "35 ");
}

static void within_an_origin_persons_take_turns(void **state) {
    fair_list *list = *state;
    for (unsigned who = 1; who <= 3; who++)
        come(list, who, 1);
    put(list, 3, 30);
    for (int64_t game = 10; game < 15; game++)
        put(list, 1, game);
    put(list, 2, 20);
    check(list, 50, "20 14 30 13 12 ");
}

static void a_flood_leaves_room_for_everybody(void **state) {
    fair_list *list = *state;
    come(list, 9999, 2);
    put(list, 9999, 1); /* older than all of the flood */
    for (unsigned who = 0; who < 500; who++) {
        come(list, who, 1);
        for (int64_t i = 0; i < 10; i++)
            put(list, who, 100 + who * 10 + i);
    }
    int64_t chosen[50];
    assert_int_equal(fair_list_choose(list, chosen, 50), FAIR_OF_ORIGIN + 1);
    assert_int_equal(chosen[1], 1);
}

static void who_goes_takes_everything_along(void **state) {
    fair_list *list = *state;
    struct person ann = person(1), bob = person(2), nobody = person(3);
    come(list, 1, 1);
    come(list, 2, 1);
    put(list, 1, 10);
    put(list, 2, 20);
    put(list, 3, 30); /* is not here */
    fair_list_drop(list, &nobody, 30);
    fair_list_drop(list, &ann, 77);
    check(list, 50, "20 10 ");
    fair_list_leave(list, &bob);
    fair_list_leave(list, &nobody);
    check(list, 50, "10 ");
    fair_list_drop(list, &ann, 10);
    check(list, 50, "");
    put(list, 1, 11);
    put(list, 1, 11);
    check(list, 50, "11 ");
    fair_list_leave(list, &ann);
    check(list, 50, "");
}

static void the_oldest_numbers_are_forgotten(void **state) {
    fair_list *list = *state;
    struct person ann = person(1);
    come(list, 1, 1);
    for (int64_t game = 0; game < FAIR_KEPT + 5; game++)
        put(list, 1, game);
    for (int64_t game = 5; game < FAIR_KEPT + 4; game++)
        fair_list_drop(list, &ann, game);
    check(list, 50, "24 ");
    fair_list_drop(list, &ann, 24);
    check(list, 50, "");
}

int main(void) {
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        TEST(one_of_each_origin_comes_first),    TEST(within_an_origin_persons_take_turns),
        TEST(a_flood_leaves_room_for_everybody), TEST(who_goes_takes_everything_along),
        TEST(the_oldest_numbers_are_forgotten),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
