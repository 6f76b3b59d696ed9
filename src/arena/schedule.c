/* Numbers of games to who meets whom, by arithmetic: no list of games is kept. What must hold:
 * the two games of a pair follow each other, so that a match that is stopped early has whole
 * pairs. */
#include "arena/schedule.h"

unsigned schedule_pairings(const schedule *s) {
    return s->gauntlet ? s->players - 1 : s->players * (s->players - 1) / 2;
}

unsigned schedule_games(const schedule *s) {
    return schedule_pairings(s) * s->games;
}

void schedule_pairing(const schedule *s, unsigned pairing, unsigned player[2]) {
    unsigned first = 0, row = s->players - 1; /* pairings of `first` with later players */
    while (pairing >= row) {
        pairing -= row--;
        first++;
    }
    player[0] = first;
    player[1] = first + 1 + pairing;
}

fixture schedule_fixture(const schedule *s, unsigned index) {
    unsigned pairings = schedule_pairings(s), paired = s->games / 2 * 2 * pairings;
    fixture f;
    if (index < paired) {
        f.pairing = index / 2 % pairings;
        f.red = index % 2;
        f.number = index / 2 / pairings * 2 + f.red;
    } else {
        f.pairing = index - paired;
        f.red = 0;
        f.number = s->games - 1;
    }
    schedule_pairing(s, f.pairing, f.player);
    return f;
}
