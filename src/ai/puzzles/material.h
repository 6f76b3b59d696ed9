/* Material ahead: what a move gains in every world that a seat must think possible.
 *
 * After the move the enemy answers with what hurts most, knowing the whole board; then the
 * seat may take a piece that everybody can name, unless that costs more than it brings. So a
 * gain that holds in all worlds holds whatever the hidden ranks are, and the seat needs to
 * guess nothing to get it. */
#ifndef FLAGFALL_AI_PUZZLES_MATERIAL_H
#define FLAGFALL_AI_PUZZLES_MATERIAL_H

#include "flagfall/view.h"

enum { MATERIAL_FLAG = 100000 };

/* In hundredths of a scout. */
typedef struct material_gain {
    ff_move move;
    int least; /* over all worlds */
    int mean;
} material_gain;

typedef enum material_answer {
    MATERIAL_DONE,
    MATERIAL_UNKNOWN, /* no worlds can be drawn from this view */
    MATERIAL_NO_MEMORY,
} material_answer;

/* Of each legal move of the viewer's over so many worlds (`ff_world_draw`). `count` is how many
 * moves there are. `floor`: a move that gains less in one world is not looked at in the others
 * (INT_MIN: all are), its mean is then that of the worlds before. */
material_answer material_ahead(const ff_view *view, ff_rng *rng, unsigned worlds, int floor,
                               material_gain gains[FF_MOVES_MAX], size_t *count);

/* What a piece is worth, in hundredths of a scout. */
int material_worth(unsigned rank);

#endif
