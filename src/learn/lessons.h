/* Lessons: what a seat knew after a move of its own, as the inputs that were on, and what it
 * might have expected then. */
#ifndef FLAGFALL_LEARN_LESSONS_H
#define FLAGFALL_LEARN_LESSONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct lesson {
    size_t first; /* of its inputs */
    uint32_t count;
    float target; /* -1 .. 1 */
} lesson;

/* Start from `{0}`. */
typedef struct lessons {
    uint16_t *inputs;
    size_t size, room;
    lesson *list;
    size_t count, places;
} lessons;

/* Adds one; false when memory is out, nothing has changed then. */
bool lessons_add(lessons *l, const uint16_t *inputs, size_t count);

/* Adds all of another. */
bool lessons_join(lessons *l, const lessons *other);

void lessons_clear(lessons *l); /* empties, keeps the memory */
void lessons_free(lessons *l);

#endif
