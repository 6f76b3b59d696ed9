/* The Berger tables by their rule: the highest number stays, and from one round to the next all
 * others move on by half of their number. What must hold: everybody meets everybody once, and has
 * each colour as often as the other, or once more. */
#include "pairing/round_robin.h"

unsigned round_robin_rounds(unsigned players) {
    return players < 2 ? 0 : players - 1 + players % 2;
}

/* Of a table for an even number, whose highest is `last`: who stands at a place of the round's
 * row. Place 0 of the first round is player 0. */
static unsigned player_at(unsigned place, unsigned round, unsigned last) {
    return (place + round * (last + 1) / 2) % last;
}

unsigned round_robin_pair(unsigned players, unsigned round, fixture_pair *pairs) {
    unsigned last = players + players % 2 - 1;
    unsigned count = (last + 1) / 2;
    for (unsigned i = 0; i < count; i++) {
        unsigned white = player_at(i, round, last);
        unsigned black = i ? player_at(last - i, round, last) : last;
        if (i == 0 && round % 2 == 1) {
            black = white;
            white = last;
        }
        pairs[i] = (fixture_pair){(uint16_t)white, (uint16_t)black};
        if (last == players && i == 0)
            pairs[i] = (fixture_pair){(uint16_t)(white == last ? black : white), CROSSTABLE_NOBODY};
    }
    return count;
}
