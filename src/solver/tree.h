/* A small game as a tree of what everybody sees.
 *
 * All moves are public, and so are the ranks that a battle names; hidden is only how each
 * seat has set up. So a node of the tree is a public history, and who is to move stands
 * there with each of its set-ups that the history allows: a node and a set-up are an
 * information set. What the history allows of one seat never depends on the other's hidden
 * ranks, thus all pairs of the two seats' set-ups that are at a node are possible together,
 * and one walk over the tree serves all pairs (Johanson, Waugh, Bowling and Zinkevich,
 * "Accelerating best response calculation in large extensive games", 2011).
 *
 * The first node is the set-up: both seats choose, unseen, and its children are games that
 * begin. Built once, then read by any number of threads. */
#ifndef FLAGFALL_SOLVER_TREE_H
#define FLAGFALL_SOLVER_TREE_H

#include "flagfall/game.h"

/* Set-ups of one seat, and plies of a game, that are not too many. */
enum { TREE_SETUPS_MAX = 10000, TREE_PLIES_MAX = 60 };

typedef struct tree_node {
    uint8_t turn;   /* ff_seat; FF_NOBODY: the set-up, or the game is over */
    int8_t payoff;  /* of Red where it is over: 1, 0, -1 */
    uint16_t depth; /* plies played */
    uint16_t moves; /* that some set-up of who is on turn can make */
    uint16_t by;    /* which of its parent's moves leads here */
    uint32_t parent;
    uint32_t first_child; /* children stand together, those of a move too; */
    uint32_t children;    /* a move has several where it shows something */
    uint32_t count[2];    /* set-ups of each seat that may be here */
    size_t setups[2];     /* in `tree.setups`: which of the parent's each of them is */
    size_t first_move;    /* in `tree.move` */
    size_t first_slot;    /* in `tree.legal`, and in a strategy: `moves` rows of `count[turn]` */
} tree_node;

typedef struct tree {
    ff_rules rules;
    ff_setup *armies; /* all set-ups of the edition; either seat's */
    uint32_t army_count;
    tree_node *nodes;
    uint32_t node_count;
    uint16_t *setups;
    ff_move *move;
    uint8_t *legal; /* 1 where the set-up can make the move */
    size_t slot_count;
    size_t information_sets; /* nodes of each seat times its set-ups there */
    unsigned deepest;        /* plies of the longest game */
    uint16_t most_moves;     /* of a node */
    size_t room[3];          /* of what `setups`, `move` and `legal` have */
    size_t setups_size, move_size, node_room;
} tree;

typedef enum tree_status {
    TREE_OK,
    TREE_NO_MEMORY,
    TREE_TOO_MANY_SETUPS,
    TREE_TOO_MANY_NODES,
    TREE_TOO_LONG, /* games of more than TREE_PLIES_MAX plies */
} tree_status;

/* Grows the whole tree of an edition that must pass `ff_edition_check`, with `ply_limit`
 * as the host's cap (0: none). `t` is to be freed with `tree_free` in any case. */
tree_status tree_grow(tree *t, const ff_edition *edition, unsigned ply_limit, uint32_t nodes_max);
void tree_free(tree *t);

/* The set-up in `armies` of the `k`-th of a seat at a node; climbs to the root. */
uint32_t tree_army(const tree *t, uint32_t node, ff_seat seat, uint32_t k);

/* The moves that lead to a node, as many as its depth; returns how many. */
unsigned tree_path(const tree *t, uint32_t node, ff_move moves[TREE_PLIES_MAX]);

static inline ff_move tree_move(const tree *t, const tree_node *node, unsigned row) {
    return t->move[node->first_move + row];
}

static inline const uint16_t *tree_setups(const tree *t, const tree_node *node, ff_seat seat) {
    return t->setups + node->setups[seat];
}

static inline bool tree_is_over(const tree_node *node) {
    return node->children == 0;
}

#endif
