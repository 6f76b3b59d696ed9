/* Flag safety: whether an enemy may break in to our flag before anybody stops him.
 *
 * The squares beside the flag are its gates. An intruder who is `a` steps from a gate
 * takes what stands on it with the last of them and the flag with one more. Whoever of
 * ours that can take him stands within `a` steps of the gate (one more if we are on
 * turn) is there in time. A gate with a bomb is one for miners only. */
#ifndef FLAGFALL_AI_FLAG_SAFETY_H
#define FLAGFALL_AI_FLAG_SAFETY_H

#include "ai/search/root_features.h"

enum { FLAG_SAFETY_INTRUDERS = 6, FLAG_SAFETY_GATES = 4, FLAG_SAFETY_REACH = 10 };

typedef struct intruder {
    uint8_t square; /* at the root */
    uint8_t rank;   /* FF_HIDDEN where it is not known */
    uint8_t miner;  /* chance that it is one, in per cent */
} intruder;

typedef struct flag_safety {
    unsigned self;
    unsigned gates;
    unsigned intruders;
    uint8_t gate[FLAG_SAFETY_GATES];
    uint8_t steps[FLAG_SAFETY_GATES][FF_SQUARES]; /* to the gate, FAR_AWAY if no way */
    uint64_t within[FLAG_SAFETY_GATES][FLAG_SAFETY_REACH + 2][2]; /* so many steps: lanes 0 and 1 */
    intruder intruder[FLAG_SAFETY_INTRUDERS];
} flag_safety;

void flag_safety_init(flag_safety *s, const root_features *features);

/* What the intruders who stand on `at` (FF_OFF_BOARD: taken) cost us, in hundredths of a
 * scout. */
int flag_safety_cost(const flag_safety *s, const ff_position *p,
                     const uint8_t at[FLAG_SAFETY_INTRUDERS]);

#endif
