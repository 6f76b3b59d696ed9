/* Features of the root: what a seat can tell of its chances before it moves; what each battle is
 * worth, what each neighbour may do, and how far the worthwhile targets are. Made once a move; then
 * each candidate is a few table look-ups. */
#ifndef FLAGFALL_AI_ROOT_FEATURES_H
#define FLAGFALL_AI_ROOT_FEATURES_H

#include "ai/belief/belief.h"

/* One of our ranks against the enemy piece on one square. */
typedef struct duel {
    double win;  /* chance that only we survive */
    double tie;  /* that nobody does */
    double gain; /* worth of what the attack takes less what it costs, on average */
    double fear; /* worth of what we would lose if that piece attacked us */
} duel;

enum { FAR_AWAY = 255 };

typedef struct root_features {
    const ff_view *view;
    ff_seat self;
    belief belief;
    double risk;
    double worth[2][FF_RANKS];       /* of each seat's pieces */
    duel duel[FF_RANKS][FF_SQUARES]; /* our rank, square of the enemy piece */
    int8_t neighbour[FF_SQUARES][4]; /* root_features_neighbour, by direction */
    int target[FF_SQUARES];          /* squares of enemy pieces */
    int targets;
    uint8_t steps[FF_SQUARES][FF_SQUARES]; /* from the target with that number to a square */
    double catchable[FF_SQUARES];          /* what part of a target's gain draws (pursuit.h) */
    double urgency;                        /* 0 .. 1: how long nothing has happened */
    double gate[FF_SQUARES]; /* what a piece there is worth beside itself (break_in.h) */
    int miner;               /* our miner who is to break in; FF_OFF_BOARD: nobody is */
    bool nearer[FF_SQUARES]; /* to the flag than that miner stands */
    bool ahead[FF_SQUARES];  /* the next squares of its way, not its own */
    double advance;          /* what a step of that miner's there is worth */
} root_features;

/* `b` is what the viewer thinks of the enemy's pieces. `risk` is how often its worth a
 * strong piece of the viewer's counts where it may be lost to what cannot be seen; 1
 * is fair. */
void root_features_init(root_features *features, const ff_view *view, const belief *b, double risk);

/* Breadth first from a square over all that is neither lake nor barred: the steps from
 * there to each square, FAR_AWAY where there is no way. */
void root_features_walk(const root_features *features, int from, const bool barred[FF_SQUARES],
                        uint8_t steps[FF_SQUARES]);

/* The square one step on in one of four directions; -1 where the board ends or a lake is. */
int root_features_neighbour(const ff_edition *edition, int square, int direction);

/* How often its worth a piece of ours counts where it is lost by attacking. */
double root_features_risk(const root_features *features, ff_rank rank);

/* The chance that an attack of ours on an enemy piece removes it; the flag counts for nothing. */
double root_features_clears(const root_features *features, ff_rank rank, int square);

/* How much a piece of ours likes to stand there, for what it can reach from there. */
double root_features_pull(const root_features *features, ff_rank rank, int square);

/* Does a piece on this square stand next to our flag? */
bool root_features_guards_flag(const root_features *features, int square);

/* What the enemy may take from us next, if `gone` (or -1) were empty and a piece
 * of ours of that rank (public or not) stood on `here` (or -1). */
typedef struct change {
    int gone;
    int here;
    ff_rank rank;
    bool known;
} change;
double root_features_danger(const root_features *features, const change *after);

#endif
