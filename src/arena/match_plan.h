/* What a match is made of: entrants, their time, a schedule, and who is told of each game.
 *
 * Each pair of games draws its armies from a seed of its own, the same for all
 * pairings of a round, so that results depend neither on the threads nor on who
 * else plays. Armies are drawn by the caller's function, so that a match compares
 * how armies are led; or the players set up their own. */
#ifndef FLAGFALL_ARENA_MATCH_PLAN_H
#define FLAGFALL_ARENA_MATCH_PLAN_H

#include "arena/results.h"
#include "flagfall/player.h"

/* Who plays. `create` is called for each game, from any thread. */
typedef struct match_entrant {
    const char *name;
    const void *context;
    ff_player *(*create)(const void *context, uint64_t seed); /* null when memory is out */
    /* What such a player has done wrong, for the record; null: nothing. May be null. */
    const char *(*fault)(const ff_player *player);
    /* Shows it the end of the game, as its seat sees it. May be null. */
    void (*over)(ff_player *player, const ff_view *view);
    bool own_army; /* it sets up an army of its own, whatever is drawn */
} match_entrant;

/* How long a move may take: by the move, or by the game where `game_ms` is set. */
typedef struct match_time {
    unsigned move_ms;      /* 0 = as a player likes */
    unsigned game_ms;      /* of each seat; who needs more has lost */
    unsigned increment_ms; /* added for each move */
    uint64_t nodes;        /* positions a move, for players that count them; 0 = any number */
} match_time;

struct game_queue;

typedef struct match_plan {
    const ff_edition *edition;
    ff_options options;
    const match_entrant *entrant; /* as many as the schedule has players */
    schedule schedule;
    match_time time;
    unsigned jobs; /* threads, 1 or more */
    uint64_t seed;
    bool scores;        /* kept in the records: what players thought, where they tell */
    bool own_armies;    /* everybody's, not only of the entrants that always do */
    const char *armies; /* a word for where they come from, for the journal; null: "drawn" */
    const sprt *test;   /* ends the match when it is decided; may be null */
    /* Draws the army of a seat; called from any thread. */
    void (*set_up)(const ff_edition *edition, ff_rng *rng, ff_setup *setup);
    /* Hands in what has been played before (`game_queue_played`), before all else; false as for
     * `take`. May be null. */
    bool (*begin)(void *context, struct game_queue *queue);
    /* Takes each game in the order of the schedule, and the results with it; false
     * ends the match as failed. May be null. */
    bool (*take)(void *context, const match_game *game, const results *all);
    /* Takes each game as soon as it is over, in any order; false as for `take`. May be null. */
    bool (*arrive)(void *context, const match_game *game);
    /* For people: what happens meanwhile. May be null. As the others it is never called while
     * another of these is. */
    void (*tell)(void *context, const char *text);
    void *context;
} match_plan;

/* Is nothing left to be played? */
bool match_is_over(const match_plan *plan, const results *all);

#endif
