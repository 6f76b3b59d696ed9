/* The list of games that go on: by rating, in pages, and what is no more is not there. */
#include "server/watch/live_list.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

static store_game game_of(int64_t number, int64_t red, int64_t blue) {
    return (store_game){.number = number, .seat = {{.rating = red}, {.rating = blue}}};
}

static void put(live_list *list, int64_t number, int64_t red, int64_t blue) {
    store_game game = game_of(number, red, blue);
    live_list_put(list, &game);
}

static void the_best_rated_come_first_and_of_equals_the_newest(void **state) {
    (void)state;
    live_list list = {0};
    live_key keys[8];
    put(&list, 1, 1500, 1600);
    put(&list, 2, STORE_NULL, STORE_NULL);
    put(&list, 3, 2000, 1900);
    put(&list, 4, 1600, 1500);
    put(&list, 3, 2000, 1900);
    assert_int_equal(live_list_page(&list, NULL, keys, 8), 4);
    const int64_t wanted[] = {3, 4, 1, 2};
    for (int i = 0; i < 4; i++)
        assert_int_equal(keys[i].number, wanted[i]);
    live_list_free(&list);
}

static void pages_follow_each_other_though_games_come_and_go(void **state) {
    (void)state;
    live_list list = {0};
    live_key page[10], at;
    for (int64_t number = 1; number <= 100; number++)
        put(&list, number, 1000 + number * 7 % 50, 1000);
    size_t count = live_list_page(&list, NULL, page, 10), seen = 0;
    while (count > 0) {
        seen += count;
        at = page[count - 1];
        live_list_drop(&list, &at); /* the place stays known by the key */
        count = live_list_page(&list, &at, page, 10);
    }
    assert_int_equal(seen, 100);
    assert_int_equal(live_list_page(&list, NULL, page, 10), 10);
    live_list_drop(&list, &at);
    assert_int_equal(list.count, 90);
    live_list_free(&list);
}

static void it_is_bounded_and_keeps_the_best(void **state) {
    (void)state;
    live_list list = {0};
    live_key key;
    for (int64_t number = 1; number <= LIVE_LIST_MOST + 10; number++)
        put(&list, number, number, 0);
    assert_int_equal(list.count, LIVE_LIST_MOST);
    assert_int_equal(live_list_page(&list, NULL, &key, 1), 1);
    assert_int_equal(key.number, LIVE_LIST_MOST + 10);
    put(&list, 1, 1, 0);
    assert_int_equal(list.count, LIVE_LIST_MOST);
    assert_int_equal(list.keys[list.count - 1].number, 11);
    live_list_free(&list);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_best_rated_come_first_and_of_equals_the_newest),
        cmocka_unit_test(pages_follow_each_other_though_games_come_and_go),
        cmocka_unit_test(it_is_bounded_and_keeps_the_best),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
