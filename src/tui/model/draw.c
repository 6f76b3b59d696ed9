/* The whole picture: title, board, panel, what is asked of the person, and the keys. Everything
 * is drawn from the model alone, and nothing changes it: the same model gives the same picture. */
#include "base/utf8.h"
#include "tui/model/model_parts.h"

#include <stdio.h>
#include <string.h>

static void add_title(const ui_model *m, ff_buffer *out) {
    const table *t = &m->table;
    const char *edition = text_edition(m->language, t->edition);
    ff_buffer_text(out, "Flagfall  ");
    if (t->replay)
        TEXT_ADD(out, m->language, T_TITLE_REPLAY, edition);
    else if (t->shared)
        TEXT_ADD(out, m->language, T_TITLE_HOT_SEAT, edition);
    else
        ff_buffer_text(out, edition);
    if (t->online)
        ff_buffer_format(out, "  %s", t->id);
}

/* --- the line of what goes on */

/* The question, and in `more` what follows if the answer is yes; TEXTS where that is plain. */
static text_id question_text(const ui_model *m, text_id *more) {
    *more = TEXTS;
    switch (m->question) {
    case ASK_RESIGN:
        *more = T_RESIGN_TEXT;
        return T_RESIGN_ASK;
    case ASK_DRAW:
        return T_DRAW_ASK;
    case ASK_FORFEIT:
        *more = T_FORFEIT_TEXT;
        return T_FORFEIT_ASK;
    case ASK_ABORT:
        *more = T_ABORT_TEXT;
        return T_ABORT_ASK;
    case ASK_CLAIM:
        return T_CLAIM_NOW;
    case ASK_STUCK:
        *more = T_STUCK;
        return T_STUCK_ASK;
    default:
        return m->table.online ? T_LEAVE_ONLINE_ASK : T_LEAVE_ASK;
    }
}

/* The keys stand before what follows: that is cut off where it does not fit. */
static void draw_question(const ui_model *m, picture *p) {
    ff_buffer text = {0};
    text_id more, asked = question_text(m, &more);
    TEXT_ADD(&text, m->language, asked, m->table.name[m->table.seat == FF_RED ? FF_BLUE : FF_RED]);
    ff_buffer_format(&text, "  (%s)", text_get(m->language, T_YES_NO));
    if (more != TEXTS)
        ff_buffer_format(&text, "  %s", text_get(m->language, more));
    if (text.data)
        picture_paragraph(p, p->rows - 2, p->rows, 0, p->columns, STYLE_ALERT, text.data);
    ff_buffer_free(&text);
}

static void add_review(const ui_model *m, ff_buffer *out) {
    char ply[16], last[16];
    const scene *s = ui_scene(m);
    snprintf(ply, sizeof ply, "%d", m->shown);
    snprintf(last, sizeof last, "%zu", m->table.past->size - 1);
    TEXT_ADD(out, m->language, T_AT_MOVE, ply, last);
    if (s->turn < FF_NOBODY)
        ff_buffer_format(out, "  %s",
                         text_get(m->language, s->turn == FF_RED ? T_TO_MOVE_RED : T_TO_MOVE_BLUE));
}

static void add_rematch(const ui_model *m, ff_buffer *out) {
    const table *t = &m->table;
    if (t->rematch_by >= FF_NOBODY || !t->acts)
        return;
    ff_buffer_byte(out, ' ');
    TEXT_ADD(out, m->language, t->rematch_by == t->seat ? T_REMATCH_WAITING : T_REMATCH_OFFERED,
             t->name[t->rematch_by]);
}

static void add_waiting(const ui_model *m, ff_buffer *out) {
    const table *t = &m->table;
    unsigned other = t->seat == FF_RED ? FF_BLUE : FF_RED;
    unsigned turn = t->has_view ? t->view.turn : FF_NOBODY;
    const char *name = t->name[turn < FF_NOBODY ? turn : other];
    if (t->online && !t->acts)
        ff_buffer_format(out, "%s  ", text_get(m->language, T_WATCHING));
    if (t->paused)
        ff_buffer_text(out, text_get(m->language, T_PAUSED));
    else if (t->can_claim)
        TEXT_ADD(out, m->language, T_CLAIM_NOW, t->name[other]);
    else if (t->stage == STAGE_READY)
        TEXT_ADD(out, m->language, T_WAITING_FOR, t->name[other]);
    else if (t->stage == STAGE_WAITING) {
        if (t->code[0]) {
            TEXT_ADD(out, m->language, T_CODE_IS, t->code);
            ff_buffer_text(out, "  ");
        }
        TEXT_ADD(out, m->language, T_OFFERED, t->id);
    } else if (t->stage == STAGE_SETUP)
        ff_buffer_text(out, text_get(m->language, T_BOTH_SET_UP));
    else
        TEXT_ADD(out, m->language, t->thinking ? T_THINKING : T_TO_MOVE, name);
}

/* What the person is to do next, or what is waited for: always one line, at the same place. */
static void add_state(const ui_model *m, ff_buffer *out) {
    const table *t = &m->table;
    const char *other = t->name[t->seat == FF_RED ? FF_BLUE : FF_RED];
    if (t->offline || (t->outage && t->stage != STAGE_OVER)) {
        ff_buffer_text(out, text_get(m->language, t->offline ? T_OFFLINE : T_OUTAGE));
        return;
    }
    switch (ui_mode(m)) {
    case MODE_ARMY:
        ff_buffer_format(out, "%s, %s", text_get(m->language, T_SET_UP),
                         text_get(m->language, text_seat(t->seat)));
        break;
    case MODE_MOVE:
        ff_buffer_format(out, "%s, %s.", text_get(m->language, T_YOUR_MOVE),
                         text_get(m->language, text_seat(t->seat)));
        if (t->draw_by < FF_NOBODY && t->draw_by != t->seat) {
            ff_buffer_byte(out, ' ');
            TEXT_ADD(out, m->language, T_DRAW_OFFERED, other);
        }
        break;
    case MODE_REVIEW:
        add_review(m, out);
        break;
    case MODE_COVER:
        TEXT_ADD(out, m->language, T_COVER_HOW, text_get(m->language, text_seat(!t->seat)));
        break;
    case MODE_OVER:
        text_add_end(out, m->language, (ff_result)t->result, (ff_ending)t->ending,
                     t->acts ? t->seat : FF_NOBODY);
        add_rematch(m, out);
        break;
    default:
        add_waiting(m, out);
        break;
    }
}

/* --- the line of keys */

/* Of a key and what it does, with the blanks behind it. */
static int hint_width(const ui_model *m, const key_row *row) {
    ff_span help = ff_span_of(text_get(m->language, row->help));
    return (int)(strlen(row->shown) + 1 + utf8_length(help)) + 2;
}

/* As many as there is room for; how to get help and how to leave always stand at the end. */
static void draw_hints(const ui_model *m, picture *p, int row) {
    size_t count;
    const key_row *rows = keys_rows(&count);
    int column = 0, kept = 0;
    for (size_t i = 0; i < count; i++)
        kept += rows[i].hint && rows[i].modes == MODE_ANY ? hint_width(m, &rows[i]) : 0;
    for (size_t i = 0; i < count; i++) {
        const char *help = text_get(m->language, rows[i].help);
        if (!rows[i].hint || !keys_apply(m, &rows[i]))
            continue;
        if (rows[i].modes == MODE_ANY)
            kept -= hint_width(m, &rows[i]);
        if (column + hint_width(m, &rows[i]) + kept > p->columns + 2)
            continue; /* the two blanks behind the last one need no room */
        column = picture_text(p, row, column, p->columns, STYLE_TITLE, rows[i].shown);
        column = picture_text(p, row, column + 1, p->columns, STYLE_DIM, help) + 2;
    }
}

/* Where there is no panel the news stand here as well. */
static void add_state_and_news(const ui_model *m, ff_buffer *out) {
    add_state(m, out);
    if (m->message.size)
        ff_buffer_format(out, "  %s", m->message.data);
}

static void draw_line(const ui_model *m, picture *p, int row, unsigned style,
                      void (*add)(const ui_model *m, ff_buffer *out)) {
    ff_buffer text = {0};
    add(m, &text);
    if (text.data)
        picture_text(p, row, 0, p->columns, style, text.data);
    ff_buffer_free(&text);
}

static void draw_small(const ui_model *m, picture *p, const layout *l) {
    char number[4][16];
    int values[] = {p->columns, p->rows, l->needed_columns, l->needed_rows};
    ff_buffer text = {0};
    for (int i = 0; i < 4; i++)
        snprintf(number[i], sizeof *number, "%d", values[i]);
    TEXT_ADD(&text, m->language, T_TOO_SMALL, number[0], number[1], number[2], number[3]);
    if (text.data)
        picture_paragraph(p, 0, p->rows, 0, p->columns, STYLE_TEXT, text.data);
    ff_buffer_free(&text);
}

/* Its sentence has some fifty characters: in the middle, where there is room for that. */
static void draw_curtain(const ui_model *m, picture *p) {
    ff_buffer text = {0};
    int row = p->rows / 2 - 2, left = p->columns > 60 ? p->columns / 2 - 26 : 1;
    TEXT_ADD(&text, m->language, T_CURTAIN, text_get(m->language, text_seat(m->table.seat)));
    if (text.data)
        picture_text(p, row, left, p->columns, STYLE_TITLE, text.data);
    picture_paragraph(p, row + 2, p->rows - 2, left, p->columns - left, STYLE_TEXT,
                      text_get(m->language, T_CURTAIN_HOW));
    ff_buffer_free(&text);
}

/* The help and the chat hide all that is below the title. The curtain comes before whatever
 * shows the board: who sits there must not see it yet. */
void ui_draw(const ui_model *m, picture *p, uint64_t now) {
    layout l = layout_of(m, p);
    if (!l.fits) {
        draw_small(m, p, &l);
        return;
    }
    draw_line(m, p, 0, STYLE_TITLE, add_title);
    if (m->overlay == OVERLAY_HELP) {
        draw_help(m, p);
        return;
    }
    if (m->overlay == OVERLAY_CHAT) {
        draw_chat(m, p);
        return;
    }
    if (ui_mode(m) == MODE_CURTAIN) {
        draw_curtain(m, p);
    } else {
        draw_board(m, p, &l);
        draw_panel(m, p, &l, now);
        if (m->overlay != OVERLAY_QUESTION)
            draw_line(m, p, p->rows - 2,
                      ui_mode(m) & (MODE_MOVE | MODE_ARMY) ? STYLE_ALERT : STYLE_TEXT,
                      l.panel_columns ? add_state : add_state_and_news);
    }
    if (m->overlay == OVERLAY_QUESTION)
        draw_question(m, p);
    else
        draw_hints(m, p, p->rows - 1);
}
