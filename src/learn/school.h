/* Learning by rounds of games.
 *
 * In each round the same network plays a fixed number of games, on as many threads as there
 * are, while one of them learns from the games of the round before. What is played and
 * learned depends on the seed and on the games before, not on the threads: the same state is
 * reached with one and with many. */
#ifndef FLAGFALL_LEARN_SCHOOL_H
#define FLAGFALL_LEARN_SCHOOL_H

#include "learn/model.h"
#include "learn/practice.h"

enum {
    SCHOOL_EDITIONS = 32,  /* at most */
    SCHOOL_RIVALS = 8,     /* players beside the network, at most */
    SCHOOL_SNAPSHOTS = 12, /* of itself, to play against */
    SCHOOL_GAMES = 64      /* a round */
};

/* An edition, how often it is played, and from which game on. */
typedef struct school_edition {
    ff_edition edition;
    unsigned share;
    uint64_t from;
} school_edition;

/* A player to learn against, and in how many games of a hundred. */
typedef struct school_rival {
    const ff_player_kind *kind;
    unsigned share;
} school_rival;

typedef struct school_plan {
    school_edition edition[SCHOOL_EDITIONS];
    unsigned editions;
    school_rival rival[SCHOOL_RIVALS];
    unsigned rivals;
    unsigned past;     /* games of a hundred against snapshots */
    uint64_t snapshot; /* a snapshot every so many games */
    double rate;       /* of the optimiser at first, times active inputs: about 0.1 */
    double rate_half;  /* games after which it is half of that, a third after twice .. */
    double heat;       /* by how much moves are misjudged at first, at last */
    double heat_last;
    double heat_half; /* games after which the first is halved, and so on */
    double lambda;
    double discount;
    uint64_t nodes; /* that rivals who search look at for a move */
    unsigned threads;
} school_plan;

/* What a round came to. */
typedef struct school_report {
    double loss;   /* mean squared error */
    double inputs; /* that were on, on average */
    uint64_t lessons;
    uint64_t plies;
    unsigned games, draws;
    unsigned rival_games, rival_points; /* half points against rivals */
} school_report;

/* All that goes on from round to round: what a state file keeps. */
typedef struct school {
    uint64_t seed;
    uint64_t games;   /* played */
    uint64_t learned; /* lessons gone over */
    double inputs;    /* mean number that were on in a lesson */
    unsigned snapshots;
    net snapshot[SCHOOL_SNAPSHOTS]; /* the latest, in turn */
    model model;
    lessons kept; /* of the last round, to be learned from in the next */
} school;

/* A new one; null when memory is out. */
school *school_new(uint64_t seed);
void school_free(school *s);

/* Plays and learns one round; false when memory or threads are out. */
bool school_round(school *s, const school_plan *plan, school_report *report);

#endif
