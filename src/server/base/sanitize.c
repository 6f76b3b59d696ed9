/* Texts of people, made safe to show: one line, no control or invisible signs, few marks piled up.
 * What must hold: what comes out is valid UTF-8 of the length that was allowed, and cleaning it
 * again changes nothing. */
#include "server/base/sanitize.h"

#include "format/words.h"

#include <string.h>

/* ---- UTF-8 ---- */

/* The number of bytes that a first byte announces, 0 for one that cannot be first. */
static unsigned length_of(unsigned char first) {
    if (first < 0x80)
        return 1;
    if (first < 0xc2)
        return 0;
    return first < 0xe0 ? 2 : first < 0xf0 ? 3 : first < 0xf5 ? 4 : 0;
}

/* Takes the next code point off the text; false where there is none that UTF-8
 * allows (RFC 3629: no overlong forms, no surrogates, nothing above U+10FFFF). */
static bool take(ff_span *text, uint32_t *code) {
    static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
    const unsigned char *bytes = (const unsigned char *)text->data;
    unsigned length = length_of(bytes[0]);
    if (length == 0 || length > text->size)
        return false;
    *code = length == 1 ? bytes[0] : bytes[0] & (0x7fu >> length);
    for (unsigned i = 1; i < length; i++) {
        if ((bytes[i] & 0xc0) != 0x80)
            return false;
        *code = *code << 6 | (bytes[i] & 0x3fu);
    }
    *text = (ff_span){text->data + length, text->size - length};
    return *code >= least[length] && *code <= 0x10ffff && (*code < 0xd800 || *code > 0xdfff);
}

static size_t put(char *to, uint32_t code) {
    static const unsigned char lead[] = {0, 0, 0xc0, 0xe0, 0xf0};
    unsigned length = code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
    for (unsigned i = length; i-- > 1; code >>= 6)
        to[i] = (char)(0x80 | (code & 0x3f));
    to[0] = (char)(lead[length] | code);
    return length;
}

/* ---- lines ---- */

/* What becomes of a character: it is kept, is nothing, is a space, or is kept as one
 * of a few marks on the character before. */
typedef enum letter_class { KEEP, DROP, SPACE, MARK } letter_class;

typedef struct letter_range {
    uint32_t first, last;
    letter_class is;
} letter_range;

/* In order. From the Unicode Character Database: controls, formats, separators, what
 * is blank without saying so, private use and what is no character; and the marks
 * with which letters can be piled up. Scripts whose marks stand beside the letter
 * need no limit. */
static const letter_range ranges[] = {
    {0x0000, 0x0008, DROP},   {0x0009, 0x000d, SPACE},   {0x000e, 0x001f, DROP},
    {0x0020, 0x0020, SPACE},  {0x007f, 0x0084, DROP},    {0x0085, 0x0085, SPACE},
    {0x0086, 0x009f, DROP},   {0x00a0, 0x00a0, SPACE},   {0x00ad, 0x00ad, DROP},
    {0x0300, 0x036f, MARK},   {0x0483, 0x0489, MARK},    {0x0591, 0x05bd, MARK},
    {0x05bf, 0x05c7, MARK},   {0x0600, 0x0605, DROP},    {0x0610, 0x061a, MARK},
    {0x061c, 0x061c, DROP},   {0x064b, 0x065f, MARK},    {0x0670, 0x0670, MARK},
    {0x06d6, 0x06dc, MARK},   {0x06dd, 0x06dd, DROP},    {0x06df, 0x06e4, MARK},
    {0x06e7, 0x06e8, MARK},   {0x06ea, 0x06ed, MARK},    {0x070f, 0x070f, DROP},
    {0x0711, 0x0711, MARK},   {0x0730, 0x074a, MARK},    {0x07a6, 0x07b0, MARK},
    {0x07eb, 0x07f3, MARK},   {0x0816, 0x082d, MARK},    {0x0859, 0x085b, MARK},
    {0x08d3, 0x0902, MARK},   {0x093a, 0x093c, MARK},    {0x0941, 0x0948, MARK},
    {0x094d, 0x094d, MARK},   {0x0951, 0x0957, MARK},    {0x0e31, 0x0e31, MARK},
    {0x0e34, 0x0e3a, MARK},   {0x0e47, 0x0e4e, MARK},    {0x0eb1, 0x0eb1, MARK},
    {0x0eb4, 0x0ebc, MARK},   {0x0ec8, 0x0ecd, MARK},    {0x0f18, 0x0f19, MARK},
    {0x0f35, 0x0f39, MARK},   {0x0f71, 0x0f84, MARK},    {0x0f8d, 0x0fbc, MARK},
    {0x115f, 0x1160, DROP},   {0x135d, 0x135f, MARK},    {0x1680, 0x1680, SPACE},
    {0x17b4, 0x17b5, DROP},   {0x180b, 0x180f, DROP},    {0x1a17, 0x1a18, MARK},
    {0x1a55, 0x1a7f, MARK},   {0x1ab0, 0x1aff, MARK},    {0x1b34, 0x1b34, MARK},
    {0x1b6b, 0x1b73, MARK},   {0x1cd0, 0x1cff, MARK},    {0x1dc0, 0x1dff, MARK},
    {0x2000, 0x200a, SPACE},  {0x200b, 0x200b, DROP},    {0x200c, 0x200d, MARK},
    {0x200e, 0x200f, DROP},   {0x2028, 0x2029, SPACE},   {0x202a, 0x202e, DROP},
    {0x202f, 0x202f, SPACE},  {0x205f, 0x205f, SPACE},   {0x2060, 0x206f, DROP},
    {0x20d0, 0x20ff, MARK},   {0x2800, 0x2800, SPACE},   {0x2cef, 0x2cf1, MARK},
    {0x2de0, 0x2dff, MARK},   {0x3000, 0x3000, SPACE},   {0x302a, 0x302f, MARK},
    {0x3099, 0x309a, MARK},   {0x3164, 0x3164, DROP},    {0xa66f, 0xa67d, MARK},
    {0xa69e, 0xa69f, MARK},   {0xa8e0, 0xa8f1, MARK},    {0xe000, 0xf8ff, DROP},
    {0xfb1e, 0xfb1e, MARK},   {0xfdd0, 0xfdef, DROP},    {0xfe00, 0xfe0f, MARK},
    {0xfe20, 0xfe2f, MARK},   {0xfeff, 0xfeff, DROP},    {0xffa0, 0xffa0, DROP},
    {0xfff0, 0xfffb, DROP},   {0xfffe, 0xffff, DROP},    {0x101fd, 0x101fd, MARK},
    {0x10a01, 0x10a3f, MARK}, {0x110bd, 0x110bd, DROP},  {0x1bca0, 0x1bca3, DROP},
    {0x1d165, 0x1d172, MARK}, {0x1d173, 0x1d17a, DROP},  {0x1d17b, 0x1d1ad, MARK},
    {0x1f3fb, 0x1f3ff, MARK}, {0xe0000, 0x10ffff, DROP},
};

static letter_class class_of(uint32_t code) {
    size_t low = 0, high = sizeof ranges / sizeof *ranges;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (code > ranges[middle].last)
            low = middle + 1;
        else
            high = middle;
    }
    bool inside = low < sizeof ranges / sizeof *ranges && code >= ranges[low].first;
    return inside ? ranges[low].is : KEEP;
}

/* A line as it grows. A space is written with the character that comes after it. */
typedef struct line_writer {
    char *at;
    size_t room; /* characters */
    bool begun;
    bool space;
    unsigned marks;
} line_writer;

/* False where there is no room: a text too long is refused whole, never shortened. */
static bool append(line_writer *to, uint32_t code) {
    size_t needs = 1 + (size_t)to->space;
    if (needs > to->room)
        return false;
    if (to->space)
        *to->at++ = ' ';
    to->at += put(to->at, code);
    to->room -= needs;
    to->space = false;
    to->begun = true;
    return true;
}

/* A mark needs a character to stand on, and stands with a few others only. */
static bool append_mark(line_writer *to, uint32_t code) {
    if (!to->begun || to->space || to->marks == SANITIZE_MARKS)
        return true;
    to->marks++;
    return append(to, code);
}

static bool write_one(line_writer *to, uint32_t code) {
    switch (class_of(code)) {
    case DROP:
        return true;
    case SPACE:
        to->space = to->begun;
        return true;
    case MARK:
        return append_mark(to, code);
    default:
        to->marks = 0;
        return append(to, code);
    }
}

bool sanitize_line(ff_span text, size_t limit, char *line) {
    line_writer to = {.at = line, .room = limit};
    while (text.size) {
        uint32_t code;
        if (!take(&text, &code) || !write_one(&to, code))
            return false;
    }
    *to.at = 0;
    return to.begun;
}

/* ---- names ---- */

/* The plain letter under each of U+00C0 to U+017F; those that are no letters are
 * spaces. */
static const char plain_letters[] = "aaaaaaaceeeeiiiidnooooo ouuuuyps"
                                    "aaaaaaaceeeeiiiidnooooo ouuuuypy"
                                    "aaaaaaccccccccddddeeeeeeeeee"
                                    "gggggggghhhhiiiiiiiiiiiijjkkkllllllllll"
                                    "nnnnnnnnnoooooooorrrrrrssssssss"
                                    "ttttttuuuuuuuuuuuuwwyyyzzzzzzs";

_Static_assert(sizeof plain_letters == 0x180 - 0xc0 + 1, "a plain letter for each");

static bool is_separator(uint32_t code) {
    return code == ' ' || code == '.' || code == '_' || code == '-';
}

/* The letter or digit that a character of a name comes down to, 0 where it is
 * neither. */
static char plain_of(uint32_t code) {
    if ((code >= '0' && code <= '9') || (code >= 'a' && code <= 'z'))
        return (char)code;
    if (code >= 'A' && code <= 'Z')
        return (char)(code - 'A' + 'a');
    if (code < 0xc0 || code > 0x17f || plain_letters[code - 0xc0] == ' ')
        return 0;
    return plain_letters[code - 0xc0];
}

bool sanitize_name(ff_span text, char name[SANITIZE_NAME_SIZE]) {
    text = span_trim(text);
    if (text.size >= SANITIZE_NAME_SIZE)
        return false;
    memcpy(name, text.data, text.size);
    name[text.size] = 0;
    bool after_letter = false;
    unsigned characters = 0;
    for (uint32_t code; text.size; characters++) {
        if (!take(&text, &code) || (!plain_of(code) && !(is_separator(code) && after_letter)))
            return false;
        after_letter = !is_separator(code);
    }
    return after_letter && characters >= SANITIZE_NAME_MIN && characters <= SANITIZE_NAME_MAX;
}

/* One for all letters and digits that are taken for each other: names that look the same have the
 * same key. */
static char alike(char plain) {
    static const char from[] = "01l", to[] = "oii";
    const char *at = strchr(from, plain);
    return at && *at ? to[at - from] : plain;
}

/* Two letters that look like one, as the second of them comes. */
static bool merges(char before, char now, char *one) {
    if (before == 'r' && now == 'n')
        *one = 'm';
    else if (before == 'v' && now == 'v')
        *one = 'w';
    else
        return false;
    return true;
}

void sanitize_name_key(const char *name, char key[SANITIZE_NAME_SIZE]) {
    size_t size = 0;
    ff_span text = ff_span_of(name);
    for (uint32_t code; text.size && take(&text, &code);) {
        char plain = plain_of(code);
        if (plain && !(size && merges(key[size - 1], plain, &key[size - 1])) &&
            size < SANITIZE_NAME_SIZE - 1)
            key[size++] = alike(plain);
    }
    key[size] = 0;
}
