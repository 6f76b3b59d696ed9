/* Choosing from a list in sentences: the rows with their numbers, and a line that names one.
 * The list comes again after each answer. What changes while a line is typed waits for that: a
 * screen reader would read it all. */
#define _POSIX_C_SOURCE 200809L
#include "tui/plain/choose.h"

#include "format/words.h"
#include "tui/plain/prompt.h"

#include <poll.h>

/* A code needs no number: it is typed. */
static bool has_number(const menu_row *row) {
    return row->kind != MENU_HEADING && row->kind != MENU_CODE;
}

static void list(const choose_setting *s) {
    const menu *m = s->menu;
    ff_buffer out = {0};
    unsigned number = 0;
    bool declines = false;
    for (size_t i = 0; i < m->count; i++) {
        declines |= m->rows[i].declines;
        if (m->rows[i].kind == MENU_HEADING)
            ff_buffer_format(&out, "%s\n", m->rows[i].text);
        else if (has_number(&m->rows[i]))
            ff_buffer_format(&out, "%3u  %s\n", ++number, m->rows[i].text);
    }
    if (m->offline)
        ff_buffer_format(&out, "%s\n", text_get(m->language, T_OFFLINE));
    if (m->note[0])
        ff_buffer_format(&out, "%s\n", m->note);
    ff_buffer_format(&out, "%s\n", text_get(m->language, T_TYPE_CHOICE));
    if (declines)
        ff_buffer_format(&out, "%s\n", text_get(m->language, T_TYPE_DECLINE));
    text_fit(&out, s->ascii);
    fwrite(out.data ? out.data : "", 1, out.size, s->out);
    fflush(s->out);
    ff_buffer_free(&out);
}

/* The row of a number that was typed; MENU_ROWS where there is none. */
static size_t row_of(const menu *m, ff_span typed) {
    unsigned long number = 0;
    if (!span_number(typed, MENU_ROWS, &number) || !number)
        return MENU_ROWS;
    for (size_t i = 0; i < m->count; i++)
        if (has_number(&m->rows[i]) && --number == 0)
            return i;
    return MENU_ROWS;
}

static void answer(menu *m, ff_span line) {
    size_t row = row_of(m, line);
    ff_span rest = line, word = word_take(&rest);
    m->note[0] = '\0';
    if (line.size == 0)
        return;
    if (text_is(m->language, T_WORD_QUIT, line))
        m->leaves = true;
    else if (row < MENU_ROWS)
        menu_choose(m, row, 1);
    else if (text_is(m->language, T_WORD_DECLINE, word) &&
             menu_decline(m, row_of(m, span_trim(rest))))
        return;
    else if (!menu_choose_code(m, line))
        snprintf(m->note, sizeof m->note, "%s", text_get(m->language, T_NO_CHOICE));
}

/* What changes meanwhile is told by the next list; where it makes the choice no line is wanted. */
static bool hear(void *context, ff_buffer *out) {
    const choose_setting *s = context;
    (void)out;
    return s->update(s->context) && s->menu->chosen.kind == MENU_HEADING;
}

bool choose_plain(const choose_setting *s) {
    menu *m = s->menu;
    char line[PROMPT_LINE];
    choose_setting own = *s;
    prompt_news news = {s->news, hear, &own};
    prompt *p = prompt_new(s->in, s->out);
    bool good = p != NULL;
    while (good && m->count == 0) { /* the first list */
        struct pollfd file = {.fd = s->news, .events = POLLIN};
        poll(&file, 1, -1);
        good = s->update(s->context);
    }
    while (good && !m->leaves && m->chosen.kind == MENU_HEADING) {
        list(s);
        prompt_answer got = prompt_read(p, &news, line);
        if (got == PROMPT_READ)
            answer(m, span_trim(ff_span_of(line)));
        m->leaves |= got == PROMPT_END && m->chosen.kind == MENU_HEADING;
    }
    prompt_free(p);
    return good;
}
