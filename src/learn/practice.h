/* Games that a network plays to learn from them, and the lessons that they teach.
 *
 * After each of its moves a seat's expectation is to come near what it was at its next move,
 * before that move's battle was fought, mixed with what came of the game: TD(lambda)
 * (Sutton 1988), forwards, each seat for itself, as Tesauro's TD-Gammon did. */
#ifndef FLAGFALL_LEARN_PRACTICE_H
#define FLAGFALL_LEARN_PRACTICE_H

#include "ai/learned/net.h"
#include "flagfall/player.h"
#include "learn/lessons.h"

/* How it plays and what it learns from it. */
typedef struct practice_terms {
    float discount; /* of what is expected a move later */
    float lambda;   /* how much the end of the game counts beside the next expectation */
    unsigned heat;  /* by how much a move is misjudged at most, of NET_WIN */
    uint64_t nodes; /* positions that a player who searches looks at for a move */
    unsigned bold;  /* moves in a thousand that are misjudged BOLDER times as much */
} practice_terms;

enum { PRACTICE_BOLDER = 30 };

/* Who sits in a chair. */
typedef struct practice_seat {
    const net *net;    /* plays by this network, */
    ff_player *player; /* or is this player */
    bool learns;
} practice_seat;

typedef struct practice_game {
    ff_result result;
    unsigned plies;
} practice_game;

/* Plays a game of armies drawn as the computer sets up, and adds its lessons to `out`. Every
 * other game is seen in a mirror. False when memory is out; `out` is still whole then. */
bool practice_play(const ff_edition *edition, const practice_seat seats[2],
                   const practice_terms *terms, uint64_t seed, lessons *out, practice_game *game);

#endif
