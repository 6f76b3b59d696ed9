/* Lines of key=value, and the same as JSON. One table of what is printed serves both: nothing
 * can be in the one and not in the other. */
#include "cli/line.h"

#include "flagfall/json.h"
#include "format/output_format.h"

#include <stdio.h>
#include <string.h>

enum { DIGITS_MAX = 15 }; /* what every reader of JSON holds exactly */

static size_t digits_of(ff_span text, size_t at) {
    size_t begin = at;
    while (at < text.size && text.data[at] >= '0' && text.data[at] <= '9')
        at++;
    return at - begin;
}

/* By the grammar of JSON, RFC 8259, without exponents: nothing here prints them. */
static bool is_number(ff_span text) {
    size_t at = text.size > 0 && text.data[0] == '-';
    size_t whole = digits_of(text, at), part = 0;
    bool zeros = whole > 1 && text.data[at] == '0';
    at += whole;
    if (at < text.size && text.data[at] == '.') {
        part = digits_of(text, at + 1);
        at += part > 0 ? part + 1 : 0;
    }
    return whole > 0 && !zeros && whole + part <= DIGITS_MAX && at == text.size;
}

static void member_add(ff_buffer *out, ff_span key, ff_span value) {
    ff_buffer_byte(out, ',');
    ff_json_string(out, key);
    ff_buffer_byte(out, ':');
    if (is_number(value))
        ff_buffer_add(out, value.data, value.size);
    else if (ff_span_equals(value, "inf") || ff_span_equals(value, "-inf") ||
             ff_span_equals(value, "nan") || ff_span_equals(value, "-nan"))
        ff_buffer_text(out, "null"); /* JSON has no word for these */
    else
        ff_json_string(out, value);
}

void line_open(ff_buffer *out) {
    ff_buffer_format(out, "{\"format_version\":%d", OUTPUT_FORMAT);
}

void line_member(ff_buffer *out, const char *key, ff_span value) {
    member_add(out, ff_span_of(key), value);
}

/* The size of a value that begins here: to a space, or to the quote that closes it. */
static size_t value_size(const char *text) {
    size_t size = 1;
    if (*text != '"')
        return strcspn(text, " ");
    while (text[size] && !(text[size] == '"' && (text[size + 1] == ' ' || !text[size + 1])))
        size++;
    return text[size] ? size + 1 : size;
}

void line_members(ff_buffer *out, const char *pairs) {
    const char *at = pairs + strspn(pairs, " ");
    while (*at) {
        size_t key = strcspn(at, "= ");
        if (at[key] != '=') {
            at += key + strspn(at + key, " ");
            continue;
        }
        const char *value = at + key + 1;
        size_t size = value_size(value);
        bool quoted = size > 1 && *value == '"';
        member_add(out, (ff_span){at, key},
                   quoted ? (ff_span){value + 1, size - 2} : (ff_span){value, size});
        at = value + size + strspn(value + size, " ");
    }
}

/* The size of the words before the first key=value. */
static size_t words_size(const char *line) {
    size_t at = 0, end = 0;
    while (line[at]) {
        size_t word = strcspn(line + at, " ");
        if (memchr(line + at, '=', word))
            break;
        end = at + word;
        at = end + strspn(line + end, " ");
    }
    return end;
}

void line_write(ff_buffer *out, bool json, const char *first, const char *line) {
    if (!json) {
        ff_buffer_text(out, line);
        ff_buffer_byte(out, '\n');
        return;
    }
    line += strspn(line, " ");
    size_t words = words_size(line);
    line_open(out);
    if (first && words > 0)
        line_member(out, first, (ff_span){line, words});
    line_members(out, line + words);
    ff_buffer_text(out, "}\n");
}

void line_print(bool json, const char *first, const char *format, ...) {
    char line[4096];
    ff_buffer out = {0};
    va_list list;
    va_start(list, format);
    vsnprintf(line, sizeof line, format, list);
    va_end(list);
    line_write(&out, json, first, line);
    if (out.failed)
        fputs(line, stdout);
    else
        fwrite(out.data, 1, out.size, stdout);
    fflush(stdout);
    ff_buffer_free(&out);
}
