/* Lessons, in two growing arrays. */
#include "learn/lessons.h"

#include <stdlib.h>
#include <string.h>

/* Makes room for `wanted` elements, at least twice as many as before. */
static bool grow(void **data, size_t *room, size_t wanted, size_t element) {
    if (wanted <= *room)
        return true;
    size_t larger = wanted > 2 * *room ? wanted : 2 * *room;
    void *grown = realloc(*data, larger * element);
    if (!grown)
        return false;
    *data = grown;
    *room = larger;
    return true;
}

static bool reserve(lessons *l, size_t inputs, size_t count) {
    void *data = l->inputs, *list = l->list;
    bool good = grow(&data, &l->room, l->size + inputs, sizeof *l->inputs);
    l->inputs = data;
    good = good && grow(&list, &l->places, l->count + count, sizeof *l->list);
    l->list = list;
    return good;
}

bool lessons_add(lessons *l, const uint16_t *inputs, size_t count) {
    if (!reserve(l, count, 1))
        return false;
    memcpy(l->inputs + l->size, inputs, count * sizeof *inputs);
    l->list[l->count++] = (lesson){l->size, (uint32_t)count, 0};
    l->size += count;
    return true;
}

bool lessons_join(lessons *l, const lessons *other) {
    if (!other->count)
        return true;
    if (!reserve(l, other->size, other->count))
        return false;
    memcpy(l->inputs + l->size, other->inputs, other->size * sizeof *l->inputs);
    for (size_t i = 0; i < other->count; i++) {
        l->list[l->count] = other->list[i];
        l->list[l->count++].first += l->size;
    }
    l->size += other->size;
    return true;
}

void lessons_clear(lessons *l) {
    l->size = l->count = 0;
}

void lessons_free(lessons *l) {
    free(l->inputs);
    free(l->list);
    *l = (lessons){0};
}
