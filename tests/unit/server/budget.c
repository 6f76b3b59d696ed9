/* What serving costs, and whose turn it is. */
#include "server/base/budget.h"
#include "server/base/fair_queue.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <sodium.h>

/* ---- the budget ---- */

static int set_up(void **state) {
    struct budget *budget = sodium_init() < 0 ? NULL : malloc(sizeof *budget);
    *state = budget;
    if (budget)
        budget_init(budget, 200);
    return budget ? 0 : -1;
}

static int tear_down(void **state) {
    free(*state);
    return 0;
}

static budget_party party(budget_purse *purse, const char *person, const char *address) {
    return (budget_party){purse, ff_span_of(person), ff_span_of(address)};
}

static void what_was_read_and_made_is_charged(void **state) {
    (void)state;
    assert_int_equal(budget_points(&(budget_work){.cost = COST_LIGHT}), 1);
    unsigned write = budget_points(&(budget_work){.cost = COST_WRITE});
    unsigned heavy = budget_points(&(budget_work){.cost = COST_HEAVY});
    assert_true(write > 1 && heavy > write);
    assert_int_equal(budget_points(&(budget_work){COST_READ, .rows = 80}),
                     budget_points(&(budget_work){.cost = COST_READ}) + 10);
    assert_int_equal(budget_points(&(budget_work){COST_LIGHT, .bytes = 10 * BUDGET_BYTES}), 11);
    assert_int_equal(budget_points(&(budget_work){COST_LIGHT, .heard = 16384}), 33);
    assert_int_equal(budget_points(&(budget_work){COST_LIGHT, .told = 10 * BUDGET_TOLD}), 11);
    assert_true(budget_points(&(budget_work){COST_LIGHT, .rows = UINT64_MAX}) >= 1000000);
}

static void a_connection_waits_when_its_points_are_spent(void **state) {
    budget_purse purse = {0};
    budget_party ann = party(&purse, "ann", "192.0.2.1");
    budget_charge(*state, &ann, BUDGET_CONNECTION * BUDGET_SECONDS - 1, 1000);
    assert_int_equal(budget_wait(*state, &ann, 1000), 0);
    budget_charge(*state, &ann, BUDGET_CONNECTION, 1000);
    uint64_t wait = budget_wait(*state, &ann, 1000);
    assert_true(wait >= 1000 && wait <= 1002);
    assert_int_equal(budget_wait(*state, &ann, 1000 + wait), 0);
    budget_purse other = {0};
    budget_party same = party(&other, "ann", "192.0.2.1");
    assert_int_equal(budget_wait(*state, &same, 1000), 0);
}

static void a_person_has_no_more_with_more_connections(void **state) {
    for (int i = 0; i < 10; i++) {
        budget_purse purse = {0};
        budget_party ann = party(&purse, "ann", "192.0.2.1");
        budget_charge(*state, &ann, BUDGET_PERSON * BUDGET_SECONDS / 10, 1000);
    }
    budget_purse fresh = {0};
    budget_party ann = party(&fresh, "ann", "192.0.2.2"), bob = party(&fresh, "bob", "192.0.2.1");
    assert_true(budget_wait(*state, &ann, 1000) > 0);
    assert_int_equal(budget_wait(*state, &bob, 1000), 0);
}

static void an_address_has_no_more_with_more_persons(void **state) {
    for (int i = 0; i < 200; i++) {
        char name[32];
        budget_purse purse = {0};
        snprintf(name, sizeof name, "guest%d", i);
        budget_party guest = party(&purse, name, "192.0.2.1");
        budget_charge(*state, &guest, BUDGET_EACH * BUDGET_SECONDS, 1000);
    }
    budget_purse fresh = {0};
    budget_party again = party(&fresh, "new", "192.0.2.1"), other = party(NULL, "", "192.0.2.2");
    assert_true(budget_wait(*state, &again, 1000) > 0);
    assert_int_equal(budget_wait(*state, &other, 1000), 0);
    assert_int_equal(budget_wait(*state, &again, 1000 + 1000 * BUDGET_SECONDS), 0);
}

/* ---- fair turns ---- */

enum { WAITING = 200 };

typedef struct crowd {
    fair_queue *queue;
    fair_node node[WAITING];
} crowd;

static int gather(void **state) {
    crowd *c = calloc(1, sizeof *c);
    *state = c;
    c->queue = sodium_init() < 0 ? NULL : fair_queue_new();
    return c->queue ? 0 : -1;
}

static int disperse(void **state) {
    crowd *c = *state;
    fair_queue_free(c->queue);
    free(c);
    return 0;
}

static void wait_for_turn(crowd *c, int i, const char *address, const char *person) {
    assert_true(fair_queue_put(c->queue, &c->node[i], ff_span_of(address), ff_span_of(person)));
}

/* Serves the next one, for so many points: its number. */
static int serve(crowd *c, unsigned points) {
    fair_node *first = fair_queue_first(c->queue);
    assert_non_null(first);
    fair_queue_finish(c->queue, first, points);
    return (int)(first - c->node);
}

static void nobody_waits_for_another_addresss_crowd(void **state) {
    crowd *c = *state;
    char name[32];
    for (int i = 0; i < 190; i++) {
        snprintf(name, sizeof name, "guest%d", i);
        wait_for_turn(c, i, "192.0.2.1", name);
    }
    wait_for_turn(c, 190, "192.0.2.2", "ann");
    int before = 0;
    while (serve(c, 40) != 190)
        before++;
    assert_int_equal(before, 1);
    for (int i = 1; i < 190; i++)
        serve(c, 40);
    assert_true(fair_queue_is_empty(c->queue));
    assert_null(fair_queue_first(c->queue));
}

static void within_an_address_nobody_waits_for_another_persons_connections(void **state) {
    crowd *c = *state;
    for (int i = 0; i < 50; i++)
        wait_for_turn(c, i, "192.0.2.1", "eve");
    wait_for_turn(c, 50, "192.0.2.1", "ann");
    int before = 0;
    while (serve(c, FAIR_CREDIT) != 50)
        before++;
    assert_int_equal(before, 1);
    while (!fair_queue_is_empty(c->queue))
        serve(c, 1);
}

/* Each gets the same points, not the same number of turns; and who asks for more than a
 * round's credit pays it off in later ones. */
static void credit_is_shared_by_cost(void **state) {
    crowd *c = *state;
    static const char *const address[] = {"192.0.2.1", "192.0.2.2"};
    unsigned points[2] = {0}, turns[2] = {0};
    for (int i = 0; i < 20; i++)
        wait_for_turn(c, i, address[i / 10], "somebody");
    for (int i = 0; i < 3000; i++) {
        int who = (int)(fair_queue_first(c->queue) - c->node), side = who / 10;
        unsigned asked = side == 0 ? 40 : 2;
        assert_int_equal(serve(c, asked), who);
        points[side] += asked;
        turns[side]++;
        wait_for_turn(c, who, address[side], "somebody");
    }
    assert_true(turns[1] > 15 * turns[0]);
    assert_true(points[0] < points[1] * 5 / 4 && points[1] < points[0] * 5 / 4);
    for (int i = 0; i < 20; i++)
        fair_queue_finish(c->queue, &c->node[i], 0);
}

static void who_goes_leaves_no_trace(void **state) {
    crowd *c = *state;
    for (int i = 0; i < WAITING; i++)
        wait_for_turn(c, i, i % 3 ? "192.0.2.1" : "192.0.2.2", i % 2 ? "ann" : "bob");
    for (int i = WAITING - 1; i >= 0; i--)
        fair_queue_finish(c->queue, &c->node[i], 0);
    assert_true(fair_queue_is_empty(c->queue));
    wait_for_turn(c, 0, "192.0.2.1", "ann");
    assert_int_equal(serve(c, 1000000), 0);
    wait_for_turn(c, 0, "192.0.2.1", "ann");
    assert_int_equal(serve(c, 1), 0); /* its debt does not keep it waiting where nobody else does */
}

int main(void) {
#define BUDGET(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
#define QUEUE(name) cmocka_unit_test_setup_teardown(name, gather, disperse)
    const struct CMUnitTest tests[] = {
        BUDGET(what_was_read_and_made_is_charged),
        BUDGET(a_connection_waits_when_its_points_are_spent),
        BUDGET(a_person_has_no_more_with_more_connections),
        BUDGET(an_address_has_no_more_with_more_persons),
        QUEUE(nobody_waits_for_another_addresss_crowd),
        QUEUE(within_an_address_nobody_waits_for_another_persons_connections),
        QUEUE(credit_is_shared_by_cost),
        QUEUE(who_goes_leaves_no_trace),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
