/* The clock that somebody wishes for, in seconds. What must hold: what is out of range is told by
 * name, under the name that its sender has used, and never put right in silence. */
#include "server/request/message_request.h"

#include "server/play/clock.h"

#include <assert.h>
#include <stdio.h>

/* The parts of a clock, in seconds. */
typedef struct clock_part {
    const char *name;
    const char *bots; /* how the bots' interface calls it, where that differs; or "" */
    size_t given;     /* in command_clock */
    size_t offset;    /* in clock_terms */
    int64_t minimum, maximum;
    bool zero; /* may also be 0 */
} clock_part;

#define PART(name, bots, minimum, maximum, zero)                                                   \
    {                                                                                              \
#name, bots, offsetof(command_clock, name), offsetof(clock_terms, name), minimum, maximum, \
            zero                                                                                   \
    }

static const clock_part clock_parts[] = {
    PART(bank, " (bots: `clock.limit`)", CLOCK_BANK_MIN, CLOCK_BANK_MAX, false),
    PART(free, "", 0, CLOCK_MOVE_MAX, true),
    PART(increment, "", 0, CLOCK_MOVE_MAX, true),
    PART(setup, "", CLOCK_SETUP_MIN, CLOCK_BANK_MAX, true),
};

enum { PARTS = sizeof clock_parts / sizeof *clock_parts };

static const char *what_is_wrong(int64_t seconds) {
    if (seconds == COMMAND_NO_VALUE)
        return "is missing";
    return seconds == COMMAND_NO_NUMBER ? "is no whole number" : "is out of range";
}

static bool read_part(struct request *request, const clock_part *part, clock_terms *clock) {
    int64_t seconds = *(const int64_t *)((const char *)&request->command->clock + part->given);
    assert(part->minimum >= 0 && part->maximum <= UINT32_MAX);
    bool in_range =
        (seconds >= part->minimum && seconds <= part->maximum) || (seconds == 0 && part->zero);
    if (in_range) {
        *(uint32_t *)((char *)clock + part->offset) = (uint32_t)seconds;
        return true;
    }
    char message[160];
    snprintf(message, sizeof message,
             "`clock.%s`%s %s: it must be a whole number, %s%d to %d (seconds)", part->name,
             part->bots, what_is_wrong(seconds), part->zero && part->minimum ? "0 or " : "",
             (int)part->minimum, (int)part->maximum);
    request_refuse(request, "bad-message", message);
    return false;
}

/* Who misspells a part would else be told that the right one is missing, or play with another
 * clock than was meant. */
static bool has_no_other_part(struct request *request) {
    if (request->command->clock.strange)
        request_refuse(request, "bad-message",
                       "`clock` has a part that there is not: it is made of `bank`, `free`, "
                       "`increment` and `setup`, or of `days`");
    return !request->command->clock.strange;
}

static bool is_given(int64_t seconds) {
    return seconds != COMMAND_NO_VALUE && seconds != 0;
}

static bool read_days(struct request *request, clock_terms *clock) {
    const command_clock *given = &request->command->clock;
    bool good = given->days > 0 && given->days <= UINT16_MAX &&
                clock_days_check((unsigned)given->days) && !is_given(given->bank) &&
                !is_given(given->free) && !is_given(given->increment) && !is_given(given->setup);
    if (good)
        *clock = clock_of_days((unsigned)given->days);
    else
        request_refuse(request, "bad-message",
                       "`clock.days` must be 1, 2, 3, 5, 7 or 14, without any other part");
    return good;
}

static bool read_clock(struct request *request, clock_terms *clock) {
    if (is_given(request->command->clock.days))
        return read_days(request, clock) && has_no_other_part(request);
    for (size_t i = 0; i < PARTS; i++)
        if (!read_part(request, &clock_parts[i], clock))
            return false;
    return has_no_other_part(request);
}

bool request_find_terms(struct request *request, game_terms *terms) {
    if (request->command->delay < 0 || request->command->delay > WATCH_DELAY_MAX) {
        request_refuse(request, "bad-message", "`delay` is 0 to 3600 (seconds)");
        return false;
    }
    *terms = (game_terms){.timed = request->command->clock.given,
                          .memory = request->command->memory,
                          .remember = request->command->remember,
                          .hints = request->command->hints,
                          .watch = request->command->watch == YES,
                          .delay = (uint16_t)request->command->delay};
    return !terms->timed || read_clock(request, &terms->clock);
}
