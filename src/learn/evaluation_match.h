/* How well a network plays: pairs of games against players that do not change. */
#ifndef FLAGFALL_LEARN_EVALUATION_MATCH_H
#define FLAGFALL_LEARN_EVALUATION_MATCH_H

#include "ai/learned/net.h"
#include "arena/statistics.h"
#include "flagfall/player.h"

typedef struct evaluation_match {
    const ff_edition *edition;
    const ff_player_kind *against;
    unsigned games;
    unsigned threads;
    uint64_t nodes; /* for players that count positions */
    uint64_t seed;
    bool (*goes_on)(void); /* asked after each game, by any of the threads; false ends the match */
} evaluation_match;

/* Plays it with the network's best moves, one ply; false when memory or threads are out, or it
 * was ended before its time. */
bool evaluation_match_play(const evaluation_match *t, const net *n, tally *out);

#endif
