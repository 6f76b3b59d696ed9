#include "flagfall/computer.h"

#include "ai/general.h"
#include "ai/picket.h"

static const ff_player_kind kinds[] = {
    {"random", "Draws every move by lot", ff_random_player_new},
    {"picket", "Looks one move ahead and weighs what it cannot see", picket_new},
    {"general", "Searches several moves ahead through what may be hidden", general_new},
};

enum { KINDS = sizeof kinds / sizeof *kinds };

size_t ff_computer_count(void) {
    return KINDS;
}

const ff_player_kind *ff_computer_at(size_t index) {
    return index < KINDS ? &kinds[index] : NULL;
}

const ff_player_kind *ff_computer_find(ff_span name) {
    for (size_t i = 0; i < KINDS; i++)
        if (ff_span_equals(name, kinds[i].name))
            return &kinds[i];
    return NULL;
}
