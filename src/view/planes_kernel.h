/* The loops over squares, included by one file for each kind of processor, which defines
 * PLANES as the name of its table of functions. Vectors are GCC's and clang's, as in
 * core/bitboard.h: sixteen squares at a time, the last sixteen once more where they overlap,
 * so that nothing is written behind a plane. */
#include "view/planes.h"

#include <string.h>

enum { BLOCK = 16 };

typedef uint8_t block_bytes __attribute__((vector_size(BLOCK)));
typedef int8_t block_signs __attribute__((vector_size(BLOCK)));
typedef int32_t block_ints __attribute__((vector_size(4 * BLOCK)));

/* All bits set where the square is as the plane asks. */
static inline block_signs ask(const sight *s, unsigned first, uint8_t mask, uint8_t value) {
    block_bytes cells;
    memcpy(&cells, s->cell + first, sizeof cells);
    return (block_signs)((cells & mask) == value);
}

static inline void block_of_bytes(const sight *s, unsigned first, const plane_fill *fill,
                                  uint8_t *out) {
    block_bytes numbers = (block_bytes)ask(s, first, fill->mask, fill->value) & fill->byte;
    memcpy(out + first, &numbers, sizeof numbers);
}

static inline void block_of_floats(const sight *s, unsigned first, const plane_fill *fill,
                                   float *out) {
    int32_t share;
    memcpy(&share, &fill->share, sizeof share);
    block_ints numbers =
        __builtin_convertvector(ask(s, first, fill->mask, fill->value), block_ints) & share;
    memcpy(out + first, &numbers, sizeof numbers);
}

static void bytes(const sight *s, const plane_fill *fill, uint8_t *out) {
    unsigned first = 0;
    for (; first + BLOCK <= s->cells; first += BLOCK)
        block_of_bytes(s, first, fill, out);
    if (s->cells >= BLOCK)
        block_of_bytes(s, s->cells - BLOCK, fill, out);
    else
        for (; first < s->cells; first++)
            out[first] = (s->cell[first] & fill->mask) == fill->value ? fill->byte : 0;
}

static void floats(const sight *s, const plane_fill *fill, float *out) {
    unsigned first = 0;
    for (; first + BLOCK <= s->cells; first += BLOCK)
        block_of_floats(s, first, fill, out);
    if (s->cells >= BLOCK)
        block_of_floats(s, s->cells - BLOCK, fill, out);
    else
        for (; first < s->cells; first++)
            out[first] = (s->cell[first] & fill->mask) == fill->value ? fill->share : 0;
}

/* Each square's byte, the board's rows one after the other. */
static void see(const ff_view *view, uint8_t out[FF_SQUARES]) {
    uint8_t viewer = view->viewer, enemy = (uint8_t)(1 - view->viewer);
    const bool *lake = view->rules->edition.lake;
    for (unsigned i = 0; i < FF_SQUARES; i++) {
        ff_cell cell = view->cell[i];
        out[i] = (uint8_t)(cell.rank | (cell.seat == viewer) * SIGHT_OWN |
                           (cell.seat == enemy) * SIGHT_ENEMY | cell.moved * SIGHT_MOVED |
                           cell.known * SIGHT_KNOWN | lake[i] * SIGHT_LAKE);
    }
}

const plane_kernel PLANES = {see, bytes, floats};
