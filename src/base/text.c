/* Spans and growing text. What must hold: a buffer with data has a zero behind its last byte;
 * one that has failed once refuses all that follows, so that whoever writes a text asks once,
 * at the end, whether all of it is there. */
#include "flagfall/base.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

ff_span ff_span_of(const char *text) {
    return (ff_span){text, strlen(text)};
}

bool ff_span_equals(ff_span span, const char *text) {
    return span.size == strlen(text) && memcmp(span.data, text, span.size) == 0;
}

void ff_buffer_free(ff_buffer *buffer) {
    free(buffer->data);
    *buffer = (ff_buffer){0};
}

void ff_buffer_clear(ff_buffer *buffer) {
    buffer->size = 0;
    buffer->failed = false;
    if (buffer->data)
        buffer->data[0] = 0;
}

/* The rare half of `reserve`. Doubling keeps the cost of n bytes in the order of n; where
 * doubling would overflow, memory counts as out. */
static bool grow(ff_buffer *buffer, size_t extra) {
    size_t capacity = buffer->capacity ? buffer->capacity : 256;
    while (capacity - buffer->size <= extra && capacity <= SIZE_MAX / 2)
        capacity *= 2;
    char *data = capacity - buffer->size > extra ? realloc(buffer->data, capacity) : NULL;
    if (!data) {
        buffer->failed = true;
        return false;
    }
    buffer->data = data;
    buffer->capacity = capacity;
    return true;
}

/* Room for `extra` more bytes and the terminator. */
static inline bool reserve(ff_buffer *buffer, size_t extra) {
    assert(buffer->data ? buffer->size < buffer->capacity : buffer->size == 0);
    if (buffer->failed)
        return false;
    /* `<` and not `<=`: the terminator needs a byte too. */
    return (extra < buffer->capacity - buffer->size && buffer->data) || grow(buffer, extra);
}

static inline void add(ff_buffer *buffer, const void *data, size_t size) {
    if (!reserve(buffer, size))
        return;
    if (size)
        memcpy(buffer->data + buffer->size, data, size);
    buffer->size += size;
    buffer->data[buffer->size] = 0;
}

void ff_buffer_add(ff_buffer *buffer, const void *data, size_t size) {
    add(buffer, data, size);
}

void ff_buffer_text(ff_buffer *buffer, const char *text) {
    add(buffer, text, strlen(text));
}

void ff_buffer_byte(ff_buffer *buffer, char byte) {
    if (!reserve(buffer, 1))
        return;
    buffer->data[buffer->size++] = byte;
    buffer->data[buffer->size] = 0;
}

/* From the last digit to the first. Of the lowest number there is no positive one. */
void ff_buffer_number(ff_buffer *buffer, int64_t number) {
    char text[24], *at = text + sizeof text;
    uint64_t rest = number < 0 ? 0 - (uint64_t)number : (uint64_t)number;
    do
        *--at = (char)('0' + rest % 10);
    while (rest /= 10);
    if (number < 0)
        *--at = '-';
    add(buffer, at, (size_t)(text + sizeof text - at));
}

void ff_buffer_format(ff_buffer *buffer, const char *format, ...) {
    va_list arguments, again;
    va_start(arguments, format);
    va_copy(again, arguments);
    /* Written twice, once to learn the size; the arguments can be read only once, hence the
     * copy. */
    int size = vsnprintf(NULL, 0, format, arguments);
    if (size >= 0 && reserve(buffer, (size_t)size)) {
        vsnprintf(buffer->data + buffer->size, (size_t)size + 1, format, again);
        buffer->size += (size_t)size;
    } else {
        buffer->failed = true;
    }
    va_end(again);
    va_end(arguments);
}
