/* Players: whoever, or whatever, is handed a view and answers with a move. */
#ifndef FLAGFALL_PLAYER_H
#define FLAGFALL_PLAYER_H

#include "flagfall/game.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Answered in place of a move: the player gives up. */
#define FF_RESIGN FF_MOVE(FF_OFF_BOARD, FF_OFF_BOARD)

enum { FF_MEMORY_DEFAULT = 64, FF_THREADS_MAX = 256 };

/* What a player may take of the machine. Start from `{.size = sizeof(ff_means)}`. */
typedef struct ff_means {
    uint32_t size;
    unsigned memory_mb; /* mebibytes in all */
    unsigned threads;   /* at work on a move, 1 .. FF_THREADS_MAX */
} ff_means;

/* What bounds the next move beside its budget. Start from `{.size = sizeof(ff_limits)}`. */
typedef struct ff_limits {
    uint32_t size;
    bool clocks;           /* the game has clocks: the next two are set */
    unsigned left_ms[2];   /* of Red and Blue, before this move */
    unsigned increment_ms; /* that a seat gets for each move */
    uint64_t nodes;        /* positions to look at, at most; 0 = any number */
} ff_limits;

/* What a seat may well spend on a move in a game with clocks, in milliseconds: a
 * thirtieth of what it has left and three quarters of the increment, never more than
 * half of what is left and one. */
unsigned ff_limits_budget(const ff_limits *limits, ff_seat seat);

/* What a player thought when it chose its last move. Who asks starts from
 * `{.size = sizeof(ff_thought)}`, and a player writes no more than that. */
typedef struct ff_thought {
    uint32_t size;
    unsigned depth; /* plies looked ahead; 0: it does not tell */
    int score;      /* what its game is worth to it, 0 where both stand alike; in hundredths of
                       a unit of its own */
    uint64_t nodes; /* positions looked at */
    bool believes;  /* the next is set */
    uint8_t belief[FF_SQUARES][FF_RANKS]; /* of enemy pieces, per cent; 0 elsewhere */
} ff_thought;

/* A player is a struct of functions. One player plays one seat of one game at a
 * time, on one thread. Start from `{.size = sizeof(ff_player)}`: a function that lies beyond
 * the size, or is null, is one that the player does not have. */
typedef struct ff_player ff_player;
struct ff_player {
    uint32_t size;
    /* Chooses an army. */
    void (*set_up)(ff_player *self, const ff_edition *edition, ff_seat seat, ff_setup *setup);
    /* Chooses a legal move of the viewer's, who is on turn and has one, or
     * FF_RESIGN. May take `budget_ms` milliseconds, 0 = as it likes; the simple
     * players ignore it. */
    ff_move (*move)(ff_player *self, const ff_view *view, unsigned budget_ms);
    void (*free)(ff_player *self);

    /* The rest is for players that can. Call it by the functions below, which look
     * whether the player has it. */

    /* Bounds what it takes of the machine (FF_MEMORY_DEFAULT and one thread where this is
     * not called); not while `move` runs. With one thread the same seed and views give
     * the same moves, with more chance has a part in it. False where that is too little,
     * or memory is out: the player is as it was. */
    bool (*bound)(ff_player *self, const ff_means *means);

    /* Bounds the next move; to be called before it, for that move only. */
    void (*limit)(ff_player *self, const ff_limits *limits);
    /* Asks for the answer now; the only function that another thread may call, while
     * `move` runs. Without effect at other times, unless `move` begins at that moment. */
    void (*stop)(ff_player *self);
    /* Tells what the last move was chosen by. False where there has been none. */
    bool (*thought)(const ff_player *self, ff_thought *thought);
    /* Has `hear` called, by the thread of `move`, whenever a move being thought about is
     * known better: with what `thought` would tell then. Until this is called again; with
     * null nobody hears. */
    void (*report)(ff_player *self, void (*hear)(void *context, const ff_thought *thought),
                   void *context);
};

/* Calls the player's function of that name, and does nothing where it has none. To bound
 * a player that cannot be bounded is no failure; one that cannot tell has had no thought. */
bool ff_player_bound(ff_player *player, const ff_means *means);
void ff_player_limit(ff_player *player, const ff_limits *limits);
void ff_player_stop(ff_player *player);
bool ff_player_thought(const ff_player *player, ff_thought *thought);
void ff_player_report(ff_player *player, void (*hear)(void *context, const ff_thought *thought),
                      void *context);

/* A kind of player, one row of a table for those who need opponents. Start from
 * `{.size = sizeof(ff_player_kind)}`. */
typedef struct ff_player_kind {
    uint32_t size;
    const char *name;  /* "one-ply": of commands and messages */
    const char *title; /* one honest line for people */
    /* See `ff_player_new`, by which it is called with the kind's own traits. */
    ff_player *(*create)(const void *traits, uint64_t seed);
    const void *traits; /* what tells this kind from others made by the same function */
    const char *alias;  /* a name that it had before, still understood; may be null */
    int rating; /* measured strength in Elo on one scale (docs/computer.md); 0: not measured */
} ff_player_kind;

/* Is that the kind's name, or its alias? */
bool ff_player_kind_is(const ff_player_kind *kind, ff_span name);

/* A new player of that kind, or null when memory is out; the same seed and the same
 * views give the same moves. */
ff_player *ff_player_new(const ff_player_kind *kind, uint64_t seed);

/* Plays a game that both have still to set up to its end. A player that answers
 * with an illegal move forfeits. Returns false when memory is out. */
bool ff_referee_play(ff_game *game, ff_player *red, ff_player *blue, unsigned budget_ms);

/* Draws moves and army uniformly: the least player, and the template for the
 * next one. It has no traits. */
ff_player *ff_random_player_new(const void *traits, uint64_t seed);

#ifdef __cplusplus
}
#endif

#endif
