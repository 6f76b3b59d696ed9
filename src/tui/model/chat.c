/* Talking: all that has been said, and a line that is being typed. What was said is one text of
 * the host's, a line each, that only grows; `said` is how much of it the person has been told. */
#include "tui/model/model_parts.h"

#include "base/utf8.h"

#include <string.h>

static void begin_line(ui_model *m) {
    m->typed_size = 0;
    m->typed[0] = '\0';
}

void chat_open(ui_model *m) {
    m->overlay = OVERLAY_CHAT;
    begin_line(m);
}

static void type(ui_model *m, uint32_t character) {
    char bytes[4];
    size_t size = utf8_write(character, bytes);
    if (m->typed_size + size >= sizeof m->typed)
        return;
    memcpy(m->typed + m->typed_size, bytes, size);
    m->typed_size += size;
    m->typed[m->typed_size] = '\0';
}

void chat_key(ui_model *m, uint32_t key) {
    if (key == KEY_LET_GO) {
        m->overlay = OVERLAY_NONE;
    } else if (key == KEY_RETURN) {
        if (m->typed_size)
            m->host->act(m->host, ACT_SAY, m->typed);
        begin_line(m);
    } else if (key == KEY_ERASE || key == 0x7f || key == '\b') { /* terminals differ in this key */
        /* A whole character: in UTF-8 the bytes behind its first have the form 10xxxxxx. */
        while (m->typed_size > 0 && ((unsigned char)m->typed[--m->typed_size] & 0xc0) == 0x80)
            ;
        m->typed[m->typed_size] = '\0';
    } else if (key >= ' ' && key < KEY_ARROW_UP) { /* a character, and no key of the model's own */
        type(m, key);
    }
}

/* Where the line begins that ends at `end`. */
static size_t line_before(const ff_buffer *chat, size_t end) {
    size_t at = end;
    while (at > 0 && chat->data[at - 1] != '\n')
        at--;
    return at;
}

/* The latest line is the news. A chat that is shorter than before is another game's. */
void chat_hear(ui_model *m) {
    const ff_buffer *chat = m->table.chat;
    if (!chat || chat->size <= m->said) {
        m->said = chat ? chat->size : 0;
        return;
    }
    size_t end = chat->size - 1, begin = line_before(chat, end);
    ff_buffer line = {0};
    m->said = chat->size;
    ff_buffer_add(&line, chat->data + begin, end - begin);
    if (line.data && m->overlay != OVERLAY_CHAT)
        TEXT_ADD(ui_say(m), m->language, T_CHAT_NEWS, line.data);
    ff_buffer_free(&line);
}

/* --- drawing */

static ff_buffer line_at(const ff_buffer *chat, size_t begin) {
    ff_buffer line = {0};
    ff_buffer_add(&line, chat->data + begin, strcspn(chat->data + begin, "\n"));
    return line;
}

/* Where what fits into so many rows begins: whole lines, and the latest in any case. */
static size_t first_that_fits(const ff_buffer *chat, int width, int room) {
    size_t begin = chat->size;
    while (begin > 0) {
        size_t before = line_before(chat, begin - 1);
        ff_buffer line = line_at(chat, before);
        room -= line.data ? picture_paragraph_rows(width, line.data) : 0;
        ff_buffer_free(&line);
        if (room < 0 && begin < chat->size)
            break;
        begin = before;
    }
    return begin;
}

static void draw_said(const ui_model *m, picture *p, int first, int last) {
    const ff_buffer *chat = m->table.chat;
    int width = p->columns - 2, row = first;
    size_t begin = chat ? first_that_fits(chat, width, last - first) : 0;
    while (chat && begin < chat->size && row < last) {
        ff_buffer line = line_at(chat, begin);
        if (line.data)
            row = picture_paragraph(p, row, last, 1, width, STYLE_TEXT, line.data);
        begin += line.size + 1;
        ff_buffer_free(&line);
    }
}

/* The end of what is being typed, where it is longer than the line. */
static void draw_typed(const ui_model *m, picture *p, int row) {
    const char *text = m->typed;
    ff_span all = {text, m->typed_size};
    int room = p->columns - 4;
    for (size_t length = utf8_length(all); length > (size_t)room; length--)
        do
            text++;
        while (((unsigned char)*text & 0xc0) == 0x80);
    picture_text(p, row, 1, p->columns, STYLE_TITLE, ">");
    p->cursor_row = row;
    p->cursor_column = picture_text(p, row, 3, p->columns, STYLE_TEXT, text);
}

void draw_chat(const ui_model *m, picture *p) {
    picture_text(p, 2, 1, p->columns, STYLE_DIM, text_get(m->language, T_CHAT));
    if (!m->table.chat || !m->table.chat->size)
        picture_text(p, 3, 1, p->columns, STYLE_TEXT, text_get(m->language, T_NOTHING_SAID));
    draw_said(m, p, 3, p->rows - 3);
    draw_typed(m, p, p->rows - 2);
    picture_text(p, p->rows - 1, 1, p->columns, STYLE_DIM, text_get(m->language, T_CHAT_HOW));
}
