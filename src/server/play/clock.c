/* Two banks of time, of which one runs, both (while armies are set up), or none. What must hold:
 * `left_ms` and `free_ms` are right as of `since_ms`, and each change settles them first; no sum of
 * two times overflows. */
#include "server/play/clock.h"

#include <assert.h>

/* No clock has more (34 years), so that no sum of two times overflows. */
#define TIME_MAX (INT64_C(1) << 40)

#define CLOCK_PRESET(word, seconds, each_free, each_added, army)                                   \
    {word, {.bank = seconds, .free = each_free, .increment = each_added, .setup = army}},
const clock_preset clock_presets[] = {
#include "format/clock_presets.def"
};
#undef CLOCK_PRESET
const size_t clock_preset_count = sizeof clock_presets / sizeof *clock_presets;

static int64_t milliseconds(uint32_t seconds) {
    return (int64_t)seconds * 1000;
}

static int64_t smaller(int64_t a, int64_t b) {
    return a < b ? a : b;
}

/* Only the days that are offered: a clock of days is told by its number alone. */
bool clock_days_check(unsigned days) {
    for (size_t i = 0; days && i < clock_preset_count; i++)
        if (clock_days(&clock_presets[i].terms) == days)
            return true;
    return false;
}

bool clock_terms_check(const clock_terms *terms) {
    clock_terms days = clock_of_days(clock_days(terms));
    if (clock_days(terms)) /* a clock of correspondence, which has no other part of its own */
        return clock_days_check(clock_days(terms)) && terms->bank == days.bank &&
               terms->free == 0 && terms->increment == days.increment && terms->setup == days.setup;
    return terms->bank >= CLOCK_BANK_MIN && terms->bank <= CLOCK_BANK_MAX &&
           terms->free <= CLOCK_MOVE_MAX && terms->increment <= CLOCK_MOVE_MAX &&
           (terms->setup == 0 ||
            (terms->setup >= CLOCK_SETUP_MIN && terms->setup <= CLOCK_BANK_MAX));
}

static void fill(struct clock *clock, uint32_t seconds) {
    clock->left_ms[FF_RED] = clock->left_ms[FF_BLUE] = milliseconds(seconds);
}

struct clock clock_of(const clock_terms *terms) {
    struct clock clock = {.terms = *terms};
    fill(&clock, terms->setup ? terms->setup : terms->bank);
    return clock;
}

/* What has passed since `since_ms`, without overflow for any two times. */
static int64_t passed(const struct clock *clock, int64_t now) {
    if (now <= clock->since_ms)
        return 0;
    uint64_t difference = (uint64_t)now - (uint64_t)clock->since_ms;
    return difference < (uint64_t)TIME_MAX ? (int64_t)difference : TIME_MAX;
}

bool clock_runs(const struct clock *clock, ff_seat seat) {
    return clock->runs[seat] && !clock->stands && !clock->away[seat];
}

int64_t clock_free(const struct clock *clock, int64_t now) {
    bool runs = clock_runs(clock, FF_RED) || clock_runs(clock, FF_BLUE);
    int64_t gone = runs ? passed(clock, now) : 0;
    return gone < clock->free_ms ? clock->free_ms - gone : 0;
}

/* The free time passes first. */
int64_t clock_left(const struct clock *clock, ff_seat seat, int64_t now) {
    int64_t gone = clock_runs(clock, seat) ? passed(clock, now) - clock->free_ms : 0;
    if (gone <= 0)
        return clock->left_ms[seat];
    return gone < clock->left_ms[seat] ? clock->left_ms[seat] - gone : 0;
}

bool clock_left_check(int64_t left) {
    return left >= 0 && left <= TIME_MAX;
}

/* Takes what has passed off what is left. A time before `since_ms` changes nothing: no bank
 * grows because a clock was set back. */
static void settle(struct clock *clock, int64_t now) {
    assert(clock->left_ms[FF_RED] >= 0 && clock->left_ms[FF_BLUE] >= 0 && clock->free_ms >= 0);
    int64_t red = clock_left(clock, FF_RED, now), blue = clock_left(clock, FF_BLUE, now);
    clock->free_ms = clock_free(clock, now);
    clock->left_ms[FF_RED] = red;
    clock->left_ms[FF_BLUE] = blue;
    if (now > clock->since_ms)
        clock->since_ms = now;
}

static void run(struct clock *clock, bool red, bool blue) {
    clock->runs[FF_RED] = red;
    clock->runs[FF_BLUE] = blue;
}

void clock_set_up(struct clock *clock, int64_t now) {
    settle(clock, now);
    fill(clock, clock->terms.setup ? clock->terms.setup : clock->terms.bank);
    clock->free_ms = 0;
    run(clock, clock->terms.setup > 0, clock->terms.setup > 0);
}

/* Whoever stands ready first stops paying; the other's time for setting up goes on. */
void clock_ready(struct clock *clock, ff_seat seat, int64_t now) {
    settle(clock, now);
    clock->runs[seat] = false;
}

void clock_begin(struct clock *clock, ff_seat seat, int64_t now) {
    settle(clock, now);
    fill(clock, clock->terms.bank);
    clock_turn(clock, seat, now);
}

/* The increment is given for a move that was made in time (Fischer); the free time is a
 * simple delay: the bank waits until it is over. Days for a move are not saved for others. */
void clock_press(struct clock *clock, ff_seat seat, int64_t now) {
    settle(clock, now);
    int64_t most = clock_days(&clock->terms) ? milliseconds(clock->terms.bank) : TIME_MAX;
    clock->left_ms[seat] =
        smaller(clock->left_ms[seat] + milliseconds(clock->terms.increment), most);
    clock_turn(clock, seat == FF_RED ? FF_BLUE : FF_RED, now);
}

void clock_turn(struct clock *clock, ff_seat seat, int64_t now) {
    settle(clock, now);
    clock->free_ms = milliseconds(clock->terms.free);
    run(clock, seat == FF_RED, seat == FF_BLUE);
}

void clock_stop(struct clock *clock, int64_t now) {
    settle(clock, now);
    clock->stands = true;
}

void clock_go(struct clock *clock, int64_t now) {
    settle(clock, now);
    clock->stands = false;
}

void clock_leave(struct clock *clock, ff_seat seat, int64_t now) {
    settle(clock, now);
    clock->away[seat] = true;
}

void clock_return(struct clock *clock, ff_seat seat, int64_t now) {
    settle(clock, now);
    clock->away[seat] = false;
}

void clock_end(struct clock *clock, int64_t now) {
    settle(clock, now);
    run(clock, false, false);
    clock->away[FF_RED] = clock->away[FF_BLUE] = false;
}

/* When the seat's time is up. */
static int64_t deadline_of(const struct clock *clock, ff_seat seat) {
    int64_t left = clock->free_ms + clock->left_ms[seat];
    if (!clock_runs(clock, seat) || clock->since_ms > CLOCK_NEVER - left)
        return CLOCK_NEVER;
    return clock->since_ms + left;
}

int64_t clock_deadline(const struct clock *clock) {
    return smaller(deadline_of(clock, FF_RED), deadline_of(clock, FF_BLUE));
}

/* The free time and the increment come back with every move, the bank does not: it is
 * rationed. Some of all goes to what is not thinking: the way to the thread, the store. */
unsigned clock_budget(const struct clock *clock, ff_seat seat, int64_t now) {
    enum { MOVES_TO_COME = 80, OVERHEAD_MS = 100 };
    int64_t each_move = clock_free(clock, now) + milliseconds(clock->terms.increment);
    int64_t bank = clock_left(clock, seat, now);
    int64_t lasts = clock_free(clock, now) + bank - OVERHEAD_MS;
    int64_t budget = smaller(each_move * 4 / 5 - OVERHEAD_MS, lasts / 2);
    budget = (budget > 0 ? budget : 0) + (bank - OVERHEAD_MS) / MOVES_TO_COME;
    return budget > 1 ? (unsigned)smaller(budget, UINT32_MAX) : 1;
}

/* At the very millisecond the time is up, so that the deadline given to the timer is not
 * missed by one and asked for again. */
bool clock_is_out(const struct clock *clock, ff_seat seat, int64_t now) {
    return clock_runs(clock, seat) && now >= deadline_of(clock, seat);
}
