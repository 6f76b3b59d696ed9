/* Guessing is slow, and keeps nobody out who has been right before. */
#include "server/identity/attempts.h"

#include <setjmp.h>
#include <sodium.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

typedef struct world {
    struct attempts attempts;
    limits_table addresses;
    uint64_t now;
} world;

static int begin(void **state) {
    world *made = calloc(1, sizeof *made);
    assert_non_null(made);
    attempts_init(&made->attempts);
    limits_init(&made->addresses, 10, 10.0 / 60);
    made->now = 1000000;
    *state = made;
    return 0;
}

static int end(void **state) {
    free(*state);
    return 0;
}

static attempt from(const char *address, const char *name, const char *browser) {
    return (attempt){ff_span_of(address), ff_span_of(name), ff_span_of(browser), false};
}

static attempt_answer try_at(world *at, attempt wanted, attempt_end how) {
    attempt_ticket ticket;
    attempt_answer answer =
        attempts_begin(&at->attempts, &at->addresses, &wanted, at->now, &ticket);
    if (answer == ATTEMPT_GO)
        attempts_end(&at->attempts, &ticket, how, at->now);
    return answer;
}

static void each_wrong_try_makes_the_next_wait_twice_as_long(void **state) {
    world *at = *state;
    attempt one = from("a", "ann", "");
    for (int i = 0; i < ATTEMPTS_FREE; i++)
        assert_int_equal(try_at(at, one, ATTEMPT_WRONG), ATTEMPT_GO);
    for (uint64_t wait = ATTEMPTS_WAIT_MS; wait <= 8 * ATTEMPTS_WAIT_MS; wait *= 2) {
        at->now += wait - 1;
        assert_int_equal(try_at(at, one, ATTEMPT_WRONG), ATTEMPT_LATER);
        at->now += 1;
        assert_int_equal(try_at(at, one, ATTEMPT_WRONG), ATTEMPT_GO);
    }
    at->now += ATTEMPTS_WAIT_MOST_MS;
    assert_int_equal(try_at(at, one, ATTEMPT_RIGHT), ATTEMPT_GO);
    assert_int_equal(try_at(at, one, ATTEMPT_WRONG), ATTEMPT_GO); /* it begins anew */
    assert_int_equal(try_at(at, one, ATTEMPT_WRONG), ATTEMPT_GO);
}

/* From as many addresses as one likes. */
static unsigned guess_without_end(world *at, const char *name, unsigned addresses) {
    unsigned went = 0;
    for (unsigned i = 0; i < addresses; i++) {
        char address[32];
        snprintf(address, sizeof address, "mallory %u", i);
        went += try_at(at, from(address, name, ""), ATTEMPT_WRONG) == ATTEMPT_GO;
    }
    return went;
}

static void wrong_tries_of_long_ago_are_forgotten(void **state) {
    world *at = *state;
    attempt one = from("a", "ann", "");
    for (int i = 0; i <= ATTEMPTS_FREE; i++, at->now += ATTEMPTS_WAIT_MOST_MS)
        assert_int_equal(try_at(at, one, ATTEMPT_WRONG), ATTEMPT_GO);
    at->now += ATTEMPTS_MEMORY_MS;
    for (int i = 0; i < ATTEMPTS_FREE; i++)
        assert_int_equal(try_at(at, one, ATTEMPT_WRONG), ATTEMPT_GO);
    assert_int_equal(try_at(at, one, ATTEMPT_WRONG), ATTEMPT_LATER);
}

static void all_strangers_together_have_few_tries_at_a_name(void **state) {
    world *at = *state;
    assert_int_equal(guess_without_end(at, "ann", 1000), 10);
    at->now += 60000;
    assert_int_equal(guess_without_end(at, "ann", 1000), 1);
    assert_int_equal(guess_without_end(at, "bob", 1000), 10);
}

static void nobodys_guessing_keeps_the_owner_out(void **state) {
    world *at = *state;
    attempt known = from("home", "ann", "");
    known.known_address = true;
    for (int round = 0; round < 20; round++, at->now += 1000) {
        guess_without_end(at, "ann", 1000);
        assert_int_equal(try_at(at, from("x", "ann", "her browser"), ATTEMPT_RIGHT), ATTEMPT_GO);
        assert_int_equal(try_at(at, from("stranger", "ann", ""), ATTEMPT_RIGHT), ATTEMPT_LATER);
    }
    at->now += 60000; /* of an address' own count: ten a minute */
    guess_without_end(at, "ann", 1000);
    assert_int_equal(try_at(at, known, ATTEMPT_RIGHT), ATTEMPT_GO);
}

/* Who sits behind the same address may use all of that up, but not the browser's. */
static void a_known_browser_is_counted_for_itself_alone(void **state) {
    world *at = *state;
    char name[32];
    for (int i = 0; i < 100; i++) {
        snprintf(name, sizeof name, "name %d", i);
        try_at(at, from("cafe", name, ""), ATTEMPT_WRONG);
        try_at(at, from("cafe", "ann", ""), ATTEMPT_WRONG);
    }
    assert_int_equal(try_at(at, from("cafe", "ann", ""), ATTEMPT_RIGHT), ATTEMPT_LATER);
    attempt hers = from("cafe", "ann", "her browser");
    for (int i = 0; i < ATTEMPTS_FREE; i++)
        assert_int_equal(try_at(at, hers, ATTEMPT_WRONG), ATTEMPT_GO);
    assert_int_equal(try_at(at, hers, ATTEMPT_WRONG), ATTEMPT_LATER);
    at->now += ATTEMPTS_WAIT_MS;
    assert_int_equal(try_at(at, hers, ATTEMPT_RIGHT), ATTEMPT_GO);
}

static void one_address_does_not_fill_the_line(void **state) {
    world *at = *state;
    attempt_ticket tickets[ATTEMPTS_WAITING], ticket;
    attempt wanted = from("flood", "", "");
    unsigned count = 0;
    while (attempts_begin(&at->attempts, &at->addresses, &wanted, at->now, &tickets[count]) ==
           ATTEMPT_GO)
        count++;
    assert_int_equal(count, ATTEMPTS_EACH);
    for (unsigned i = 0; count < ATTEMPTS_STRANGERS; i++) {
        char address[32];
        snprintf(address, sizeof address, "other %u", i);
        wanted = from(address, "", "");
        assert_int_equal(
            attempts_begin(&at->attempts, &at->addresses, &wanted, at->now, &tickets[count++]),
            ATTEMPT_GO);
    }
    wanted = from("late", "", "");
    assert_int_equal(attempts_begin(&at->attempts, &at->addresses, &wanted, at->now, &ticket),
                     ATTEMPT_FULL);
    assert_int_equal(try_at(at, from("late", "ann", "her browser"), ATTEMPT_RIGHT), ATTEMPT_GO);
    for (unsigned i = 0; i < count; i++)
        attempts_end(&at->attempts, &tickets[i], ATTEMPT_UNKNOWN, at->now);
    assert_int_equal(try_at(at, wanted, ATTEMPT_RIGHT), ATTEMPT_GO);
}

/* Whoever has accounts of his own has as many known browsers as he likes. Seen: two of them kept
 * all others' known browsers out. */
static void known_browsers_of_one_address_do_not_fill_the_line(void **state) {
    world *at = *state;
    attempt_ticket tickets[ATTEMPTS_WAITING], ticket;
    char browser[32], address[32];
    unsigned count = 0;
    for (unsigned i = 0; i < ATTEMPTS_WAITING; i++) {
        snprintf(browser, sizeof browser, "browser %u", i);
        attempt wanted = from("flood", "mallory", browser);
        count += attempts_begin(&at->attempts, &at->addresses, &wanted, at->now, &tickets[count]) ==
                 ATTEMPT_GO;
    }
    assert_int_equal(count, ATTEMPTS_EACH);
    assert_int_equal(try_at(at, from("home", "ann", "her browser"), ATTEMPT_RIGHT), ATTEMPT_GO);
    /* Nor does one browser by coming from many addresses. */
    unsigned more = count;
    for (unsigned i = 0; i < ATTEMPTS_WAITING; i++) {
        snprintf(address, sizeof address, "elsewhere %u", i);
        attempt wanted = from(address, "mallory", "one browser");
        more += attempts_begin(&at->attempts, &at->addresses, &wanted, at->now, &tickets[more]) ==
                ATTEMPT_GO;
    }
    assert_int_equal(more, count + ATTEMPTS_EACH);
    for (unsigned i = 0; i < more; i++)
        attempts_end(&at->attempts, &tickets[i], ATTEMPT_RIGHT, at->now);
    attempt again = from("flood", "mallory", "browser 0");
    assert_int_equal(attempts_begin(&at->attempts, &at->addresses, &again, at->now, &ticket),
                     ATTEMPT_GO);
    attempts_end(&at->attempts, &ticket, ATTEMPT_RIGHT, at->now);
}

/* A hash costs as much where the password was right. */
static void known_browsers_have_so_many_tries_by_address(void **state) {
    world *at = *state;
    char browser[32];
    unsigned went = 0;
    for (unsigned i = 0; i < 100; i++) {
        snprintf(browser, sizeof browser, "browser %u", i);
        went += try_at(at, from("flood", "mallory", browser), ATTEMPT_RIGHT) == ATTEMPT_GO;
    }
    assert_int_equal(went, 20);
    assert_int_equal(try_at(at, from("home", "ann", "her browser"), ATTEMPT_RIGHT), ATTEMPT_GO);
    assert_int_equal(try_at(at, from("flood", "", ""), ATTEMPT_RIGHT), ATTEMPT_GO);
    at->now += 1000;
    assert_int_equal(try_at(at, from("flood", "mallory", "browser"), ATTEMPT_RIGHT), ATTEMPT_GO);
    assert_int_equal(try_at(at, from("flood", "mallory", "browser"), ATTEMPT_RIGHT), ATTEMPT_LATER);
}

/* Many tries sent at once are as many tries: each counts before its answer is known. */
static void tries_that_wait_count_already(void **state) {
    world *at = *state;
    attempt_ticket tickets[ATTEMPTS_EACH], ticket;
    attempt wanted = from("a", "ann", "");
    for (int i = 0; i < 3; i++)
        try_at(at, wanted, ATTEMPT_WRONG);
    assert_int_equal(attempts_begin(&at->attempts, &at->addresses, &wanted, at->now, &tickets[0]),
                     ATTEMPT_GO);
    assert_int_equal(attempts_begin(&at->attempts, &at->addresses, &wanted, at->now, &tickets[1]),
                     ATTEMPT_GO);
    assert_int_equal(attempts_begin(&at->attempts, &at->addresses, &wanted, at->now, &ticket),
                     ATTEMPT_LATER);
    attempts_end(&at->attempts, &tickets[0], ATTEMPT_UNKNOWN, at->now);
    assert_int_equal(try_at(at, wanted, ATTEMPT_WRONG), ATTEMPT_GO);
    attempts_end(&at->attempts, &tickets[1], ATTEMPT_WRONG, at->now);
}

/* A stranger's wrong try at the one, of which the other hears. */
static attempt_answer try_beside(world *at, world *other, const char *address) {
    attempt_ticket ticket;
    attempt wanted = from(address, "ann", "");
    attempt_answer answer =
        attempts_begin(&at->attempts, &at->addresses, &wanted, at->now, &ticket);
    if (answer != ATTEMPT_GO)
        return answer;
    attempts_end(&at->attempts, &ticket, ATTEMPT_WRONG, at->now);
    attempts_hear(&other->attempts, ticket.name, other->now);
    return answer;
}

static void strangers_have_their_tries_of_all_servers_together(void **state) {
    world *here = *state, *there;
    assert_int_equal(begin((void **)&there), 0);
    char address[] = "a";
    for (; address[0] < 'a' + 10; address[0]++)
        assert_int_equal(address[0] % 2 ? try_beside(here, there, address)
                                        : try_beside(there, here, address),
                         ATTEMPT_GO);
    assert_int_equal(try_beside(here, there, "x"), ATTEMPT_LATER);
    assert_int_equal(try_beside(there, here, "x"), ATTEMPT_LATER);
    here->now += 60000;
    there->now += 60000;
    assert_int_equal(try_beside(there, here, "x"), ATTEMPT_GO);
    assert_int_equal(try_beside(here, there, "y"), ATTEMPT_LATER);
    assert_int_equal(try_at(here, from("y", "bob", ""), ATTEMPT_WRONG), ATTEMPT_GO);
    /* Both tried before either had heard: the next one has to wait for both. */
    here->now += 60000;
    assert_int_equal(try_beside(here, here, "z"), ATTEMPT_GO);
    here->now += 60000;
    assert_int_equal(try_beside(here, there, "z"), ATTEMPT_LATER);
    here->now += 60000;
    assert_int_equal(try_beside(here, there, "z"), ATTEMPT_GO);
    end((void **)&there);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(each_wrong_try_makes_the_next_wait_twice_as_long, begin,
                                        end),
        cmocka_unit_test_setup_teardown(wrong_tries_of_long_ago_are_forgotten, begin, end),
        cmocka_unit_test_setup_teardown(all_strangers_together_have_few_tries_at_a_name, begin,
                                        end),
        cmocka_unit_test_setup_teardown(nobodys_guessing_keeps_the_owner_out, begin, end),
        cmocka_unit_test_setup_teardown(a_known_browser_is_counted_for_itself_alone, begin, end),
        cmocka_unit_test_setup_teardown(one_address_does_not_fill_the_line, begin, end),
        cmocka_unit_test_setup_teardown(known_browsers_of_one_address_do_not_fill_the_line, begin,
                                        end),
        cmocka_unit_test_setup_teardown(known_browsers_have_so_many_tries_by_address, begin, end),
        cmocka_unit_test_setup_teardown(tries_that_wait_count_already, begin, end),
        cmocka_unit_test_setup_teardown(strangers_have_their_tries_of_all_servers_together, begin,
                                        end),
    };
    return sodium_init() < 0 ? 1 : cmocka_run_group_tests(tests, NULL, NULL);
}
