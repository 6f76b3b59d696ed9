/* Things without a game word: text that comes in, text that goes out, errors,
 * and a random number generator. */
#ifndef FLAGFALL_BASE_H
#define FLAGFALL_BASE_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#if defined(__GNUC__)
#define FF_PRINTF(text, first) __attribute__((format(printf, text, first)))
#else
#define FF_PRINTF(text, first)
#endif

/* Bytes owned by somebody else; not terminated. */
typedef struct ff_span {
    const char *data;
    size_t size;
} ff_span;

/* The span of a terminated string, without its terminator. */
ff_span ff_span_of(const char *text);

/* True where the span holds exactly the bytes of the terminated `text`. */
bool ff_span_equals(ff_span span, const char *text);

/* What is wrong with input, and where. Lines and columns count from 1, 0 means
 * that the place is not known. `message` is terminated, one line, lower case,
 * without a full stop, and never holds a control character. */
typedef struct ff_error {
    size_t line;
    size_t column;
    char message[160];
} ff_error;

/* Fills `error` (ignored where null) and returns false, so that a parser can
 * write `return ff_fail(...)`. Unprintable bytes of the result become '?'. */
bool ff_fail(ff_error *error, size_t line, size_t column, const char *format, ...) FF_PRINTF(4, 5);

/* A growing text. Start from `{0}`. `data` is null or terminated, owned by the
 * buffer, valid until the next call. When memory runs out `failed` is set, the
 * text stays as it was and later writes do nothing: check once, at the end. */
typedef struct ff_buffer {
    char *data;
    size_t size;
    size_t capacity;
    bool failed;
} ff_buffer;

void ff_buffer_free(ff_buffer *buffer);
void ff_buffer_clear(ff_buffer *buffer); /* empties it, keeps the memory */
void ff_buffer_add(ff_buffer *buffer, const void *data, size_t size);
void ff_buffer_text(ff_buffer *buffer, const char *text);
void ff_buffer_byte(ff_buffer *buffer, char byte);
void ff_buffer_number(ff_buffer *buffer, int64_t number); /* in decimal */
void ff_buffer_format(ff_buffer *buffer, const char *format, ...) FF_PRINTF(2, 3);

/* A small fast generator (xoshiro256++, Blackman and Vigna 2019), seeded by
 * splitmix64. Not for secrets. */
typedef struct ff_rng {
    uint64_t state[4];
} ff_rng;

void ff_rng_seed(ff_rng *rng, uint64_t seed);
uint64_t ff_rng_next(ff_rng *rng);

/* Uniform in 0 .. bound-1, without bias (Lemire 2019); `bound` is 1 or more. */
uint32_t ff_rng_below(ff_rng *rng, uint32_t bound);

#ifdef __cplusplus
}
#endif

#endif
