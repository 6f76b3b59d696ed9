/* Arenas: a duration instead of rounds. Whoever is free is paired with who stands next to it, and
 * a row of wins counts double. No federation has rules for it; these are the ones that sites
 * where people play have made usual. */
#ifndef FLAGFALL_PAIRING_ARENA_PAIRING_H
#define FLAGFALL_PAIRING_ARENA_PAIRING_H

#include "pairing/round_robin.h"

enum { ARENA_STREAK = 2 /* wins in a row after which a game counts double */ };

/* What a game that gave so many half points is worth, 0 to 4, after `streak` wins in a row, which
 * is brought up to date: a win 2, a draw 1, and both double behind two wins or more. */
unsigned arena_points(unsigned half_points, unsigned *streak);

/* Somebody who is free. */
typedef struct arena_player {
    unsigned id;     /* any number; of no two the same */
    unsigned points; /* so far */
    int rating;
    unsigned last;  /* whom it has met last, by id; its own id: nobody */
    int colours;    /* games as White less games as Black */
    bool had_white; /* in its last game */
} arena_player;

/* Sorts the free players by points, then rating, then id, and pairs each with the next one that it
 * has not just met; where only those are left, the pair before makes room. With `few`, when nobody
 * else is there to come, those who have just met meet again. Room for count / 2 in `pairs`, which
 * are places in `idle`; returns how many. White is who has had it less often, or not last. */
unsigned arena_pair(arena_player *idle, unsigned count, bool few, fixture_pair *pairs);

#endif
