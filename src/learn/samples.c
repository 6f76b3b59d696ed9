/* Training samples, in two growing arrays. What must hold: a call for which memory is out
 * changes nothing that was there. */
#include "learn/samples.h"

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

static bool reserve(samples *l, size_t inputs, size_t count) {
    void *data = l->inputs, *list = l->list;
    bool good = grow(&data, &l->room, l->size + inputs, sizeof *l->inputs);
    l->inputs = data;
    good = good && grow(&list, &l->places, l->count + count, sizeof *l->list);
    l->list = list;
    return good;
}

bool samples_add(samples *l, const uint16_t *inputs, size_t count) {
    if (!reserve(l, count, 1))
        return false;
    memcpy(l->inputs + l->size, inputs, count * sizeof *inputs);
    l->list[l->count++] = (sample){l->size, (uint32_t)count, 0};
    l->size += count;
    return true;
}

bool samples_join(samples *l, const samples *other) {
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

void samples_clear(samples *l) {
    l->size = l->count = 0;
}

void samples_free(samples *l) {
    free(l->inputs);
    free(l->list);
    *l = (samples){0};
}
