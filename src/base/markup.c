/* Entities, where a sign would mean something. */
#include "base/markup.h"

static const char *entity_of(char sign) {
    switch (sign) {
    case '&':
        return "&amp;";
    case '<':
        return "&lt;";
    case '>':
        return "&gt;";
    case '"':
        return "&quot;";
    default:
        return NULL;
    }
}

void markup_escape(ff_span text, ff_buffer *out) {
    for (size_t i = 0; i < text.size; i++) {
        const char *entity = entity_of(text.data[i]);
        if (entity)
            ff_buffer_text(out, entity);
        else
            ff_buffer_byte(out, text.data[i]);
    }
}
