/* Analysis: what a seat could know at each ply of a game, what it could have played,
 * and what was luck. */
#ifndef FLAGFALL_ANALYSIS_H
#define FLAGFALL_ANALYSIS_H

#include "flagfall/belief.h"
#include "flagfall/replay.h"

#ifdef __cplusplus
extern "C" {
#endif

/* One ply, seen from a seat that knows what its view showed before it and no more.
 * Worths are in scouts, the computer's unit (docs/computer.md); 100 are the game. */
typedef struct ff_insight {
    unsigned ply; /* from 1 */
    ff_seat seat; /* whose eyes these are */
    ff_seat mover;
    ff_event event;             /* the ply, with its battle */
    char board[FF_SQUARES + 1]; /* what the seat saw before it, as `ff_view_board_write` has it */
    ff_belief belief;           /* what it could think of the enemy's pieces then */

    /* Where the seat is the mover: */
    bool rated;   /* the next three are set */
    ff_move best; /* the computer's choice */
    double value; /* what the game is worth to the seat with it */
    double cost;  /* what the seat's choice cost it, 0 or more; 0 where it is the best */

    /* Where there was a battle, in material; the flag is none: */
    double expected; /* what it was worth to the seat on average, by its belief */
    double luck;     /* what the seat got, less that */
} ff_insight;

/* Start from `{.size = sizeof(ff_analysis_options)}`. */
typedef struct ff_analysis_options {
    uint32_t size;
    ff_seat seat;       /* whose eyes; FF_NOBODY: of each ply the mover's */
    unsigned budget_ms; /* for a move; 0: a fixed number of positions, so that the same record
                           gives the same analysis */
    uint64_t seed;
} ff_analysis_options;

/* Plays the moves of a replay (`ff_replay_record`; up to its last legal ply, whatever
 * its verdict, unless that is FF_REPLAY_ERROR or FF_REPLAY_BAD_SETUP) and hands out an
 * insight a ply, in order; it lives for the call. `take` answers whether to go on.
 * False when memory is out; true else, stopped or not. Keeps nothing; may be called
 * by any thread, and takes its time: `budget_ms`, or some tens of milliseconds, for
 * each move. */
bool ff_analyse(const ff_replay *replay, const ff_history *history,
                const ff_analysis_options *options,
                bool (*take)(void *context, const ff_insight *insight), void *context);

/* Sums over the plies of a game, by seat. Start from `{0}`. */
typedef struct ff_insight_sum {
    unsigned moves[2];     /* that were rated */
    unsigned same[2];      /* of these, the computer's own choice */
    double cost[2];        /* of all of them */
    double worst[2];       /* the dearest choice */
    unsigned worst_ply[2]; /* 0: none cost anything */
    unsigned battles[2];   /* seen by that seat */
    double luck[2];
} ff_insight_sum;

void ff_insight_add(ff_insight_sum *sum, const ff_insight *insight);

/* Appends an insight as some lines of text, or as a JSON object: docs/computer.md
 * says what stands there. The edition has the pieces' labels. */
void ff_insight_text(ff_buffer *out, const ff_insight *insight, const ff_edition *edition);
void ff_insight_json(ff_buffer *out, const ff_insight *insight);
void ff_insight_sum_text(ff_buffer *out, const ff_insight_sum *sum);
void ff_insight_sum_json(ff_buffer *out, const ff_insight_sum *sum);

#ifdef __cplusplus
}
#endif

#endif
