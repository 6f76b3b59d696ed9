/* Views: what one seat, or a spectator, may know. The only thing that leaves a
 * game: players, clients and encoders are given a view and nothing else. Two
 * games that differ only in ranks hidden from a viewer give equal views. */
#ifndef FLAGFALL_VIEW_H
#define FLAGFALL_VIEW_H

#include "flagfall/position.h"

#ifdef __cplusplus
extern "C" {
#endif

/* One square of a view. Every byte of a cell is set, so that equal knowledge is
 * equal memory.
 *
 * `moved` is set for a piece that has moved or has won an attack; a defender that
 * wins has not moved. `known` says what everybody has been told, of the viewer's
 * own pieces too: it is set by a battle and by a long run. In memory mode nobody
 * is taken to remember, so nothing is `known` while the game goes on; the
 * viewer's own ranks are shown all the same. When the game is over everything is
 * known, in memory mode too. */
typedef struct ff_cell {
    uint8_t seat;  /* ff_seat, FF_NOBODY where empty or a lake */
    uint8_t rank;  /* ff_rank, FF_EMPTY, or FF_HIDDEN: a piece the viewer cannot name */
    uint8_t moved; /* 1: the piece has moved since the first position */
    uint8_t known; /* 1: its rank is public */
} ff_cell;

typedef struct ff_view {
    const ff_rules *rules; /* the game's, valid as long as the game */
    uint8_t viewer;        /* ff_seat; FF_NOBODY is a spectator */
    uint8_t turn;          /* ff_seat; FF_NOBODY until both armies stand */
    uint8_t result;        /* ff_result */
    uint8_t ending;        /* ff_ending; set when the game is over (an abort has no result) */
    bool memory;           /* memory mode: announced ranks are hidden again (docs/rules.md A-20) */
    uint16_t plies;
    uint16_t quiet;    /* the last plies without an attack */
    uint16_t chase[2]; /* see ff_position */
    ff_cell cell[FF_SQUARES];
    uint8_t lost[2][FF_RANKS]; /* pieces each seat has lost by rank; in memory mode, until the
                                  game is over, all under FF_EMPTY */
    ff_event last; /* the latest ply with its battle, in memory mode too; move 0 before it */
    const ff_event *events; /* every ply so far, `plies` of them; in memory mode, until the
                               game is over, with neither ranks nor `revealed` */
    ff_history history; /* the same as bare moves, for the repetition rules; do not write to it */
} ff_view;

/* The tokens behind a view: which pieces have moved and which are public. The
 * truth's half of the work; `ff_game` keeps one. */
typedef struct ff_knowledge {
    bool moved[FF_SQUARES];
    bool known[FF_SQUARES];
    uint8_t lost[2][FF_RANKS];
} ff_knowledge;

/* Brings knowledge up to date with a ply that has just been played. */
void ff_knowledge_update(ff_knowledge *knowledge, const ff_event *event, ff_seat mover);

/* Fills the board, the counters and the losses of `view` for its `viewer` and
 * `memory` (set by the caller in a zeroed view, as are rules, last, events and
 * history). A finished game shows every rank to everybody. */
void ff_view_fill(ff_view *view, const ff_position *truth, const ff_knowledge *knowledge);

/* The viewer's position with FF_HIDDEN pieces on it: good for `ff_move_check`
 * and `ff_moves` on the viewer's own turn, and for nothing that needs a rank.
 * Every legality question is answered by public facts, so these answers are the
 * game's own. */
void ff_view_position(const ff_view *view, ff_position *position);

/* The viewer's legal moves; none when it is not the viewer's turn. */
size_t ff_view_moves(const ff_view *view, ff_move moves[FF_MOVES_MAX]);

/* The reason for which the game would refuse the viewer this move: the same as
 * `ff_game_move` gives, and as public. */
ff_reason ff_view_check(const ff_view *view, unsigned from, unsigned to);

/* A 64-bit hash of everything in the view, events included, the rules left out;
 * the same on every machine. */
uint64_t ff_view_hash(const ff_view *view);

#ifdef __cplusplus
}
#endif

#endif
