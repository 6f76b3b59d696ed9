/* Observations: what a seat may know, as planes of numbers for a learner.
 *
 * A plane is a board of numbers, row by row from the viewer's own side, `rows * files` of
 * them; an observation is the chosen planes one after the other, so an array of shape
 * [planes, rows, files]. `ff_plane_at` and docs/simulator.md tell what each plane means.
 * They are made from a view and nothing else: two games that differ only in ranks hidden
 * from the viewer give equal numbers. */
#ifndef FLAGFALL_OBSERVATION_H
#define FLAGFALL_OBSERVATION_H

#include "flagfall/view.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { FF_PLANES_MAX = 96 }; /* planes in an observation, repeated ones counted */

/* What the numbers are. */
typedef enum ff_number {
    FF_UINT8,   /* flags 0 or 1, counts as they are, shares in 255ths */
    FF_FLOAT32, /* everything 0 .. 1: counts in parts of what the army has */
} ff_number;

/* One kind of plane. */
typedef struct ff_plane {
    const char *name;  /* "own-scout" */
    const char *range; /* "flag", "count" or "share": how its numbers are to be read */
    const char *text;  /* one English sentence */
} ff_plane;

/* All kinds of planes, in an order that stays; null where there is no such index. */
size_t ff_plane_count(void);
const ff_plane *ff_plane_at(size_t index);

/* The index of a name; false where there is none. */
bool ff_plane_find(ff_span name, size_t *index);

/* Which numbers to make of a view. Start from `ff_observation_all` or from
 * `{.size = sizeof(ff_observation)}`. */
typedef struct ff_observation {
    uint32_t size;
    uint8_t number;   /* ff_number */
    uint8_t absolute; /* 1: rows and files from a1 for both seats; 0: from the viewer's side,
                         its own back row first, files from its left */
    uint16_t planes;  /* how many of the next, 1 .. FF_PLANES_MAX */
    uint8_t plane[FF_PLANES_MAX]; /* indexes of kinds, in the order wanted */
} ff_observation;

/* Every kind once, in order. */
ff_observation ff_observation_all(ff_number number, bool absolute);

/* Is it one that `ff_observe` can make? False with a message that says what is wrong. */
bool ff_observation_check(const ff_observation *wanted, ff_error *error);

/* Bytes that `ff_observe` writes for a board of this edition's size. */
size_t ff_observation_bytes(const ff_observation *wanted, const ff_edition *edition);

/* Writes the numbers of a seat's view (not a spectator's), in the machine's byte order.
 * `out` has room for `ff_observation_bytes`, aligned as its numbers are. Of a view before
 * the first ply, after the last, and in memory mode too: what is not shown is not there.
 * `wanted` must have passed `ff_observation_check`. No allocation; any thread. */
void ff_observe(const ff_view *view, const ff_observation *wanted, void *out);

#ifdef __cplusplus
}
#endif

#endif
