/* The tables between squares and bits (the picture is in bitboard.h). They are written by
 * macros so that they are constants in read-only memory: computing them at the start would need
 * a mutable global. */
#include "core/bitboard.h"

/* The bit of a line's place in the half of the board that a lane holds. */
#define BIT(line, place, half)                                                                     \
    ((line) / 5 == (half) ? UINT64_C(1) << ((line) % 5 * LANE_LINE + (place)) : UINT64_C(0))

#define BITS(file, row)                                                                            \
    { BIT(row, file, 0), BIT(row, file, 1), BIT(file, row, 0), BIT(file, row, 1) }

#define TEN(of, row)                                                                               \
    of(0, row), of(1, row), of(2, row), of(3, row), of(4, row), of(5, row), of(6, row),            \
        of(7, row), of(8, row), of(9, row)

#define ALL(of)                                                                                    \
    TEN(of, 0), TEN(of, 1), TEN(of, 2), TEN(of, 3), TEN(of, 4), TEN(of, 5), TEN(of, 6),            \
        TEN(of, 7), TEN(of, 8), TEN(of, 9)

const uint64_t square_bits[FF_SQUARES][LANES] = {ALL(BITS)};

/* A neighbour's bit, or none off the board. The tens keep `%` and the shift positive: a macro's
 * branch that is not taken is still compiled. */
#define AT(file, row, half)                                                                        \
    ((file) < 0 || (file) > 9 || (row) < 0 || (row) > 9 || (row) / 5 != (half)                     \
         ? UINT64_C(0)                                                                             \
         : UINT64_C(1) << (((row) + 10) % 5 * LANE_LINE + ((file) + 10) % 10))

#define AROUND(file, row, half)                                                                    \
    AT((file)-1, row, half) | AT((file) + 1, row, half) | AT(file, (row)-1, half) |                \
        AT(file, (row) + 1, half)

#define NEIGHBOURS(file, row)                                                                      \
    { AROUND(file, row, 0), AROUND(file, row, 1) }

const uint64_t neighbour_bits[FF_SQUARES][2] = {ALL(NEIGHBOURS)};

/* The squares of a line: ten of them, and the guard, which is never asked for. */
#define ROW_LINE(r)                                                                                \
    (r) * 10, (r)*10 + 1, (r)*10 + 2, (r)*10 + 3, (r)*10 + 4, (r)*10 + 5, (r)*10 + 6, (r)*10 + 7,  \
        (r)*10 + 8, (r)*10 + 9, FF_OFF_BOARD
#define FILE_LINE(f)                                                                               \
    (f), (f) + 10, (f) + 20, (f) + 30, (f) + 40, (f) + 50, (f) + 60, (f) + 70, (f) + 80, (f) + 90, \
        FF_OFF_BOARD
#define LANE(line, a)                                                                              \
    { line(a), line((a) + 1), line((a) + 2), line((a) + 3), line((a) + 4) }

const uint8_t bit_square[LANES][64] = {
    LANE(ROW_LINE, 0),
    LANE(ROW_LINE, 5),
    LANE(FILE_LINE, 0),
    LANE(FILE_LINE, 5),
};
