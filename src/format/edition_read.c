/* Edition files read. Every fault names its line and column, and what would be right; a
 * file that is read has passed `ff_edition_check`. */
#include "flagfall/edition_text.h"

#include "base/utf8.h"
#include "flagfall/notation.h"
#include "format/edition_keys.h"
#include "format/words.h"

#include <string.h>

/* `line_of`: where each key was read, 0 where it was not. */
typedef struct reading {
    ff_edition *edition;
    const ff_edition *base; /* null without `based-on` */
    size_t line;
    size_t keys; /* read so far, `based-on` too */
    size_t line_of[EDITION_KEYS];
    ff_error *error;
} reading;

/* Values. */

/* Text that fits its field, is UTF-8 and has no control character. */
static bool text_set(char *field, size_t size, ff_span value) {
    if (value.size == 0 || value.size >= size)
        return false;
    for (ff_span rest = value; rest.size > 0;) {
        size_t bytes = utf8_sequence(rest);
        unsigned char lead = (unsigned char)rest.data[0];
        if (bytes == 0 || lead < 0x20 || lead == 0x7f)
            return false;
        rest = span_part(rest, bytes, rest.size);
    }
    memcpy(field, value.data, value.size);
    memset(field + value.size, 0, size - value.size);
    return true;
}

static bool word_set(const edition_key *key, ff_edition *edition, ff_span value) {
    for (unsigned i = 0; key->words[i]; i++) {
        if (!word_is(value, key->words[i]))
            continue;
        edition_key_set(key, edition, i);
        return true;
    }
    return false;
}

static bool number_set(const edition_key *key, ff_edition *edition, ff_span value) {
    unsigned long number;
    if (!span_number(value, key->most, &number) || number < key->least)
        return false;
    edition_key_set(key, edition, (unsigned)number);
    return true;
}

static bool lakes_set(ff_edition *edition, ff_span value) {
    memset(edition->lake, 0, sizeof edition->lake);
    if (word_is(value, "none"))
        return true;
    for (ff_span word = word_take(&value); word.size > 0; word = word_take(&value)) {
        unsigned square;
        if (ff_square_parse(word, &square) != word.size || square == FF_OFF_BOARD)
            return false;
        edition->lake[square] = true;
    }
    return true;
}

/* "5 3 Bomb Defuser"; the label and the name may be left out. */
static bool piece_set(const edition_key *key, ff_edition *edition, ff_span value) {
    unsigned rank = key->least;
    unsigned long count;
    if (!span_number(word_take(&value), key->most, &count))
        return false;
    edition->army[rank] = (uint8_t)count;
    ff_span label = word_take(&value), name = span_trim(value);
    return (label.size == 0 ||
            text_set(edition->label[rank], sizeof edition->label[rank], label)) &&
           (name.size == 0 || text_set(edition->name[rank], sizeof edition->name[rank], name));
}

static bool value_set(const edition_key *key, ff_edition *edition, ff_span value) {
    switch (key->kind) {
    case KEY_TEXT:
        return text_set((char *)edition + key->offset, key->size, value);
    case KEY_NUMBER:
        return number_set(key, edition, value);
    case KEY_WORD:
        return word_set(key, edition, value);
    case KEY_LAKES:
        return lakes_set(edition, value);
    default:
        return piece_set(key, edition, value);
    }
}

/* Lines. */

static bool base_take(reading *r, ff_span value) {
    if (r->keys++ > 0)
        return ff_fail(r->error, FF_ERROR_REPEATED, r->line, 1,
                       "based-on must be the first key, and stand once");
    r->base = ff_edition_find(value);
    if (!r->base)
        return ff_fail(r->error, FF_ERROR_UNKNOWN, r->line, 1, "based-on: unknown edition '%.*s'",
                       span_shown(value), value.data);
    *r->edition = *r->base;
    memset(r->edition->name, 0, sizeof r->edition->name); /* see `names_fill` */
    return true;
}

static bool key_take(reading *r, ff_span name, ff_span value) {
    if (ff_span_equals(name, "based-on"))
        return base_take(r, value);
    size_t k = 0;
    while (k < EDITION_KEYS && !ff_span_equals(name, edition_keys[k].name))
        k++;
    if (k == EDITION_KEYS)
        return ff_fail(r->error, FF_ERROR_UNKNOWN, r->line, 1, "unknown key '%.*s'",
                       span_shown(name), name.data);
    if (r->line_of[k])
        return ff_fail(r->error, FF_ERROR_REPEATED, r->line, 1, "%s stands on line %zu already",
                       edition_keys[k].name, r->line_of[k]);
    r->line_of[k] = r->line;
    r->keys++;
    return value_set(&edition_keys[k], r->edition, value) ||
           ff_fail(r->error, FF_ERROR_RANGE, r->line, 1, "%s must be %s, not '%.*s'",
                   edition_keys[k].name, edition_keys[k].wanted, span_shown(value), value.data);
}

static bool line_read(reading *r, ff_span line) {
    line = span_trim(line);
    if (line.size == 0 || line.data[0] == '#')
        return true;
    const char *sign = memchr(line.data, '=', line.size);
    if (!sign)
        return ff_fail(r->error, FF_ERROR_SYNTAX, r->line, 1, "expected 'key = value', not '%.*s'",
                       span_shown(line), line.data);
    size_t at = (size_t)(sign - line.data);
    return key_take(r, span_trim(span_part(line, 0, at)),
                    span_trim(span_part(line, at + 1, line.size)));
}

/* What the file leaves out. */

static bool required(reading *r) {
    static const char *const always[] = {"id", NULL};
    static const char *const alone[] = {"id", "files", "rows", "zone-rows", "flag", NULL};
    for (const char *const *name = r->base ? always : alone; *name; name++)
        for (size_t k = 0; k < EDITION_KEYS; k++)
            if (strcmp(edition_keys[k].name, *name) == 0 && !r->line_of[k])
                return ff_fail(r->error, FF_ERROR_MISSING, 0, 0, "%s is missing; it must be %s",
                               *name, edition_keys[k].wanted);
    return true;
}

/* Names that the file leaves out are those of the base, or, where the language is
 * another, the usual ones of the language. */
static void names_fill(reading *r) {
    ff_edition *e = r->edition;
    ff_edition other = {.language = e->language == FF_ENGLISH ? FF_DUTCH : FF_ENGLISH};
    const ff_edition *source = r->base && r->base->language == e->language ? r->base : &other;
    for (int rank = FF_SPY; rank < FF_RANKS; rank++) {
        ff_span name = ff_span_of(ff_edition_rank_name(source, rank, e->language));
        if (e->name[rank][0] == 0)
            text_set(e->name[rank], sizeof e->name[rank], name);
        if (e->label[rank][0] == 0)
            memcpy(e->label[rank], ff_edition_default()->label[rank], sizeof e->label[rank]);
    }
    if (e->title[0] == 0)
        memcpy(e->title, e->id, sizeof e->id);
}

/* A board smaller than the base's has lost the lakes outside. Lakes that the file names itself
 * stay as they are: there such a lake is an error to be told. */
static void lakes_trim(reading *r) {
    for (size_t k = 0; k < EDITION_KEYS; k++)
        if (edition_keys[k].kind == KEY_LAKES && r->line_of[k])
            return;
    for (int square = 0; square < FF_SQUARES; square++)
        r->edition->lake[square] &= ff_edition_on_board(r->edition, square);
}

/* The line to blame for an error of `ff_edition_check`: of the first word of its message
 * that is a key, or of the army; 0 where the file has no such line. */
static size_t line_blamed(const reading *r, const ff_error *error) {
    ff_span rest = ff_span_of(error->message);
    for (ff_span word = word_take(&rest); word.size > 0; word = word_take(&rest)) {
        if (word.data[word.size - 1] == ',')
            word.size--;
        for (size_t k = 0; k < EDITION_KEYS; k++)
            if (ff_span_equals(word, edition_keys[k].name) && r->line_of[k])
                return r->line_of[k];
    }
    size_t army = 0; /* the last line that says anything about it */
    for (size_t k = 0; k < EDITION_KEYS; k++)
        if (edition_keys[k].kind == KEY_PIECE && r->line_of[k] > army)
            army = r->line_of[k];
    return error->code == FF_ERROR_ARMY ? army : 0;
}

static bool whole_check(reading *r) {
    ff_error inside;
    if (!required(r))
        return false;
    names_fill(r);
    lakes_trim(r);
    if (ff_edition_check(r->edition, &inside))
        return true;
    return ff_fail(r->error, inside.code, line_blamed(r, &inside), 0, "%s", inside.message);
}

bool ff_edition_read(ff_span text, ff_edition *edition, ff_error *error) {
    *edition = (ff_edition){.host_cap = 4000};
    reading r = {.edition = edition, .error = error};
    text = span_unmarked(text); /* a mark before UTF-8 text is no part of the first key */
    for (ff_span line; line_take(&text, &line);) {
        r.line++;
        if (!line_read(&r, line))
            return false;
    }
    return whole_check(&r);
}
