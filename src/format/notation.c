/* Squares, moves, armies and boards as text, and back (docs/formats.md). What must hold: what
 * is written here is read here as the same; the letters of pieces are Gravon's, so that boards
 * can be exchanged. */
#include "flagfall/notation.h"

#include "format/words.h"

#include <assert.h>
#include <string.h>

/* Squares and moves. */

static const char files[] = "abcdefghik"; /* no `j`: it looks like an `i` */

size_t ff_square_parse(ff_span text, unsigned *square) {
    if (text.size < 2 || !is_letter(text.data[0]) || !is_digit(text.data[1]))
        return 0;
    size_t used = 1;
    unsigned row = 0;
    for (; used < text.size && is_digit(text.data[used]); used++)
        if (row <= FF_ROWS) /* more is off the board already, and must not overflow */
            row = row * 10 + (unsigned)(text.data[used] - '0');
    const char *file = strchr(files, lower(text.data[0]));
    *square = file && row >= 1 && row <= FF_ROWS
                  ? (unsigned)FF_SQUARE((int)(file - files), (int)row - 1)
                  : FF_OFF_BOARD;
    return used;
}

/* Returns where the text goes on. Rows are 1 to 10. */
static char *write_square(unsigned square, char *text) {
    unsigned row = square / FF_FILES % 10 + 1;
    *text++ = files[square % FF_FILES];
    if (row == 10)
        *text++ = '1';
    *text++ = (char)('0' + row % 10);
    return text;
}

void ff_square_write(int square, char text[FF_SQUARE_TEXT]) {
    assert(square >= 0 && square < FF_SQUARES);
    *write_square((unsigned)square, text) = 0;
}

bool ff_move_parse(ff_span text, unsigned *from, unsigned *to, ff_error *error) {
    size_t first = ff_square_parse(text, from);
    bool sign =
        first && first < text.size && (text.data[first] == '-' || lower(text.data[first]) == 'x');
    size_t second = sign ? ff_square_parse(span_part(text, first + 1, text.size), to) : 0;
    if (second && first + 1 + second == text.size)
        return true;
    size_t column = !first ? 1 : !sign ? first + 1 : first + 2 + second;
    return ff_fail(error, FF_ERROR_SYNTAX, 0, column,
                   "'%.*s' is no move; one looks like a4-a5 or a4xa5", span_shown(text), text.data);
}

void ff_move_write(ff_move move, bool attack, char text[FF_MOVE_TEXT]) {
    text = write_square(FF_FROM(move), text);
    *text++ = attack ? 'x' : '-';
    *write_square(FF_TO(move), text) = 0;
}

/* Letters of pieces. */

enum { BLUE_LETTERS = FF_RANKS - 1 }; /* how far Blue's letters lie after Red's */

/* A is an empty square; then, for Red from B and for Blue from N: bomb, spy to marshal, flag. */
char ff_piece_letter(ff_seat seat, ff_rank rank) {
    if (rank == FF_EMPTY || seat == FF_NOBODY)
        return 'A';
    int place = rank == FF_BOMB ? 1 : rank == FF_FLAG ? FF_FLAG : (int)rank + 1;
    return (char)('A' + place + (seat == FF_BLUE ? BLUE_LETTERS : 0));
}

/* The piece of a capital; false where the letter is none of the alphabet's. */
static bool piece_of(char letter, ff_seat *seat, ff_rank *rank) {
    if (letter < 'A' || letter > 'Y')
        return false;
    int place = letter - 'A';
    *seat = place == 0 ? FF_NOBODY : place <= BLUE_LETTERS ? FF_RED : FF_BLUE;
    if (*seat == FF_BLUE)
        place -= BLUE_LETTERS;
    *rank = place == 0 ? FF_EMPTY : place == 1 ? FF_BOMB : place == FF_FLAG ? FF_FLAG : place - 1;
    return true;
}

/* Boards. */

static size_t board_size(const ff_edition *edition) {
    return (size_t)edition->files * edition->rows;
}

/* The square of the k-th letter of a board. */
static int board_square(const ff_edition *edition, size_t k) {
    return FF_SQUARE((int)(k % edition->files), (int)(k / edition->files));
}

static bool board_letter_fail(char letter, int square, size_t k, ff_error *error) {
    char name[FF_SQUARE_TEXT];
    ff_square_write(square, name);
    if (letter == '_')
        return ff_fail(error, FF_ERROR_CONFLICT, 0, k + 1, "letter %zu is '_' but %s is no lake",
                       k + 1, name);
    if (letter && strchr("-+?!", letter))
        return ff_fail(
            error, FF_ERROR_SYNTAX, 0, k + 1,
            "letter %zu (%s) is a hidden piece '%c'; a board to play on names every piece", k + 1,
            name, letter);
    return ff_fail(error, FF_ERROR_SYNTAX, 0, k + 1,
                   "letter %zu (%s) is '%c'; a piece is A to Y, a lake _", k + 1, name, letter);
}

static bool board_letter_read(char letter, int square, ff_position *position, bool *known) {
    ff_seat seat;
    ff_rank rank;
    if (!piece_of(upper(letter), &seat, &rank))
        return false;
    if (rank != FF_EMPTY)
        ff_position_put(position, square, seat, rank);
    if (known)
        *known = rank != FF_EMPTY && letter != upper(letter);
    return true;
}

bool ff_board_parse(ff_span text, const ff_edition *edition, ff_position *position,
                    bool known[FF_SQUARES], ff_error *error) {
    ff_position_clear(position);
    if (known)
        memset(known, 0, FF_SQUARES * sizeof *known);
    size_t size = board_size(edition);
    if (text.size != size)
        return ff_fail(error, FF_ERROR_RANGE, 0, (text.size < size ? text.size : size) + 1,
                       "%zu letters; a board of %u by %u has %zu", text.size, edition->files,
                       edition->rows, size);
    for (size_t k = 0; k < size; k++) {
        int square = board_square(edition, k);
        char letter = text.data[k];
        if (edition->lake[square] && letter != '_') {
            char name[FF_SQUARE_TEXT];
            ff_square_write(square, name);
            return ff_fail(error, FF_ERROR_CONFLICT, 0, k + 1,
                           "letter %zu is '%c' but %s is a lake '_'", k + 1, letter, name);
        }
        if (!edition->lake[square] &&
            !board_letter_read(letter, square, position, known ? &known[square] : NULL))
            return board_letter_fail(letter, square, k, error);
    }
    return true;
}

void ff_board_write(const ff_edition *edition, const ff_position *position,
                    const bool known[FF_SQUARES], char text[FF_SQUARES + 1]) {
    size_t size = board_size(edition);
    for (size_t k = 0; k < size; k++) {
        int square = board_square(edition, k);
        char letter = ff_piece_letter(ff_position_owner(position, square),
                                      ff_position_rank(position, square));
        bool small = known && known[square] && letter != 'A';
        text[k] = edition->lake[square] ? '_' : small ? lower(letter) : letter;
    }
    text[size] = 0;
}

static char cell_letter(const ff_cell *cell) {
    static const char hidden[2][2] = {{'-', '+'}, {'?', '!'}};
    if (cell->seat == FF_NOBODY)
        return 'A';
    if (cell->rank == FF_HIDDEN)
        return hidden[cell->seat][cell->moved];
    char letter = ff_piece_letter(cell->seat, cell->rank);
    return cell->known ? lower(letter) : letter;
}

void ff_view_board_write(const ff_view *view, char text[FF_SQUARES + 1]) {
    const ff_edition *edition = &view->rules->edition;
    size_t size = board_size(edition);
    for (size_t k = 0; k < size; k++) {
        int square = board_square(edition, k);
        text[k] = edition->lake[square] ? '_' : cell_letter(&view->cell[square]);
    }
    text[size] = 0;
}

/* What everybody was shown by a ply, behind a colon: the ranks that fought, or the scout
 * that ran. */
static void shown_write(const ff_event *event, ff_buffer *out) {
    if (event->attacker != FF_EMPTY)
        ff_buffer_format(out, ":%c%c", ff_piece_letter(FF_RED, (ff_rank)event->attacker),
                         ff_piece_letter(FF_RED, (ff_rank)event->defender));
    else if (event->revealed)
        ff_buffer_format(out, ":%c", ff_piece_letter(FF_RED, FF_SCOUT));
}

void ff_view_information_write(const ff_view *view, ff_buffer *out) {
    static const char *const seats[] = {"red", "blue", "-"};
    static const char *const battles[] = {"", ">", "<", "=", "#"}; /* who stands afterwards */
    char text[FF_SQUARES + 1];
    ff_view_board_write(view, text);
    ff_buffer_format(out, "%s %s %s %s %s", seats[view->viewer], seats[view->turn],
                     ff_result_word((ff_result)view->result),
                     ff_ending_word((ff_ending)view->ending), text);
    for (unsigned i = 0; i < view->plies; i++) {
        const ff_event *event = i + 1u == view->plies ? &view->last : &view->events[i];
        ff_move_write(event->move, event->battle != FF_NO_BATTLE, text);
        ff_buffer_format(out, " %s%s", text, battles[event->battle]);
        shown_write(event, out);
    }
}

/* Set-ups. */

/* Says which rank there is too much or too little of. */
static void counts_fail(const ff_setup *setup, const ff_edition *edition, unsigned size,
                        ff_error *error) {
    unsigned count[FF_RANKS] = {0};
    for (unsigned k = 0; k < size; k++)
        count[setup->rank[k]]++;
    for (int rank = FF_SPY; rank < FF_RANKS; rank++) {
        if (count[rank] == edition->army[rank])
            continue;
        ff_fail(error, FF_ERROR_ARMY, 0, 0, "%u of %c where the army has %u", count[rank],
                ff_piece_letter(FF_RED, rank), edition->army[rank]);
        return;
    }
}

ff_setup_reason ff_setup_parse(ff_span text, const ff_edition *edition, ff_setup *setup,
                               ff_error *error) {
    unsigned size = ff_edition_zone_size(edition);
    memset(setup, 0, sizeof *setup);
    if (text.size != size) {
        ff_fail(error, FF_ERROR_RANGE, 0, (text.size < size ? text.size : size) + 1,
                "%zu letters; a set-up of this edition has %u", text.size, size);
        return FF_SETUP_WRONG_LENGTH;
    }
    for (unsigned k = 0; k < size; k++) {
        ff_seat seat;
        ff_rank rank;
        /* Red's letters alone: a set-up is the same for either seat. */
        if (!piece_of(text.data[k], &seat, &rank) || seat == FF_BLUE) {
            ff_fail(error, FF_ERROR_SYNTAX, 0, k + 1,
                    "letter %u is '%c'; a set-up has the letters A to M", k + 1, text.data[k]);
            return FF_SETUP_BAD_LETTER;
        }
        setup->rank[k] = (uint8_t)rank;
    }
    ff_setup_reason reason = ff_setup_check(setup, edition);
    if (reason == FF_SETUP_WRONG_COUNTS)
        counts_fail(setup, edition, size, error);
    return reason;
}

void ff_setup_write(const ff_setup *setup, const ff_edition *edition, char text[FF_ZONE_MAX + 1]) {
    unsigned size = ff_edition_zone_size(edition);
    for (unsigned k = 0; k < size; k++)
        text[k] = ff_piece_letter(FF_RED, setup->rank[k]);
    text[size] = 0;
}
