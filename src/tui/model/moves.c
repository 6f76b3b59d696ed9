/* Choosing a move: a piece, then where it goes. What may be is the host's list; why not, the
 * view tells. Where it knows no reason the host is asked, and refuses: a server's view lacks
 * what the rules against endless chases need. */
#include "flagfall/notation.h"
#include "tui/model/model_parts.h"

bool moves_may(const ui_model *m, unsigned to) {
    return m->chosen != FF_OFF_BOARD && ui_mode(m) == MODE_MOVE && !m->table.no_hints &&
           table_is_legal(&m->table, m->chosen, to);
}

void moves_play(ui_model *m, unsigned from, unsigned to) {
    m->chosen = FF_OFF_BOARD;
    ui_say(m);
    m->host->move(m->host, from, to);
}

static void choose_piece(ui_model *m) {
    ff_cell cell = m->table.view.cell[m->cursor];
    char name[FF_SQUARE_TEXT];
    ff_buffer piece = {0};
    if (cell.seat != m->table.seat) {
        ui_tell(m, T_CHOOSE_OWN);
        return;
    }
    m->chosen = m->cursor;
    ff_square_write(m->cursor, name);
    text_add_piece(&piece, m->language, m->table.edition, cell.rank);
    TEXT_ADD(ui_say(m), m->language, T_CHOSEN, piece.data ? piece.data : "", name);
    ff_buffer_free(&piece);
}

void moves_choose(ui_model *m) {
    const ff_view *view = &m->table.view;
    if (m->chosen == m->cursor) {
        m->chosen = FF_OFF_BOARD;
        ui_say(m);
    } else if (m->chosen == FF_OFF_BOARD || view->cell[m->cursor].seat == m->table.seat) {
        choose_piece(m);
    } else {
        ff_reason reason = ff_view_check(view, m->chosen, m->cursor);
        m->target = m->cursor;
        if (reason == FF_IMMOBILE && view->rules->forfeit) { /* it loses: asked about first */
            m->question = ASK_FORFEIT;
            m->overlay = OVERLAY_QUESTION;
        } else if (reason == FF_LEGAL || table_is_legal(&m->table, m->chosen, m->cursor)) {
            moves_play(m, m->chosen, m->cursor);
        } else {
            const char *text = text_listed(m->language, "reason", ff_reason_word(reason));
            ff_buffer_text(ui_say(m), text ? text : ff_reason_word(reason));
        }
    }
}
