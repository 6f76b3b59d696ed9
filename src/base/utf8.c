/* Which bytes are a character, by the table of well-formed sequences of the Unicode
 * standard (3.9, table 3-7). */
#include "base/utf8.h"

/* The bounds of the second byte close out overlong forms, surrogates and what
 * lies beyond U+10FFFF (Unicode 15, table 3-7). */
static bool second_is_good(unsigned char lead, unsigned char second) {
    unsigned char low = lead == 0xe0 ? 0xa0 : lead == 0xf0 ? 0x90 : 0x80;
    unsigned char high = lead == 0xed ? 0x9f : lead == 0xf4 ? 0x8f : 0xbf;
    return second >= low && second <= high;
}

size_t utf8_sequence(ff_span text) {
    const unsigned char *bytes = (const unsigned char *)text.data;
    if (text.size == 0)
        return 0;
    unsigned char lead = bytes[0];
    if (lead < 0x80)
        return 1;
    if (lead < 0xc2 || lead > 0xf4)
        return 0;
    size_t size = lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
    if (text.size < size || !second_is_good(lead, bytes[1]))
        return 0;
    for (size_t i = 2; i < size; i++)
        if ((bytes[i] & 0xc0) != 0x80)
            return 0;
    return size;
}

size_t utf8_length(ff_span text) {
    size_t length = 0;
    for (size_t i = 0; i < text.size; i++)
        length += ((unsigned char)text.data[i] & 0xc0) != 0x80;
    return length;
}

size_t utf8_write(uint32_t c, char bytes[4]) {
    if (c < 0x80) {
        bytes[0] = (char)c;
        return 1;
    }
    size_t size = c < 0x800 ? 2 : c < 0x10000 ? 3 : 4;
    static const unsigned char leads[] = {[2] = 0xc0, [3] = 0xe0, [4] = 0xf0};
    for (size_t i = size; i-- > 1; c >>= 6)
        bytes[i] = (char)(0x80 | (c & 0x3f));
    bytes[0] = (char)(leads[size] | c);
    return size;
}
