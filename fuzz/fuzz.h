/* What the fuzz targets share. */
#ifndef FLAGFALL_FUZZ_H
#define FLAGFALL_FUZZ_H

#include "flagfall.h"

#include <stdio.h>
#include <stdlib.h>

/* libFuzzer's entry. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Holds whatever the build type. */
#define MUST(condition)                                                                            \
    do {                                                                                           \
        if (!(condition)) {                                                                        \
            fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #condition);                        \
            abort();                                                                               \
        }                                                                                          \
    } while (0)

/* An error says something, in print. */
static inline void must_be_told(const ff_error *error) {
    MUST(error->message[0] != 0);
    for (const char *c = error->message; *c; c++)
        MUST(*c >= 0x20 && *c < 0x7f);
}

/* Two texts with the same bytes. */
static inline void must_be_same(const ff_buffer *a, const ff_buffer *b) {
    MUST(!a->failed && !b->failed && a->size == b->size);
    for (size_t i = 0; i < a->size; i++)
        MUST(a->data[i] == b->data[i]);
}

#endif
