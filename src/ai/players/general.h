/* General, the player that searches. docs/computer.md tells how it thinks. */
#ifndef FLAGFALL_AI_GENERAL_H
#define FLAGFALL_AI_GENERAL_H

#include "flagfall/player.h"

/* What one general has more of than another. */
typedef struct general_traits {
    uint32_t nodes;  /* positions it looks at where it has no time budget */
    uint8_t depth;   /* plies it looks ahead at most */
    uint8_t reading; /* how much it believes what the enemy's moves tell, in per cent */
    uint16_t noise;  /* by how much it misjudges a move at most, in hundredths of a scout */
} general_traits;

/* The traits of one that has all of everything. */
extern const general_traits general_grown;

/* `traits` are general_traits, or null for the grown one. Without a time budget it
 * looks at a fixed number of positions, so that the same seed and the same view give
 * the same move. Nothing outlives a move. Null when memory is out. */
ff_player *general_new(const void *traits, uint64_t seed);

/* A legal move and what it is worth to the viewer, in hundredths of a scout. */
typedef struct general_opinion {
    ff_move move;
    int value;
} general_opinion;

/* What a general (made by `general_new`) thinks of the viewer's moves, best first;
 * how many there are. `keep` is looked at as closely as the best, whatever it is
 * worth (0: none is wanted). */
size_t general_weigh(ff_player *player, const ff_view *view, unsigned budget_ms, ff_move keep,
                     general_opinion list[FF_MOVES_MAX]);

/* The work of all its moves so far. */
typedef struct general_effort {
    uint64_t nodes;  /* positions looked at */
    uint64_t worlds; /* ways in which hidden ranks were dealt out */
} general_effort;

general_effort general_effort_of(const ff_player *player);

#endif
