/* Breaking in: the way of a miner to where the enemy's flag most likely is, and what the pieces
 * that bar it are worth beside themselves because of it. A flag shut in by bombs can be reached
 * by no other, and without this every bomb would be worth the same. */
#ifndef FLAGFALL_AI_BREAK_IN_H
#define FLAGFALL_AI_BREAK_IN_H

#include "ai/search/root_features.h"

/* Sets `gate` of the features, and adds it to what our attacks there gain. */
void break_in_plan(root_features *features);

#endif
