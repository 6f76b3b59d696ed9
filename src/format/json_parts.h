/* What our JSON is written with. For the files json*.c. */
#ifndef FLAGFALL_FORMAT_JSON_PARTS_H
#define FLAGFALL_FORMAT_JSON_PARTS_H

#include "flagfall/json.h"

/* Members are written as `"key":value`, a comma before all but the first of an
 * object or list. */
static inline void add_comma(ff_buffer *out) {
    char last = out->size ? out->data[out->size - 1] : '{';
    if (last != '{' && last != '[')
        ff_buffer_byte(out, ',');
}

/* A key is of ours, and has nothing to escape. */
static inline void add_key(ff_buffer *out, const char *key) {
    add_comma(out);
    ff_buffer_byte(out, '"');
    ff_buffer_text(out, key);
    ff_buffer_add(out, "\":", 2);
}

static inline void add_text(ff_buffer *out, const char *key, const char *text) {
    add_key(out, key);
    ff_json_string(out, ff_span_of(text));
}

static inline void add_number(ff_buffer *out, const char *key, unsigned number) {
    add_key(out, key);
    ff_buffer_number(out, number);
}

static inline void add_bool(ff_buffer *out, const char *key, bool value) {
    add_key(out, key);
    ff_buffer_text(out, value ? "true" : "false");
}

#endif
