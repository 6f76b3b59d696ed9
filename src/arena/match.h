/* A match: two entrants, many games, colours exchanged.
 *
 * Games come in pairs. In the first of a pair entrant 0 is Red; in the second
 * the entrants change chairs, and the two armies stay. Armies are drawn by the
 * caller's function, so that a match compares how armies are led. Each pair
 * draws from a seed of its own, so that results do not depend on the threads. */
#ifndef FLAGFALL_ARENA_MATCH_H
#define FLAGFALL_ARENA_MATCH_H

#include "flagfall/player.h"
#include "flagfall/record.h"

/* Who plays. `create` is called for each game, from any thread. */
typedef struct match_entrant {
    const char *name;
    const void *context;
    ff_player *(*create)(const void *context, uint64_t seed); /* null when memory is out */
    /* What such a player has done wrong, for the record; null: nothing. May be null. */
    const char *(*fault)(const ff_player *player);
    bool own_army; /* it sets up an army of its own, whatever is drawn */
} match_entrant;

typedef struct match_plan {
    const ff_edition *edition;
    ff_options options;
    match_entrant entrant[2];
    unsigned games;
    unsigned jobs; /* threads, 1 or more */
    unsigned budget_ms;
    uint64_t seed;
    /* Draws the army of a seat; called from any thread. */
    void (*set_up)(const ff_edition *edition, ff_rng *rng, ff_setup *setup);
    /* Takes each game's record, in the order of the games; may be null. */
    void (*take)(void *context, const ff_record *record);
    void *context;
} match_plan;

typedef struct match_score {
    unsigned games;
    unsigned won;
    unsigned drawn;
    unsigned lost;
    double ms_mean; /* of its moves */
    double ms_p99;  /* 99 of a hundred were no slower, to within a sixteenth */
} match_score;

/* Plays the whole match. False when memory or threads are out: what has been
 * played until then is in `score` all the same. */
bool match_play(const match_plan *plan, match_score score[2]);

/* Appends "NAME games=.. won=.. drawn=.. lost=.. points=.. ms_mean=.. ms_p99=..". */
void match_score_write(const match_score *score, const char *name, ff_buffer *out);

#endif
