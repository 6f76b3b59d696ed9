/* Setting up by keys: a whole army stands from the beginning, and pieces change places. So the
 * army always has the right pieces, whatever the person does. A place is the index of a square
 * in the zone, as `ff_edition_zone_square` counts them. */
#include "flagfall/notation.h"
#include "flagfall/presets.h"
#include "tui/model/model_parts.h"

#include <assert.h>
#include <string.h>

/* For going back. Where there is no more room the oldest step is forgotten. */
static void keep_step(ui_model *m) {
    if (m->undone == ARMY_STEPS) {
        memmove(m->undo, m->undo + 1, (ARMY_STEPS - 1) * sizeof *m->undo);
        m->undone--;
    }
    m->undo[m->undone++] = m->army;
}

void army_begin(ui_model *m) {
    m->undone = 0;
    m->chosen = FF_OFF_BOARD;
    m->preset = ff_preset_count(m->table.edition);
    ff_preset_draw(m->table.edition, &m->rng, &m->army);
    ui_tell(m, T_SET_UP_HOW);
}

static void tell_chosen(ui_model *m, unsigned square, unsigned rank) {
    char name[FF_SQUARE_TEXT];
    ff_buffer piece = {0};
    ff_square_write((int)square, name);
    if (rank == FF_EMPTY) /* where the zone is larger than the army */
        ff_buffer_text(&piece, name);
    else
        text_add_piece(&piece, m->language, m->table.edition, rank);
    TEXT_ADD(ui_say(m), m->language, T_CHOSEN, piece.data ? piece.data : "", name);
    ff_buffer_free(&piece);
}

static void exchange(ui_model *m, int a, int b) {
    char first[FF_SQUARE_TEXT], second[FF_SQUARE_TEXT];
    assert(a >= 0 && b >= 0); /* what was chosen lies in the zone, too */
    uint8_t rank = m->army.rank[a];
    keep_step(m);
    m->army.rank[a] = m->army.rank[b];
    m->army.rank[b] = rank;
    ff_square_write(m->chosen, first);
    ff_square_write(m->cursor, second);
    TEXT_ADD(ui_say(m), m->language, T_SWAPPED, first, second);
}

void army_choose(ui_model *m) {
    int place = table_zone_place(&m->table, m->cursor);
    if (place < 0) {
        ff_buffer_text(ui_say(m), text_listed(m->language, "reason", "outside-zone"));
    } else if (m->chosen == FF_OFF_BOARD) {
        m->chosen = m->cursor;
        tell_chosen(m, m->cursor, m->army.rank[place]);
    } else {
        exchange(m, table_zone_place(&m->table, m->chosen), place);
        m->chosen = FF_OFF_BOARD;
    }
}

void army_preset(ui_model *m, int step) {
    const ff_edition *e = m->table.edition;
    size_t count = ff_preset_count(e);
    bool none = m->preset == count; /* none yet: begin with the first, or the last */
    m->preset = none ? (step > 0 ? 0 : count - 1) : (m->preset + count + (size_t)step) % count;
    keep_step(m);
    ff_preset_make(e, m->preset, &m->rng, &m->army);
    const char *name = ff_preset_name(e, m->preset);
    const char *title = text_listed(m->language, "preset", name);
    const char *about = text_listed(m->language, "preset-text", name);
    TEXT_ADD(ui_say(m), m->language, T_PRESET, title ? title : ff_preset_title(e, m->preset),
             about ? about : ff_preset_text(e, m->preset));
    m->chosen = FF_OFF_BOARD;
}

void army_mirror(ui_model *m) {
    keep_step(m);
    ff_setup_mirror(&m->army, m->table.edition);
    ui_say(m);
}

void army_undo(ui_model *m) {
    ui_say(m);
    if (m->undone)
        m->army = m->undo[--m->undone];
}

void army_play(ui_model *m) {
    m->chosen = FF_OFF_BOARD;
    m->host->set_up(m->host, &m->army);
}

void army_start(ui_model *m) {
    if (ff_setup_can_move(&m->army, m->table.edition, m->table.seat)) {
        army_play(m);
    } else { /* it loses: asked about first */
        m->question = ASK_STUCK;
        m->overlay = OVERLAY_QUESTION;
    }
}
