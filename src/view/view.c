/* A view filled from the truth and from what is public. This is the gate that everything
 * about a live game leaves by: a rank that the viewer cannot know is never written to a
 * view. */
#include "flagfall/view.h"

#include "base/hash.h"
#include "core/board.h"

#include <assert.h>

/* Aborted games have an ending and no result. */
static bool is_over(const ff_view *view) {
    return view->result != FF_ONGOING || view->ending != FF_BY_NOTHING;
}

/* Bytes of all squares, with room for the table's next entry behind the last. */
typedef uint8_t square_bytes[FF_SQUARES + 3];

/* The squares of a set, a byte each: 1 where it has the square. Half a row at a time. */
static void spread(const uint64_t words[LANES], square_bytes out) {
    enum { HALF = FF_FILES / 2 };
/* All sets of five squares, as five bytes each: 32 rows of 8, so that a copy of one row is a
 * single store. The three bytes too many are overwritten by the next half row. */
#define BITS(n)                                                                                    \
    { (n) & 1, (n) >> 1 & 1, (n) >> 2 & 1, (n) >> 3 & 1, (n) >> 4 & 1 }
#define FOUR(n) BITS(n), BITS((n) + 1), BITS((n) + 2), BITS((n) + 3)
    static const uint8_t bytes[1 << HALF][8] = {FOUR(0),  FOUR(4),  FOUR(8),  FOUR(12),
                                                FOUR(16), FOUR(20), FOUR(24), FOUR(28)};
    for (unsigned row = 0; row < FF_ROWS; row++) {
        uint64_t line = words[row / 5] >> row % 5 * LANE_LINE;
        memcpy(out + row * FF_FILES, bytes[line & 31], sizeof *bytes);
        memcpy(out + row * FF_FILES + HALF, bytes[line >> HALF & 31], sizeof *bytes);
    }
}

/* The one place where a rank is let through or held back. Written without a branch: it
 * is done for every square of every observation of a batch, sixteen squares at a time. */
static void fill_cells(ff_view *view, const ff_position *truth, const ff_knowledge *knowledge) {
    square_bytes red, blue;
    uint8_t truth_rank[FF_SQUARES];
    uint8_t over = is_over(view), remembered = !view->memory;
    uint8_t own_red = view->viewer == FF_RED, own_blue = view->viewer == FF_BLUE;
    _Static_assert(FF_RED == FF_NOBODY - 2 && FF_BLUE == FF_NOBODY - 1,
                   "a seat follows from two bits");
    spread(truth->pieces[FF_RED], red);
    spread(truth->pieces[FF_BLUE], blue);
    for (unsigned pair = 0; pair < FF_SQUARES / 2; pair++) {
        truth_rank[2 * pair] = truth->ranks[pair] & 15;
        truth_rank[2 * pair + 1] = truth->ranks[pair] >> 4;
    }
    for (unsigned square = 0; square < FF_SQUARES; square++) {
        uint8_t piece = red[square] | blue[square];
        uint8_t known = piece & (over | (knowledge->known[square] & remembered));
        uint8_t seen = known | (red[square] & own_red) | (blue[square] & own_blue);
        uint8_t hidden = piece & (uint8_t)~seen;
        view->cell[square] = (ff_cell){
            /* `-1` has all bits set and `-0` none, so a minus makes a mask of a truth value. */
            .seat = (uint8_t)(FF_NOBODY - 2 * red[square] - blue[square]),
            .rank = (uint8_t)((truth_rank[square] & -seen) | (FF_HIDDEN & -hidden)),
            .moved = piece & knowledge->moved[square],
            .known = known,
        };
    }
}

#ifndef NDEBUG
/* The same rule square by square, as one would say it: of a piece that is not the viewer's
 * the rank is there only where everybody has been told it, or the game is over. */
static bool keeps_secrets(const ff_view *view, const ff_knowledge *knowledge) {
    for (unsigned square = 0; square < FF_SQUARES; square++) {
        const ff_cell *cell = &view->cell[square];
        bool told = is_over(view) || (knowledge->known[square] && !view->memory);
        bool secret = cell->seat != FF_NOBODY && cell->seat != view->viewer && !told;
        if (cell->seat == FF_NOBODY && cell->rank != FF_EMPTY)
            return false;
        if (secret && cell->rank != FF_HIDDEN)
            return false;
    }
    return true;
}
#endif

/* Memory mode tells how many have fallen, not which (docs/rules.md, A-20): then all are counted
 * under FF_EMPTY. */
static void fill_losses(ff_view *view, const ff_knowledge *knowledge) {
    bool by_rank = !view->memory || is_over(view);
    for (int seat = FF_RED; seat <= FF_BLUE; seat++) {
        for (int rank = 0; rank < FF_RANKS; rank++)
            view->lost[seat][rank] = 0;
        for (int rank = 0; rank < FF_RANKS; rank++)
            view->lost[seat][by_rank ? rank : FF_EMPTY] += knowledge->lost[seat][rank];
    }
}

void ff_view_fill(ff_view *view, const ff_position *truth, const ff_knowledge *knowledge) {
    view->turn = truth->turn;
    view->result = truth->result;
    view->ending = truth->ending;
    view->plies = truth->plies;
    view->quiet = truth->quiet;
    view->chase[FF_RED] = truth->chase[FF_RED];
    view->chase[FF_BLUE] = truth->chase[FF_BLUE];
    fill_cells(view, truth, knowledge);
    assert(keeps_secrets(view, knowledge));
    fill_losses(view, knowledge);
}

/* Hidden pieces are put as FF_HIDDEN, which the bitboards count among the pieces and not among
 * those that move: the viewer's moves are right, and the enemy's hidden pieces seem immobile. */
void ff_view_position(const ff_view *view, ff_position *position) {
    ff_position_clear(position);
    for (int square = 0; square < FF_SQUARES; square++) {
        ff_cell cell = view->cell[square];
        if (cell.seat != FF_NOBODY)
            piece_flip(position, (unsigned)square, cell.seat, cell.rank);
    }
    position->turn = view->turn == FF_BLUE ? FF_BLUE : FF_RED;
    position->result = view->result;
    position->ending = view->ending;
    position->plies = view->plies;
    position->quiet = view->quiet;
    position->chase[FF_RED] = view->chase[FF_RED];
    position->chase[FF_BLUE] = view->chase[FF_BLUE];
}

/* FF_LEGAL where the viewer may think about a move at all. */
static ff_reason check_turn(const ff_view *view) {
    if (is_over(view) || view->turn == FF_NOBODY)
        return FF_GAME_OVER;
    return view->turn == view->viewer ? FF_LEGAL : FF_NOT_YOURS;
}

size_t ff_view_moves(const ff_view *view, ff_move moves[FF_MOVES_MAX]) {
    if (check_turn(view) != FF_LEGAL)
        return 0;
    ff_position position;
    ff_view_position(view, &position);
    return ff_moves(view->rules, &position, &view->history, moves);
}

ff_reason ff_view_check(const ff_view *view, unsigned from, unsigned to) {
    ff_reason reason = check_turn(view);
    if (reason != FF_LEGAL)
        return reason;
    ff_position position;
    ff_view_position(view, &position);
    return ff_move_check(view->rules, &position, &view->history, from, to);
}

static uint64_t hash_event(uint64_t hash, const ff_event *event) {
    uint64_t number = event->move;
    number = number << 8 | event->battle;
    number = number << 8 | event->attacker;
    number = number << 8 | event->defender;
    return hash_number(hash, number << 1 | event->revealed);
}

/* Field by field: the same number on every machine, whatever its byte order. */
uint64_t ff_view_hash(const ff_view *view) {
    const uint32_t numbers[] = {view->viewer, view->turn,          view->result,
                                view->ending, view->memory,        view->plies,
                                view->quiet,  view->chase[FF_RED], view->chase[FF_BLUE]};
    uint64_t hash = 0;
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        hash = hash_number(hash, numbers[i]);
    hash = hash_bytes(hash, view->cell, sizeof view->cell);
    hash = hash_bytes(hash, view->lost, sizeof view->lost);
    hash = hash_event(hash, &view->last);
    for (uint32_t i = 0; i < view->plies; i++)
        hash = hash_event(hash, &view->events[i]);
    return hash;
}
