/* Editions as files that read back as the same edition, key by key. */
#include "flagfall/edition_text.h"

#include "flagfall/notation.h"
#include "format/edition_keys.h"

/* A text on one line, whatever it holds. */
static void text_write(const char *text, ff_buffer *out) {
    for (; *text; text++)
        ff_buffer_byte(out, (unsigned char)*text < 0x20 || *text == 0x7f ? ' ' : *text);
}

static void lakes_write(const ff_edition *edition, ff_buffer *out) {
    bool any = false;
    for (int square = 0; square < FF_SQUARES; square++) {
        if (!edition->lake[square])
            continue;
        char text[FF_SQUARE_TEXT];
        ff_square_write(square, text);
        ff_buffer_format(out, "%s%s", any ? " " : "", text);
        any = true;
    }
    if (!any)
        ff_buffer_text(out, "none");
}

static void value_write(const edition_key *key, const ff_edition *edition, ff_buffer *out) {
    switch (key->kind) {
    case KEY_TEXT:
        text_write((const char *)edition + key->offset, out);
        break;
    case KEY_NUMBER:
        ff_buffer_format(out, "%u", edition_key_get(key, edition));
        break;
    case KEY_WORD:
        ff_buffer_text(out, key->words[edition_key_get(key, edition)]);
        break;
    case KEY_LAKES:
        lakes_write(edition, out);
        break;
    case KEY_PIECE:
        ff_buffer_format(out, "%u ", edition->army[key->least]);
        text_write(edition->label[key->least], out);
        ff_buffer_byte(out, ' ');
        text_write(edition->name[key->least], out);
        break;
    }
}

void ff_edition_write(const ff_edition *edition, ff_buffer *out) {
    for (size_t k = 0; k < EDITION_KEYS; k++) {
        ff_buffer_format(out, "%s = ", edition_keys[k].name);
        value_write(&edition_keys[k], edition, out);
        ff_buffer_byte(out, '\n');
    }
}
