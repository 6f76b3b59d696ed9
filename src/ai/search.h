/* Alpha-beta over one world: the viewer's position with the suspects' ranks dealt.
 *
 * A world is a guess, and below the root neither side may plan with what it could
 * not know (the fusion of strategies that spoils search over sampled worlds). So a
 * piece stays hidden in the tree until a battle or a run opens it, and an attack by
 * or on an enemy piece that is hidden ends the line with what it is worth on
 * average. The enemy attacks a hidden piece of ours only where that pays on
 * average, and then learns what it is. What a world really settles is who can move,
 * and how an attack of ours at the root goes on. */
#ifndef FLAGFALL_AI_SEARCH_H
#define FLAGFALL_AI_SEARCH_H

#include "ai/siege.h"
#include "flagfall/position.h"

enum { SEARCH_DEPTH = 24, SEARCH_FLAG = 100000, SEARCH_INFINITE = 1000000 };

/* A node of the tree. */
typedef struct frame {
    ff_position position;
    uint64_t hidden[2][2];      /* lanes 0 and 1 of each seat's pieces that the other cannot name */
    uint8_t origin[FF_SQUARES]; /* where the piece on a square stood at the root */
    uint8_t intruder[SIEGE_INTRUDERS]; /* where they are */
    int score;                         /* for the searching seat, hundredths of a scout */
} frame;

typedef struct search {
    const ff_rules *rules;
    ff_history history; /* with room for SEARCH_DEPTH plies more */
    unsigned self;
    int worth[2][FF_RANKS];
    int secret[2][FF_RANKS];            /* what it costs a seat to show a piece */
    int guess[2][FF_RANKS][FF_SQUARES]; /* a seat's rank attacks the hidden piece from there */
    int fear[FF_RANKS][FF_SQUARES];     /* the hidden enemy from there attacks our rank */
    int breach[FF_RANKS][FF_SQUARES];   /* what it costs more if that rank shields our flag */
    bool shield[FF_SQUARES];            /* squares beside our flag */
    /* What it costs the searching seat that the enemy's piece from there (first) stands
     * here (second): it is on its way to our flag. */
    int16_t threat[FF_SQUARES][FF_SQUARES];
    int credit[2][FF_SQUARES * FF_SQUARES]; /* moves that cut before, by seat */
    siege siege;
    uint64_t nodes;
    uint64_t limit;              /* of nodes */
    bool (*late)(void *context); /* asked now and then; may be null */
    void *context;
    bool stopped; /* the value of the last search means nothing */
} search;

/* Takes the outlook's tables; history, limits and `late` are the caller's. */
void search_prepare(search *s, const outlook *o);

/* What a chance of the flag adds to its worth: little while it is a guess among
 * many, a game when it is certain. */
int search_certainty(double flag);

/* The root of a world: `ranks` names every enemy piece by its square. */
void search_root(const search *s, const ff_view *view, const uint8_t ranks[FF_SQUARES],
                 frame *root);

/* The worth of a root move to the searching seat, `depth` plies looked at in all;
 * exact above `alpha`. */
int search_move(search *s, const frame *root, ff_move move, int depth, int alpha);

#endif
