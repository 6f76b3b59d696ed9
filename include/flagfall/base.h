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

/* What kind of error it is, for programs. Numbers and words stay as they are for good. A
 * later version may add some: treat one that you do not know as any other error. */
typedef enum ff_error_code {
    FF_ERROR_NONE = 0,         /* nothing is wrong */
    FF_ERROR_NO_MEMORY = 1,    /* memory is out; the same may be tried again */
    FF_ERROR_SIZE = 2,         /* `size` of a struct is none that this library can take */
    FF_ERROR_SYNTAX = 3,       /* the text is not of the form that is read here */
    FF_ERROR_UNKNOWN = 4,      /* a name, a word or a number that means nothing here */
    FF_ERROR_RANGE = 5,        /* a value, or a length, outside of what is allowed */
    FF_ERROR_MISSING = 6,      /* what must be there is not */
    FF_ERROR_REPEATED = 7,     /* what may be there once is there again */
    FF_ERROR_CONFLICT = 8,     /* two things contradict each other */
    FF_ERROR_ARMY = 9,         /* the pieces are not those of the army, or make none */
    FF_ERROR_ILLEGAL = 10,     /* a move that the rules forbid */
    FF_ERROR_UNSUPPORTED = 11, /* sound, but this format or this version cannot hold it */
    FF_ERROR_DAMAGED = 12,     /* bytes that are no longer what was written */
    FF_ERROR_SYSTEM = 13,      /* the operating system, a file or the network fails */
    FF_ERROR_PEER = 14,        /* another program, or a server, does not do its part */
} ff_error_code;

/* "no-memory": for messages and logs. Never null. */
const char *ff_error_word(ff_error_code code);

/* What is wrong with input, and where. Lines and columns count from 1, 0 means
 * that the place is not known. `message` is terminated, one line, lower case,
 * without a full stop, UTF-8, and never holds a control character. */
typedef struct ff_error {
    ff_error_code code;
    size_t line;
    size_t column;
    char message[160];
} ff_error;

/* Fills `error` (ignored where null) and returns false, so that a parser can
 * write `return ff_fail(...)`. Bytes of the result that are control characters or no
 * UTF-8 become '?'. */
bool ff_fail(ff_error *error, ff_error_code code, size_t line, size_t column, const char *format,
             ...) FF_PRINTF(5, 6);

/* A growing text. Start from `{0}`. `data` is null or terminated, owned by the
 * buffer, valid until the next call. When memory runs out `failed` is set, the
 * text stays as it was and later writes do nothing: check once, at the end. */
typedef struct ff_buffer {
    char *data;
    size_t size;
    size_t capacity;
    bool failed;
} ff_buffer;

void ff_buffer_free(ff_buffer *buffer);  /* frees the text; the buffer is `{0}` again */
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

/* Any seed is good; the same one gives the same numbers on every machine. */
void ff_rng_seed(ff_rng *rng, uint64_t seed);

/* The next 64 random bits. */
uint64_t ff_rng_next(ff_rng *rng);

/* Uniform in 0 .. bound-1, without bias (Lemire 2019); `bound` is 1 or more. */
uint32_t ff_rng_below(ff_rng *rng, uint32_t bound);

#ifdef __cplusplus
}
#endif

#endif
