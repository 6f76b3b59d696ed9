/* The longer answers: moves, pieces, losses, history. */
#include "tui/plain/describe.h"

#include "flagfall/notation.h"

static const char *name_of(const ff_view *view, unsigned rank) {
    return ff_edition_rank_name(&view->rules->edition, (ff_rank)rank, FF_ENGLISH);
}

/* --- moves ------------------------------------------------------------------------ */

/* The targets of one piece: "a4 (Miner) to a5 b4 (attack)". */
static bool add_targets(ff_buffer *out, const ff_view *view, const ff_move *moves, size_t count,
                        unsigned from) {
    bool any = false;
    for (size_t i = 0; i < count; i++) {
        if (FF_FROM(moves[i]) != from)
            continue;
        if (!any) {
            describe_square(out, from);
            ff_buffer_format(out, " (%s) to", name_of(view, view->cell[from].rank));
        }
        ff_buffer_byte(out, ' ');
        describe_square(out, FF_TO(moves[i]));
        if (view->cell[FF_TO(moves[i])].seat != FF_NOBODY)
            ff_buffer_text(out, " (attack)");
        any = true;
    }
    if (any)
        ff_buffer_byte(out, '\n');
    return any;
}

void describe_moves(ff_buffer *out, const ff_view *view, unsigned from) {
    ff_move moves[FF_MOVES_MAX];
    size_t count = ff_view_moves(view, moves);
    bool any = false;
    for (unsigned square = 0; square < FF_SQUARES; square++)
        if (from == FF_OFF_BOARD || from == square)
            any |= add_targets(out, view, moves, count, square);
    if (!any)
        ff_buffer_text(out, from == FF_OFF_BOARD ? "You have no legal move now.\n"
                                                 : "No piece of yours can move from there now.\n");
}

/* --- pieces ------------------------------------------------------------------------ */

/* Squares of the cells that look like `like`, in one line behind a title; nothing
 * where there are none. */
static void add_group(ff_buffer *out, const ff_view *view, const char *title, ff_cell like,
                      bool match_moved) {
    bool any = false;
    for (unsigned square = 0; square < FF_SQUARES; square++) {
        ff_cell cell = view->cell[square];
        if (cell.seat != like.seat || cell.rank != like.rank ||
            (match_moved && cell.moved != like.moved))
            continue;
        if (!any)
            ff_buffer_format(out, "  %s:", title);
        ff_buffer_byte(out, ' ');
        describe_square(out, square);
        any = true;
    }
    if (any)
        ff_buffer_byte(out, '\n');
}

static void add_side(ff_buffer *out, const ff_view *view, uint8_t seat) {
    for (uint8_t rank = FF_RANKS - 1; rank > FF_EMPTY; rank--)
        add_group(out, view, name_of(view, rank), (ff_cell){.seat = seat, .rank = rank}, false);
    add_group(out, view, "hidden, has moved",
              (ff_cell){.seat = seat, .rank = FF_HIDDEN, .moved = 1}, true);
    add_group(out, view, "hidden, has not moved", (ff_cell){.seat = seat, .rank = FF_HIDDEN}, true);
}

void describe_pieces(ff_buffer *out, const ff_view *view) {
    uint8_t own = view->viewer == FF_BLUE ? FF_BLUE : FF_RED;
    ff_buffer_text(out, "Your pieces:\n");
    add_side(out, view, own);
    ff_buffer_text(out, "The enemy's pieces:\n");
    add_side(out, view, !own);
}

/* --- losses ------------------------------------------------------------------------ */

static void add_losses(ff_buffer *out, const ff_view *view, ff_seat seat) {
    const char *separator = " ";
    ff_buffer_format(out, "%s has lost:", describe_seat(seat));
    for (unsigned rank = FF_RANKS; rank-- > 0;) {
        unsigned count = view->lost[seat][rank];
        if (count == 0)
            continue;
        ff_buffer_format(out, "%s%u %s", separator, count,
                         rank == FF_EMPTY ? "in all" : name_of(view, rank));
        separator = ", ";
    }
    ff_buffer_text(out, *separator == ' ' ? " nothing.\n" : ".\n");
}

void describe_captures(ff_buffer *out, const ff_view *view) {
    add_losses(out, view, FF_RED);
    add_losses(out, view, FF_BLUE);
}

/* --- history ------------------------------------------------------------------------ */

void describe_plies(ff_buffer *out, const ff_view *view) {
    if (view->plies == 0)
        ff_buffer_text(out, "Nobody has moved yet.\n");
    for (unsigned ply = 0; ply < view->plies; ply++) {
        const ff_event *event = ply + 1u == view->plies ? &view->last : &view->events[ply];
        bool attack = event->battle != FF_NO_BATTLE;
        char move[FF_MOVE_TEXT];
        ff_move_write(event->move, attack, move);
        ff_buffer_format(out, "%u. %s %s", ply + 1u, describe_seat(describe_mover(view, ply)),
                         move);
        if (attack) {
            ff_buffer_text(out, ": ");
            describe_battle(out, view, event);
        }
        ff_buffer_byte(out, '\n');
    }
}
