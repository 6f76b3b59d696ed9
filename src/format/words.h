/* Small helpers that the readers and writers of texts share. ASCII alone: the
 * locale has no say in a file format. */
#ifndef FLAGFALL_FORMAT_WORDS_H
#define FLAGFALL_FORMAT_WORDS_H

#include "flagfall/base.h"

static inline bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

static inline char lower(char c) {
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

static inline char upper(char c) {
    return c >= 'a' && c <= 'z' ? (char)(c - 'a' + 'A') : c;
}

static inline bool is_letter(char c) {
    return lower(c) >= 'a' && lower(c) <= 'z';
}

/* A space, but no end of line. */
static inline bool is_blank(char c) {
    return c == ' ' || c == '\t' || c == '\r' || c == '\v' || c == '\f';
}

static inline bool is_space(char c) {
    return is_blank(c) || c == '\n';
}

/* Equal but for the case of letters. */
bool words_equal(ff_span a, ff_span b);
bool word_is(ff_span span, const char *word);

/* Without spaces at either end. */
ff_span span_trim(ff_span span);

/* Without the byte order mark that some editors begin a text with. */
ff_span span_unmarked(ff_span text);

/* The part from `from` up to, but not including, `to`. */
ff_span span_part(ff_span span, size_t from, size_t to);

/* Takes the next word (up to a space) off the front of `rest`; empty at the end. */
ff_span word_take(ff_span *rest);

/* Takes the next line off the front of `rest`, without its end (LF or CR LF);
 * false where nothing is left. */
bool line_take(ff_span *rest, ff_span *line);

/* The same for the next line that is not empty, without spaces at its ends; counts in
 * `number` all lines taken. */
bool line_take_filled(ff_span *rest, size_t *number, ff_span *line);

/* The place of a word in a list of `count`, -1 where it is not there. */
int word_place(ff_span word, const char *const *words, size_t count);

/* A decimal number of the whole span, 0 .. most. */
bool span_number(ff_span span, unsigned long most, unsigned long *number);

/* How much of a span an error message quotes: use with "%.*s". */
int span_shown(ff_span span);

/* Appends text in double quotes, with \" and \\ inside. */
void span_quote(ff_buffer *out, ff_span text);

/* Who stands after a battle (`ff_battle` of flagfall/position.h), as JSON and analyses call it;
 * "" where there was none. */
const char *battle_word(unsigned battle);

#endif
