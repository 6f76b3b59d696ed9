/* The board: squares, pieces by their numbers, and the signs of what may be done. Whose a
 * piece is is seen by the brackets as well as by its colour: Red's are square, Blue's round. */
#include "flagfall/notation.h"
#include "tui/model/model_parts.h"

#include <string.h>

enum { SIGN_FLAG = 0x2691, SIGN_BOMB = 0x25cf, SIGN_WATER = 0x2248 };

/* What is on a square, ready to be drawn. */
typedef struct look {
    ff_cell cell;
    bool lake, dark, chosen, target, came, went, cursor;
} look;

/* While the army is being set up it is the model's own, which no host has yet. */
static ff_cell cell_of(const ui_model *m, unsigned square) {
    const scene *s = ui_scene(m);
    bool sets_up = ui_mode(m) == MODE_ARMY || m->table.stage == STAGE_READY;
    int place = sets_up ? table_zone_place(&m->table, square) : -1;
    if (place >= 0 && m->army.rank[place] != FF_EMPTY)
        return (ff_cell){m->table.seat, m->army.rank[place], 0, 0};
    return s && place < 0 ? s->cell[square] : (ff_cell){FF_NOBODY, FF_EMPTY, 0, 0};
}

static look look_of(const ui_model *m, unsigned square) {
    const scene *s = ui_scene(m);
    ff_move last = s ? s->last.move : 0;
    return (look){.cell = cell_of(m, square),
                  .lake = m->table.edition->lake[square],
                  .dark = (square / FF_FILES + square % FF_FILES) % 2 == 0, /* a1 is */
                  .chosen = m->chosen == square,
                  .target = moves_may(m, square),
                  .came = last && FF_TO(last) == square,
                  .went = last && FF_FROM(last) == square,
                  .cursor = m->cursor == square};
}

/* One background a square: what the person is about to do goes before what has happened. */
static unsigned ground_of(const look *k) {
    if (k->lake)
        return STYLE_LAKE;
    if (k->chosen)
        return STYLE_CHOSEN;
    if (k->target)
        return STYLE_TARGET;
    if (k->came || k->went)
        return STYLE_LAST;
    return k->dark ? STYLE_DARK : STYLE_LIGHT;
}

static uint32_t mark_of(const look *k) {
    if (k->target)
        return k->cell.seat == FF_NOBODY ? '+' : 'x';
    return k->came ? '=' : k->went ? '-' : ' ';
}

/* The rank as one to three characters. */
static void draw_rank(const ui_model *m, picture *p, int row, int column, unsigned style,
                      const look *k) {
    const char *label = k->cell.rank < FF_RANKS ? m->table.edition->label[k->cell.rank] : "";
    if (k->cell.rank == FF_HIDDEN)
        label = k->cell.moved ? "!" : "?";
    bool sign = m->unicode && (k->cell.rank == FF_FLAG || k->cell.rank == FF_BOMB);
    picture_put(p, row, column, style, ' ');
    if (sign)
        picture_put(p, row, column + 1, style, k->cell.rank == FF_FLAG ? SIGN_FLAG : SIGN_BOMB);
    else
        picture_text(p, row, column + (strlen(label) < 2), column + 3, style, label);
}

static void draw_piece(const ui_model *m, picture *p, int row, int column, const look *k) {
    bool red = k->cell.seat == FF_RED;
    unsigned style = k->chosen ? STYLE_CHOSEN : red ? STYLE_RED : STYLE_BLUE;
    picture_put(p, row, column, style, red ? '[' : '(');
    draw_rank(m, p, row, column + 1, style, k);
    picture_put(p, row, column + 3, style, red ? ']' : ')');
}

/* Known to the enemy: a star at an own piece, where it still matters. */
static bool is_starred(const ui_model *m, const look *k) {
    return k->cell.known && m->table.acts && k->cell.seat == m->table.seat &&
           m->table.stage == STAGE_PLAY;
}

/* The four columns of a piece stand in the middle, with the mark on their left; a square of
 * several rows has them in its middle row, and the star below. */
static void draw_square(const ui_model *m, picture *p, const layout *l, int row, int column,
                        const look *k) {
    unsigned ground = ground_of(k) | (k->cursor ? STYLE_CURSOR : 0);
    int top = l->top + row * l->cell_rows, left = l->left + column * l->cell_columns;
    int middle = top + (l->cell_rows - 1) / 2, indent = (l->cell_columns - 4) / 2 + 1;
    for (int i = 0; i < l->cell_rows; i++)
        for (int j = 0; j < l->cell_columns; j++)
            picture_put(p, top + i, left + j, ground,
                        k->lake ? (m->unicode ? SIGN_WATER : '~') : ' ');
    if (k->lake)
        return;
    picture_put(p, middle, left + indent - 1, ground, mark_of(k));
    if (k->cell.seat != FF_NOBODY)
        draw_piece(m, p, middle, left + indent, k);
    if (is_starred(m, k) && l->cell_rows > 1)
        picture_put(p, middle + 1, left + indent + 1, ground, '*');
    else if (is_starred(m, k) && mark_of(k) == ' ')
        picture_put(p, middle, left + indent - 1, ground, '*');
    if (k->cursor) {
        p->cursor_row = middle;
        p->cursor_column = left + indent + 1;
    }
}

static void draw_names(const ui_model *m, picture *p, const layout *l) {
    const ff_edition *e = m->table.edition;
    char name[FF_SQUARE_TEXT];
    for (int column = 0; column < e->files; column++) {
        ff_square_write((int)layout_square(m, 0, column), name);
        picture_put(p, l->top + e->rows * l->cell_rows,
                    l->left + column * l->cell_columns + l->cell_columns / 2, STYLE_DIM,
                    (unsigned char)name[0]);
    }
    for (int row = 0; row < e->rows; row++) {
        ff_square_write((int)layout_square(m, row, 0), name);
        int at = l->top + row * l->cell_rows + (l->cell_rows - 1) / 2;
        picture_text(p, at, name[2] ? 0 : 1, l->left, STYLE_DIM, name + 1);
    }
}

void draw_board(const ui_model *m, picture *p, const layout *l) {
    const ff_edition *e = m->table.edition;
    for (int row = 0; row < e->rows; row++)
        for (int column = 0; column < e->files; column++) {
            look k = look_of(m, layout_square(m, row, column));
            draw_square(m, p, l, row, column, &k);
        }
    draw_names(m, p, l);
}
