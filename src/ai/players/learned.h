/* The player that has learned from its own games. docs/computer.md tells how it thinks. */
#ifndef FLAGFALL_AI_LEARNED_H
#define FLAGFALL_AI_LEARNED_H

#include "ai/learned/net.h"
#include "flagfall/player.h"

/* What one learned player has more of than another. */
typedef struct learned_traits {
    const net *net;  /* must outlive the player; null: the one that is built in */
    unsigned pieces; /* a side, that this network has learned with */
    unsigned moves;  /* how many of its moves it looks at more closely; 0: none */
    unsigned worlds; /* in how many worlds, where it has neither time nor positions to count */
} learned_traits;

/* The traits of one that looks closely, by the network that is built in. */
extern const learned_traits learned_grown;

/* `traits` are learned_traits, or null for the grown one. Where its network has not learned
 * armies as large as the edition's it plays as search does. Null when memory is out. The same
 * seed and view give the same move; nothing outlives a move. */
ff_player *learned_new(const void *traits, uint64_t seed);

#endif
