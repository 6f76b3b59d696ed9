/* How much of its clock a player may well spend on a move. */
#include "flagfall/player.h"

#include "base/sized.h"

enum { SHARE = 30 }; /* moves that the time left should do for, and more from increments */

unsigned ff_limits_budget(const ff_limits *limits, ff_seat seat) {
    ff_limits known;
    sized_take(&known, sizeof known, limits);
    /* A thirtieth of what is left never runs out, whatever the length of the game. Of the
     * increment a quarter is put by, and no move gets more than half of the clock. */
    unsigned left = known.left_ms[seat];
    uint64_t budget = left / SHARE + (uint64_t)known.increment_ms * 3 / 4;
    uint64_t most = left / 2;
    return (unsigned)(budget < most ? budget : most) + 1;
}
