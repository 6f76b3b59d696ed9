/* How planes are made.
 *
 * First a view becomes a sight: a byte a square, in the order of the plane's numbers, and
 * a few numbers about the game. Then each plane is one question asked of all bytes, "are
 * these bits so?", and the number to write where they are; and some squares marked by
 * name. So the planes are rows of a table, and the work is one loop, which is compiled
 * for several kinds of processor. */
#ifndef FLAGFALL_VIEW_PLANES_H
#define FLAGFALL_VIEW_PLANES_H

#include "flagfall/observation.h"

/* A square's byte: the rank (FF_EMPTY, a rank, FF_HIDDEN or SIGHT_LAKE) and these. */
enum {
    SIGHT_RANK = 15,
    SIGHT_LAKE = 15,
    SIGHT_OWN = 16,
    SIGHT_ENEMY = 32,
    SIGHT_MOVED = 64,
    SIGHT_KNOWN = 128
};

/* What is marked: squares of one of the last plies, or of moves that a rule against
 * repetition forbids. */
enum { MARK_PLIES = 4, MARK_LOCKS = 2, MARKS = 2 * (MARK_PLIES + MARK_LOCKS) };

/* Room for a byte a square, in whole vectors. */
enum { SIGHT_ROOM = 128 };

typedef struct sight {
    uint8_t cell[SIGHT_ROOM];    /* what is behind the last one is not looked at */
    unsigned cells;              /* rows * files */
    uint8_t hidden[2][FF_RANKS]; /* of own, of enemy pieces: those that the other cannot name */
    uint64_t mark[MARKS][2];     /* cells as bits */
} sight;

/* One plane: the number `on` where `cell & mask == value`, 0 elsewhere. */
typedef struct plane_fill {
    uint8_t mask;
    uint8_t value;
    uint8_t byte; /* the number, as each type has it */
    float share;
} plane_fill;

/* The loops: a view's squares as bytes, in the order of squares or in the opposite one; the cells
 * that are as a plane asks, as bits; and planes, one behind the other. */
typedef struct plane_kernel {
    void (*see)(const ff_view *view, bool turned, uint8_t out[FF_SQUARES]);
    void (*find)(const sight *s, uint8_t mask, uint8_t value, uint64_t bits[2]);
    void (*bytes)(const sight *s, const plane_fill *fills, unsigned planes, uint8_t *out);
    void (*floats)(const sight *s, const plane_fill *fills, unsigned planes, float *out);
} plane_kernel;

extern const plane_kernel planes_portable;
#if defined(__x86_64__)
extern const plane_kernel planes_x86_64_v3;
extern const plane_kernel planes_x86_64_v4;
#endif

/* Observes by that kernel; `ff_observe` takes the processor's best. */
void observe_with(const plane_kernel *kernel, const ff_view *view, const ff_observation *wanted,
                  void *out);

#endif
