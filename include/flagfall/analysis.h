/* Analysis: what a seat could know at each ply of a game, what it could have played,
 * and what was luck. */
#ifndef FLAGFALL_ANALYSIS_H
#define FLAGFALL_ANALYSIS_H

#include "flagfall/belief.h"
#include "flagfall/replay.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A doubtful move, by what it costs of the expected score: ff_mark_margin has the least. */
typedef enum ff_mark { FF_NO_MARK, FF_INACCURACY, FF_MISTAKE, FF_BLUNDER, FF_MARKS } ff_mark;

/* The least loss of expected score that earns a mark; infinite for FF_NO_MARK. */
double ff_mark_margin(ff_mark mark);

/* "", "inaccuracy", "mistake", "blunder". */
const char *ff_mark_word(ff_mark mark);

/* The expected score, 0 .. 1 with a draw at a half, of a side that is worth so many scouts more. By
 * a logistic curve, fitted to games between search players (docs/computer.md). */
double ff_expected_score(double scouts);

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

    /* Where the seat is the mover, what `value` and `cost` come to as expected scores: */
    double score; /* the seat's with the best move */
    double loss;  /* what its choice cost of that, 0 or more */
    ff_mark mark; /* of the choice */

    /* Bits of the seat's army that the enemy had to guess before the ply, counting every way to
     * deal out its hidden ranks, and how many of these the ply gave away. */
    double secret;
    double given;
} ff_insight;

/* Start from `{.size = sizeof(ff_analysis_options)}`. */
typedef struct ff_analysis_options {
    uint32_t size;
    ff_seat seat;       /* whose eyes; FF_NOBODY: of each ply the mover's */
    unsigned budget_ms; /* for a move; 0: a fixed number of positions, so that the same record
                           gives the same analysis */
    uint64_t seed;
    uint64_t nodes; /* that number, for a move; 0: the search player's own, 40,000 */
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

/* The same ply by ply, in any order: for who shows progress, or looks closer later. Each look
 * begins anew, so an insight depends on the game, its ply, its seat, the seed and the number of
 * positions alone. */
typedef struct ff_analyst ff_analyst;

/* For the game of `replay` and `history`, which are copied; null when memory is out. Of the
 * options `seat` and `nodes` are given to each look instead. One thread at a time. */
ff_analyst *ff_analyst_new(const ff_replay *replay, const ff_history *history,
                           const ff_analysis_options *options);
void ff_analyst_free(ff_analyst *analyst);

/* How many plies there are. */
unsigned ff_analyst_plies(const ff_analyst *analyst);

/* The edition that the game is of. */
const ff_edition *ff_analyst_edition(const ff_analyst *analyst);

/* Fills the insight of a ply, 1 .. ff_analyst_plies, as `seat` sees it (FF_NOBODY: the mover),
 * rated by as many positions as `nodes` (0: the options' budget). Plies that follow each other are
 * quickest; an earlier one plays the game again. False when memory is out. */
bool ff_analyst_look(ff_analyst *analyst, unsigned ply, ff_seat seat, uint64_t nodes,
                     ff_insight *insight);

/* A whole army that the enemy of `seat` may have begun with, for all that the seat knew before a
 * ply (1 .. ff_analyst_plies, and one more: after the last): what had been shown or had fallen is
 * as it was, the rest is drawn as the computer believes (`ff_belief_of`); another seed, another
 * army. False where the game began from a board, or with another army than the edition's, and when
 * memory is out. */
bool ff_analyst_deal(ff_analyst *analyst, unsigned ply, ff_seat seat, uint64_t seed,
                     ff_setup *setup);

/* Sums over the plies of a game, by seat. Start from `{0}`. */
typedef struct ff_insight_sum {
    unsigned moves[2];     /* that were rated */
    unsigned same[2];      /* of these, the computer's own choice */
    double cost[2];        /* of all of them */
    double worst[2];       /* the dearest choice */
    unsigned worst_ply[2]; /* 0: none cost anything */
    unsigned battles[2];   /* seen by that seat */
    double luck[2];
    double loss[2];              /* of expected score, over the moves that were rated */
    unsigned marks[2][FF_MARKS]; /* moves by their mark */
    double given[2];             /* bits given away, over the plies that the seat has seen */
} ff_insight_sum;

/* Adds one ply to the sums of the seat whose eyes the insight has. */
void ff_insight_add(ff_insight_sum *sum, const ff_insight *insight);

/* Appends an insight as some lines of text, or as a JSON object: docs/computer.md
 * says what stands there. The edition has the pieces' labels. */
void ff_insight_text(ff_buffer *out, const ff_insight *insight, const ff_edition *edition);
void ff_insight_json(ff_buffer *out, const ff_insight *insight);

/* Appends it as the comment of a move in a record, without braces: docs/formats.md has its
 * commands. What the move's comment was before (`old`, may be null) stands in front, less the
 * commands of an earlier analysis. Empty where there is nothing to say. */
void ff_insight_comment(ff_buffer *out, const ff_insight *insight, const char *old);

/* The best move as a record has it, with `x` where an enemy stands. */
void ff_insight_best(const ff_insight *insight, char text[FF_MOVE_TEXT]);

/* A record with comments, made in three steps; memory that ran out is in `out->text.failed`. Its
 * tags, with an `Annotator` (`out` is cleared first); the move of each insight, from the first
 * on; and the moves behind the last insight (that of a forfeit is no ply) as they were. */
void ff_annotate_tags(ff_record *out, const ff_record *record);
void ff_annotate_move(ff_record *out, const ff_record *record, const ff_insight *insight);
void ff_annotate_rest(ff_record *out, const ff_record *record);

/* Appends the sums: a line of text for each seat with a rated move or a battle, or a JSON object
 * with both seats. */
void ff_insight_sum_text(ff_buffer *out, const ff_insight_sum *sum);
void ff_insight_sum_json(ff_buffer *out, const ff_insight_sum *sum);

#ifdef __cplusplus
}
#endif

#endif
