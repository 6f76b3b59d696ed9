/* Check sums in files of records, found and compared. What must hold: a byte is summed at most
 * once, whatever the lines claim, so a game reaches no further than to the next line of this kind.
 */
#include "cli/record_sum.h"

#include "format/words.h"

#include <string.h>
#include <zlib.h>

#define MARK "; crc32 "

enum { MARK_SIZE = sizeof MARK - 1, SUM_DIGITS = 8 };

/* Of what one line says. */
typedef struct record_sum {
    uint32_t crc;
    uint64_t size;
} record_sum;

static uint32_t crc_of(ff_span bytes) {
    return (uint32_t)crc32_z(0, (const unsigned char *)bytes.data, bytes.size);
}

void record_sum_write(ff_span record, ff_buffer *out) {
    while (record.size > 0 && is_space(record.data[record.size - 1]))
        record.size--;
    ff_buffer_format(out, MARK "%08x of %zu bytes\n", crc_of(record), record.size);
}

static bool begins(ff_span text, const char *with) {
    return text.size >= strlen(with) && memcmp(text.data, with, strlen(with)) == 0;
}

/* Digits of a number to that base, as many as there are; false where there are none, or too many.
 */
static bool take_number(ff_span *line, unsigned base, size_t most, uint64_t *number) {
    static const char digits[] = "0123456789abcdef";
    size_t count = 0;
    *number = 0;
    for (; count < line->size && count <= most; count++) {
        const char *digit = memchr(digits, line->data[count], base);
        if (!digit)
            break;
        *number = *number * base + (uint64_t)(digit - digits);
    }
    *line = span_part(*line, count, line->size);
    return count > 0 && count <= most;
}

static bool read_sum(ff_span line, record_sum *sum) {
    uint64_t crc;
    line = span_part(line, MARK_SIZE, line.size);
    if (!take_number(&line, 16, SUM_DIGITS, &crc) || !begins(line, " of "))
        return false;
    line = span_part(line, strlen(" of "), line.size);
    sum->crc = (uint32_t)crc;
    return take_number(&line, 10, 15, &sum->size) && begins(line, " bytes");
}

/* Steps over lines up to the next of this kind, or to the end. */
static void skip_lines(record_sums *s) {
    ff_span rest = span_part(s->text, s->offset, s->text.size), line;
    while (rest.size > 0 && !begins(rest, MARK)) {
        line_take(&rest, &line);
        s->line++;
    }
    s->offset = s->text.size - rest.size;
}

/* Is the game what the sum says? Where it is not, appends in what. `at` is its first byte's offset.
 */
static bool is_as_written(ff_span game, size_t at, const record_sum *sum, ff_buffer *what) {
    if (game.size < sum->size) {
        ff_buffer_format(
            what,
            "cut off: of the game that begins at byte %zu %zu bytes are there, of %llu "
            "that were written",
            at, game.size, (unsigned long long)sum->size);
        return false;
    }
    uint32_t crc = crc_of(span_part(game, 0, (size_t)sum->size));
    if (crc == sum->crc)
        return true;
    ff_buffer_format(
        what,
        "not as it was written: the %llu bytes of the game that begins at byte %zu have "
        "the CRC-32 %08x, and had %08x",
        (unsigned long long)sum->size, at, crc, sum->crc);
    return false;
}

bool record_sums_next_fault(record_sums *s, ff_buffer *what) {
    for (skip_lines(s); s->offset < s->text.size;) {
        ff_span rest = span_part(s->text, s->offset, s->text.size), line;
        record_sum sum;
        line_take(&rest, &line);
        size_t at = s->text.size - rest.size, number = ++s->line;
        s->offset = at;
        skip_lines(s);
        ff_span game = span_part(s->text, at, s->offset);
        if (!read_sum(line, &sum)) {
            ff_buffer_format(what, "the line before byte %zu should be '" MARK "SUM of SIZE bytes'",
                             at);
            s->fault = number;
            return true;
        }
        if (is_as_written(game, at, &sum, what))
            continue;
        s->fault = number + 1;
        return true;
    }
    return false;
}
