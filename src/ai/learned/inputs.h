/* What the learned network sees: what one seat knows, as a list of inputs that are on.
 *
 * A state is made from a view and nothing else. Its squares are seen from the seat's own
 * side, so one network serves both. The inputs are of three kinds:
 *
 *  - a kind of piece on a square: own pieces by rank and by what the enemy knows of them,
 *    enemy pieces by rank, or hidden and unmoved, or hidden and moved;
 *  - an own and an enemy piece, and how they stand to each other: every offset within three
 *    steps, mirrored files being alike, and classes of distance farther off;
 *  - numbers about the game, one input for each value (a count of none has no input): what is
 *    left and hidden of each rank, the edition's army, board and rules, plies without an
 *    attack, the last two targets.
 *
 * Nothing here depends on a network: the trainer and the player share it. */
#ifndef FLAGFALL_AI_INPUTS_H
#define FLAGFALL_AI_INPUTS_H

#include "ai/policy/offsets.h"
#include "flagfall/view.h"

/* Kinds of pieces, from 1; 0 is an empty square. */
enum {
    INPUTS_OWN_KINDS = 3 * (FF_RANKS - 1), /* hidden unmoved, hidden moved, known */
    INPUTS_ENEMY_KINDS = FF_RANKS - 1 + 3, /* known; hidden: unmoved, moved, likeliest flag */
    INPUTS_KINDS = INPUTS_OWN_KINDS + INPUTS_ENEMY_KINDS,
    KIND_EMPTY = 0,
    KIND_OWN = 1,
    KIND_ENEMY = KIND_OWN + INPUTS_OWN_KINDS,
    KIND_UNMOVED = KIND_ENEMY + FF_RANKS - 1,
    KIND_MOVED = KIND_UNMOVED + 1,
    KIND_LIKELIEST = KIND_MOVED + 1 /* what an unmoved one counts as, never in `cell` */
};

/* Numbers about the game, `INPUTS_SLOTS` of them, with all their values; and the lakes. */
enum { INPUTS_SLOTS = 74, INPUTS_VALUES = 929 + FF_SQUARES };

enum {
    INPUTS_PIECES = INPUTS_KINDS * FF_SQUARES,
    INPUTS_PAIRS = 2 * (FF_RANKS - 1) * INPUTS_ENEMY_KINDS * OFFSETS,
    INPUTS = INPUTS_PIECES + INPUTS_PAIRS + INPUTS_VALUES,
    INPUTS_RULES = INPUTS_PIECES + INPUTS_PAIRS + 778, /* from here on: alike a whole game */
    INPUTS_NONE = UINT16_MAX,                          /* of a slot: a count of none */
    /* On at once at most: fifty pieces a side and their pairs, the slots, the lakes. */
    INPUTS_MAX = 2 * FF_ZONE_MAX + FF_ZONE_MAX * FF_ZONE_MAX + INPUTS_SLOTS + FF_SQUARES
};

/* What one seat knows. A plain value: copy it, try a move on the copy. */
typedef struct inputs_state {
    const ff_rules *rules;
    uint8_t seat;
    uint8_t cell[FF_SQUARES];    /* kind of what stands there, squares from the seat's side */
    uint64_t pieces[2][2];       /* squares of own, of enemy pieces: a bit each, 50 a word */
    uint8_t left[2][FF_RANKS];   /* own, enemy pieces on the board, as far as the seat knows */
    uint8_t hidden[2][FF_RANKS]; /* of these, the ones that the other side cannot name */
    uint8_t unmoved;             /* hidden enemy pieces that have not moved */
    uint8_t likeliest;           /* square of the one that is the flag most likely; FF_OFF_BOARD */
    uint8_t last[2];             /* where own, where the enemy's last move went; FF_OFF_BOARD */
    uint16_t quiet;              /* plies without an attack */
    uint8_t as[2]; /* what hidden pieces count as, unmoved and moved: themselves, or the one
                      rank that is left for them */
    uint16_t slot[INPUTS_SLOTS]; /* the input that is on for each number; INPUTS_NONE */
} inputs_state;

/* A seat's view (not a spectator's). */
void inputs_from_view(inputs_state *s, const ff_view *view);

/* The state after a move of its seat's: to an empty square, or (`defender` is not FF_EMPTY)
 * against an enemy piece of that rank. The flag ends the game and has no state. */
void inputs_move(inputs_state *s, ff_move move, ff_rank defender);

/* The state seen in a mirror, left and right exchanged; as it is where the edition's lakes
 * are not alike on both sides. */
void inputs_mirror(inputs_state *s);

/* The inputs that are on, in no particular order; how many. */
size_t inputs_list(const inputs_state *s, uint16_t list[INPUTS_MAX]);

/* A list of inputs that are on, as `inputs_list` makes it, becomes that of the same state in a
 * mirror; one whose lakes are not alike on both sides stays. */
void inputs_mirror_list(uint16_t *list, size_t count);

/* What must go off and on to come from one state to another of the same game. */
typedef struct inputs_change {
    size_t off, on;
    uint16_t list_off[INPUTS_MAX], list_on[INPUTS_MAX];
} inputs_change;

/* Where much has changed, all of `before` goes off and all of `after` on. An input that is in both
 * lists stays as it is. */
void inputs_compare(const inputs_state *before, const inputs_state *after, inputs_change *change);

#endif
