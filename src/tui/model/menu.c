/* Choosing from a list, by keys. The rows are made anew whenever the list changes: `held` is
 * the row where the cursor stood, by its kind and what it stands for, so that the cursor stays
 * with it and not with its number. */
#include "tui/model/menu.h"

#include "format/words.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

enum {
    FIRST_ROW = 2,
    OTHER_ROWS = 4, /* the title with a blank row, the note, the keys */
    CODE_SIZE = 8   /* of an invitation, as the server makes it */
};

void menu_add(menu *m, menu_kind kind, const char *what, const char *text) {
    if (m->count == MENU_ROWS)
        return;
    menu_row *row = &m->rows[m->count++];
    *row = (menu_row){.kind = kind};
    snprintf(row->what, sizeof row->what, "%s", what);
    snprintf(row->text, sizeof row->text, "%s", text);
}

void menu_add_offer(menu *m, const char *id, const char *text) {
    size_t row = m->count;
    menu_add(m, MENU_GAME, id, text);
    if (row < m->count)
        m->rows[row].declines = true;
}

/* --- the terms of a new game -------------------------------------------------------------- */

/* In `what`, so that the cursor finds the row again. */
static game_term term_of(const menu_row *row) {
    assert(row->kind == MENU_TERM && row->what[0] >= '0' && row->what[0] < '0' + TERMS);
    return (game_term)(row->what[0] - '0');
}

static void write_term(menu *m, menu_row *row) {
    ff_buffer text = {0};
    terms_add(&text, m->language, &m->terms, term_of(row));
    snprintf(row->text, sizeof row->text, "%s", text.data ? text.data : "");
    ff_buffer_free(&text);
}

void menu_add_terms(menu *m) {
    for (int which = 0; which < TERMS; which++) {
        char what[2] = {(char)('0' + which), '\0'};
        size_t row = m->count;
        if (terms_have(&m->terms, (game_term)which))
            menu_add(m, MENU_TERM, what, "");
        if (row < m->count)
            write_term(m, &m->rows[row]);
    }
}

/* --- choosing ----------------------------------------------------------------------------- */

static bool can_choose(const menu *m, size_t row) {
    return row < m->count && m->rows[row].kind != MENU_HEADING;
}

void menu_clear(menu *m) {
    if (can_choose(m, m->cursor))
        m->held = m->rows[m->cursor];
    m->count = 0;
}

/* The row where the cursor was may be gone, or a heading now: then the first that can be chosen. */
void menu_settle(menu *m) {
    const menu_row *held = &m->held;
    size_t row = 0;
    while (row < m->count &&
           (m->rows[row].kind != held->kind || strcmp(m->rows[row].what, held->what) != 0))
        row++;
    row = row < m->count && can_choose(m, row) ? row : 0;
    while (row < m->count && !can_choose(m, row))
        row++;
    m->cursor = row < m->count ? row : 0;
}

/* To the next row that can be chosen; none: stays. */
static void step(menu *m, int direction) {
    size_t row = m->cursor;
    do /* before row 0 a size_t is very large, and no row either */
        row = direction > 0 ? row + 1 : row - 1;
    while (row < m->count && !can_choose(m, row));
    if (row < m->count)
        m->cursor = row;
}

/* Codes are letters and digits; blanks and hyphens between them are left out. */
bool menu_choose_code(menu *m, ff_span typed) {
    char code[CODE_SIZE + 1] = "";
    size_t size = 0;
    for (size_t i = 0; i < typed.size; i++) {
        char c = typed.data[i];
        if (c == ' ' || c == '-')
            continue;
        if (size == CODE_SIZE || !(is_letter(c) || is_digit(c)))
            return false;
        code[size++] = c;
    }
    if (size != CODE_SIZE)
        return false;
    m->chosen.kind = MENU_CODE;
    memcpy(m->chosen.what, code, sizeof code);
    return true;
}

/* A key while a code is typed: nothing else of the list can be reached until that ends. */
static void type(menu *m, uint32_t key) {
    size_t size = strlen(m->typed);
    if (key == KEY_LET_GO) {
        m->types = false;
    } else if (key == KEY_RETURN) {
        m->types = false;
        if (!menu_choose_code(m, ff_span_of(m->typed)))
            snprintf(m->note, sizeof m->note, "%s",
                     text_listed(m->language, "reason", "unknown-code"));
    } else if ((key == KEY_ERASE || key == 0x7f || key == '\b') && size) {
        m->typed[size - 1] = '\0';
    } else if (key >= ' ' && key < 0x7f && size + 1 < sizeof m->typed) {
        m->typed[size] = (char)key;
        m->typed[size + 1] = '\0';
    }
}

/* A choice ends the list, but for what stays in it: a code that is yet to be typed, a term that
 * only changes, and a computer that plays no correspondence games. */
void menu_choose(menu *m, size_t at, int direction) {
    menu_row *row = &m->rows[at];
    if (!can_choose(m, at))
        return;
    m->note[0] = '\0';
    m->typed[0] = '\0';
    m->types = row->kind == MENU_CODE;
    if (row->kind == MENU_TERM) {
        terms_step(&m->terms, term_of(row), direction);
        write_term(m, row);
    } else if (row->kind == MENU_COMPUTER && terms_days(&m->terms.clock)) {
        snprintf(m->note, sizeof m->note, "%s", text_get(m->language, T_DAYS_FOR_PEOPLE));
    } else if (!m->types) {
        m->chosen = *row;
    }
}

bool menu_decline(menu *m, size_t row) {
    if (row >= m->count || !m->rows[row].declines)
        return false;
    m->note[0] = '\0';
    m->chosen = m->rows[row];
    m->chosen.kind = MENU_DECLINE;
    return true;
}

static void change(menu *m, int direction) {
    if (can_choose(m, m->cursor) && m->rows[m->cursor].kind == MENU_TERM)
        menu_choose(m, m->cursor, direction);
}

static void press(menu *m, int row) {
    size_t at = m->top + (size_t)(row - FIRST_ROW);
    if (row < FIRST_ROW || !can_choose(m, at))
        return;
    m->cursor = at;
    menu_choose(m, at, 1);
}

void menu_key(menu *m, key_event event, const picture *p) {
    uint32_t key = event.key;
    if (m->types) {
        type(m, key);
        return;
    }
    switch (key) {
    case KEY_PRESS:
        press(m, event.row);
        break;
    case 'k':
    case KEY_ARROW_UP:
        step(m, -1);
        break;
    case 'j':
    case KEY_ARROW_DOWN:
        step(m, 1);
        break;
    case KEY_PAGE_UP:
    case KEY_PAGE_DOWN:
        for (int row = OTHER_ROWS; row < p->rows; row++)
            step(m, key == KEY_PAGE_DOWN ? 1 : -1);
        break;
    case 'h':
    case KEY_ARROW_LEFT:
        change(m, -1);
        break;
    case 'l':
    case KEY_ARROW_RIGHT:
        change(m, 1);
        break;
    case 'x':
        menu_decline(m, m->cursor);
        break;
    case KEY_RETURN:
    case ' ':
        menu_choose(m, m->cursor, 1);
        break;
    case 'q':
        m->leaves = true;
        break;
    default:
        break;
    }
}

/* --- drawing */

/* What keys do at the row where the cursor is. */
static void write_keys(const menu *m, ff_buffer *out) {
    const menu_row *row = &m->rows[m->cursor];
    bool any = can_choose(m, m->cursor);
    if (any && row->kind == MENU_TERM)
        ff_buffer_format(out, "j k  h l %s", text_get(m->language, T_MENU_CHANGE));
    else
        ff_buffer_format(out, "j k  Enter %s", text_get(m->language, T_MENU_CHOOSE));
    if (any && row->declines)
        ff_buffer_format(out, "  x %s", text_get(m->language, T_MENU_DECLINE));
    ff_buffer_format(out, "  q %s", text_get(m->language, T_KEYS_LEAVE));
}

static void draw_bottom(const menu *m, picture *p) {
    ff_buffer keys = {0};
    int row = p->rows - 2;
    if (m->types) {
        int column = picture_text(p, row, 0, p->columns, STYLE_ALERT,
                                  text_get(m->language, T_INVITATION_CODE));
        column = picture_text(p, row, column, p->columns, STYLE_ALERT, ": ");
        p->cursor_row = row;
        p->cursor_column = picture_text(p, row, column, p->columns, STYLE_TEXT, m->typed);
    } else if (m->offline) {
        picture_text(p, row, 0, p->columns, STYLE_ALERT, text_get(m->language, T_OFFLINE));
    } else {
        picture_text(p, row, 0, p->columns, STYLE_ALERT, m->note);
    }
    write_keys(m, &keys);
    if (keys.data)
        picture_text(p, p->rows - 1, 0, p->columns, STYLE_DIM, keys.data);
    ff_buffer_free(&keys);
}

void menu_draw(menu *m, picture *p) {
    size_t room = p->rows > OTHER_ROWS ? (size_t)(p->rows - OTHER_ROWS) : 1;
    /* The rows around the cursor, with the heading above them. */
    size_t wanted = m->cursor ? m->cursor - 1 : 0;
    if (wanted < m->top)
        m->top = wanted;
    if (m->cursor >= m->top + room)
        m->top = m->cursor - room + 1;
    picture_text(p, 0, 0, p->columns, STYLE_TITLE, "Flagfall");
    for (size_t i = 0; i < room && m->top + i < m->count; i++) {
        const menu_row *row = &m->rows[m->top + i];
        bool heading = row->kind == MENU_HEADING, here = m->top + i == m->cursor;
        unsigned style = heading ? STYLE_DIM : here ? STYLE_CHOSEN : STYLE_TEXT;
        int line = FIRST_ROW + (int)i;
        if (here && !heading) {
            picture_text(p, line, 0, p->columns, STYLE_TITLE, ">");
            p->cursor_row = line;
            p->cursor_column = 0;
        }
        picture_text(p, line, heading ? 0 : 2, p->columns, style, row->text);
    }
    draw_bottom(m, p);
}
