/* On what terms one offers a game on a server, or begins one against its computer: as a value,
 * each term a row that a list shows and steps through. They are those of the page
 * (docs/protocol.md). */
#ifndef FLAGFALL_TUI_TERMS_H
#define FLAGFALL_TUI_TERMS_H

#include "tui/text/text.h"

/* Seconds; no clock where the bank is 0. */
typedef struct terms_clock {
    unsigned bank, free, increment, setup;
} terms_clock;

/* Who may watch: where it is not said, anybody a game that is offered to anybody. */
typedef enum terms_watch { WATCH_USUAL, WATCH_YES, WATCH_NO } terms_watch;

typedef struct game_terms {
    const char *edition; /* ids and words of the protocol */
    const char *seat;
    terms_clock clock;
    bool memory;
    bool no_remember; /* ranks that were shown are not marked */
    bool no_hints;    /* the board does not show where a piece can go */
    terms_watch watch;
    bool rated;
    bool bots;    /* who is found may be one */
    bool account; /* rated games need one */
} game_terms;

typedef enum game_term {
    TERM_EDITION,
    TERM_SEAT,
    TERM_CLOCK,
    TERM_RATED,
    TERM_MEMORY,
    TERM_REMEMBER,
    TERM_HINTS,
    TERM_WATCH,
    TERM_BOTS,
    TERMS
} game_term;

/* Can it be chosen by this person? */
bool terms_have(const game_terms *t, game_term which);

/* "Clock: 15+3". */
void terms_add(ff_buffer *out, ff_language language, const game_terms *t, game_term which);

/* The next of what the term may be, or the one before (direction -1). */
void terms_step(game_terms *t, game_term which, int direction);

/* "15+3" (minutes, and seconds added a move), "5|10" (seconds free a move), "15", "3d" (days a
 * move, as many as are offered), "none". False where it is no clock that a server takes. */
bool terms_read_clock(ff_span text, terms_clock *clock);

/* The names of all clocks that are offered first and are not of days, parted by commas. */
void terms_add_live_clocks(ff_buffer *out);

/* The days of each move of a correspondence game; 0: it is none. */
unsigned terms_days(const terms_clock *clock);

/* As it is written above, in the person's language. */
void terms_add_clock(ff_buffer *out, ff_language language, const terms_clock *clock);

#endif
