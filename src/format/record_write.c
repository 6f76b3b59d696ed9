/* Records as text of at most 80 columns that reads back as the same record. */
#include "flagfall/record.h"

#include "base/utf8.h"
#include "format/words.h"

#include <stdio.h>
#include <string.h>

enum { WIDTH = 80 };

/* Words on lines of at most WIDTH columns. */
typedef struct lines {
    ff_buffer *out;
    size_t column; /* characters on this line */
} lines;

/* A comment may hold the words by which a game begins. At the beginning of a line the reader
 * would take them for that, so such a word stays on its line, however long that becomes. */
static bool looks_like_a_game(ff_span word) {
    static const char tag[] = "[edition";
    return word.size >= sizeof tag - 1 && word_is(span_part(word, 0, sizeof tag - 1), tag);
}

static void word_write(lines *l, ff_span word) {
    size_t length = utf8_length(word);
    bool fits = l->column + 1 + length <= WIDTH;
    if (l->column > 0) {
        bool stay = fits || looks_like_a_game(word);
        ff_buffer_byte(l->out, stay ? ' ' : '\n');
        l->column = stay ? l->column + 1 : 0;
    }
    ff_buffer_add(l->out, word.data, word.size);
    l->column += length;
}

/* Word by word, so that lines can be broken; the braces belong to the first and the last word. */
static void comment_write(lines *l, const char *comment) {
    ff_span rest = ff_span_of(comment), word = word_take(&rest);
    ff_buffer braced = {0};
    for (bool first = true; word.size > 0; first = false) {
        ff_span next = word_take(&rest);
        ff_buffer_clear(&braced);
        ff_buffer_text(&braced, first ? "{" : "");
        ff_buffer_add(&braced, word.data, word.size);
        ff_buffer_text(&braced, next.size ? "" : "}");
        if (braced.failed)
            l->out->failed = true;
        else
            word_write(l, (ff_span){braced.data, braced.size});
        word = next;
    }
    ff_buffer_free(&braced);
}

static void moves_write(const ff_record *record, ff_buffer *out) {
    lines l = {out, 0};
    const char *turn = ff_record_tag_value(record, "Turn");
    size_t skipped = turn && word_is(ff_span_of(turn), "blue"); /* "1..." where Blue begins */
    for (size_t i = 0; i < record->move_count; i++) {
        const ff_record_move *move = &record->moves[i];
        size_t ply = i + skipped;
        char number[32], room[FF_MOVE_TEXT];
        if (ply % 2 == 0 || i == 0) {
            snprintf(number, sizeof number, "%zu.%s", ply / 2 + 1, ply % 2 ? ".." : "");
            word_write(&l, ff_span_of(number));
        }
        word_write(&l, ff_span_of(ff_record_move_text(record, move, room)));
        if (move->comment)
            comment_write(&l, record->text.data + move->comment);
    }
    if (l.column > 0)
        ff_buffer_byte(out, '\n');
}

void ff_record_write(const ff_record *record, ff_buffer *out) {
    for (size_t i = 0; i < record->tag_count; i++) {
        const char *text = record->text.data;
        ff_buffer_format(out, "[%s ", text + record->tags[i].name);
        span_quote(out, ff_span_of(text + record->tags[i].value));
        ff_buffer_text(out, "]\n");
    }
    ff_buffer_byte(out, '\n');
    moves_write(record, out);
    if (record->move_count > 0)
        ff_buffer_byte(out, '\n');
}
