/* Structs that callers fill and that begin with their own size, a `uint32_t`: it says how
 * much of the struct the caller's headers knew, so that a struct may grow at its end and
 * programs compiled before that still run (docs/library.md). */
#ifndef FLAGFALL_BASE_SIZED_H
#define FLAGFALL_BASE_SIZED_H

#include "flagfall/base.h"

/* Can a library whose struct has `known` bytes take the caller's? It can where the size is
 * that of any struct with more than the size in it, and all bytes beyond the known ones are
 * 0: a newer caller then asks for nothing that this library does not know. */
bool sized_fits(const void *given, size_t known);

/* Reads a caller's struct into `whole`, a struct of this library's of `known` bytes with that
 * in its `size`: what the caller did not know of is 0. False where it does not fit; all but
 * the size is 0 then. */
bool sized_read(void *whole, size_t known, const void *given);

/* The same where a size that fits is a promise of the caller's: an assertion. */
void sized_take(void *whole, size_t known, const void *given);

/* The other way round: fills a caller's struct, which says its size, with as much of `whole`
 * as it has room for, and 0 in what is more. */
void sized_write(void *given, const void *whole, size_t known);

/* Does a caller's struct reach as far as its `member`? */
#define SIZED_HAS(given, member)                                                                   \
    ((given)->size >= offsetof(__typeof__(*(given)), member) + sizeof((given)->member))

#endif
