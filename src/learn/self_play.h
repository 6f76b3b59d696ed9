/* Self-play: games that a network plays to learn from them, and the samples that they give.
 *
 * After each of its moves a seat's expectation is to come near what it was at its next move,
 * before that move's battle was fought, mixed with what came of the game: TD(lambda)
 * (Sutton 1988), forwards, each seat for itself, as Tesauro's TD-Gammon did. */
#ifndef FLAGFALL_LEARN_SELF_PLAY_H
#define FLAGFALL_LEARN_SELF_PLAY_H

#include "ai/learned/net.h"
#include "flagfall/player.h"
#include "learn/samples.h"

/* How it plays and what it learns from it. */
typedef struct self_play_options {
    float discount;   /* of what is expected a move later */
    float lambda;     /* how much the end of the game counts beside the next expectation */
    unsigned noise;   /* by how much a move is misjudged at most, of NET_WIN */
    uint64_t nodes;   /* positions that a player who searches looks at for a move */
    unsigned explore; /* moves in a thousand that are misjudged EXPLORE_FACTOR times as much, to
                         explore */
} self_play_options;

enum { EXPLORE_FACTOR = 30 };

/* Who sits in a seat. */
typedef struct self_play_seat {
    const net *net;    /* plays by this network, */
    ff_player *player; /* or is this player; what it learns is then said by the network of the moves
                          that the player makes */
    bool learns;
} self_play_seat;

typedef struct self_play_result {
    ff_result result;
    unsigned plies;
} self_play_result;

/* Plays a game of armies drawn as the computer sets up, and adds its samples to `out`. Every
 * other game is seen in a mirror. False when memory is out; `out` is still whole then. */
bool self_play(const ff_edition *edition, const self_play_seat seats[2],
               const self_play_options *options, uint64_t seed, samples *out,
               self_play_result *game);

#endif
