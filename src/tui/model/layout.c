/* Where the board, the panel and the lines go on a picture of any size. The board comes first:
 * it grows as far as it can, and the panel takes what is left, if that is enough for it. */
#include "tui/model/model_parts.h"

enum {
    MARGIN = 3,       /* numbers of rows */
    CELL_COLUMNS = 5, /* a mark and "[10]" */
    WIDE_COLUMNS = 7, /* with a blank on either side: nearly square with three rows */
    CELL_ROWS_MAX = 3,
    OTHER_ROWS = 4,   /* title, files, state, keys */
    PANEL_LEAST = 22, /* a name, a clock and a move with its battle */
    PANEL_MOST = 44   /* longer lines are hard to read */
};

static int fit(int size, int least, int most) {
    return size < least ? least : size > most ? most : size;
}

layout layout_of(const ui_model *m, const picture *p) {
    const ff_edition *e = m->table.edition;
    layout l = {.top = 1, .left = MARGIN};
    l.cell_rows = fit((p->rows - OTHER_ROWS) / e->rows, 1, CELL_ROWS_MAX);
    int wide = MARGIN + e->files * WIDE_COLUMNS + 1 + PANEL_LEAST;
    l.cell_columns = l.cell_rows > 1 && p->columns >= wide ? WIDE_COLUMNS : CELL_COLUMNS;
    int width = MARGIN + e->files * l.cell_columns;
    int room = p->columns - width - 2;
    l.panel = width + 2;
    l.panel_columns = room >= PANEL_LEAST ? fit(room, PANEL_LEAST, PANEL_MOST) : 0;
    l.needed_rows = OTHER_ROWS + e->rows;
    l.needed_columns = MARGIN + e->files * CELL_COLUMNS;
    l.fits = p->rows >= l.needed_rows && p->columns >= l.needed_columns;
    return l;
}

unsigned layout_square(const ui_model *m, int row, int column) {
    const ff_edition *e = m->table.edition;
    if (row < 0 || row >= e->rows || column < 0 || column >= e->files)
        return FF_OFF_BOARD;
    bool blue = ui_from_blue(m);
    return (unsigned)FF_SQUARE(blue ? e->files - 1 - column : column,
                               blue ? row : e->rows - 1 - row);
}

void layout_place(const ui_model *m, unsigned square, int *row, int *column) {
    const ff_edition *e = m->table.edition;
    int file = (int)square % FF_FILES, rank = (int)square / FF_FILES;
    bool blue = ui_from_blue(m);
    *row = blue ? rank : e->rows - 1 - rank;
    *column = blue ? e->files - 1 - file : file;
}

unsigned layout_hit(const ui_model *m, const picture *p, int row, int column) {
    layout l = layout_of(m, p);
    if (!l.fits || row < l.top || column < l.left)
        return FF_OFF_BOARD;
    return layout_square(m, (row - l.top) / l.cell_rows, (column - l.left) / l.cell_columns);
}
