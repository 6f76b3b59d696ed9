/* Purses of points: a connection's is its own, those of persons and addresses are in tables of
 * fixed size, so that whoever hangs up and comes again finds the same purse. What must hold: each
 * piece of work costs its connection, its person and its address, and nobody gets more by being
 * more than one of them. */
#include "server/base/budget.h"

#include <assert.h>

void budget_init(struct budget *budget, unsigned connections) {
    double address = (double)BUDGET_EACH * connections;
    /* Who may have few connections may still do with one what everybody may. */
    if (address < BUDGET_PERSON)
        address = BUDGET_PERSON;
    limits_init(&budget->persons, BUDGET_PERSON * BUDGET_SECONDS, BUDGET_PERSON);
    limits_init(&budget->addresses, address * BUDGET_SECONDS, address);
}

/* The bound is far above what a purse holds: it only keeps the sum within its type. */
unsigned budget_points(const budget_work *work) {
    static const unsigned classes[] = {
        [COST_LIGHT] = 1, [COST_WRITE] = 4, [COST_READ] = 4, [COST_HEAVY] = 40};
    assert((size_t)work->cost < sizeof classes / sizeof *classes);
    uint64_t points = classes[work->cost] + work->rows / BUDGET_ROWS + work->bytes / BUDGET_BYTES +
                      work->told / BUDGET_TOLD + work->heard / BUDGET_HEARD;
    return points < 1000000 ? (unsigned)points : 1000000;
}

/* What was spent is forgiven, BUDGET_CONNECTION points a second. A clock that went back forgives
 * nothing, and nothing is saved up beyond a full purse. */
static void fill(budget_purse *purse, uint64_t now_ms) {
    double passed = now_ms > purse->time_ms ? (double)(now_ms - purse->time_ms) / 1000 : 0;
    purse->spent -= passed * BUDGET_CONNECTION;
    if (purse->spent < 0)
        purse->spent = 0;
    purse->time_ms = now_ms;
}

static uint64_t longer(uint64_t a, uint64_t b) {
    return a > b ? a : b;
}

uint64_t budget_wait(struct budget *budget, const budget_party *party, uint64_t now_ms) {
    uint64_t wait = limits_wait(&budget->addresses, party->address, now_ms);
    if (party->person.size > 0)
        wait = longer(wait, limits_wait(&budget->persons, party->person, now_ms));
    if (!party->purse)
        return wait;
    fill(party->purse, now_ms);
    double missing = party->purse->spent + 1 - BUDGET_CONNECTION * BUDGET_SECONDS;
    return missing <= 0 ? wait : longer(wait, (uint64_t)(missing * 1000 / BUDGET_CONNECTION) + 1);
}

void budget_charge(struct budget *budget, const budget_party *party, unsigned points,
                   uint64_t now_ms) {
    assert(points > 0);
    limits_spend(&budget->addresses, party->address, now_ms, points);
    if (party->person.size > 0)
        limits_spend(&budget->persons, party->person, now_ms, points);
    if (!party->purse)
        return;
    fill(party->purse, now_ms);
    party->purse->spent += points;
}
