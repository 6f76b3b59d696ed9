/* Breaking in: the way of a miner to where the enemy's flag most likely is, and what the pieces
 * that bar it are worth beside themselves because of it. A flag shut in by bombs can be reached
 * by no other, and without this every bomb would be worth the same. */
#ifndef FLAGFALL_AI_BREAK_IN_H
#define FLAGFALL_AI_BREAK_IN_H

#include "ai/search/root_features.h"

/* Sets `gate` of the features, and adds it to what our attacks there gain; names the miner who
 * has the cheapest way. Where it is on its way (break_in_is_on) our miners are dearer. */
void break_in_plan(root_features *features);

/* Has a miner a way to a flag that is believed in by a half or more? */
bool break_in_is_on(const root_features *features);

/* What it is worth that a move brings that miner on its way, in hundredths of a scout: less than
 * zero where it leads away from the flag. A quiet move of another piece is worth something where it
 * leaves one of the next squares of the way, and as much less than zero where it enters one. */
int break_in_advance(const root_features *features, ff_move move);

#endif
