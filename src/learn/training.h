/* Learning by rounds of self-play.
 *
 * In each round the same network plays a fixed number of games, on as many threads as there
 * are, while one of them learns from the games of the round before. What is played and
 * learned depends on the seed and on the games before, not on the threads: the same state is
 * reached with one and with many. */
#ifndef FLAGFALL_LEARN_TRAINING_H
#define FLAGFALL_LEARN_TRAINING_H

#include "learn/model.h"
#include "learn/self_play.h"

enum {
    TRAINING_EDITIONS = 32,  /* at most */
    TRAINING_OPPONENTS = 8,  /* players beside the network, at most */
    TRAINING_SNAPSHOTS = 12, /* of itself, to play against */
    TRAINING_GAMES = 64      /* a round */
};

/* An edition, how often it is played, and from which game on. */
typedef struct training_edition {
    ff_edition edition;
    unsigned share;
    uint64_t from;
} training_edition;

/* A player to learn against, and in how many games of a hundred. */
typedef struct training_opponent {
    const ff_player_kind *kind;
    unsigned share;
} training_opponent;

typedef struct training_plan {
    training_edition edition[TRAINING_EDITIONS];
    unsigned editions;
    training_opponent opponent[TRAINING_OPPONENTS];
    unsigned opponents;
    unsigned past;     /* games of a hundred against snapshots */
    unsigned searched; /* games of a hundred in which the search player asks the network, instead of
                          the network playing by itself */
    uint64_t snapshot; /* a snapshot every so many games */
    unsigned passes;   /* over the samples of a round, 1 at least; every other in a mirror */
    double rate;       /* of the optimiser at first, times active inputs: about 0.1 */
    double rate_half;  /* games after which it is half of that, a third after twice .. */
    double noise;      /* by how much moves are misjudged at first, at last */
    double noise_last;
    double noise_half; /* games after which the first is halved, and so on */
    double lambda;
    double discount;
    uint64_t nodes; /* that players who search look at for a move */
    unsigned threads;
} training_plan;

/* What a round came to. */
typedef struct training_report {
    double loss;   /* mean squared error */
    double inputs; /* that were on, on average */
    uint64_t samples;
    uint64_t plies;
    unsigned games, draws;
    unsigned pool_games, pool_points; /* half points against opponents */
} training_report;

/* All that goes on from round to round: what a state file keeps. */
typedef struct training {
    uint64_t seed;
    uint64_t games;   /* played */
    uint64_t learned; /* samples gone over */
    double inputs;    /* mean number that were on in a sample */
    unsigned snapshots;
    net snapshot[TRAINING_SNAPSHOTS]; /* the latest, in turn */
    model model;
    samples kept; /* of the last round, to be learned from in the next */
} training;

/* A new one; null when memory is out. */
training *training_new(uint64_t seed);
void training_free(training *s);

/* Plays and learns one round; false when memory or threads are out. */
bool training_round(training *s, const training_plan *plan, training_report *report);

#endif
