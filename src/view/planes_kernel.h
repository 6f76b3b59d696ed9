/* The loops over squares, included by one file for each kind of processor, which defines
 * PLANES as the name of its table of functions. Vectors are GCC's and clang's, as in
 * core/bitboard.h, sixteen squares at a time; where the processor has masks of bits
 * (x86-64-v4), a plane is such a mask. Nothing is written behind a plane. */
#include "view/planes.h"

#include <string.h>

#if defined(__AVX512BW__)
#include <immintrin.h>

/* The cells that are as a plane asks, 64 at a time. */
static inline uint64_t ask_half(const sight *s, unsigned half, uint8_t mask, uint8_t value) {
    __m512i cells = _mm512_loadu_si512(s->cell + 64 * half);
    cells = _mm512_and_si512(cells, _mm512_set1_epi8((char)mask));
    return _mm512_cmpeq_epi8_mask(cells, _mm512_set1_epi8((char)value));
}

/* As many bits, from the lowest. */
static inline uint64_t low_bits(unsigned count) {
    return _bzhi_u64(~UINT64_C(0), count);
}

static void find(const sight *s, uint8_t mask, uint8_t value, uint64_t bits[2]) {
    bits[0] = ask_half(s, 0, mask, value) & low_bits(s->cells);
    bits[1] = s->cells > 64 ? ask_half(s, 1, mask, value) & low_bits(s->cells - 64) : 0;
}

static void bytes(const sight *s, const plane_fill *fills, unsigned planes, uint8_t *out) {
    __mmask64 low = low_bits(s->cells), high = s->cells > 64 ? low_bits(s->cells - 64) : 0;
    for (const plane_fill *f = fills; f < fills + planes; f++, out += s->cells) {
        __m512i number = _mm512_set1_epi8((char)f->byte);
        __mmask64 first = ask_half(s, 0, f->mask, f->value);
        _mm512_mask_storeu_epi8(out, low, _mm512_maskz_mov_epi8(first, number));
        if (high) {
            __mmask64 second = ask_half(s, 1, f->mask, f->value);
            _mm512_mask_storeu_epi8(out + 64, high, _mm512_maskz_mov_epi8(second, number));
        }
    }
}

enum { BLOCK = 16 };

/* The bits of sixteen cells. */
static inline __mmask16 block_of(const uint64_t bits[2], unsigned first) {
    return (__mmask16)(bits[first / 64] >> first % 64);
}

/* Inlined with a constant size where that is the common one. */
static inline __attribute__((always_inline)) void
write_floats(const sight *s, unsigned cells, const plane_fill *fills, unsigned planes, float *out) {
    for (const plane_fill *f = fills; f < fills + planes; f++, out += cells) {
        __m512 number = _mm512_set1_ps(f->share);
        uint64_t bits[2] = {ask_half(s, 0, f->mask, f->value), ask_half(s, 1, f->mask, f->value)};
        unsigned first = 0;
        for (; first + BLOCK <= cells; first += BLOCK)
            _mm512_storeu_ps(out + first, _mm512_maskz_mov_ps(block_of(bits, first), number));
        if (first < cells)
            _mm512_mask_storeu_ps(out + first, (__mmask16)low_bits(cells - first),
                                  _mm512_maskz_mov_ps(block_of(bits, first), number));
    }
}

static void floats(const sight *s, const plane_fill *fills, unsigned planes, float *out) {
    if (s->cells == FF_SQUARES)
        write_floats(s, FF_SQUARES, fills, planes, out);
    else
        write_floats(s, s->cells, fills, planes, out);
}

#else

/* A quarter of a row's bytes becomes a vector of floats that the processor has. */
#if defined(__AVX2__)
enum { BLOCK = 8 };
#else
enum { BLOCK = 4 };
#endif

typedef uint8_t sight_bytes __attribute__((vector_size(16)));
typedef int8_t block_signs __attribute__((vector_size(BLOCK)));
typedef int32_t block_ints __attribute__((vector_size(4 * BLOCK)));

/* All bits set in each cell's byte that is as a plane asks. */
static inline void ask(const sight *s, uint8_t mask, uint8_t value, uint8_t yes[SIGHT_ROOM]) {
    for (unsigned i = 0; i < SIGHT_ROOM; i += sizeof(sight_bytes)) {
        sight_bytes cells;
        memcpy(&cells, s->cell + i, sizeof cells);
        cells = (sight_bytes)((cells & mask) == value);
        memcpy(yes + i, &cells, sizeof cells);
    }
}

static void find(const sight *s, uint8_t mask, uint8_t value, uint64_t bits[2]) {
    uint8_t yes[SIGHT_ROOM];
    ask(s, mask, value, yes);
    bits[0] = bits[1] = 0;
    for (unsigned i = 0; i < s->cells; i++)
        bits[i / 64] |= (uint64_t)(yes[i] & 1) << i % 64;
}

static void bytes(const sight *s, const plane_fill *fills, unsigned planes, uint8_t *out) {
    uint8_t yes[SIGHT_ROOM];
    for (const plane_fill *f = fills; f < fills + planes; f++, out += s->cells) {
        ask(s, f->mask, f->value, yes);
        for (unsigned i = 0; i < SIGHT_ROOM; i++)
            yes[i] &= f->byte;
        memcpy(out, yes, s->cells);
    }
}

static void floats(const sight *s, const plane_fill *fills, unsigned planes, float *out) {
    uint8_t yes[SIGHT_ROOM];
    for (const plane_fill *f = fills; f < fills + planes; f++, out += s->cells) {
        ask(s, f->mask, f->value, yes);
        int32_t share;
        memcpy(&share, &f->share, sizeof share);
        unsigned first = 0;
        for (; first + BLOCK <= s->cells; first += BLOCK) {
            block_signs signs;
            memcpy(&signs, yes + first, sizeof signs);
            block_ints numbers = __builtin_convertvector(signs, block_ints) & share;
            memcpy(out + first, &numbers, sizeof numbers);
        }
        for (; first < s->cells; first++)
            out[first] = yes[first] ? f->share : 0;
    }
}

#endif

static void see(const ff_view *view, bool turned, uint8_t out[FF_SQUARES]) {
    uint8_t viewer = view->viewer, enemy = (uint8_t)(1 - view->viewer), straight[FF_SQUARES];
    const bool *lake = view->rules->edition.lake;
    uint8_t *to = turned ? straight : out;
    for (unsigned i = 0; i < FF_SQUARES; i++) {
        ff_cell cell = view->cell[i];
        to[i] = (uint8_t)(cell.rank | (cell.seat == viewer) * SIGHT_OWN |
                          (cell.seat == enemy) * SIGHT_ENEMY | cell.moved * SIGHT_MOVED |
                          cell.known * SIGHT_KNOWN | lake[i] * SIGHT_LAKE);
    }
    for (unsigned i = 0; turned && i < FF_SQUARES; i++)
        out[i] = straight[FF_SQUARES - 1 - i];
}

const plane_kernel PLANES = {see, find, bytes, floats};
