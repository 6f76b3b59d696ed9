/* Conditional moves: what a seat answers by itself while it is the other's turn. A line of pairs:
 * a move of the other seat, with what came of its battle where that matters, and the own move
 * after it. Plain values; the acts of the log set them (table.h), so they are there again after a
 * start. They are the seat's secret: only its own eyes are told of them. */
#ifndef FLAGFALL_SERVER_PLAY_PLAN_H
#define FLAGFALL_SERVER_PLAY_PLAN_H

#include "flagfall/notation.h"
#include "flagfall/position.h"

enum {
    PLAN_PAIRS = 8,
    PLAN_PAIR_TEXT = 32, /* "a7xa6=attacker a4-a5", terminated */
    /* Acts of a seat's, after which it plans no more in this game. Those of the other are not
     * counted, or the refusal would tell of them. */
    PLAN_ACTS = 5000,
};

typedef struct plan_pair {
    uint8_t from, to; /* of the other's move */
    uint8_t battle;   /* ff_battle that it must have led to; FF_NO_BATTLE: whatever it was */
    uint8_t answer_from, answer_to;
} plan_pair;

/* Why a line has ended before its end. */
typedef enum plan_end {
    PLAN_GOES_ON,
    PLAN_OTHER_MOVE,  /* the other seat has moved otherwise, or its battle ended otherwise */
    PLAN_ILLEGAL,     /* the answer was against the rules */
    PLAN_DRAW_OFFERED /* the other seat has offered a draw with its move: that is for the person */
} plan_end;

/* Begins as {0}: nothing is planned. */
struct plan {
    plan_pair pair[PLAN_PAIRS];
    uint8_t count; /* that are left, from 0 on */
    bool due;      /* the other has moved as the first says: its answer is to be played */
    uint8_t ended; /* plan_end of the latest line, until the seat moves or plans again */
    uint16_t acts; /* of the log, that were needed for all lines of the seat */
};

/* "a7-a6 a4-a5"; "a7xa6=defender a4-a5" only where the defender is left, as `attacker`, `both`.
 * False where it is none. */
bool plan_read(ff_span text, plan_pair *pair);
void plan_write(const plan_pair *pair, char text[PLAN_PAIR_TEXT]);

/* Adds a pair at the end; false where there is no room. */
bool plan_add(struct plan *plan, const plan_pair *pair);

/* Nothing is planned any more, and why. */
void plan_drop(struct plan *plan, plan_end why);

/* The other seat has moved, and perhaps offered a draw. */
void plan_meet(struct plan *plan, const ff_event *event, bool draw_offered);

/* The seat itself has moved: as was planned, or otherwise. */
void plan_moved(struct plan *plan, ff_move move);

/* "other-move", "illegal", "draw-offer"; empty for PLAN_GOES_ON. */
const char *plan_end_word(unsigned why);

#endif
