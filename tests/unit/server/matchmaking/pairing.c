/* Who meets whom, without a server: close ratings at once, others when both have waited. */
#include "server/matchmaking/match_queue.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { MANY = 3000 };

static pairing_entry of(uint32_t ticket, int32_t rating, int64_t waited_ms) {
    return (pairing_entry){.ticket = ticket, .pool = 1, .rating = rating, .waited_ms = waited_ms};
}

static bool are_paired(const pairing *pairs, size_t count, uint32_t a, uint32_t b) {
    for (size_t i = 0; i < count; i++)
        if ((pairs[i].ticket[0] == a && pairs[i].ticket[1] == b) ||
            (pairs[i].ticket[0] == b && pairs[i].ticket[1] == a))
            return true;
    return false;
}

static void people_of_like_strength_meet_at_once(void **state) {
    (void)state;
    pairing_entry entries[] = {of(0, 1500, 0), of(1, 1900, 0), of(2, 1580, 0), of(3, 1850, 0)};
    pairing pairs[2];
    assert_int_equal(pairing_find(entries, 4, 4, pairs), 2);
    assert_true(are_paired(pairs, 2, 0, 2));
    assert_true(are_paired(pairs, 2, 1, 3));
}

static void others_meet_when_both_have_waited(void **state) {
    (void)state;
    pairing pairs[1];
    const struct {
        int64_t red, blue;
        size_t pairs;
    } cases[] = {{0, 0, 0}, {30000, 0, 0}, {29000, 30000, 0}, {30000, 30000, 1}, {90000, 30000, 1}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        pairing_entry entries[] = {of(0, 1400, cases[i].red), of(1, 1800, cases[i].blue)};
        assert_int_equal(pairing_find(entries, 2, 2, pairs), cases[i].pairs);
    }
}

static void after_a_minute_everybody_will_do(void **state) {
    (void)state;
    pairing pairs[1];
    pairing_entry entries[] = {of(0, 100, PAIRING_OPEN_MS), of(1, 3000, PAIRING_OPEN_MS)};
    assert_int_equal(pairing_find(entries, 2, 2, pairs), 1);
    int32_t before = 0;
    for (int64_t waited = 0; waited <= PAIRING_OPEN_MS; waited += 500) {
        assert_true(pairing_window(waited) >= before);
        before = pairing_window(waited);
    }
}

static void nobody_meets_in_another_pool_or_alone(void **state) {
    (void)state;
    pairing pairs[2];
    pairing_entry entries[] = {of(0, 1500, 90000), of(1, 1500, 90000), of(0, 1500, 90000)};
    entries[1].pool = 2;
    assert_int_equal(pairing_find(entries, 3, 2, pairs), 0);
    pairing_entry both[] = {of(0, 1500, 0), of(1, 1500, 0), of(0, 1500, 0)};
    both[1].pool = both[2].pool = 2; /* who would play both ways meets */
    assert_int_equal(pairing_find(both, 3, 2, pairs), 1);
    assert_int_equal(pairs[0].pool, 2);
}

static void nobody_is_paired_twice(void **state) {
    (void)state;
    pairing_entry entries[9];
    pairing pairs[4];
    for (uint32_t i = 0; i < 9; i++) {
        entries[i] = of(i / 3, 1500, 0);
        entries[i].pool = i % 3;
    }
    assert_int_equal(pairing_find(entries, 9, 3, pairs), 1);
}

static void a_bot_meets_only_who_allows_it(void **state) {
    (void)state;
    pairing pairs[2];
    pairing_entry entries[] = {of(0, 1500, 90000), of(1, 1500, 90000)};
    entries[1].bot = entries[1].bots = true;
    assert_int_equal(pairing_find(entries, 2, 2, pairs), 0);
    for (int i = 0; i < 2; i++)
        entries[i].bots = !entries[i].bot;
    assert_int_equal(pairing_find(entries, 2, 2, pairs), 1);
    entries[0].bot = entries[1].bot = true; /* two bots: both must */
    entries[0].bots = true;
    entries[1].bots = false;
    assert_int_equal(pairing_find(entries, 2, 2, pairs), 0);
    entries[1].bots = true;
    assert_int_equal(pairing_find(entries, 2, 2, pairs), 1);
}

static void bots_between_two_people_do_not_part_them(void **state) {
    (void)state;
    pairing_entry entries[42];
    pairing pairs[21];
    for (uint32_t i = 0; i < 42; i++) {
        entries[i] = of(i, 1500 + (int32_t)i, 0);
        entries[i].bot = i > 0 && i < 41;
    }
    assert_int_equal(pairing_find(entries, 42, 42, pairs), 1);
    assert_true(are_paired(pairs, 1, 0, 41));
}

static void a_full_queue_is_paired_whole(void **state) {
    (void)state;
    pairing_entry *entries = calloc(MANY, sizeof *entries);
    pairing *pairs = calloc(MANY / 2, sizeof *pairs);
    bool *seen = calloc(MANY, sizeof *seen);
    assert_true(entries && pairs && seen);
    for (uint32_t i = 0; i < MANY; i++)
        entries[i] = of(i, (int32_t)(i * 7919 % 2000) + 500, PAIRING_OPEN_MS);
    size_t count = pairing_find(entries, MANY, MANY, pairs);
    assert_in_range(count, MANY * 4 / 10, MANY / 2);
    for (size_t i = 0; i < count; i++) {
        assert_false(seen[pairs[i].ticket[0]] || seen[pairs[i].ticket[1]]);
        seen[pairs[i].ticket[0]] = seen[pairs[i].ticket[1]] = true;
    }
    free(entries);
    free(pairs);
    free(seen);
}

/* ---- tickets ---- */

enum { A = 1, B }; /* addresses, as the store keeps them */

static match_wish wish_of(uint8_t who, int64_t origin) {
    return (match_wish){
        .person = {{who}}, .origin = origin, .pools = 1, .pool = {{.rating = 1500}}};
}

/* Who is here, by the first byte of the person. */
static bool present[256];

static bool is_present(const struct hub *hub, const struct person *person) {
    (void)hub;
    return present[person->key[0]];
}

static struct match_queue *new_queue(void) {
    struct match_queue *queue = match_queue_new(is_present, NULL);
    memset(present, 0, sizeof present);
    assert_non_null(queue);
    return queue;
}

static void enter(struct match_queue *queue, const match_wish *wish, int64_t now) {
    assert_int_equal(match_queue_enter(queue, wish, now), MATCH_ENTERED);
}

static void who_is_away_meets_nobody_and_is_forgotten(void **state) {
    (void)state;
    struct match_queue *queue = new_queue();
    match_wish ann = wish_of(1, A), bob = wish_of(2, B);
    match_pair pair;
    enter(queue, &ann, 1000);
    enter(queue, &bob, 1000);
    present[1] = true;
    assert_true(match_queue_look(queue, 2000));
    assert_false(match_queue_next(queue, &pair));
    present[2] = true; /* back in time: the place is kept */
    assert_true(match_queue_look(queue, 1000 + QUEUE_GRACE_MS - 1));
    assert_true(match_queue_next(queue, &pair));
    assert_int_equal(match_queue_count(queue), 0);
    present[2] = false;
    enter(queue, &bob, 50000);
    assert_true(match_queue_look(queue, 50000 + QUEUE_GRACE_MS));
    assert_false(match_queue_next(queue, &pair));
    const match_ticket *lost = match_queue_lost(queue, 50000 + QUEUE_GRACE_MS);
    assert_true(lost && person_is(&lost->wish.person, &bob.person));
    match_queue_free(queue);
}

static void who_goes_or_stops_between_the_look_and_the_game_meets_nobody(void **state) {
    (void)state;
    match_pair pair;
    for (int stops = 0; stops < 2; stops++) {
        struct match_queue *queue = new_queue();
        match_wish ann = wish_of(1, A), bob = wish_of(2, B);
        enter(queue, &ann, 1000);
        enter(queue, &bob, 1000);
        present[1] = present[2] = true;
        assert_true(match_queue_look(queue, 2000));
        if (stops)
            assert_true(match_queue_leave(queue, &bob.person));
        else
            present[2] = false;
        assert_false(match_queue_next(queue, &pair));
        assert_int_equal(match_queue_count(queue), stops ? 1 : 2);
        match_queue_free(queue);
    }
}

/* As when all tickets are read anew: those that are not read again are told apart. */
static void what_is_not_put_in_again_is_lost(void **state) {
    (void)state;
    struct match_queue *queue = new_queue();
    match_wish ann = wish_of(1, A), bob = wish_of(2, B);
    enter(queue, &ann, 1000);
    enter(queue, &bob, 1000);
    assert_null(match_queue_lost(queue, 2000));
    match_queue_doubt(queue);
    match_ticket again = {.wish = ann, .since = 500, .seen = 2000};
    match_queue_put(queue, &again);
    const match_ticket *lost = match_queue_lost(queue, 2000);
    assert_true(lost && person_is(&lost->wish.person, &bob.person));
    assert_true(match_queue_leave(queue, &bob.person));
    assert_null(match_queue_lost(queue, 2000));
    assert_int_equal(match_queue_find(queue, &ann.person)->since, 500);
    match_queue_free(queue);
}

static void who_wishes_for_less_leaves_room_for_others(void **state) {
    (void)state;
    struct match_queue *queue = new_queue();
    match_wish wide = wish_of(1, A), narrow = wish_of(1, A), other = wish_of(2, B);
    wide.pools = other.pools = QUEUE_POOLS;
    enter(queue, &wide, 1000);
    enter(queue, &narrow, 1000);
    enter(queue, &other, 1000);
    match_queue_free(queue);
}

static void a_wish_that_has_no_room_leaves_the_one_before_it(void **state) {
    (void)state;
    struct match_queue *queue = new_queue();
    match_wish ann = wish_of(1, A), wide = wish_of(1, A);
    wide.pools = QUEUE_POOLS;
    enter(queue, &ann, 1000);
    for (int i = 0; i < QUEUE_ENTRIES / QUEUE_POOLS; i++) {
        match_wish other = wish_of((uint8_t)(2 + i), B + i);
        other.pools = i ? QUEUE_POOLS : QUEUE_POOLS - 1;
        enter(queue, &other, 1000);
    }
    assert_int_equal(match_queue_enter(queue, &wide, 2000), MATCH_FULL);
    assert_int_equal(match_queue_find(queue, &ann.person)->wish.pools, 1);
    match_queue_free(queue);
}

static void a_person_has_one_place_and_an_address_ten(void **state) {
    (void)state;
    struct match_queue *queue = new_queue();
    match_wish ann = wish_of(1, A);
    assert_int_equal(match_queue_enter(queue, &ann, 1000), MATCH_ENTERED);
    assert_int_equal(match_queue_enter(queue, &ann, 5000), MATCH_ENTERED);
    assert_int_equal(match_queue_count(queue), 1);
    assert_int_equal(match_queue_find(queue, &ann.person)->since, 1000);
    for (uint8_t i = 2; i <= QUEUE_ADDRESS_TICKETS; i++) {
        match_wish next = wish_of(i, A);
        assert_int_equal(match_queue_enter(queue, &next, 1000), MATCH_ENTERED);
    }
    match_wish more = wish_of(99, A), other = wish_of(98, B);
    assert_int_equal(match_queue_enter(queue, &more, 1000), MATCH_ADDRESS_FULL);
    assert_int_equal(match_queue_enter(queue, &other, 1000), MATCH_ENTERED);
    assert_true(match_queue_leave(queue, &ann.person));
    assert_false(match_queue_leave(queue, &ann.person));
    assert_int_equal(match_queue_enter(queue, &more, 1000), MATCH_ENTERED);
    match_queue_free(queue);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(people_of_like_strength_meet_at_once),
        cmocka_unit_test(others_meet_when_both_have_waited),
        cmocka_unit_test(after_a_minute_everybody_will_do),
        cmocka_unit_test(nobody_meets_in_another_pool_or_alone),
        cmocka_unit_test(nobody_is_paired_twice),
        cmocka_unit_test(a_bot_meets_only_who_allows_it),
        cmocka_unit_test(bots_between_two_people_do_not_part_them),
        cmocka_unit_test(a_full_queue_is_paired_whole),
        cmocka_unit_test(who_is_away_meets_nobody_and_is_forgotten),
        cmocka_unit_test(who_goes_or_stops_between_the_look_and_the_game_meets_nobody),
        cmocka_unit_test(what_is_not_put_in_again_is_lost),
        cmocka_unit_test(who_wishes_for_less_leaves_room_for_others),
        cmocka_unit_test(a_wish_that_has_no_room_leaves_the_one_before_it),
        cmocka_unit_test(a_person_has_one_place_and_an_address_ten),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
