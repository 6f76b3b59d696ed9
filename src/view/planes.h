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
enum { MARK_PLIES = 4, MARK_LOCKS = 2, MARKS = 2 * (MARK_PLIES + MARK_LOCKS), MARKS_MAX = 40 };

typedef struct sight {
    uint8_t cell[FF_SQUARES];
    unsigned cells;              /* rows * files */
    uint8_t hidden[2][FF_RANKS]; /* of own, of enemy pieces: those that the other cannot name */
    struct {
        uint8_t count;
        uint8_t cell[MARKS_MAX];
    } mark[MARKS];
} sight;

/* One plane: the number `on` where `cell & mask == value`, 0 elsewhere. */
typedef struct plane_fill {
    uint8_t mask;
    uint8_t value;
    uint8_t byte; /* the number, as each type has it */
    float share;
} plane_fill;

/* The loops: a view's squares as bytes, in the order of squares; and one plane. */
typedef struct plane_kernel {
    void (*see)(const ff_view *view, uint8_t out[FF_SQUARES]);
    void (*bytes)(const sight *s, const plane_fill *fill, uint8_t *out);
    void (*floats)(const sight *s, const plane_fill *fill, float *out);
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
