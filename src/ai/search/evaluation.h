/* The evaluation: what the pieces on the board are worth to the search, in hundredths of a
 * scout. Made once a move from the root: nothing here changes while the tree is walked. */
#ifndef FLAGFALL_AI_EVALUATION_H
#define FLAGFALL_AI_EVALUATION_H

#include "ai/search/flag_safety.h"

enum { GAME_WORTH = 100000 };

typedef struct evaluation {
    const ff_rules *rules;
    unsigned self;
    int worth[2][FF_RANKS];
    int secret[2][FF_RANKS];            /* what it costs a seat to show a piece */
    int guess[2][FF_RANKS][FF_SQUARES]; /* a seat's rank attacks the hidden piece from there */
    int fear[FF_RANKS][FF_SQUARES];     /* the hidden enemy from there attacks our rank */
    int breach[FF_RANKS][FF_SQUARES];   /* what it costs more if that rank shields our flag */
    int gate[FF_SQUARES];    /* what the enemy's piece from there is worth to us beside itself */
    bool shield[FF_SQUARES]; /* squares beside our flag */
    /* What it costs the searching seat that the enemy's piece from there (first) stands
     * here (second): it is on its way to our flag. */
    int16_t threat[FF_SQUARES][FF_SQUARES];
    flag_safety flag_safety;
} evaluation;

/* The view of the root features must outlive it. */
void evaluation_init(evaluation *e, const root_features *features);

/* What a chance of the flag adds to its worth: little while it is a guess among
 * many, a game when it is certain. */
int evaluation_certainty(double flag);

#endif
