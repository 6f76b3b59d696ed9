/* Alpha-beta over one world: the viewer's position with a rank for every hidden piece (a
 * determinization).
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

#include "ai/search/evaluation.h"
#include "ai/search/transpositions.h"

enum { SEARCH_DEPTH = 24, SEARCH_INFINITE = 1000000 };

/* A node of the tree. */
typedef struct search_node {
    ff_position position;
    uint64_t key;               /* tells it from every other in the tree of its root */
    uint64_t hidden[2][2];      /* lanes 0 and 1 of each seat's pieces that the other cannot name */
    uint8_t origin[FF_SQUARES]; /* where the piece on a square stood at the root */
    uint8_t intruder[FLAG_SAFETY_INTRUDERS]; /* where they are */
    int score;                               /* for the searching seat, hundredths of a scout */
} search_node;

/* One search; several may share an evaluation. */
typedef struct search {
    const evaluation *evaluation;
    const ff_rules *rules; /* the evaluation's, at hand */
    unsigned self;
    ff_history history; /* the caller's, with room for SEARCH_DEPTH plies more */
    transpositions known;
    int history_score[2][FF_SQUARES *
                         FF_SQUARES]; /* history heuristic: moves that cut before, by seat */
    uint64_t nodes;
    uint64_t limit;              /* of nodes */
    bool (*late)(void *context); /* asked now and then; may be null */
    void *context;
    bool stopped; /* the value of the last search means nothing */
} search;

/* Forgets all of the last thought. History, transpositions, limits and `late` are the
 * caller's. */
void search_begin(search *s, const evaluation *e);

/* The root of a world: `ranks` names every enemy piece by its square. */
void search_root(const evaluation *e, const ff_view *view, const uint8_t ranks[FF_SQUARES],
                 search_node *root);

/* The worth of a root move to the searching seat, `depth` plies looked at in all;
 * exact above `alpha`. */
int search_move(search *s, const search_node *root, ff_move move, int depth, int alpha);

#endif
