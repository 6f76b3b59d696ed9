/* A game's terms, one by one: rows that a person steps through, and words that are read. What
 * is allowed is decided by the server; the bounds here only keep a number from being too large
 * for it. */
#include "tui/model/terms.h"

#include "format/words.h"

#include <assert.h>
#include <string.h>

enum {
    MINUTE = 60,
    DAY = 86400,
    BANK_MINUTES_MAX = 1440, /* and the next as the server bounds them (docs/protocol.md) */
    ADDED_MAX = 600,
    SETUP_SECONDS = 300, /* for the army, as the page's clocks have it */
};

#define CLOCK_PRESET(word, bank, free, increment, setup) {word, {bank, free, increment, setup}},
static const struct {
    const char *name;
    terms_clock clock;
} clocks[] = {
    {"none", {0, 0, 0, 0}},
#include "format/clock_presets.def"
};
#undef CLOCK_PRESET
static const char *const seats[] = {"red", "blue", "random"};

enum { CLOCKS = sizeof clocks / sizeof *clocks, SEATS = sizeof seats / sizeof *seats };

bool terms_have(const game_terms *t, game_term which) {
    return which != TERM_RATED || t->account;
}

/* --- clocks ------------------------------------------------------------------------------- */

/* A clock of days gives at least one of them for each move; one of minutes never adds so much. */
unsigned terms_days(const terms_clock *clock) {
    return clock->increment / DAY;
}

void terms_add_clock(ff_buffer *out, ff_language language, const terms_clock *clock) {
    if (!clock->bank) {
        ff_buffer_text(out, text_get(language, T_NO_CLOCK_SHORT));
        return;
    }
    if (terms_days(clock)) {
        ff_buffer_format(out, "%ud", terms_days(clock));
        return;
    }
    ff_buffer_format(out, "%u", clock->bank / MINUTE);
    if (clock->bank % MINUTE)
        ff_buffer_format(out, ":%02u", clock->bank % MINUTE);
    ff_buffer_format(out, "%c%u", clock->free ? '|' : '+',
                     clock->free ? clock->free : clock->increment);
}

void terms_add_live_clocks(ff_buffer *out) {
    for (size_t i = 0; i < CLOCKS; i++)
        if (clocks[i].clock.bank && !terms_days(&clocks[i].clock))
            ff_buffer_format(out, "%s%s", out->size ? "," : "", clocks[i].name);
}

bool terms_read_clock(ff_span text, terms_clock *clock) {
    unsigned long minutes, added = 0;
    size_t sign = 0;
    for (size_t i = 0; i < CLOCKS; i++)
        if (word_is(text, clocks[i].name)) {
            *clock = clocks[i].clock;
            return true;
        }
    while (sign < text.size && is_digit(text.data[sign]))
        sign++;
    if (!span_number(span_part(text, 0, sign), BANK_MINUTES_MAX, &minutes) || !minutes)
        return false;
    if (sign < text.size && !span_number(span_part(text, sign + 1, text.size), ADDED_MAX, &added))
        return false;
    char kind = '+';
    if (sign < text.size)
        kind = text.data[sign];
    *clock = (terms_clock){.bank = (unsigned)minutes * MINUTE, .setup = SETUP_SECONDS};
    *(kind == '|' ? &clock->free : &clock->increment) = (unsigned)added;
    return kind == '|' || kind == '+';
}

/* --- as rows -------------------------------------------------------------------------------- */

static text_id title_of(game_term which) {
    static const text_id titles[TERMS] = {
        [TERM_EDITION] = T_EDITION,    [TERM_SEAT] = T_YOUR_COLOUR,
        [TERM_CLOCK] = T_GAME_CLOCK,   [TERM_RATED] = T_RATED_TERM,
        [TERM_MEMORY] = T_MEMORY_TERM, [TERM_REMEMBER] = T_REMEMBER_TERM,
        [TERM_HINTS] = T_HINTS_TERM,   [TERM_WATCH] = T_WATCH_TERM,
        [TERM_BOTS] = T_BOTS_TERM,
    };
    return titles[which];
}

static text_id yes_or_no(bool yes) {
    return yes ? T_TERM_YES : T_TERM_NO;
}

static text_id word_of(const game_terms *t, game_term which) {
    switch (which) {
    case TERM_SEAT:
        return strcmp(t->seat, "red") == 0    ? T_RED
               : strcmp(t->seat, "blue") == 0 ? T_BLUE
                                              : T_RANDOM;
    case TERM_RATED:
        return yes_or_no(t->rated);
    case TERM_MEMORY:
        return yes_or_no(t->memory);
    case TERM_REMEMBER:
        return yes_or_no(!t->no_remember);
    case TERM_HINTS:
        return yes_or_no(!t->no_hints);
    case TERM_BOTS:
        return yes_or_no(t->bots);
    default:
        return t->watch == WATCH_USUAL ? T_TERM_USUAL : yes_or_no(t->watch == WATCH_YES);
    }
}

void terms_add(ff_buffer *out, ff_language language, const game_terms *t, game_term which) {
    ff_buffer value = {0};
    const ff_edition *edition = ff_edition_find(ff_span_of(t->edition));
    if (which == TERM_EDITION)
        ff_buffer_text(&value, edition ? text_edition(language, edition) : t->edition);
    else if (which == TERM_CLOCK)
        terms_add_clock(&value, language, &t->clock);
    else
        ff_buffer_text(&value, text_get(language, word_of(t, which)));
    TEXT_ADD(out, language, T_TERM, text_get(language, title_of(which)),
             value.data ? value.data : "");
    out->failed |= value.failed;
    ff_buffer_free(&value);
}

/* --- changing --------------------------------------------------------------------------------- */

static size_t next_of(size_t at, size_t count, int direction) {
    return direction > 0 ? (at + 1) % count : (at + count - 1) % count;
}

static void step_edition(game_terms *t, int direction) {
    size_t at = 0, count = ff_edition_count();
    while (at + 1 < count && strcmp(ff_edition_at(at)->id, t->edition) != 0)
        at++;
    t->edition = ff_edition_at(next_of(at, count, direction))->id;
}

static void step_seat(game_terms *t, int direction) {
    size_t at = 0;
    while (at + 1 < SEATS && strcmp(seats[at], t->seat) != 0)
        at++;
    t->seat = seats[next_of(at, SEATS, direction)];
}

/* From a clock of the person's own to the first or the last. */
static void step_clock(game_terms *t, int direction) {
    size_t at = 0;
    while (at < CLOCKS && memcmp(&clocks[at].clock, &t->clock, sizeof t->clock) != 0)
        at++;
    t->clock = clocks[at < CLOCKS     ? next_of(at, CLOCKS, direction)
                      : direction > 0 ? 0
                                      : CLOCKS - 1]
                   .clock;
}

void terms_step(game_terms *t, game_term which, int direction) {
    bool *const switches[TERMS] = {[TERM_RATED] = &t->rated,
                                   [TERM_MEMORY] = &t->memory,
                                   [TERM_REMEMBER] = &t->no_remember,
                                   [TERM_HINTS] = &t->no_hints,
                                   [TERM_BOTS] = &t->bots};
    if (which == TERM_EDITION)
        step_edition(t, direction);
    else if (which == TERM_SEAT)
        step_seat(t, direction);
    else if (which == TERM_CLOCK)
        step_clock(t, direction);
    else if (which == TERM_WATCH)
        t->watch = (terms_watch)next_of(t->watch, WATCH_NO + 1, direction);
    else {
        assert(which < TERMS && switches[which]);
        *switches[which] = !*switches[which];
    }
}
