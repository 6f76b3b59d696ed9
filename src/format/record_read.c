/* Reads records. A game is its tags and its moves. The tags stand together: a move or an empty
 * line ends them, and the next tag begins the next game; so does a second [Edition]. What must
 * hold: after an error the reader goes on where the next game begins, so that one bad game does
 * not hide the others; and no byte is looked at more than a fixed number of times, so that no
 * text is slow to read. */
#include "format/record_text.h"

#include "base/utf8.h"
#include "format/words.h"

#include <string.h>

/* Where the reader is. `fresh`: nothing but spaces on this line so far; `parted`:
 * an empty line was passed since this was last set to false. */
typedef struct scan {
    ff_span text;
    size_t at;
    size_t line;
    size_t line_start;
    bool fresh;
    bool parted;
} scan;

static char scan_peek(const scan *s) {
    return s->at < s->text.size ? s->text.data[s->at] : 0;
}

static bool scan_ended(const scan *s) {
    return s->at >= s->text.size;
}

static void scan_new_line(scan *s) {
    s->at++;
    s->line++;
    s->line_start = s->at;
    s->parted |= s->fresh;
    s->fresh = true;
}

static void scan_skip_line(scan *s) {
    while (!scan_ended(s) && scan_peek(s) != '\n')
        s->at++;
    s->fresh = false;
    if (!scan_ended(s))
        scan_new_line(s);
}

/* Spaces, ends of lines and `;` comments. */
static void scan_skip_space(scan *s) {
    while (!scan_ended(s)) {
        if (scan_peek(s) == '\n')
            scan_new_line(s);
        else if (scan_peek(s) == ';')
            scan_skip_line(s);
        else if (is_blank(scan_peek(s)))
            s->at++;
        else
            return;
    }
}

static size_t scan_column(const scan *s) {
    return 1 + utf8_length(span_part(s->text, s->line_start, s->at));
}

static bool scan_fail(const scan *s, ff_error *error, const char *wanted) {
    size_t end = s->at;
    while (end < s->text.size && end < s->at + 24 && !is_space(s->text.data[end]))
        end++;
    if (end == s->at)
        return ff_fail(error, FF_ERROR_SYNTAX, s->line, scan_column(s),
                       "expected %s, not the end of the %s", wanted,
                       scan_ended(s) ? "text" : "word");
    return ff_fail(error, FF_ERROR_SYNTAX, s->line, scan_column(s), "expected %s, not '%.*s'",
                   wanted, (int)(end - s->at), s->text.data + s->at);
}

static bool out_of_memory(ff_error *error) {
    return ff_fail(error, FF_ERROR_NO_MEMORY, 0, 0, "out of memory");
}

/* Lines are kept in 32 bits; a text with more of them is still read. */
static uint32_t short_line(size_t line) {
    return line < UINT32_MAX ? (uint32_t)line : UINT32_MAX;
}

/* Tags. */

static bool is_name(char c) {
    return is_letter(c) || is_digit(c) || c == '_' || c == '-';
}

/* Is there `[Edition` at `at`? Nothing but the beginning of a game looks so. */
static bool edition_begins(ff_span text, size_t at) {
    static const char word[] = "[Edition";
    size_t size = sizeof word - 1;
    return text.size - at > size && words_equal(span_part(text, at, at + size), ff_span_of(word)) &&
           !is_name(text.data[at + size]);
}

static void blank_skip(scan *s) {
    while (is_blank(scan_peek(s)))
        s->at++;
}

/* The text between the quotes, \" and \\ taken for what they stand for. */
static bool value_take(scan *s, ff_record *record, ff_error *error) {
    size_t from = ++s->at;
    for (; !scan_ended(s) && scan_peek(s) != '\n'; s->at++) {
        char c = scan_peek(s);
        char next = s->at + 1 < s->text.size ? s->text.data[s->at + 1] : 0;
        bool escape = c == '\\' && (next == '"' || next == '\\');
        if (c != '"' && !escape)
            continue;
        record_text_add(record, span_part(s->text, from, s->at));
        from = ++s->at;
        if (c == '"')
            return true;
    }
    return ff_fail(error, FF_ERROR_SYNTAX, s->line, scan_column(s),
                   "expected a \" at the end of the tag's value");
}

static bool tag_text(scan *s, ff_record *record, ff_record_tag *tag, ff_error *error) {
    size_t from = s->at;
    while (is_name(scan_peek(s)))
        s->at++;
    ff_span name = span_part(s->text, from, s->at);
    if (name.size == 0)
        return scan_fail(s, error, "a tag's name, as in [Edition \"tournament\"]");
    tag->name = record_text_open(record);
    record_text_add(record, name);
    if (!record_text_close(record))
        return out_of_memory(error);
    blank_skip(s);
    if (scan_peek(s) != '"')
        return scan_fail(s, error, "a value in quotes, as in [Edition \"tournament\"]");
    tag->value = record_text_open(record);
    if (!value_take(s, record, error))
        return false;
    if (!record_text_close(record))
        return out_of_memory(error);
    blank_skip(s);
    if (scan_peek(s) != ']')
        return scan_fail(s, error, "']' at the end of the tag");
    s->at++;
    return true;
}

static bool tag_read(scan *s, ff_record *record, ff_error *error) {
    ff_record_tag *tag = record_tag_new(record);
    if (!tag)
        return out_of_memory(error);
    tag->line = short_line(s->line);
    s->at++;
    s->fresh = false;
    return tag_text(s, record, tag, error);
}

/* All tags of the game; `ended` where the next game begins right after them. */
static bool tags_read(scan *s, ff_record *record, bool *ended, ff_error *error) {
    bool edition = false;
    s->parted = false;
    while (scan_peek(s) == '[') {
        bool second = edition && edition_begins(s->text, s->at);
        if (second && !s->fresh)
            return scan_fail(s, error, "one Edition; the next game begins on a line of its own");
        *ended = s->parted || second;
        if (*ended)
            return true;
        edition |= edition_begins(s->text, s->at);
        if (!tag_read(s, record, error))
            return false;
        scan_skip_space(s);
    }
    *ended = scan_ended(s);
    return true;
}

/* Moves. */

/* `comment`: the text of the last move's comment is still open. `closed`: the `*` of an
 * unfinished game has been read. */
typedef struct moves_state {
    bool comment;
    bool closed;
} moves_state;

static bool comment_close(moves_state *state, ff_record *record, ff_error *error) {
    if (!state->comment)
        return true;
    state->comment = false;
    return record_text_close_comment(record) || out_of_memory(error);
}

static void comment_add(moves_state *state, ff_record *record, ff_span text) {
    text = span_trim(text);
    if (text.size == 0 || record->move_count == 0)
        return;
    if (state->comment)
        record_text_add_comment(record, ff_span_of(" "));
    else
        record->moves[record->move_count - 1].comment = record_text_open(record);
    state->comment = true;
    record_text_add_comment(record, text);
}

/* From `{` to `}`. A line that begins a game ends the search, so that one missing
 * brace does not swallow the games after it. */
static bool braces_skip(scan *s, ff_span *inside, ff_error *error) {
    scan begin = *s;
    s->fresh = false;
    for (s->at++; !scan_ended(s) && scan_peek(s) != '}';) {
        if (scan_peek(s) == '\n')
            scan_new_line(s);
        else if (s->fresh && edition_begins(s->text, s->at))
            break;
        else
            s->fresh &= is_blank(s->text.data[s->at++]);
    }
    if (scan_peek(s) != '}') {
        if (!scan_ended(s))
            s->at = s->line_start;
        return ff_fail(error, FF_ERROR_SYNTAX, begin.line, scan_column(&begin),
                       "this comment does not end; expected '}'");
    }
    *inside = span_part(s->text, begin.at + 1, s->at);
    s->at++;
    s->fresh = false;
    return true;
}

/* "12.", "12..." or "...": what the number is does not matter. */
static bool number_skip(scan *s, ff_error *error) {
    while (is_digit(scan_peek(s)))
        s->at++;
    if (scan_peek(s) != '.')
        return scan_fail(s, error, "'.' after the number of a move");
    while (scan_peek(s) == '.')
        s->at++;
    return true;
}

static ff_span move_token(const scan *s) {
    size_t end = s->at;
    while (end < s->text.size && !is_space(s->text.data[end]) && !strchr("{;[", s->text.data[end]))
        end++;
    return span_part(s->text, s->at, end);
}

/* Keeps the letters of a move that no square number can hold. */
static bool written_keep(ff_record *record, ff_record_move *move, ff_span token) {
    move->written = record_text_open(record);
    for (size_t i = 0; i < token.size; i++)
        ff_buffer_byte(&record->text, lower(token.data[i]));
    return record_text_close(record);
}

static bool move_read(scan *s, ff_record *record, ff_error *error) {
    ff_span token = move_token(s);
    unsigned from, to;
    ff_error inside;
    if (!ff_move_parse(token, &from, &to, &inside))
        return ff_fail(error, inside.code, s->line, scan_column(s) + inside.column - 1, "%s",
                       inside.message);
    ff_record_move *move = record_move_new(record);
    if (!move)
        return out_of_memory(error);
    move->from = (uint8_t)from;
    move->to = (uint8_t)to;
    move->attack = memchr(token.data, 'x', token.size) || memchr(token.data, 'X', token.size);
    move->line = short_line(s->line);
    s->at += token.size;
    bool off = from == FF_OFF_BOARD || to == FF_OFF_BOARD;
    return !off || written_keep(record, move, token) || out_of_memory(error);
}

/* The `*` by which other programs close the moves of a game that has no result. */
static bool star_read(scan *s, moves_state *state, const ff_record *record, ff_error *error) {
    const char *result = ff_record_tag_value(record, "Result");
    if (result && !word_is(ff_span_of(result), "*"))
        return ff_fail(error, FF_ERROR_CONFLICT, s->line, scan_column(s),
                       "'*' says that the game has no result, and its Result is '%.24s'", result);
    state->closed = true;
    s->at++;
    return true;
}

static bool word_read(scan *s, moves_state *state, ff_record *record, ff_error *error) {
    char c = scan_peek(s);
    if (c == '{') {
        ff_span inside = {"", 0};
        if (!braces_skip(s, &inside, error))
            return false;
        comment_add(state, record, inside);
        return true;
    }
    s->fresh = false;
    if (c == '[')
        return scan_fail(s, error,
                         "a move; the tags of the next game begin on a line of their own");
    if (state->closed)
        return scan_fail(s, error, "the tags of the next game after the closing '*'");
    if (move_token(s).size == 1 && c == '*')
        return star_read(s, state, record, error);
    if (is_digit(c) || c == '.')
        return number_skip(s, error);
    return comment_close(state, record, error) && move_read(s, record, error);
}

static bool moves_read(scan *s, ff_record *record, ff_error *error) {
    moves_state state = {false, false};
    for (scan_skip_space(s); !scan_ended(s); scan_skip_space(s)) {
        if (scan_peek(s) == '[' && s->fresh)
            break;
        if (!word_read(s, &state, record, error))
            return false;
    }
    return comment_close(&state, record, error);
}

/* Games. */

/* Goes to the line where the next game begins: the first with a tag after one
 * without, or with `[Edition`. `apart`: the lines of the bad game's tags are
 * passed already. */
static void game_skip(scan *s, bool apart) {
    if (s->at != s->line_start)
        scan_skip_line(s);
    while (!scan_ended(s)) {
        s->at = s->line_start;
        blank_skip(s);
        bool tag = scan_peek(s) == '[' && !scan_ended(s);
        if (tag && (apart || edition_begins(s->text, s->at)))
            return;
        apart |= !tag;
        scan_skip_line(s);
    }
}

static bool game_read(scan *s, ff_record *record, bool *apart, ff_error *error) {
    *apart = true;
    if (scan_peek(s) != '[')
        return scan_fail(s, error, "a game's first tag, as in [Edition \"tournament\"]");
    bool ended;
    *apart = false;
    if (!tags_read(s, record, &ended, error))
        return false;
    *apart = true;
    return ended || moves_read(s, record, error);
}

void ff_record_reader_init(ff_record_reader *reader, ff_span text) {
    *reader = (ff_record_reader){text, text.size - span_unmarked(text).size, 1};
}

ff_read ff_record_read(ff_record_reader *reader, ff_record *record, ff_error *error) {
    scan s = {reader->text, reader->offset, reader->line, reader->offset, true, false};
    ff_record_clear(record);
    record->line = s.line;
    bool apart = true, good = true;
    ff_span inside; /* of comments, which may come before a game's first tag */
    scan_skip_space(&s);
    while (good && scan_peek(&s) == '{') {
        good = braces_skip(&s, &inside, error);
        if (good)
            scan_skip_space(&s);
    }
    if (good && scan_ended(&s)) {
        reader->offset = s.at;
        return FF_READ_END;
    }
    if (good) {
        record->line = s.line;
        good = game_read(&s, record, &apart, error);
    }
    if (!good) {
        size_t line = record->line;
        ff_record_clear(record);
        record->line = line;
        game_skip(&s, apart);
    }
    /* A game ends where the next line begins with a tag: the reader stands at the beginning of
     * that line. */
    reader->offset = scan_ended(&s) ? s.at : s.line_start;
    reader->line = s.line;
    return good ? FF_READ_GAME : FF_READ_ERROR;
}
