/* Beside the board: who plays, the clocks, what is lost, the moves and the news. */
#include "flagfall/notation.h"
#include "tui/model/model_parts.h"

#include <stdio.h>
#include <string.h>

enum {
    NEWS_ROWS = 7,
    HURRY_MS = 30000, /* from here on a running clock is an alert */
    ROOMY_ROWS = 29,  /* of a screen that has rows to spare for blank ones */
};

/* The panel while it is drawn from the top down. */
typedef struct panel {
    const ui_model *m;
    picture *p;
    int row, last; /* the next row, and the one behind the last */
    int left, right;
} panel;

static void line(panel *at, unsigned style, const char *text) {
    if (at->row < at->last)
        picture_text(at->p, at->row++, at->left, at->right, style, text);
}

/* "> [Red] Vera             12:34" */
static void draw_player(panel *at, unsigned seat, uint64_t now) {
    const ui_model *m = at->m;
    const table *t = &m->table;
    ff_buffer text = {0}, time = {0};
    const scene *s = ui_scene(m);
    bool moves = s && s->turn == seat && (t->stage == STAGE_PLAY || m->shown != SHOWN_NOW);
    const char *seat_name = text_get(m->language, text_seat(seat));
    ff_buffer_format(&text, seat == FF_RED ? "%c [%s] %s" : "%c (%s) %s", moves ? '>' : ' ',
                     seat_name, t->name[seat]);
    if (t->vacation[seat] || t->away[seat])
        ff_buffer_format(&text, ", %s",
                         text_get(m->language, t->vacation[seat] ? T_VACATION : T_AWAY));
    if (t->ready[seat] && t->stage < STAGE_PLAY)
        ff_buffer_format(&text, ", %s", text_get(m->language, T_READY));
    if (t->timed)
        table_add_clock(&time, table_left_ms(t, seat, now));
    int clock = at->right - (int)time.size;
    if (text.data)
        picture_text(at->p, at->row, at->left, time.size ? clock - 1 : at->right,
                     moves ? STYLE_TITLE : STYLE_TEXT, text.data);
    if (time.data)
        picture_text(at->p, at->row, clock, at->right,
                     t->runs[seat] && table_left_ms(t, seat, now) < HURRY_MS ? STYLE_ALERT
                                                                             : STYLE_TEXT,
                     time.data);
    at->row++;
    ff_buffer_free(&text);
    ff_buffer_free(&time);
}

/* "[10] [6]x2" (with a times sign), by what the pieces bear. In memory mode only their number
 * is known: it is counted as of no rank. */
static void draw_losses(panel *at, unsigned seat) {
    const ui_model *m = at->m;
    const scene *s = ui_scene(m);
    ff_buffer text = {0};
    char number[12];
    if (!s)
        return;
    for (unsigned rank = FF_RANKS; rank-- > 1;) {
        unsigned lost = s->lost[seat][rank];
        const char *label = m->table.edition->label[rank];
        if (lost)
            ff_buffer_format(&text, seat == FF_RED ? " [%s]" : " (%s)", label);
        if (lost > 1)
            ff_buffer_format(&text, "\xc3\x97%u", lost); /* U+00D7, a times sign */
    }
    snprintf(number, sizeof number, "%u", s->lost[seat][FF_EMPTY]);
    if (s->lost[seat][FF_EMPTY]) {
        ff_buffer_byte(&text, ' ');
        TEXT_ADD(&text, m->language, T_PIECES_LOST, number);
    } else if (!text.size) {
        ff_buffer_format(&text, " %s", text_get(m->language, T_NOTHING_LOST));
    }
    line(at, STYLE_DIM, text_get(m->language, seat == FF_RED ? T_LOSSES_RED : T_LOSSES_BLUE));
    if (text.data)
        at->row = picture_paragraph(at->p, at->row, at->last, at->left + 1,
                                    at->right - at->left - 1, STYLE_TEXT, text.data + 1);
    ff_buffer_free(&text);
}

/* How a battle ended, shortly: "6>5", "6<8", "6=6". The attacker comes first. */
static void add_battle(ff_buffer *out, const ff_edition *e, const ff_event *event) {
    if (event->battle == FF_NO_BATTLE || event->attacker == FF_EMPTY)
        return;
    const char *sign = event->battle == FF_DEFENDER_WINS ? "<"
                       : event->battle == FF_BOTH_DIE    ? "="
                                                         : ">";
    ff_buffer_format(out, " %s%s%s", e->label[event->attacker], sign, e->label[event->defender]);
}

static void draw_move(panel *at, const scene *scenes, size_t ply, bool shown) {
    char move[FF_MOVE_TEXT];
    ff_buffer text = {0};
    const ff_event *event = &scenes[ply].last;
    bool red = scenes[ply - 1].turn == FF_RED;
    ff_move_write(event->move, event->battle != FF_NO_BATTLE, move);
    ff_buffer_format(&text, red ? "%4zu. [%s]" : "%4zu. (%s)", ply, move);
    if (!at->m->table.memory || at->m->table.stage == STAGE_OVER)
        add_battle(&text, at->m->table.edition, event);
    if (text.data)
        line(at, shown ? STYLE_CHOSEN : STYLE_TEXT, text.data);
    ff_buffer_free(&text);
}

/* As many as there is room for: up to the latest, or around the one that is looked at. */
static void draw_moves(panel *at) {
    const ui_model *m = at->m;
    const album *a = m->table.past;
    size_t plies = a && a->size ? a->size - 1 : 0;
    if (at->row + 1 >= at->last)
        return;
    line(at, STYLE_DIM, text_get(m->language, plies ? T_MOVES : T_NO_MOVES_YET));
    if (plies == 0)
        return;
    size_t room = (size_t)(at->last - at->row);
    size_t middle = m->shown == SHOWN_NOW ? plies : (size_t)m->shown + room / 2;
    size_t end = middle < room ? room : middle;
    end = end > plies ? plies : end;
    for (size_t ply = end > room ? end - room + 1 : 1; ply <= end; ply++)
        draw_move(at, a->scenes, ply, m->shown != SHOWN_NOW && ply == (size_t)m->shown);
}

void draw_panel(const ui_model *m, picture *p, const layout *l, uint64_t now) {
    unsigned far = ui_from_blue(m) ? FF_RED : FF_BLUE;
    int bottom = p->rows - 2;
    panel at = {m, p, l->top, bottom - NEWS_ROWS, l->panel, l->panel + l->panel_columns};
    if (!l->panel_columns)
        return;
    draw_player(&at, far, now);
    draw_player(&at, !far, now);
    if (m->table.stage >= STAGE_PLAY || m->table.replay) {
        if (p->rows >= ROOMY_ROWS)
            at.row++;
        draw_losses(&at, far);
        draw_losses(&at, !far);
        if (p->rows >= ROOMY_ROWS)
            at.row++;
        draw_moves(&at);
    }
    if (m->message.data)
        picture_paragraph(p, bottom - NEWS_ROWS + 1, bottom, l->panel, l->panel_columns, STYLE_TEXT,
                          m->message.data);
}
