/* The state of the screen, as it is asked by all that change or draw it: the mode that the
 * table of keys goes by, the scene that is shown, the message. Nothing here changes anything
 * but the message, so that the other files may all stand on this one. */
#include "tui/model/model_parts.h"

void ui_end(ui_model *m) {
    ff_buffer_free(&m->message);
}

ff_buffer *ui_say(ui_model *m) {
    m->told = 0;
    ff_buffer_clear(&m->message);
    return &m->message;
}

void ui_tell(ui_model *m, text_id id) {
    ff_buffer_text(ui_say(m), text_get(m->language, id));
}

mode ui_mode(const ui_model *m) {
    const table *t = &m->table;
    if (t->hand == HAND_LIFT)
        return MODE_CURTAIN;
    if (t->stage == STAGE_SETUP && t->acts)
        return MODE_ARMY;
    if (m->shown != SHOWN_NOW)
        return MODE_REVIEW;
    if (t->stage == STAGE_OVER)
        return MODE_OVER;
    if (t->hand == HAND_COVER)
        return MODE_COVER;
    bool mine = t->stage == STAGE_PLAY && t->acts && t->has_view && t->view.turn == t->seat;
    return mine && !t->thinking && !t->paused ? MODE_MOVE : MODE_WAIT;
}

const scene *ui_scene(const ui_model *m) {
    const album *a = m->table.past;
    if (!a || a->size == 0 || ui_mode(m) == MODE_CURTAIN)
        return NULL;
    size_t ply = m->shown == SHOWN_NOW ? a->size - 1 : (size_t)m->shown;
    return &a->scenes[ply < a->size ? ply : a->size - 1];
}

bool ui_from_blue(const ui_model *m) {
    return (m->table.seat == FF_BLUE) != m->turned;
}

bool ui_ticks(const ui_model *m) {
    return m->table.timed && m->table.stage != STAGE_OVER &&
           (m->table.runs[FF_RED] || m->table.runs[FF_BLUE]);
}
