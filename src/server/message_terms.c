#include "server/message_request.h"

#include <stdio.h>
#include <string.h>

/* The parts of a clock, in seconds. */
typedef struct clock_part {
    const char *name;
    const char *bots; /* how the bots' interface calls it, where that differs; or "" */
    size_t offset;    /* in clock_terms */
    json_int_t minimum, maximum;
    bool zero; /* may also be 0 */
} clock_part;

static const clock_part clock_parts[] = {
    {"bank", " (bots: `clock.limit`)", offsetof(clock_terms, bank), CLOCK_BANK_MIN, CLOCK_BANK_MAX,
     false},
    {"free", "", offsetof(clock_terms, free), 0, CLOCK_MOVE_MAX, true},
    {"increment", "", offsetof(clock_terms, increment), 0, CLOCK_MOVE_MAX, true},
    {"setup", "", offsetof(clock_terms, setup), CLOCK_SETUP_MIN, CLOCK_BANK_MAX, true},
};

enum { PARTS = sizeof clock_parts / sizeof *clock_parts };

static const char *what_is_wrong(const json_t *value) {
    if (!value)
        return "is missing";
    return json_is_integer(value) ? "is out of range" : "is no whole number";
}

static bool read_part(ff_request *request, const clock_part *part, clock_terms *clock) {
    const json_t *value = json_object_get(request->clock, part->name);
    json_int_t seconds = json_integer_value(value);
    bool in_range =
        (seconds >= part->minimum && seconds <= part->maximum) || (seconds == 0 && part->zero);
    if (json_is_integer(value) && in_range) {
        *(uint32_t *)((char *)clock + part->offset) = (uint32_t)seconds;
        return true;
    }
    char message[160];
    snprintf(message, sizeof message,
             "`clock.%s`%s %s: it must be a whole number, %s%d to %d (seconds)", part->name,
             part->bots, what_is_wrong(value), part->zero && part->minimum ? "0 or " : "",
             (int)part->minimum, (int)part->maximum);
    request_refuse(request, "bad-message", message);
    return false;
}

/* Who misspells a part would else be told that the right one is missing, or play with another
 * clock than was meant. */
static bool has_no_other_part(ff_request *request) {
    const char *name;
    json_t *value;
    json_object_foreach((json_t *)request->clock, name, value) {
        size_t i = 0;
        while (i < PARTS && strcmp(clock_parts[i].name, name) != 0)
            i++;
        if (i == PARTS) {
            request_refuse(request, "bad-message",
                           "`clock` has a part that there is not: it is made of `bank`, `free`, "
                           "`increment` and `setup`");
            return false;
        }
    }
    return true;
}

static bool read_clock(ff_request *request, clock_terms *clock) {
    for (size_t i = 0; i < PARTS; i++)
        if (!read_part(request, &clock_parts[i], clock))
            return false;
    return has_no_other_part(request);
}

bool request_find_terms(ff_request *request, game_terms *terms) {
    *terms = (game_terms){.timed = request->clock != NULL,
                          .memory = request->memory,
                          .remember = request->remember,
                          .hints = request->hints,
                          .watch = request->watch == YES};
    return !terms->timed || read_clock(request, &terms->clock);
}
