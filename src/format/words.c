/* Words, numbers and quotes in spans, for all readers of text. What must hold: nothing outside
 * a span is read, since spans have no terminator. */
#include "format/words.h"

#include <assert.h>
#include <string.h>

#include "flagfall/position.h"

bool words_equal(ff_span a, ff_span b) {
    if (a.size != b.size)
        return false;
    for (size_t i = 0; i < a.size; i++)
        if (lower(a.data[i]) != lower(b.data[i]))
            return false;
    return true;
}

bool word_is(ff_span span, const char *word) {
    return words_equal(span, ff_span_of(word));
}

ff_span span_part(ff_span span, size_t from, size_t to) {
    assert(from <= to && to <= span.size);
    return (ff_span){span.data + from, to - from};
}

ff_span span_trim(ff_span span) {
    size_t from = 0, to = span.size;
    while (from < to && is_space(span.data[from]))
        from++;
    while (to > from && is_space(span.data[to - 1]))
        to--;
    return span.size ? span_part(span, from, to) : span;
}

ff_span word_take(ff_span *rest) {
    size_t from = 0;
    while (from < rest->size && is_space(rest->data[from]))
        from++;
    size_t to = from;
    while (to < rest->size && !is_space(rest->data[to]))
        to++;
    if (rest->size == 0)
        return *rest;
    ff_span word = span_part(*rest, from, to);
    *rest = span_part(*rest, to, rest->size);
    return word;
}

bool line_take(ff_span *rest, ff_span *line) {
    if (rest->size == 0)
        return false;
    size_t end = 0;
    while (end < rest->size && rest->data[end] != '\n')
        end++;
    size_t next = end < rest->size ? end + 1 : end;
    if (end > 0 && rest->data[end - 1] == '\r')
        end--;
    *line = span_part(*rest, 0, end);
    *rest = span_part(*rest, next, rest->size);
    return true;
}

bool line_take_filled(ff_span *rest, size_t *number, ff_span *line) {
    while (line_take(rest, line)) {
        ++*number;
        *line = span_trim(*line);
        if (line->size > 0)
            return true;
    }
    return false;
}

int word_place(ff_span word, const char *const *words, size_t count) {
    for (size_t i = 0; i < count; i++)
        if (ff_span_equals(word, words[i]))
            return (int)i;
    return -1;
}

bool span_number(ff_span span, unsigned long most, unsigned long *number) {
    unsigned long value = 0;
    for (size_t i = 0; i < span.size; i++) {
        unsigned long digit = (unsigned long)(span.data[i] - '0');
        /* Asked before multiplying, so that no number overflows, however many digits it has. */
        if (!is_digit(span.data[i]) || digit > most || value > (most - digit) / 10)
            return false;
        value = value * 10 + digit;
    }
    *number = value;
    return span.size > 0;
}

int span_shown(ff_span span) {
    return span.size < 40 ? (int)span.size : 40;
}

void span_quote(ff_buffer *out, ff_span text) {
    ff_buffer_byte(out, '"');
    for (size_t i = 0; i < text.size; i++) {
        if (text.data[i] == '"' || text.data[i] == '\\')
            ff_buffer_byte(out, '\\');
        ff_buffer_byte(out, text.data[i]);
    }
    ff_buffer_byte(out, '"');
}

ff_span span_unmarked(ff_span text) {
    bool marked = text.size >= 3 && memcmp(text.data, "\xef\xbb\xbf", 3) == 0;
    return marked ? span_part(text, 3, text.size) : text;
}

const char *battle_word(unsigned battle) {
    static const char *const words[] = {
        [FF_NO_BATTLE] = "",    [FF_ATTACKER_WINS] = "attacker", [FF_DEFENDER_WINS] = "defender",
        [FF_BOTH_DIE] = "both", [FF_FLAG_TAKEN] = "flag",
    };
    assert(battle < sizeof words / sizeof words[0]);
    return words[battle];
}
