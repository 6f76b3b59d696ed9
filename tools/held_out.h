/* Files of people's set-ups, and which of them are held out: shared by learn-setups
 * and by bench-belief, so that nothing is judged by what was learned from it. */
#ifndef FLAGFALL_TOOLS_HELD_OUT_H
#define FLAGFALL_TOOLS_HELD_OUT_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "flagfall/notation.h"

enum { HELD_OUT_PLACES = 40, HELD_OUT_ONE_IN = 10 };

/* Different set-ups: the first `kept` are to learn from, the rest is held out. */
typedef struct held_out_list {
    char (*letters)[HELD_OUT_PLACES + 1];
    size_t count;
    size_t kept;
} held_out_list;

static inline const char *held_out_at(const held_out_list *list, size_t i) {
    return list->letters[i];
}

static inline void held_out_ranks(const char *letters, bool mirror, uint8_t rank[HELD_OUT_PLACES]) {
    for (int k = 0; k < HELD_OUT_PLACES; k++) {
        char letter = letters[mirror ? k - k % 10 + 9 - k % 10 : k];
        rank[k] = (uint8_t)(letter == 'A'   ? FF_EMPTY
                            : letter == 'B' ? FF_BOMB
                            : letter == 'M' ? FF_FLAG
                                            : letter - 'C' + FF_SPY);
    }
}

/* A set-up and its mirror image are held out together: by a hash of the one whose
 * ranks come first. */
static inline bool is_held_out(const char *letters) {
    uint8_t rank[2][HELD_OUT_PLACES];
    held_out_ranks(letters, false, rank[0]);
    held_out_ranks(letters, true, rank[1]);
    int first = memcmp(rank[0], rank[1], sizeof rank[0]) > 0;
    return hash_bytes(0, rank[first], sizeof rank[0]) % HELD_OUT_ONE_IN == 0;
}

static inline int held_out_order(const void *a, const void *b) {
    int held = is_held_out(a) - is_held_out(b);
    return held ? held : memcmp(a, b, HELD_OUT_PLACES);
}

/* Reads a file, sorts it and drops repeats; false when it cannot be read. The letters
 * are the caller's to free. */
static inline bool held_out_read(const char *path, held_out_list *list) {
    char line[256];
    FILE *file = fopen(path, "r");
    size_t room = 0, read = 0;
    *list = (held_out_list){NULL, 0, 0};
    while (file && fgets(line, sizeof line, file)) {
        if (strspn(line, "ABCDEFGHIJKLM") != HELD_OUT_PLACES)
            continue;
        if (read == room) {
            room = room ? 2 * room : 4096;
            void *grown = realloc(list->letters, room * sizeof *list->letters);
            if (!grown)
                return fclose(file), false;
            list->letters = grown;
        }
        memcpy(list->letters[read], line, HELD_OUT_PLACES);
        list->letters[read++][HELD_OUT_PLACES] = 0;
    }
    if (!file || fclose(file) != 0)
        return false;
    qsort(list->letters, read, sizeof *list->letters, held_out_order);
    for (size_t i = 0; i < read; i++) {
        if (i && memcmp(list->letters[i], list->letters[i - 1], HELD_OUT_PLACES) == 0)
            continue;
        memmove(list->letters[list->count++], list->letters[i], HELD_OUT_PLACES + 1);
    }
    while (list->kept < list->count && !is_held_out(list->letters[list->kept]))
        list->kept++;
    return true;
}

#endif
