/* Levels: a player held back in the ways in which people are weaker than others.
 * src/ai/players/computer.c has the rows. */
#ifndef FLAGFALL_AI_LEVEL_H
#define FLAGFALL_AI_LEVEL_H

#include "flagfall/player.h"

/* How many plies a person remembers half of four ranks that were shown. */
enum { LEVEL_HUMAN_SPAN = 60 };

typedef struct level_traits {
    ff_player *(*create)(const void *traits, uint64_t seed); /* who thinks */
    const void *traits;                                      /* of who thinks */
    uint16_t share; /* of the time budget that it uses, in thousandths */
    uint16_t span;  /* of its memory, see `memory_model_view`; 0: it forgets nothing */
} level_traits;

/* `traits` are level_traits. What is forgotten follows from the seed and the view
 * alone: a new player with the same seed goes on in the middle of a game as the old
 * one would have. Null when memory is out. */
ff_player *level_new(const void *traits, uint64_t seed);

/* The same, with a person's memory where the level has a better one. */
ff_player *level_new_human(const void *traits, uint64_t seed);

#endif
