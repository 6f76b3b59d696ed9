/* A record's memory: tags, moves and comments in one growing text, named by offsets, so
 * that it may move as it grows. */
#include "format/record_text.h"

#include "base/array.h"
#include "base/utf8.h"
#include "format/words.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

void ff_record_free(ff_record *record) {
    free(record->tags);
    free(record->moves);
    ff_buffer_free(&record->text);
    *record = (ff_record){0};
}

void ff_record_clear(ff_record *record) {
    record->line = 0;
    record->tag_count = 0;
    record->move_count = 0;
    ff_buffer_clear(&record->text);
}

/* Text. */

uint32_t record_text_open(ff_record *record) {
    if (record->text.size == 0)
        ff_buffer_byte(&record->text, 0); /* offset 0 is the empty text */
    return (uint32_t)record->text.size;
}

/* A character as it is kept: its bytes, or one byte in its place. */
static ff_span character_clean(ff_span text, size_t size) {
    unsigned char lead = (unsigned char)text.data[0];
    if (size == 0)
        return ff_span_of("?");
    bool control =
        lead < 0x20 || lead == 0x7f || (lead == 0xc2 && (unsigned char)text.data[1] < 0xa0);
    return control ? ff_span_of(" ") : span_part(text, 0, size);
}

void record_text_add(ff_record *record, ff_span text) {
    while (text.size > 0) {
        size_t size = utf8_sequence(text);
        ff_span clean = character_clean(text, size);
        ff_buffer_add(&record->text, clean.data, clean.size);
        text = span_part(text, size ? size : 1, text.size);
    }
}

static void comment_add_character(ff_record *record, ff_span clean) {
    ff_buffer *text = &record->text;
    char last = text->size ? text->data[text->size - 1] : 0;
    if (clean.data[0] == ' ' && (last == 0 || last == ' '))
        return;
    if (clean.data[0] == '}')
        clean = ff_span_of(")");
    ff_buffer_add(text, clean.data, clean.size);
}

void record_text_add_comment(ff_record *record, ff_span text) {
    while (text.size > 0) {
        size_t size = utf8_sequence(text);
        comment_add_character(record, character_clean(text, size));
        text = span_part(text, size ? size : 1, text.size);
    }
}

bool record_text_close(ff_record *record) {
    ff_buffer_byte(&record->text, 0);
    return !record->text.failed && record->text.size <= UINT32_MAX;
}

bool record_text_close_comment(ff_record *record) {
    ff_buffer *text = &record->text;
    assert(text->failed || text->size > 0); /* an empty text is open before it */
    if (!text->failed && text->data[text->size - 1] == ' ')
        text->size--;
    return record_text_close(record);
}

/* Rows. Like a text that has failed, a record that has failed says so until it is
 * cleared: `text.failed`. */

static void *row_new(void **rows, size_t *count, size_t *capacity, size_t size) {
    void *grown = array_with_room(*rows, *count, capacity, size);
    if (!grown)
        return NULL;
    *rows = grown;
    void *row = (char *)*rows + (*count)++ * size;
    return memset(row, 0, size);
}

ff_record_tag *record_tag_new(ff_record *record) {
    void *rows = record->tags;
    void *row = row_new(&rows, &record->tag_count, &record->tag_capacity, sizeof(ff_record_tag));
    record->tags = rows;
    record->text.failed |= !row;
    return row;
}

ff_record_move *record_move_new(ff_record *record) {
    void *rows = record->moves;
    void *row = row_new(&rows, &record->move_count, &record->move_capacity, sizeof(ff_record_move));
    record->moves = rows;
    record->text.failed |= !row;
    return row;
}

bool ff_record_add_tag(ff_record *record, const char *name, ff_span value) {
    ff_record_tag *tag = record_tag_new(record);
    if (!tag)
        return false;
    tag->name = record_text_open(record);
    record_text_add(record, ff_span_of(name));
    bool good = record_text_close(record);
    tag->value = record_text_open(record);
    record_text_add(record, value);
    good &= record_text_close(record);
    if (!good)
        record->tag_count--;
    return good;
}

static uint8_t square_byte(unsigned square) {
    return square < FF_SQUARES ? (uint8_t)square : FF_OFF_BOARD;
}

bool ff_record_add_move(ff_record *record, unsigned from, unsigned to, bool attack,
                        ff_span comment) {
    ff_record_move *move = record_move_new(record);
    if (!move)
        return false;
    move->from = square_byte(from);
    move->to = square_byte(to);
    move->attack = attack;
    comment = span_trim(comment);
    if (comment.size == 0)
        return true;
    move->comment = record_text_open(record);
    record_text_add_comment(record, comment);
    bool good = record_text_close_comment(record);
    if (!good)
        record->move_count--;
    return good;
}

const char *ff_record_move_text(const ff_record *record, const ff_record_move *move,
                                char room[FF_MOVE_TEXT]) {
    if (move->written)
        return record->text.data + move->written;
    if (move->from == FF_OFF_BOARD || move->to == FF_OFF_BOARD)
        return "?";
    ff_move_write(FF_MOVE(move->from, move->to), move->attack, room);
    return room;
}

const char *ff_record_tag_value(const ff_record *record, const char *name) {
    for (size_t i = 0; i < record->tag_count; i++) {
        const char *text = record->text.data;
        if (word_is(ff_span_of(text + record->tags[i].name), name))
            return text + record->tags[i].value;
    }
    return NULL;
}
