/* GSN, the game notation of Gravon's server, read and written: a line with the version, one
 * with the type, one with the field, one a move, END, and one with players and result. What is
 * not understood is skipped with a note, as long as what is left is a game. */
#include "flagfall/gsn.h"

#include "format/gravon.h"
#include "format/words.h"

#include <string.h>

static const char header[] = "#X38FA11 Stratego-Notation v";

enum { HEADER = sizeof header - 1 };

/* Reading. */

typedef struct reading {
    ff_span rest;
    size_t line;
    ff_record *record;
    ff_buffer *notes; /* may be null */
    ff_error *error;
} reading;

static bool next_line(reading *r, ff_span *line) {
    return line_take_filled(&r->rest, &r->line, line);
}

static void note(reading *r, const char *what, ff_span text) {
    if (r->notes)
        ff_buffer_format(r->notes, "line %zu: %s '%.*s'\n", r->line, what, span_shown(text),
                         text.data);
}

static bool wanted(reading *r, const char *what) {
    return ff_fail(r->error, FF_ERROR_SYNTAX, r->line, 1, "expected %s", what);
}

static bool header_read(reading *r) {
    ff_span line;
    bool good = next_line(r, &line) && line.size > HEADER && memcmp(line.data, header, HEADER) == 0;
    if (!good)
        return wanted(r, "a first line '#X38FA11 Stratego-Notation v2'");
    ff_span version = span_part(line, HEADER, line.size);
    if (!ff_span_equals(version, "1") && !ff_span_equals(version, "2"))
        note(r, "unknown version", version);
    return true;
}

static bool type_read(reading *r, const char **edition) {
    ff_span line;
    unsigned long type;
    bool good = next_line(r, &line) && ff_span_equals(word_take(&line), "type") &&
                span_number(span_trim(line), GRAVON_TYPES - 1, &type);
    if (!good)
        return wanted(r, "a line 'type N' with N from 0 to 4");
    *edition = gravon_edition(gravon_type((unsigned)type));
    if (!*edition)
        return ff_fail(r->error, FF_ERROR_UNSUPPORTED, r->line, 1,
                       "the rules of %s are not among ours", gravon_type((unsigned)type));
    return ff_record_add_tag(r->record, "Edition", ff_span_of(*edition)) ||
           ff_fail(r->error, FF_ERROR_NO_MEMORY, r->line, 1, "out of memory");
}

/* "E4-E5": two squares and whatever stands between them. */
static bool move_read(reading *r, ff_span line) {
    unsigned square;
    size_t first = ff_square_parse(line, &square);
    return first > 0 && first < line.size && line.data[first] != ':' &&
           gravon_move_read(span_part(line, 0, first), span_part(line, first + 1, line.size),
                            r->record);
}

/* The field and the moves, up to END. A game that ended before both had set up
 * has neither. */
static bool body_read(reading *r, const char *edition) {
    ff_span line;
    ff_error inside;
    for (bool field = false; next_line(r, &line); field = true) {
        if (ff_span_equals(line, "END"))
            return true;
        if (field && !move_read(r, line))
            note(r, "no move", line);
        if (!field && !gravon_field_read(line, edition, r->record, &inside))
            return ff_fail(r->error, inside.code, r->line, inside.column, "field: %s",
                           inside.message);
    }
    return wanted(r, "a line 'END' after the moves");
}

/* Where `word` begins in a line, the first or the last time; the line's size where
 * it is not there. */
static size_t find(ff_span line, const char *word, bool last) {
    size_t size = strlen(word), at = line.size;
    for (size_t i = 0; i + size <= line.size; i++) {
        if (memcmp(line.data + i, word, size) != 0)
            continue;
        at = i;
        if (!last)
            break;
    }
    return at;
}

static bool name_add(reading *r, const char *tag, ff_span name) {
    name = span_trim(name);
    if (name.size == 0 || ff_span_equals(name, "?"))
        return true;
    return ff_record_add_tag(r->record, tag, name) ||
           ff_fail(r->error, FF_ERROR_NO_MEMORY, r->line, 1, "out of memory");
}

static void result_read(reading *r, ff_span numbers) {
    ff_span all = numbers, type_word = word_take(&numbers), word = word_take(&numbers);
    unsigned long type, winner;
    ff_error inside;
    bool good = span_number(type_word, 1000, &type) && ff_span_equals(word, "winner") &&
                span_number(span_trim(numbers), 1000, &winner);
    if (!good || !gravon_result_read((int)winner, (int)type, r->record, &inside))
        note(r, good ? inside.message : "no result", all);
}

/* "Ann vs Bob result 1 winner 1". Names are free text, so the last "result" counts and the first
 * "vs" before it. */
static bool players_read(reading *r, ff_span line) {
    static const char versus[] = " vs ", result[] = " result ";
    size_t end = find(line, result, true);
    ff_span players = span_part(line, 0, end);
    size_t middle = find(players, versus, false);
    if (end == line.size || middle == players.size) {
        note(r, "no players and result", line);
        return true;
    }
    size_t blue = middle + sizeof versus - 1;
    if (!name_add(r, "Red", span_part(players, 0, middle)) ||
        !name_add(r, "Blue", span_part(players, blue, players.size)))
        return false;
    result_read(r, span_part(line, end + sizeof result - 1, line.size));
    return true;
}

static bool game_read(reading *r) {
    const char *edition = NULL; /* named by the second line */
    ff_span line;
    if (!header_read(r) || !type_read(r, &edition) || !body_read(r, edition))
        return false;
    if (!next_line(r, &line))
        return true;
    if (!players_read(r, line))
        return false;
    if (next_line(r, &line))
        note(r, "not read, a file holds one game:", line);
    return true;
}

bool ff_gsn_read(ff_span text, ff_record *record, ff_buffer *notes, ff_error *error) {
    reading r = {span_unmarked(text), 0, record, notes, error};
    ff_record_clear(record);
    record->line = 1;
    return game_read(&r) &&
           (!record->text.failed || ff_fail(error, FF_ERROR_NO_MEMORY, 0, 0, "out of memory"));
}

/* Writing. */

/* A player's name; one that would be read as two names loses its spaces. */
static void name_write(const ff_record *record, const char *tag, ff_buffer *out, ff_buffer *notes) {
    const char *name = ff_record_tag_value(record, tag);
    ff_span span = span_trim(ff_span_of(name ? name : ""));
    bool confusing = find(span, "vs", false) < span.size || find(span, "result", false) < span.size;
    if (confusing && notes)
        ff_buffer_format(notes, "the spaces of %s's name are lost\n", tag);
    for (size_t i = 0; i < span.size; i++)
        ff_buffer_byte(out, confusing && span.data[i] == ' ' ? '_' : span.data[i]);
    if (span.size == 0)
        ff_buffer_byte(out, '?');
}

static bool moves_write(const ff_record *record, ff_buffer *out, ff_error *error) {
    for (size_t i = 0; i < record->move_count; i++) {
        char source[FF_SQUARE_TEXT], target[FF_SQUARE_TEXT];
        if (!gravon_move_write(record, i, source, target, error))
            return false;
        ff_buffer_format(out, "%s-%s\n", source, target);
    }
    return true;
}

static void players_write(const ff_record *record, int winner, int type, ff_buffer *out,
                          ff_buffer *notes) {
    if (winner == GRAVON_NO_RESULT) {
        if (notes)
            ff_buffer_text(notes, "the game has no result, so its line of players is left out\n");
        return;
    }
    name_write(record, "Red", out, notes);
    ff_buffer_text(out, " vs ");
    name_write(record, "Blue", out, notes);
    ff_buffer_format(out, " result %d winner %d\n", type, winner);
}

bool ff_gsn_write(const ff_record *record, ff_buffer *out, ff_buffer *notes, ff_error *error) {
    const char *type;
    char field[FF_SQUARES + 1];
    int winner, result;
    if (!gravon_type_of_record(record, &type, error) || !gravon_field_write(record, field, error) ||
        !gravon_result_write(record, &winner, &result, error))
        return false;
    unsigned index = 0; /* of a type of the table */
    while (strcmp(gravon_type(index), type) != 0)
        index++;
    ff_buffer_format(out, "%s2\ntype %u\n%s\n", header, index, field);
    if (!moves_write(record, out, error))
        return false;
    ff_buffer_text(out, "END\n");
    players_write(record, winner, result, out, notes);
    if (notes)
        gravon_losses(record, notes);
    return true;
}
