/* What keys do, a row each: read by the screen and by the help. The first row wins that has the
 * key and applies, so a key may mean different things in different modes. */
#include "tui/model/model_parts.h"

static void go(ui_model *m, int down, int right) {
    int row, column;
    layout_place(m, m->cursor, &row, &column);
    unsigned square = layout_square(m, row + down, column + right);
    if (square != FF_OFF_BOARD)
        m->cursor = (uint8_t)square;
}

static void go_up(ui_model *m) {
    go(m, -1, 0);
}

static void go_down(ui_model *m) {
    go(m, 1, 0);
}

static void go_left(ui_model *m) {
    go(m, 0, -1);
}

static void go_right(ui_model *m) {
    go(m, 0, 1);
}

static void let_go(ui_model *m) {
    m->chosen = FF_OFF_BOARD;
    m->shown = m->table.replay ? m->shown : SHOWN_NOW;
    ui_say(m);
}

static void preset_next(ui_model *m) {
    army_preset(m, 1);
}

static void preset_before(ui_model *m) {
    army_preset(m, -1);
}

/* --- looking at the game so far */

/* Looks at an earlier or later ply. The last one of a game is the present (SHOWN_NOW), which
 * goes on with the game; a record stays at its last ply. */
static void step(ui_model *m, int plies) {
    int last = (int)m->table.past->size - 1;
    int ply = (m->shown == SHOWN_NOW ? last : m->shown) + plies;
    ply = ply < 0 ? 0 : ply > last ? last : ply;
    m->shown = ply == last && !m->table.replay ? SHOWN_NOW : ply;
    m->chosen = FF_OFF_BOARD;
    ff_buffer *out = ui_say(m);
    const scene *now = ui_scene(m);
    if (ply > 0)
        text_add_ply(out, m->language, m->table.edition, &now->last,
                     (ff_seat)m->table.past->scenes[ply - 1].turn);
    if (m->table.replay && ply == last && m->table.ending != FF_BY_NOTHING) {
        ff_buffer_byte(out, ' ');
        text_add_end(out, m->language, (ff_result)m->table.result, (ff_ending)m->table.ending,
                     FF_NOBODY);
    }
}

static void step_back(ui_model *m) {
    step(m, -1);
}

static void step_on(ui_model *m) {
    step(m, 1);
}

static void step_back_ten(ui_model *m) {
    step(m, -10);
}

static void step_on_ten(ui_model *m) {
    step(m, 10);
}

static void step_first(ui_model *m) {
    step(m, -(FF_PLIES_MAX + 1));
}

static void step_now(ui_model *m) {
    step(m, FF_PLIES_MAX + 1);
}

static void flip(ui_model *m) {
    m->turned = !m->turned;
}

/* --- questions */

static void ask(ui_model *m, question what) {
    m->question = what;
    m->overlay = OVERLAY_QUESTION;
}

/* A game that has not begun, or where one has not moved yet, is called off online. */
static void ask_resign(ui_model *m) {
    bool early = m->table.online && (m->table.stage != STAGE_PLAY || m->table.view.plies < 2);
    ask(m, early ? ASK_ABORT : ASK_RESIGN);
}

static void ask_draw(ui_model *m) {
    ask(m, ASK_DRAW);
}

static void ask_claim(ui_model *m) {
    ask(m, ASK_CLAIM);
}

static void leave(ui_model *m) {
    if (m->table.stage == STAGE_OVER || m->table.replay || !m->table.acts)
        m->leaves = true;
    else
        ask(m, ASK_LEAVE);
}

static void cover(ui_model *m) {
    m->host->act(m->host, ACT_COVER, NULL);
}

static void lift(ui_model *m) {
    m->host->act(m->host, ACT_LIFT, NULL);
}

static void save(ui_model *m) {
    m->host->act(m->host, ACT_SAVE, NULL);
}

static void take_back(ui_model *m) {
    m->host->act(m->host, ACT_TAKEBACK, NULL);
}

static void pause(ui_model *m) {
    m->host->act(m->host, ACT_PAUSE, NULL);
}

static void rematch(ui_model *m) {
    m->host->act(m->host, ACT_REMATCH, NULL);
}

static void show_help(ui_model *m) {
    m->overlay = OVERLAY_HELP;
}

enum { LOOK = MODE_WAIT | MODE_MOVE | MODE_REVIEW | MODE_COVER | MODE_OVER };

#define MAY(act) (1u << ACT_##act)

/* The table is read from above: what a mode needs most stands first, so that the line of hints
 * shows it where there is little room. */
static const key_row rows[] = {
    {MODE_CURTAIN, KEY_RETURN, ' ', "Enter", T_KEYS_LIFT, true, lift, 0},
    {MODE_COVER, KEY_RETURN, ' ', "Enter", T_KEYS_COVER, true, cover, 0},
    {MODE_ARMY, KEY_RETURN, ' ', "Enter", T_KEYS_CHOOSE, true, army_choose, 0},
    {MODE_MOVE, KEY_RETURN, ' ', "Enter", T_KEYS_CHOOSE, true, moves_choose, 0},
    {MODE_ARMY, 's', 0, "s", T_KEYS_START, true, army_start, 0},
    {MODE_ARMY, 'p', 0, "p", T_KEYS_PRESET, true, preset_next, 0},
    {MODE_ARMY, 'P', 0, "P", T_KEYS_PRESET_BACK, false, preset_before, 0},
    {MODE_ARMY, 'm', 0, "m", T_KEYS_MIRROR, true, army_mirror, 0},
    {MODE_ARMY, 'u', 0, "u", T_KEYS_UNDO, true, army_undo, 0},
    {LOOK, '[', ',', "[ ,", T_KEYS_BACK, true, step_back, 0},
    {LOOK, ']', '.', "] .", T_KEYS_ON, true, step_on, 0},
    {LOOK, KEY_PAGE_UP, '{', "PgUp {", T_KEYS_BACK_TEN, false, step_back_ten, 0},
    {LOOK, KEY_PAGE_DOWN, '}', "PgDn }", T_KEYS_ON_TEN, false, step_on_ten, 0},
    {LOOK, KEY_TO_HOME, '<', "Home <", T_KEYS_FIRST, false, step_first, 0},
    {LOOK, KEY_TO_END, '>', "End >", T_KEYS_NOW, false, step_now, 0},
    {MODE_BOARD, 'k', KEY_ARROW_UP, "hjkl", T_KEYS_GO, false, go_up, 0},
    {MODE_BOARD, 'j', KEY_ARROW_DOWN, NULL, T_KEYS_GO, false, go_down, 0},
    {MODE_BOARD, 'h', KEY_ARROW_LEFT, NULL, T_KEYS_GO, false, go_left, 0},
    {MODE_BOARD, 'l', KEY_ARROW_RIGHT, NULL, T_KEYS_GO, false, go_right, 0},
    {MODE_BOARD, KEY_LET_GO, 0, "Esc", T_KEYS_LET_GO, false, let_go, 0},
    {MODE_OVER, 'n', 0, "n", T_REMATCH, true, rematch, MAY(REMATCH)},
    {MODE_OVER, 's', 0, "s", T_KEYS_SAVE, true, save, MAY(SAVE)},
    {MODE_WAIT | MODE_MOVE, 'u', 0, "u", T_TAKE_BACK, true, take_back, MAY(TAKEBACK)},
    {MODE_WAIT | MODE_MOVE, 'p', 0, "p", T_PAUSE, true, pause, MAY(PAUSE)},
    {LOOK | MODE_ARMY, 't', 0, "t", T_CHAT, true, chat_open, MAY(SAY)},
    {MODE_WAIT | MODE_MOVE | MODE_COVER, 'R', 0, "R", T_KEYS_RESIGN, false, ask_resign,
     MAY(RESIGN) | MAY(ABORT)},
    {MODE_WAIT | MODE_MOVE, 'D', 0, "D", T_KEYS_DRAW, false, ask_draw, MAY(DRAW)},
    {MODE_WAIT, 'C', 0, "C", T_CLAIM_WIN, false, ask_claim, MAY(CLAIM)},
    {LOOK, 'v', 0, "v", T_KEYS_FLIP, false, flip, 0},
    {MODE_ANY, '?', 0, "?", T_KEYS_HELP, true, show_help, 0},
    {MODE_ANY, 'q', 0, "q", T_KEYS_LEAVE, true, leave, 0},
};

const key_row *keys_rows(size_t *count) {
    *count = sizeof rows / sizeof *rows;
    return rows;
}

/* A row without acts is for everybody; of several one is enough. */
bool keys_apply(const ui_model *m, const key_row *row) {
    const table *t = &m->table;
    bool may = row->acts == 0;
    for (unsigned what = 0; what <= ACT_SAVE && !may; what++)
        may = (row->acts >> what & 1) && table_may(t, (act)what);
    bool steps = row->run == step_back || row->run == step_on || row->run == step_back_ten ||
                 row->run == step_on_ten || row->run == step_first || row->run == step_now;
    if (!(row->modes & (unsigned)ui_mode(m)) || !may)
        return false;
    return !steps || (t->past && t->past->size > 1);
}
