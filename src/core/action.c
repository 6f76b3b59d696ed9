/* Moves as numbers. What must hold: the two functions are each other's inverse on every
 * board and from either seat. */
#include "flagfall/action.h"

#include <assert.h>

typedef struct place {
    unsigned file;
    unsigned row;
} place;

/* A square as a seat sees it, or the square that a seat sees so: turning twice is
 * nothing. */
static place turned(const ff_edition *edition, ff_seat seat, place at) {
    if (seat == FF_RED)
        return at;
    return (place){edition->files - 1u - at.file, edition->rows - 1u - at.row};
}

static place place_of(const ff_edition *edition, ff_seat seat, unsigned square) {
    return turned(edition, seat, (place){square % FF_FILES, square / FF_FILES});
}

unsigned ff_action_count(const ff_edition *edition) {
    unsigned files = edition->files, rows = edition->rows;
    return files * rows * (files + rows - 2);
}

bool ff_action_of_move(const ff_edition *edition, ff_seat seat, ff_move move, unsigned *action) {
    assert(seat == FF_RED || seat == FF_BLUE);
    unsigned source = FF_FROM(move), target = FF_TO(move);
    if (!ff_edition_on_board(edition, (int)source) || !ff_edition_on_board(edition, (int)target))
        return false;
    place from = place_of(edition, seat, source), to = place_of(edition, seat, target);
    if ((from.file == to.file) == (from.row == to.row))
        return false; /* slanting, or no way at all */
    /* A channel is a line's target without the source itself: of `rows` rows there are `rows -
     * 1` others, and those above the source are numbered one lower. The channels along files
     * come first, then those along rows. */
    unsigned channel = from.file == to.file ? to.row - (to.row > from.row)
                                            : edition->rows - 1u + to.file - (to.file > from.file);
    *action = (channel * edition->rows + from.row) * edition->files + from.file;
    return true;
}

bool ff_action_to_move(const ff_edition *edition, ff_seat seat, unsigned action, ff_move *move) {
    assert(seat == FF_RED || seat == FF_BLUE);
    if (action >= ff_action_count(edition))
        return false;
    unsigned files = edition->files, rows = edition->rows;
    unsigned channel = action / (files * rows);
    place from = {action % files, action / files % rows}, to = from;
    if (channel < rows - 1)
        to.row = channel + (channel >= from.row);
    else
        to.file = channel - (rows - 1) + (channel - (rows - 1) >= from.file);
    from = turned(edition, seat, from);
    to = turned(edition, seat, to);
    *move = FF_MOVE(FF_SQUARE(from.file, from.row), FF_SQUARE(to.file, to.row));
    return true;
}
