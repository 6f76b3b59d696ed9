#include "flagfall/base.h"

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

/* Room for `extra` more bytes and the terminator. */
static bool reserve(ff_buffer *buffer, size_t extra) {
    if (buffer->failed)
        return false;
    if (extra < buffer->capacity - buffer->size && buffer->data)
        return true;
    size_t capacity = buffer->capacity ? buffer->capacity : 64;
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

void ff_buffer_add(ff_buffer *buffer, const void *data, size_t size) {
    if (!reserve(buffer, size))
        return;
    if (size)
        memcpy(buffer->data + buffer->size, data, size);
    buffer->size += size;
    buffer->data[buffer->size] = 0;
}

void ff_buffer_text(ff_buffer *buffer, const char *text) {
    ff_buffer_add(buffer, text, strlen(text));
}

void ff_buffer_byte(ff_buffer *buffer, char byte) {
    ff_buffer_add(buffer, &byte, 1);
}

void ff_buffer_format(ff_buffer *buffer, const char *format, ...) {
    va_list arguments, again;
    va_start(arguments, format);
    va_copy(again, arguments);
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
