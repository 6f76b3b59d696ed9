/* The search player looks several plies ahead. docs/computer.md tells how it thinks. */
#ifndef FLAGFALL_AI_SEARCH_PLAYER_H
#define FLAGFALL_AI_SEARCH_PLAYER_H

#include "ai/learned/net.h"
#include "ai/search/style.h"
#include "ai/setup/armies.h"
#include "flagfall/player.h"

/* What one search player has more of than another. */
typedef struct search_player_traits {
    uint32_t nodes;  /* positions it looks at where it has no time budget */
    uint8_t depth;   /* plies it looks ahead at most */
    uint8_t reading; /* how much it believes what the enemy's moves tell, in per cent */
    uint8_t samples; /* worlds behind the average of what the enemy's pieces may be */
    /* By how much it misjudges a move at most, in hundredths of a scout. */
    uint16_t noise[ARMIES_KINDS];
    bool shuts_in; /* its own armies have the flag shut in by bombs, where they can; not heard
                      where a network is asked */
    search_style style;
    uint16_t advice; /* how much a network's advice counts, in per cent; 0: none is asked */
    uint16_t advised_noise[ARMIES_KINDS]; /* the noise where a network is asked */
    uint8_t rolled;  /* for rollouts, where a network is asked, so much of the positions or of the
                        time, in per cent; 0: none */
    const net *net;  /* that is asked, and must outlive the player; null: those that are built in */
    unsigned pieces; /* a side, that this network is for at most */
} search_player_traits;

/* The traits of one that has all of everything. */
extern const search_player_traits search_player_full;

/* `traits` are search_player_traits, or null for the full one. Without a time budget it
 * looks at a fixed number of positions, so that the same seed and the same view give
 * the same move, whatever was asked before. Null when memory is out. */
ff_player *search_player_new(const void *traits, uint64_t seed);

/* A legal move and what it is worth to the viewer, in hundredths of a scout. */
typedef struct rated_move {
    ff_move move;
    int value;
} rated_move;

/* What a search player (made by `search_player_new`) thinks of the viewer's moves, best first;
 * how many there are. `keep` is looked at as closely as the best, whatever it is
 * worth (0: none is wanted). */
size_t search_player_rate(ff_player *player, const ff_view *view, unsigned budget_ms, ff_move keep,
                          rated_move list[FF_MOVES_MAX]);

/* The work of all its moves so far. */
typedef struct search_player_effort {
    uint64_t nodes;  /* positions looked at */
    uint64_t worlds; /* ways in which hidden ranks were dealt out */
} search_player_effort;

search_player_effort search_player_effort_of(const ff_player *player);

#endif
