/* Pursuit: who has kept running from our pieces is not caught by walking after him. While one
 * hunter tries, the miner who is on its way to the flag stands still. Where none is on its way,
 * hunts are worth their moves (bench/strength-log.md, "Breaking in"). */
#ifndef FLAGFALL_AI_PURSUIT_H
#define FLAGFALL_AI_PURSUIT_H

#include "ai/search/root_features.h"

/* Sets `catchable` of features whose break_in_plan is made, where break_in_is_on: the more often a
 * target has lately run from us, the less. */
void pursuit_weigh(root_features *features);

#endif
