/* Games as Ataraxos writes them: a position of a hundred letters, and a number for each action.
 * What must hold: all of such a text is understood, or none. */
#include "interchange/ataraxos.h"

#include "flagfall/replay.h"
#include "format/words.h"
#include "interchange/losses.h"

#include <string.h>

#define EDITION "tournament" /* the rules that its data was made by */

enum {
    SIDE = 10,
    OTHERS = SIDE - 1,                /* lines that a piece of one may go to */
    ACTIONS = 2 * OTHERS * FF_SQUARES /* numbers below this are actions */
};

static const char *const kept[] = {"Edition", "Board", "Turn", "RedSetup", "BlueSetup", NULL};

bool ataraxos_is(ff_span text) {
    ff_span line = {"", 0};
    text = span_unmarked(text);
    line_take(&text, &line);
    line = span_trim(line);
    for (size_t i = 0; i < line.size; i++)
        if (!is_letter(line.data[i]) && line.data[i] != '_')
            return false;
    return line.size == FF_SQUARES;
}

/* --- actions ------------------------------------------------------------------------------ */

/* A square as the other seat sees it: the board turned by half. */
static unsigned turned(unsigned square, bool blue) {
    return blue ? FF_SQUARES - 1 - square : square;
}

/* The how many-th of the other lines a line is, and back. */
static unsigned line_of(unsigned which, unsigned own) {
    return which < own ? which : which + 1;
}

static unsigned which_of(unsigned line, unsigned own) {
    return line < own ? line : line - 1;
}

static void action_read(unsigned action, bool blue, unsigned *from, unsigned *to) {
    unsigned cell = action % FF_SQUARES, which = action / FF_SQUARES;
    unsigned row = cell / SIDE, file = cell % SIDE;
    if (which < OTHERS)
        row = line_of(which, row);
    else
        file = line_of(which - OTHERS, file);
    *from = turned(cell, blue);
    *to = turned(row * SIDE + file, blue);
}

/* False for a move that no number can say. */
static bool action_write(const ff_record_move *move, bool blue, unsigned *action) {
    if (move->from >= FF_SQUARES || move->to >= FF_SQUARES || move->from == move->to)
        return false;
    unsigned from = turned(move->from, blue), to = turned(move->to, blue);
    unsigned row = from / SIDE, file = from % SIDE;
    if (to % SIDE == file)
        *action = which_of(to / SIDE, row) * FF_SQUARES + from;
    else if (to / SIDE == row)
        *action = (OTHERS + which_of(to % SIDE, file)) * FF_SQUARES + from;
    else
        return false;
    return true;
}

/* --- reading ------------------------------------------------------------------------------ */

static bool actions_read(ff_span rest, size_t line_number, ff_record *record, ff_error *error) {
    ff_span line;
    while (line_take(&rest, &line)) {
        unsigned long action;
        unsigned from, to;
        line = span_trim(line);
        line_number++;
        if (line.size == 0)
            continue;
        if (!span_number(line, ACTIONS - 1, &action))
            return ff_fail(error, FF_ERROR_SYNTAX, line_number, 1,
                           "expected an action, a number from 0 to %d, not '%.*s'", ACTIONS - 1,
                           span_shown(line), line.data);
        action_read((unsigned)action, record->move_count % 2 == 1, &from, &to);
        if (!ff_record_add_move(record, from, to, false, (ff_span){"", 0}))
            break;
    }
    return !record->text.failed || ff_fail(error, FF_ERROR_NO_MEMORY, 0, 0, "out of memory");
}

bool ataraxos_read(ff_span text, ff_record *record, ff_buffer *notes, ff_error *error) {
    ff_span rest = span_unmarked(text), line = {"", 0};
    ff_position position;
    ff_error inside;
    (void)notes; /* all of such a text is understood, or none */
    ff_record_clear(record);
    record->line = 1;
    line_take(&rest, &line);
    line = span_trim(line);
    if (!ff_board_parse(line, ff_edition_find(ff_span_of(EDITION)), &position, NULL, &inside))
        return ff_fail(error, inside.code, 1, inside.column, "position: %s", inside.message);
    /* Such games were played without limits: with them some would have ended before their end. */
    if (!ff_record_add_tag(record, "Edition", ff_span_of(EDITION)) ||
        !ff_record_add_tag(record, "Board", line) ||
        !ff_record_add_tag(record, "Turn", ff_span_of("red")) ||
        !ff_record_add_tag(record, "Option", ff_span_of("no-limits")))
        return ff_fail(error, FF_ERROR_NO_MEMORY, 0, 0, "out of memory");
    return actions_read(rest, 1, record, error);
}

/* --- writing ------------------------------------------------------------------------------ */

/* The Board as it stands in the record, or what both set-ups make. */
static void position_write(const ff_record *record, const ff_replay *replay, ff_buffer *out) {
    const char *board = ff_record_tag_value(record, "Board");
    char letters[FF_SQUARES + 1];
    if (!board) {
        ff_board_write(&replay->rules.edition, &replay->first, NULL, letters);
        for (size_t i = 0; letters[i]; i++)
            letters[i] = letters[i] == 'A' ? 'a' : letters[i];
    }
    ff_buffer_text(out, board ? board : letters);
    ff_buffer_byte(out, '\n');
}

static bool first_position(const ff_record *record, ff_replay *replay, ff_error *error) {
    const ff_edition *ours = ff_edition_find(ff_span_of(EDITION));
    const ff_edition *edition = &replay->rules.edition;
    if (!losses_replay(record, replay, error))
        return false;
    if (edition->files != ours->files || edition->rows != ours->rows ||
        memcmp(edition->lake, ours->lake, sizeof ours->lake) != 0)
        return ff_fail(error, FF_ERROR_UNSUPPORTED, record->line, 0,
                       "the board of %s is none of this format's", edition->id);
    return replay->first.turn == FF_RED || ff_fail(error, FF_ERROR_UNSUPPORTED, record->line, 0,
                                                   "Blue is to move first; in this format Red is");
}

bool ataraxos_write(const ff_record *record, ff_buffer *out, ff_buffer *notes, ff_error *error) {
    ff_replay replay;
    size_t attacks = 0;
    if (!first_position(record, &replay, error))
        return false;
    position_write(record, &replay, out);
    for (size_t i = 0; i < record->move_count; i++) {
        unsigned action;
        if (!action_write(&record->moves[i], i % 2 == 1, &action))
            return ff_fail(error, FF_ERROR_ILLEGAL, record->moves[i].line, 0,
                           "move %zu is not straight, or leaves the board", i + 1);
        ff_buffer_format(out, "%u\n", action);
    }
    for (size_t i = 0; i < record->move_count; i++)
        attacks += record->moves[i].attack;
    if (notes && attacks > 0)
        ff_buffer_format(notes, "attacks are written as moves: %zu\n", attacks);
    losses_tell(record, EDITION, kept, notes);
    return true;
}
