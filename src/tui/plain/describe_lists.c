/* The longer answers: moves, pieces, losses, history, clocks. All are told from what the seat
 * may know. */
#include "tui/plain/describe.h"

#include "flagfall/notation.h"

#include <stdio.h>

static void add_line(ff_buffer *out, ff_language language, text_id id) {
    ff_buffer_format(out, "%s\n", text_get(language, id));
}

static void add_square(ff_buffer *out, unsigned square) {
    char text[FF_SQUARE_TEXT];
    ff_square_write((int)square, text);
    ff_buffer_text(out, text);
}

static const char *name_of(const table *t, unsigned rank, ff_language language) {
    return ff_edition_rank_name(t->edition, (ff_rank)rank, language);
}

/* --- moves ------------------------------------------------------------------------ */

/* The targets of one piece: "a4 (Miner) to a5 b4 (attack)". */
static bool add_targets(ff_buffer *out, ff_language language, const table *t, unsigned from) {
    const ff_cell *cell = t->view.cell;
    char name[FF_SQUARE_TEXT];
    bool any = false;
    for (size_t i = 0; i < t->legal_count; i++) {
        if (FF_FROM(t->legal[i]) != from)
            continue;
        ff_square_write((int)from, name);
        if (!any)
            TEXT_ADD(out, language, T_TARGETS, name, name_of(t, cell[from].rank, language));
        ff_buffer_byte(out, ' ');
        add_square(out, FF_TO(t->legal[i]));
        if (cell[FF_TO(t->legal[i])].seat != FF_NOBODY)
            ff_buffer_format(out, " (%s)", text_get(language, T_TARGET_ATTACK));
        any = true;
    }
    if (any)
        ff_buffer_byte(out, '\n');
    return any;
}

void describe_moves(ff_buffer *out, ff_language language, const table *t, unsigned from) {
    bool any = false;
    for (unsigned square = 0; square < FF_SQUARES; square++)
        if (from == FF_OFF_BOARD || from == square)
            any |= add_targets(out, language, t, square);
    if (!any)
        add_line(out, language, from == FF_OFF_BOARD ? T_NO_MOVES_NOW : T_NO_MOVES_THERE);
}

/* --- pieces ------------------------------------------------------------------------ */

/* Squares of the cells that look like `like`, in one line behind a title; nothing
 * where there are none. */
static void add_group(ff_buffer *out, const table *t, const char *title, ff_cell like) {
    bool any = false;
    for (unsigned square = 0; square < FF_SQUARES; square++) {
        ff_cell cell = t->view.cell[square];
        bool hidden = cell.rank == FF_HIDDEN;
        if (cell.seat != like.seat || cell.rank != like.rank ||
            (hidden && cell.moved != like.moved))
            continue;
        if (!any)
            ff_buffer_format(out, "  %s:", title);
        ff_buffer_byte(out, ' ');
        add_square(out, square);
        any = true;
    }
    if (any)
        ff_buffer_byte(out, '\n');
}

static void add_side(ff_buffer *out, ff_language language, const table *t, uint8_t seat) {
    TEXT_ADD(out, language, T_PIECES_OF, text_get(language, text_seat(seat)));
    ff_buffer_byte(out, '\n');
    for (uint8_t rank = FF_RANKS - 1; rank > FF_EMPTY; rank--)
        add_group(out, t, name_of(t, rank, language), (ff_cell){.seat = seat, .rank = rank});
    add_group(out, t, text_get(language, T_GROUP_MOVED),
              (ff_cell){.seat = seat, .rank = FF_HIDDEN, .moved = 1});
    add_group(out, t, text_get(language, T_GROUP_STILL),
              (ff_cell){.seat = seat, .rank = FF_HIDDEN});
}

void describe_pieces(ff_buffer *out, ff_language language, const table *t) {
    uint8_t own = t->seat == FF_BLUE ? FF_BLUE : FF_RED;
    add_side(out, language, t, own);
    add_side(out, language, t, !own);
}

/* --- losses ------------------------------------------------------------------------ */

static void add_losses(ff_buffer *out, ff_language language, const table *t, ff_seat seat) {
    ff_buffer list = {0};
    char number[12];
    for (unsigned rank = FF_RANKS; rank-- > 0;) {
        unsigned count = t->view.lost[seat][rank];
        if (count == 0)
            continue;
        ff_buffer_text(&list, list.size ? ", " : "");
        snprintf(number, sizeof number, "%u", count);
        if (rank == FF_EMPTY) /* memory mode tells the number alone */
            TEXT_ADD(&list, language, T_PIECES_LOST, number);
        else
            ff_buffer_format(&list, "%s %s", number, name_of(t, rank, language));
    }
    TEXT_ADD(out, language, T_LOST_LIST,
             text_get(language, seat == FF_RED ? T_LOSSES_RED : T_LOSSES_BLUE),
             list.data ? list.data : text_get(language, T_NOTHING_LOST));
    ff_buffer_byte(out, '\n');
    out->failed |= list.failed;
    ff_buffer_free(&list);
}

void describe_captures(ff_buffer *out, ff_language language, const table *t) {
    add_losses(out, language, t, FF_RED);
    add_losses(out, language, t, FF_BLUE);
}

/* --- history ------------------------------------------------------------------------ */

void describe_plies(ff_buffer *out, ff_language language, const table *t) {
    if (!t->past || t->past->size < 2)
        add_line(out, language, T_NO_MOVES_YET);
    for (size_t ply = 1; t->past && ply < t->past->size; ply++) {
        ff_buffer_format(out, "%zu. ", ply);
        describe_ply(out, language, t, ply);
    }
}

/* --- clocks ------------------------------------------------------------------------- */

void describe_clocks(ff_buffer *out, ff_language language, const table *t, uint64_t now) {
    if (!t->timed)
        add_line(out, language, T_NO_CLOCK);
    for (unsigned seat = FF_RED; t->timed && seat <= FF_BLUE; seat++) {
        ff_buffer time = {0};
        table_add_clock(&time, table_left_ms(t, seat, now));
        if (t->vacation[seat])
            ff_buffer_format(&time, ", %s", text_get(language, T_VACATION));
        TEXT_ADD(out, language, T_LOST_LIST, text_get(language, text_seat(seat)),
                 time.data ? time.data : "");
        ff_buffer_byte(out, '\n');
        ff_buffer_free(&time);
    }
}
