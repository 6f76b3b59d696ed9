#include "server/message_request.h"

#include <stdio.h>

/* The parts of a clock, in seconds. */
typedef struct clock_part {
    const char *name;
    size_t offset; /* in clock_terms */
    json_int_t minimum, maximum;
    bool zero; /* may also be 0 */
} clock_part;

static const clock_part clock_parts[] = {
    {"bank", offsetof(clock_terms, bank), CLOCK_BANK_MIN, CLOCK_BANK_MAX, false},
    {"free", offsetof(clock_terms, free), 0, CLOCK_MOVE_MAX, true},
    {"increment", offsetof(clock_terms, increment), 0, CLOCK_MOVE_MAX, true},
    {"setup", offsetof(clock_terms, setup), CLOCK_SETUP_MIN, CLOCK_BANK_MAX, true},
};

static bool read_part(ff_request *request, const clock_part *part, clock_terms *clock) {
    const json_t *value = json_object_get(request->clock, part->name);
    json_int_t seconds = json_integer_value(value);
    bool in_range =
        (seconds >= part->minimum && seconds <= part->maximum) || (seconds == 0 && part->zero);
    if (json_is_integer(value) && in_range) {
        *(uint32_t *)((char *)clock + part->offset) = (uint32_t)seconds;
        return true;
    }
    char message[96];
    snprintf(message, sizeof message, "`clock.%s` must be %s%d to %d seconds", part->name,
             part->zero && part->minimum ? "0, or " : "", (int)part->minimum, (int)part->maximum);
    request_refuse(request, "bad-message", message);
    return false;
}

static bool read_clock(ff_request *request, clock_terms *clock) {
    for (size_t i = 0; i < sizeof clock_parts / sizeof *clock_parts; i++)
        if (!read_part(request, &clock_parts[i], clock))
            return false;
    return true;
}

bool request_find_terms(ff_request *request, game_terms *terms) {
    *terms = (game_terms){.timed = request->clock != NULL,
                          .memory = request->memory,
                          .remember = request->remember,
                          .hints = request->hints,
                          .watch = request->watch == YES};
    return !terms->timed || read_clock(request, &terms->clock);
}
