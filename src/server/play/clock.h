/* The clocks of one game, as a plain value. No I/O, and no idea of what time it is:
 * every `now` is given, in milliseconds of a time that never goes back
 * (server/base/outage_gaps.h). One that does all the same counts as no time at all.
 *
 * While the armies are set up both seats' set-up times run, each until its seat is
 * ready. From then on the time of the seat on turn runs: first the free seconds of the
 * move, then its bank. A move adds the increment to the bank. */
#ifndef FLAGFALL_SERVER_PLAY_CLOCK_H
#define FLAGFALL_SERVER_PLAY_CLOCK_H

#include "flagfall/position.h"
#include "server/store/store_game.h"

/* A moment that does not come. */
#define CLOCK_NEVER INT64_MAX

struct clock {
    clock_terms terms;
    bool runs[2];       /* by ff_seat: whose time is the one that counts */
    bool stands;        /* nobody's runs at the moment */
    bool away[2];       /* the seat is on vacation: its time stands */
    int64_t since_ms;   /* the next are as of then */
    int64_t free_ms;    /* of this move's free time */
    int64_t left_ms[2]; /* of the banks, or of the set-up times */
};

/* The clocks that are offered first (format/clock_presets.def). */
typedef struct clock_preset {
    const char *name;
    clock_terms terms;
} clock_preset;
extern const clock_preset clock_presets[];
extern const size_t clock_preset_count;

/* May a move of a correspondence game have so many days? */
bool clock_days_check(unsigned days);

/* Are these terms ones that a game may have? */
bool clock_terms_check(const clock_terms *terms);

/* A clock of which nothing runs yet. */
struct clock clock_of(const clock_terms *terms);

/* Both seats begin to set up; nothing runs where there is no set-up time. */
void clock_set_up(struct clock *clock, int64_t now);

/* A seat has given its army. */
void clock_ready(struct clock *clock, ff_seat seat, int64_t now);

/* Both armies stand: full banks, and the seat's first move begins. */
void clock_begin(struct clock *clock, ff_seat seat, int64_t now);

/* The seat has moved: its bank gets the increment, and the other seat's move begins. */
void clock_press(struct clock *clock, ff_seat seat, int64_t now);

/* The seat's move begins anew, with all its free time; the banks stay as they are. */
void clock_turn(struct clock *clock, ff_seat seat, int64_t now);

/* The clock stands still, and goes on where it stood. */
void clock_stop(struct clock *clock, int64_t now);
void clock_go(struct clock *clock, int64_t now);

/* The seat goes on vacation, or comes back: its time stands meanwhile, the other's does not. */
void clock_leave(struct clock *clock, ff_seat seat, int64_t now);
void clock_return(struct clock *clock, ff_seat seat, int64_t now);

/* Nothing runs any more, and nobody is on vacation; what is left stays to be read. */
void clock_end(struct clock *clock, int64_t now);

/* What is left of the seat's bank or set-up time, and of this move's free time; never
 * less than 0. */
int64_t clock_left(const struct clock *clock, ff_seat seat, int64_t now);
int64_t clock_free(const struct clock *clock, int64_t now);

/* Can a seat have that much left? What a log says may be damaged. */
bool clock_left_check(int64_t left);

/* Does this seat's time run at the moment? */
bool clock_runs(const struct clock *clock, ff_seat seat);

/* When the first of the seats whose time runs has none left: at that very moment its
 * time is up. CLOCK_NEVER where nothing runs. */
int64_t clock_deadline(const struct clock *clock);

/* How long a computer player may think about its move, so that its time lasts for a long
 * game: 1 or more. */
unsigned clock_budget(const struct clock *clock, ff_seat seat, int64_t now);

/* Has the seat's time run out? */
bool clock_is_out(const struct clock *clock, ff_seat seat, int64_t now);

#endif
