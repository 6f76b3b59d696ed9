/* The board in lines, and plies in sentences: what a screen reader reads out. The seat's own
 * pieces are plain and the others in brackets; a spectator has Red's for own. */
#include "tui/plain/describe.h"

#include "base/utf8.h"
#include "flagfall/notation.h"

enum { CELL_WIDTH = 5 };

/* How the board is looked at. */
typedef struct look {
    const ff_edition *edition;
    const scene *scene;
    uint8_t own; /* whose pieces have no brackets */
    bool stars;
} look;

static void add_cell(ff_buffer *out, const look *at, int square) {
    const ff_edition *edition = at->edition;
    ff_cell cell = at->scene->cell[square];
    bool own = cell.seat == at->own;
    size_t start = out->size;
    if (edition->lake[square])
        ff_buffer_text(out, "~~~");
    else if (cell.seat == FF_NOBODY)
        ff_buffer_text(out, ".");
    else if (cell.rank == FF_HIDDEN)
        ff_buffer_text(out, own ? (cell.moved ? "!" : "?") : (cell.moved ? "(!)" : "(?)"));
    else if (own)
        ff_buffer_format(out, "%s%s", edition->label[cell.rank],
                         cell.known && at->stars ? "*" : "");
    else
        ff_buffer_format(out, "(%s)", edition->label[cell.rank]);
    if (out->failed)
        return;
    size_t width = utf8_length((ff_span){out->data + start, out->size - start});
    for (; width < CELL_WIDTH; width++)
        ff_buffer_byte(out, ' ');
}

/* Without the blanks behind the last cell. */
static void end_line(ff_buffer *out) {
    while (out->size && out->data[out->size - 1] == ' ')
        out->data[--out->size] = '\0';
    ff_buffer_byte(out, '\n');
}

/* The n-th file or row as its player sees it: Blue looks from the other side. */
static int turned(int n, int count, bool turn_round) {
    return turn_round ? count - 1 - n : n;
}

void describe_board(ff_buffer *out, const ff_edition *edition, const scene *s, unsigned viewer,
                    bool stars) {
    bool blue = viewer == FF_BLUE;
    look at = {edition, s, blue ? FF_BLUE : FF_RED, stars};
    ff_buffer_text(out, "    ");
    for (int i = 0; i < edition->files; i++) {
        char name[FF_SQUARE_TEXT];
        ff_square_write(turned(i, edition->files, blue), name);
        ff_buffer_format(out, "%-*.1s", CELL_WIDTH, name);
    }
    end_line(out);
    for (int i = edition->rows - 1; i >= 0; i--) {
        int row = turned(i, edition->rows, blue);
        ff_buffer_format(out, "%2d  ", row + 1);
        for (int j = 0; j < edition->files; j++)
            add_cell(out, &at, FF_SQUARE(turned(j, edition->files, blue), row));
        end_line(out);
    }
}

void describe_now(ff_buffer *out, const table *t) {
    if (t->past && t->past->size)
        describe_board(out, t->edition, &t->past->scenes[t->past->size - 1], t->seat,
                       t->ending == FF_BY_NOTHING);
}

void describe_ply(ff_buffer *out, ff_language language, const table *t, size_t ply) {
    const scene *scenes = t->past->scenes;
    text_add_ply(out, language, t->edition, &scenes[ply].last, (ff_seat)scenes[ply - 1].turn);
    ff_buffer_byte(out, '\n');
}

void describe_end(ff_buffer *out, ff_language language, const table *t) {
    text_add_end(out, language, (ff_result)t->result, (ff_ending)t->ending,
                 t->acts ? t->seat : FF_NOBODY);
    ff_buffer_byte(out, '\n');
}
