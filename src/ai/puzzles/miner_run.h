/* A miner's run: does a miner of the enemy's get to our flag, or to a bomb beside it, before we
 * can stop him?
 *
 * Only he moves for the enemy, and we answer each of his steps with any quiet move or by taking
 * him. All that decides it is public or our own, so the answer is the same in every world. */
#ifndef FLAGFALL_AI_PUZZLES_MINER_RUN_H
#define FLAGFALL_AI_PUZZLES_MINER_RUN_H

#include "flagfall/view.h"

enum { MINER_RUN_STEPS = 3 }; /* of his, as far as it is looked ahead */

typedef enum miner_run {
    MINER_STOPPED,
    MINER_GETS_IN,
    MINER_RUN_NO_MEMORY,
} miner_run;

/* Does he get in where the viewer plays `move` now? 0 is to leave the turn to him. He stands on
 * `miner`, and is taken for one whatever else he might be. A move that attacks anybody else is
 * taken for leaving him the turn. */
miner_run miner_run_after(const ff_view *view, int miner, ff_move move);

#endif
