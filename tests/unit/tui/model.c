/* The full screen without a screen: what is on the picture, and what keys do. */
#include "tui/model/model.h"

#include "flagfall/game.h"
#include "flagfall/notation.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* A game in the test's hands: the seat is Red's, and the test moves for Blue. */
typedef struct desk {
    host host;
    ff_game *game;
    album past;
    bool memory;
    bool arranges; /* armies are set up */
    unsigned armies;
    ff_buffer chat;
    ff_move legal[FF_MOVES_MAX];
    unsigned acts[ACT_SAVE + 1];
} desk;

static bool desk_update(host *self, table *t) {
    desk *d = (desk *)self;
    ff_view view;
    ff_game_view(d->game, FF_RED, d->memory, &view);
    assert_true(album_put(&d->past, &view));
    *t = (table){.edition = &view.rules->edition,
                 .stage = d->arranges                ? STAGE_SETUP
                          : ff_game_is_over(d->game) ? STAGE_OVER
                                                     : STAGE_PLAY,
                 .seat = FF_RED,
                 .acts = true,
                 .memory = d->memory,
                 .name = {"You", "Vera"},
                 .draw_by = FF_NOBODY,
                 .has_view = true,
                 .view = view,
                 .result = view.result,
                 .ending = view.ending,
                 .past = &d->past,
                 .chat = d->chat.size ? &d->chat : NULL,
                 .legal = d->legal,
                 .legal_count = ff_view_moves(&view, d->legal)};
    return true;
}

static void desk_set_up(host *self, const ff_setup *army) {
    (void)army;
    ((desk *)self)->armies++;
}

static void desk_move(host *self, unsigned from, unsigned to) {
    desk *d = (desk *)self;
    assert_int_equal(ff_game_move(d->game, FF_RED, from, to), FF_LEGAL);
}

static void desk_act(host *self, act what, const char *text) {
    desk *d = (desk *)self;
    (void)text;
    d->acts[what]++;
    if (what == ACT_RESIGN)
        ff_game_end(d->game, FF_BY_RESIGN, FF_RED);
}

static void desk_free(host *self) {
    (void)self;
}

/* Squares and letters as in board files: "Ma1 De4". */
static void desk_begin(desk *d, ui_model *m, const char *board, bool memory) {
    const ff_edition *edition = ff_edition_find(ff_span_of("tournament"));
    ff_position position;
    ff_error error;
    *d = (desk){.host = {desk_update, desk_set_up, desk_move, desk_act, desk_free, -1},
                .memory = memory};
    assert_true(ff_board_parse(ff_span_of(board), edition, &position, NULL, &error));
    position.turn = FF_RED;
    d->game = ff_game_from(edition, NULL, &position, NULL);
    assert_non_null(d->game);
    ui_begin(m, &d->host, FF_ENGLISH, false, 1);
}

static void desk_end(desk *d, ui_model *m) {
    ui_end(m);
    album_free(&d->past);
    ff_buffer_free(&d->chat);
    ff_game_free(d->game);
}

/* Blue answers. */
static void blue(desk *d, ui_model *m, const char *move) {
    unsigned from, to;
    ff_error error;
    assert_true(ff_move_parse(ff_span_of(move), &from, &to, &error));
    assert_int_equal(ff_game_move(d->game, FF_BLUE, from, to), FF_LEGAL);
    ui_update(m);
}

static void press(ui_model *m, const char *keys) {
    picture *p = calloc(1, sizeof *p);
    assert_non_null(p);
    picture_begin(p, 24, 80);
    for (; *keys; keys++)
        ui_key(m, (key_event){*keys == '\n' ? KEY_RETURN : (uint32_t)*keys, 0, 0}, p);
    free(p);
}

/* The cursor goes to a square, by keys, from wherever it is. */
static void go_to(ui_model *m, const char *square) {
    press(m, "hhhhhhhhhhjjjjjjjjjj");
    for (const char *at = "abcdefghik"; *at != square[0]; at++)
        press(m, "l");
    for (int row = 1; row < atoi(square + 1); row++)
        press(m, "k");
}

/* The whole picture as text, 80 by 24. */
static char *shown(const ui_model *m) {
    picture *p = calloc(1, sizeof *p);
    ff_buffer out = {0};
    assert_non_null(p);
    picture_begin(p, 24, 80);
    ui_draw(m, p, 0);
    for (int row = 0; row < p->rows; row++) {
        picture_row(p, row, &out);
        ff_buffer_byte(&out, '\n');
    }
    assert_false(out.failed);
    free(p);
    return out.data;
}

static void assert_shows(const ui_model *m, const char *text, bool whether) {
    char *found = shown(m);
    if ((strstr(found, text) != NULL) != whether)
        fail_msg("%s '%s' in:\n%s", whether ? "no" : "there is", text, found);
    free(found);
}

/* Ten rows from a1 on. Red: flag, bomb, scout, marshal, miner; Blue the like, in two orders. */
#define LOWER "MAAAAAAAAABAAAAAAAAAAADAAAAAAAAAAALAAAAE"
#define MIDDLE "AA__AA__AAAA__AA__AA"
static const char one_way[] = LOWER MIDDLE "AAAAXAAAAQAAPAAAAAAAAAAAAAAAANAAAAAAAAAY";
static const char other_way[] = LOWER MIDDLE "AAAAQAAAAXAAPAAAAAAAAAAAAAAAAYAAAAAAAAAN";

static void assert_same(const ui_model *left, const ui_model *right) {
    char *first = shown(left), *second = shown(right);
    assert_string_equal(first, second);
    free(first);
    free(second);
}

static void ranks_that_are_hidden_change_nothing_on_the_picture(void **state) {
    (void)state;
    desk a, b;
    ui_model left, right;
    desk_begin(&a, &left, one_way, false);
    desk_begin(&b, &right, other_way, false);
    assert_same(&left, &right);
    go_to(&left, "e4");
    go_to(&right, "e4");
    press(&left, "\nk\n");
    press(&right, "\nk\n");
    assert_same(&left, &right);
    blue(&a, &left, "k7-k6");
    blue(&b, &right, "k7-k6");
    assert_shows(&left, "( !)", true);
    assert_same(&left, &right);
    press(&left, "[?");
    press(&right, "[?");
    assert_same(&left, &right);
    desk_end(&a, &left);
    desk_end(&b, &right);
}

static void a_battle_in_memory_mode_is_told_once_and_not_when_stepping_back(void **state) {
    (void)state;
    desk d;
    ui_model m;
    desk_begin(&d, &m, one_way, true);
    go_to(&m, "e4");
    press(&m, "\nk\n");
    blue(&d, &m, "k7-k6");
    press(&m, "\nk\n"); /* e5-e6 */
    blue(&d, &m, "k6-k5");
    press(&m, "\nk\n"); /* the marshals meet */
    assert_shows(&m, "Marshal (10)", true);
    blue(&d, &m, "k5xk4");
    assert_shows(&m, "Marshal (10)", true); /* beside the answer to it */
    press(&m, "[");
    assert_shows(&m, "Marshal (10)", false);
    press(&m, "[");
    assert_shows(&m, "hidden again", false);
    press(&m, "]");
    assert_shows(&m, "10=10", false);
    desk_end(&d, &m);
}

static void a_question_takes_the_next_key(void **state) {
    (void)state;
    desk d;
    ui_model m;
    desk_begin(&d, &m, one_way, false);
    press(&m, "R");
    assert_shows(&m, "Resign this game?", true);
    press(&m, "n");
    assert_int_equal(d.acts[ACT_RESIGN], 0);
    press(&m, "Ry");
    assert_int_equal(d.acts[ACT_RESIGN], 1);
    assert_shows(&m, "Blue has won.", true);
    press(&m, "q");
    assert_true(m.leaves);
    desk_end(&d, &m);
}

/* Lawful, and lost at once: whoever means it may. */
static void an_army_that_cannot_move_is_asked_about(void **state) {
    (void)state;
    static const int open[] = {30, 31, 34, 35, 38, 39}; /* no lake before them */
    desk d;
    ui_model m;
    desk_begin(&d, &m, one_way, false);
    d.arranges = true;
    ui_update(&m);
    for (unsigned i = 0; i < sizeof open / sizeof *open; i++) {
        int bomb = 0;
        while (m.army.rank[bomb] != FF_BOMB)
            bomb++;
        m.army.rank[bomb] = m.army.rank[open[i]];
        m.army.rank[open[i]] = FF_EMPTY; /* so that it is not found again */
    }
    for (unsigned i = 0; i < sizeof open / sizeof *open; i++)
        m.army.rank[open[i]] = FF_BOMB;
    press(&m, "s");
    assert_shows(&m, "Start anyway?  (y yes, n no)  None of these", true);
    assert_shows(&m, "You would lose at once.", true);
    press(&m, "n");
    assert_int_equal(d.armies, 0);
    press(&m, "sy");
    assert_int_equal(d.armies, 1);
    desk_end(&d, &m);
}

static void a_refusal_says_why_and_the_piece_stays_chosen(void **state) {
    (void)state;
    desk d;
    ui_model m;
    desk_begin(&d, &m, one_way, false);
    go_to(&m, "a2");
    press(&m, "\nk\n");
    assert_shows(&m, "Bombs and the flag never", true);
    assert_int_equal(m.chosen, FF_SQUARE(0, 1));
    go_to(&m, "d4");
    press(&m, "\n");
    assert_int_equal(d.past.size, 1);
    desk_end(&d, &m);
}

static void every_size_of_window_can_be_drawn(void **state) {
    (void)state;
    desk d;
    ui_model m;
    picture *p = calloc(1, sizeof *p);
    assert_non_null(p);
    desk_begin(&d, &m, one_way, false);
    for (int rows = 1; rows < PICTURE_ROWS + 4; rows += 3)
        for (int columns = 1; columns < PICTURE_COLUMNS + 4; columns += 7) {
            picture_begin(p, rows, columns);
            ui_draw(&m, p, 0);
            assert_true(p->cursor_row < p->rows && p->cursor_column < p->columns);
        }
    free(p);
    desk_end(&d, &m);
}

/* A long line takes several rows, and what is older gives way to what is new. */
static void all_that_was_said_can_be_read(void **state) {
    (void)state;
    desk d;
    ui_model m;
    desk_begin(&d, &m, one_way, false);
    for (int i = 1; i <= 30; i++)
        ff_buffer_format(&d.chat, "Vera: line %d\n", i);
    ff_buffer_text(&d.chat, "Vera: long");
    for (int i = 0; i < 40; i++)
        ff_buffer_text(&d.chat, " word");
    ff_buffer_text(&d.chat, " end\n");
    ui_update(&m);
    press(&m, "t");
    assert_shows(&m, "word end\n", true);
    assert_shows(&m, "\n Vera: long word", true);
    assert_shows(&m, "\n Vera: line 30\n", true);
    assert_shows(&m, "\n Vera: line 16\n", true);
    assert_shows(&m, "\n Vera: line 15\n", false);
    desk_end(&d, &m);
}

static void text_that_is_too_long_ends_in_an_ellipsis(void **state) {
    (void)state;
    picture *p = calloc(1, sizeof *p);
    ff_buffer out = {0};
    assert_non_null(p);
    picture_begin(p, 3, 10);
    picture_text(p, 0, 0, 6, STYLE_TEXT, "a long text");
    picture_row(p, 0, &out);
    assert_string_equal(out.data, "a lon\xe2\x80\xa6");
    ff_buffer_clear(&out);
    assert_int_equal(picture_paragraph(p, 1, 3, 0, 10, STYLE_TEXT, "one two three four"), 3);
    picture_row(p, 1, &out);
    ff_buffer_byte(&out, '/');
    picture_row(p, 2, &out);
    assert_string_equal(out.data, "one two/three four");
    ff_buffer_free(&out);
    free(p);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ranks_that_are_hidden_change_nothing_on_the_picture),
        cmocka_unit_test(a_battle_in_memory_mode_is_told_once_and_not_when_stepping_back),
        cmocka_unit_test(a_question_takes_the_next_key),
        cmocka_unit_test(an_army_that_cannot_move_is_asked_about),
        cmocka_unit_test(a_refusal_says_why_and_the_piece_stays_chosen),
        cmocka_unit_test(every_size_of_window_can_be_drawn),
        cmocka_unit_test(all_that_was_said_can_be_read),
        cmocka_unit_test(text_that_is_too_long_ends_in_an_ellipsis),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
