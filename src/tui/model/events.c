/* The state of the screen: how news and keys change it. A key changes the screen, or asks the
 * host for something; what came of that is seen when the table is brought up to date, as all
 * other news is. */
#include "tui/model/model_parts.h"

#include <string.h>

void ui_begin(ui_model *m, host *h, ff_language language, bool unicode, uint64_t seed) {
    *m = (ui_model){.host = h,
                    .language = language,
                    .unicode = unicode,
                    .chosen = FF_OFF_BOARD,
                    .seat = FF_OFF_BOARD,
                    .stage = STAGE_WAITING,
                    .shown = SHOWN_NOW};
    ff_rng_seed(&m->rng, seed);
    ui_update(m);
}

/* The middle of the seat's front row: where the next look most likely goes. */
static void put_cursor(ui_model *m) {
    const ff_edition *e = m->table.edition;
    int row = e->zone_rows - 1, file = e->files / 2;
    m->cursor = (uint8_t)FF_SQUARE(file, m->table.seat == FF_BLUE ? e->rows - 1 - row : row);
}

/* The news of the latest ply, behind those of the person's own ply before it. */
static void tell_ply(ui_model *m) {
    const album *past = m->table.past;
    size_t ply = past->size - 1;
    ff_seat mover = (ff_seat)past->scenes[ply - 1].turn;
    bool answers = m->told + 1 == ply && mover != (ff_seat)m->table.seat && m->message.size;
    if (answers)
        ff_buffer_byte(&m->message, ' ');
    else
        ui_say(m);
    text_add_ply(&m->message, m->language, m->table.edition, &m->table.view.last, mover);
    m->told = ply;
}

/* What begins with a stage: an army to set up, or a sentence. */
static void tell_stage(ui_model *m) {
    const table *t = &m->table;
    switch (t->stage) {
    case STAGE_SETUP:
        if (t->acts)
            army_begin(m);
        break;
    case STAGE_PLAY:
        ui_tell(m, t->memory ? T_MEMORY_MODE : T_BEGINS);
        break;
    case STAGE_OVER:
        if (t->replay)
            break;
        if (m->message.size)
            ff_buffer_byte(&m->message, ' ');
        text_add_end(&m->message, m->language, (ff_result)t->result, (ff_ending)t->ending,
                     t->acts ? t->seat : FF_NOBODY);
        break;
    default:
        break;
    }
}

/* Where a game begins the cursor goes to a piece that can move, if it stands on none. */
static void find_piece(ui_model *m) {
    const table *t = &m->table;
    bool own = t->has_view && t->view.cell[m->cursor].seat == t->seat;
    if (ui_mode(m) == MODE_MOVE && t->view.plies < 2 && !own && t->legal_count && !t->no_hints)
        m->cursor = (uint8_t)FF_FROM(t->legal[0]);
}

/* What is told is the difference between the table before and after. The order matters: what a
 * later step says takes the place of what an earlier one said (only the end of a game is told
 * behind its last ply), and what the host and the other person say is the latest. */
void ui_update(ui_model *m) {
    table *t = &m->table;
    unsigned plies = t->has_view ? t->view.plies : 0;
    m->failed |= !m->host->update(m->host, t);
    bool other_game = strcmp(m->game, t->id) != 0;
    bool new_seat = t->seat != m->seat || other_game;
    bool lifted = m->covered && ui_mode(m) != MODE_CURTAIN;
    bool new_stage = t->stage != m->stage || (new_seat && t->stage == STAGE_SETUP);
    m->seat = t->seat;
    m->stage = t->stage;
    memcpy(m->game, t->id, sizeof m->game);
    if (new_seat) {
        put_cursor(m);
        m->chosen = FF_OFF_BOARD;
        m->shown = t->replay ? 0 : SHOWN_NOW;
    }
    m->covered = ui_mode(m) == MODE_CURTAIN;
    if (t->has_view && !other_game && (t->view.plies != plies || lifted)) {
        m->chosen = FF_OFF_BOARD;
        if (t->past && t->past->size > 1)
            tell_ply(m);
    }
    if (m->shown != SHOWN_NOW && t->past && (size_t)m->shown >= t->past->size)
        m->shown = SHOWN_NOW;
    if (new_stage)
        tell_stage(m);
    if (new_stage || (t->has_view && t->view.plies > plies))
        find_piece(m);
    if (t->notes != m->notes && t->note[0])
        ff_buffer_text(ui_say(m), t->note);
    m->notes = t->notes;
    chat_hear(m);
    if (m->covered) /* whoever looks now is not who it was said to */
        ui_say(m);
}

/* --- keys ------------------------------------------------------------------------------ */

static void answer_yes(ui_model *m) {
    switch (m->question) {
    case ASK_RESIGN:
        m->host->act(m->host, ACT_RESIGN, NULL);
        break;
    case ASK_LEAVE:
        m->leaves = true;
        break;
    case ASK_DRAW:
        m->host->act(m->host, ACT_DRAW, NULL);
        break;
    case ASK_ABORT:
        m->host->act(m->host, ACT_ABORT, NULL);
        break;
    case ASK_CLAIM:
        m->host->act(m->host, ACT_CLAIM, NULL);
        break;
    case ASK_FORFEIT:
        moves_play(m, m->chosen, m->target);
        break;
    case ASK_STUCK:
        army_play(m);
        break;
    }
}

/* Yes, ja or oui: a key of any of the four languages. Whatever else is pressed means no. */
static void answer(ui_model *m, uint32_t key) {
    bool yes = key == 'y' || key == 'Y' || key == 'j' || key == 'J' || key == 'o' || key == 'O';
    bool declines = m->question == ASK_DRAW && !yes && m->table.draw_by < FF_NOBODY;
    m->overlay = OVERLAY_NONE;
    if (yes)
        answer_yes(m);
    else if (declines)
        m->host->act(m->host, ACT_DECLINE, NULL);
}

static void press(ui_model *m, const key_event *event, const picture *p) {
    unsigned square = layout_hit(m, p, event->row, event->column);
    mode now = ui_mode(m);
    if (square == FF_OFF_BOARD || (event->key == KEY_RELEASE && square == m->cursor))
        return; /* a click; what differs is a piece that was dragged */
    if (event->key == KEY_RELEASE && m->chosen == FF_OFF_BOARD)
        return;
    m->cursor = (uint8_t)square;
    if (now == MODE_ARMY)
        army_choose(m);
    else if (now == MODE_MOVE)
        moves_choose(m);
}

static void run_key(ui_model *m, uint32_t key) {
    size_t count;
    const key_row *rows = keys_rows(&count);
    for (size_t i = 0; i < count; i++)
        if ((rows[i].key == key || rows[i].other == key) && keys_apply(m, &rows[i])) {
            rows[i].run(m);
            return;
        }
}

void ui_key(ui_model *m, key_event event, const picture *p) {
    bool mouse = event.key >= KEY_PRESS;
    if (m->overlay != OVERLAY_NONE && event.key == KEY_RELEASE)
        return; /* of the press that opened it: no answer */
    if (m->overlay == OVERLAY_HELP)
        m->overlay = OVERLAY_NONE;
    else if (m->overlay == OVERLAY_QUESTION)
        answer(m, event.key);
    else if (m->overlay == OVERLAY_CHAT)
        chat_key(m, event.key);
    else if (mouse)
        press(m, &event, p);
    else
        run_key(m, event.key);
    m->failed |= m->message.failed;
    ui_update(m);
}
