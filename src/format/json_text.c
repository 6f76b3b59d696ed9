/* Text as a JSON string (RFC 8259). What must hold: whatever comes in, well-formed UTF-8
 * without raw control characters goes out; bytes that are no UTF-8 become U+FFFD, one each. */
#include "flagfall/json.h"

#include "base/utf8.h"

/* Bytes that stand in a JSON string as they are, beside those of longer sequences. */
static inline bool is_plain(unsigned char byte) {
    return byte >= 0x20 && byte < 0x7f && byte != '"' && byte != '\\';
}

static void add_character(ff_buffer *out, const char *data, size_t size) {
    unsigned char byte = (unsigned char)data[0];
    if (size == 0)
        ff_buffer_text(out, "\xef\xbf\xbd");
    else if (byte == '"' || byte == '\\')
        ff_buffer_format(out, "\\%c", byte);
    else if (byte < 0x20 || byte == 0x7f)
        ff_buffer_format(out, "\\u%04x", (unsigned)byte);
    else
        ff_buffer_add(out, data, size);
}

void ff_json_string(ff_buffer *out, ff_span text) {
    size_t at = 0, plain = 0; /* bytes read, and where those begin that are to be copied */
    ff_buffer_byte(out, '"');
    while (at < text.size) {
        if (is_plain((unsigned char)text.data[at])) {
            at++;
            continue;
        }
        ff_span rest = {text.data + at, text.size - at};
        size_t size = utf8_sequence(rest);
        ff_buffer_add(out, text.data + plain, at - plain);
        add_character(out, rest.data, size);
        plain = at += size ? size : 1;
    }
    if (at > plain)
        ff_buffer_add(out, text.data + plain, at - plain);
    ff_buffer_byte(out, '"');
}
