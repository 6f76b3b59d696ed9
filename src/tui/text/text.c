/* The tables of texts, and how a language and a text are found in them. The tables are made
 * from the page's own, so that the page and the terminal say the same. */
#define _POSIX_C_SOURCE 200809L
#include "tui/text/text.h"

#include "base/utf8.h"
#include "flagfall/rules_text.h"
#include "format/words.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

static const char *const texts[TEXTS][FF_LANGUAGES] = {
#define TEXT(name, en, nl, fr, de) {en, nl, fr, de},
#include "tui/text/own_texts.def"
#include "tui/text/page_texts.def"
#include "tui/text/plain_texts.def"
#undef TEXT
};

typedef struct list_row {
    const char *list;
    const char *key;
    const char *text[FF_LANGUAGES];
} list_row;

static const list_row list_rows[] = {
#define ROW(list, key, en, nl, fr, de) {list, key, {en, nl, fr, de}},
#include "tui/text/page_lists.def"
#undef ROW
};

/* Without a wish the environment decides, by the first of these that is set, as POSIX wants it. */
ff_language text_language(const char *wish) {
    static const char *const names[] = {"LC_ALL", "LC_MESSAGES", "LANG"};
    ff_language found = FF_ENGLISH;
    for (int i = 0; !wish && i < 3; i++) {
        const char *value = getenv(names[i]);
        wish = value && *value ? value : NULL;
    }
    if (wish && strlen(wish) >= 2 && !is_letter(wish[2])) { /* "nl_NL.UTF-8" and "nl" are Dutch */
        char code[] = {lower(wish[0]), lower(wish[1]), '\0'};
        ff_language_find(ff_span_of(code), &found);
    }
    return found;
}

const char *text_get(ff_language language, text_id id) {
    assert(id < TEXTS && language < FF_LANGUAGES);
    return texts[id][language];
}

void text_add(ff_buffer *out, ff_language language, text_id id, const char *const parts[]) {
    size_t count = 0;
    while (parts[count])
        count++;
    for (const char *at = texts[id][language]; *at; at++) {
        bool place = at[0] == '{' && is_digit(at[1]) && at[2] == '}';
        if (!place) {
            ff_buffer_byte(out, *at);
            continue;
        }
        size_t part = (size_t)(at[1] - '0');
        ff_buffer_text(out, part < count ? parts[part] : "");
        at += 2;
    }
}

/* By plain search: a list has some dozen rows, and a text is looked up when somebody has pressed a
 * key. */
const char *text_listed(ff_language language, const char *list, const char *key) {
    for (size_t i = 0; i < sizeof list_rows / sizeof *list_rows; i++)
        if (strcmp(list_rows[i].list, list) == 0 && strcmp(list_rows[i].key, key) == 0)
            return list_rows[i].text[language];
    return NULL;
}

const char *text_edition(ff_language language, const ff_edition *edition) {
    const char *title = text_listed(language, "edition", edition->id);
    return title ? title : edition->title;
}

text_id text_seat(unsigned seat) {
    return seat == FF_BLUE ? T_BLUE : T_RED;
}

/* What a terminal without UTF-8 shows for what the texts hold. */
static const struct {
    const char *letter;
    const char *ascii;
} folds[] = {
    {"à", "a"},  {"â", "a"},   {"ä", "ae"}, {"ç", "c"},  {"é", "e"},   {"è", "e"},
    {"ê", "e"},  {"ë", "e"},   {"î", "i"},  {"ï", "i"},  {"ô", "o"},   {"ö", "oe"},
    {"ù", "u"},  {"û", "u"},   {"ü", "ue"}, {"ß", "ss"}, {"À", "A"},   {"Ä", "Ae"},
    {"É", "E"},  {"Ö", "Oe"},  {"Ü", "Ue"}, {"È", "E"},  {"Ê", "E"},   {"Ç", "C"},
    {"œ", "oe"}, {"’", "'"},   {"‘", "'"},  {"“", "\""}, {"”", "\""},  {"«", "\""},
    {"»", "\""}, {"…", "..."}, {"–", "-"},  {"×", "x"},  {"®", "(R)"}, {"−", "-"},
};

static const char *fold_of(ff_span sequence) {
    for (size_t i = 0; i < sizeof folds / sizeof *folds; i++)
        if (ff_span_equals(sequence, folds[i].letter))
            return folds[i].ascii;
    return "?";
}

void text_fold(ff_buffer *text) {
    ff_buffer out = {0};
    for (size_t i = 0; i < text->size;) {
        ff_span rest = {text->data + i, text->size - i};
        size_t size = utf8_sequence(rest);
        if (size == 1)
            ff_buffer_byte(&out, rest.data[0]);
        else
            ff_buffer_text(&out, size ? fold_of((ff_span){rest.data, size}) : "?");
        i += size ? size : 1;
    }
    out.failed |= text->failed;
    ff_buffer_free(text);
    *text = out;
}

/* A control character, of one byte or of two. Names and what is said come from other people: a
 * terminal would obey these. */
static bool steers(const char *at, size_t size) {
    unsigned char first = (unsigned char)at[0], second = (unsigned char)at[1];
    if (size == 1)
        return (first < ' ' && first != '\n' && first != '\t') || first == 0x7f;
    return size == 2 && first == 0xc2 && second < 0xa0; /* U+0080 to U+009F */
}

/* In place: what is put for a character is never longer than that. */
void text_fit(ff_buffer *text, bool ascii) {
    size_t to = 0;
    for (size_t at = 0, size; at < text->size; at += size ? size : 1) {
        size = utf8_sequence((ff_span){text->data + at, text->size - at});
        bool good = size && !steers(text->data + at, size);
        memmove(text->data + to, good ? text->data + at : "?", good ? size : 1);
        to += good ? size : 1;
    }
    text->size = to;
    if (text->data)
        text->data[to] = '\0';
    if (ascii)
        text_fold(text);
}

/* --- words that are typed ------------------------------------------------------------- */

bool text_is_same(ff_span typed, const char *word) {
    ff_buffer left = {0}, right = {0};
    ff_buffer_add(&left, typed.data, typed.size);
    ff_buffer_text(&right, word);
    text_fold(&left);
    text_fold(&right);
    bool same = left.size && !left.failed && !right.failed && left.size == right.size;
    for (size_t i = 0; same && i < left.size; i++)
        same = lower(left.data[i]) == lower(right.data[i]);
    ff_buffer_free(&left);
    ff_buffer_free(&right);
    return same;
}

bool text_is(ff_language language, text_id id, ff_span typed) {
    return text_is_same(typed, texts[id][language]) || text_is_same(typed, texts[id][FF_ENGLISH]);
}
