/* Lines of the protocol of the computer competition of 2012 read and written. What must hold:
 * its board is always seen with Red at the top, x to the right and y downwards, whoever plays. */
#include "engine/protocol/ucc.h"

#include "format/words.h"

#include <string.h>

/* By rank, from the empty square up. */
static const char letters[] = ".s987654321BF";

static const char *const colours[2] = {"RED", "BLUE"};

static const struct direction {
    const char *name;
    int x, y;
} directions[] = {{"UP", 0, -1}, {"DOWN", 0, 1}, {"LEFT", -1, 0}, {"RIGHT", 1, 0}};

static const struct outcome {
    const char *name;
    ff_battle battle;
} outcomes[] = {{"OK", FF_NO_BATTLE},
                {"KILLS", FF_ATTACKER_WINS},
                {"DIES", FF_DEFENDER_WINS},
                {"BOTHDIE", FF_BOTH_DIE}};

#define COUNT(array) (sizeof(array) / sizeof *(array))

/* --- words ------------------------------------------------------------------- */

/* Three digits at most: what is told in numbers are squares, sizes and scores. */
static bool number_of(ff_span word, int *number) {
    unsigned long read = 0;
    bool good = word.size <= 3 && span_number(word, 999, &read);
    *number = (int)read;
    return good;
}

static bool take_number(ff_span *rest, int *number) {
    return number_of(word_take(rest), number);
}

/* FF_EMPTY where the letter is no piece. */
static ff_rank rank_of(char letter) {
    const char *found = letter ? strchr(letters, letter) : NULL;
    return found ? (ff_rank)(found - letters) : FF_EMPTY;
}

static ff_rank take_rank(ff_span *rest) {
    ff_span word = word_take(rest);
    return word.size == 1 ? rank_of(*word.data) : FF_EMPTY;
}

/* --- the beginning ----------------------------------------------------------- */

bool ucc_speaks(const ff_edition *edition) {
    const ff_edition *own = ff_edition_find(ff_span_of(UCC_EDITION));
    return edition->files == own->files && edition->rows == own->rows &&
           edition->zone_rows == own->zone_rows &&
           memcmp(edition->lake, own->lake, sizeof own->lake) == 0 &&
           memcmp(edition->army, own->army, sizeof own->army) == 0;
}

bool ucc_handshake_parse(ff_span line, ff_seat *seat, ff_error *error) {
    int width, height;
    ff_span colour = word_take(&line);
    *seat = ff_span_equals(colour, colours[FF_BLUE]) ? FF_BLUE : FF_RED;
    if (!ff_span_equals(colour, colours[*seat]))
        return ff_fail(error, FF_ERROR_SYNTAX, 0, 0, "the first word is RED or BLUE");
    if (!word_take(&line).size || !take_number(&line, &width) || !take_number(&line, &height))
        return ff_fail(error, FF_ERROR_SYNTAX, 0, 0,
                       "the first line is COLOUR OPPONENT WIDTH HEIGHT");
    if (width != UCC_SIDE || height != UCC_SIDE)
        return ff_fail(error, FF_ERROR_RANGE, 0, 0, "the board is 10 10, not %d %d", width, height);
    return true;
}

void ucc_handshake_write(ff_seat seat, const char *opponent, ff_buffer *out) {
    ff_buffer_format(out, "%s %s %d %d", colours[seat], opponent, UCC_SIDE, UCC_SIDE);
}

/* --- set-ups ----------------------------------------------------------------- */

static int square_of(ff_seat seat, unsigned line, unsigned x) {
    unsigned top = seat == FF_RED ? 0 : UCC_SIDE - UCC_ARMY_LINES;
    return (int)FF_SQUARE(x, top + line);
}

bool ucc_army_parse(ff_span line, const ff_edition *edition, ff_seat seat, unsigned index,
                    ff_setup *setup, ff_error *error) {
    if (line.size != UCC_SIDE)
        return ff_fail(error, FF_ERROR_RANGE, index + 1, 0,
                       "a line of a set-up has 10 pieces, not %zu", line.size);
    for (unsigned x = 0; x < UCC_SIDE; x++) {
        ff_rank rank = rank_of(line.data[x]);
        int square = square_of(seat, index, x);
        if (rank == FF_EMPTY || ff_setup_place(setup, edition, seat, square, rank) != FF_SETUP_OK)
            return ff_fail(error, FF_ERROR_SYNTAX, index + 1, x + 1,
                           "the pieces are s 9 8 7 6 5 4 3 2 1 B F");
    }
    return true;
}

void ucc_army_write(const ff_setup *setup, const ff_edition *edition, ff_seat seat,
                    ff_buffer *out) {
    char board[FF_SQUARES];
    memset(board, '.', sizeof board);
    for (unsigned k = 0; k < ff_edition_zone_size(edition); k++)
        board[ff_edition_zone_square(edition, seat, k)] = letters[setup->rank[k]];
    for (unsigned line = 0; line < UCC_ARMY_LINES; line++) {
        ff_buffer_add(out, &board[square_of(seat, line, 0)], UCC_SIDE);
        ff_buffer_byte(out, '\n');
    }
}

/* --- the board --------------------------------------------------------------- */

static char cell_letter(const ff_view *view, unsigned square) {
    ff_cell cell = view->cell[square];
    if (cell.seat == FF_NOBODY)
        return view->rules->edition.lake[square] ? '+' : '.';
    return cell.seat == view->viewer ? letters[cell.rank] : '#';
}

void ucc_row_write(const ff_view *view, unsigned y, ff_buffer *out) {
    for (unsigned x = 0; x < UCC_SIDE; x++)
        ff_buffer_byte(out, cell_letter(view, FF_SQUARE(x, y)));
}

bool ucc_row_check(ff_span line, const ff_view *view, unsigned y, ff_error *error) {
    if (line.size != UCC_SIDE)
        return ff_fail(error, FF_ERROR_RANGE, y + 1, 0,
                       "a line of the board has 10 squares, not %zu", line.size);
    for (unsigned x = 0; x < UCC_SIDE; x++)
        if (line.data[x] != cell_letter(view, FF_SQUARE(x, y)))
            return ff_fail(error, FF_ERROR_CONFLICT, y + 1, x + 1,
                           "the board says '%c' where '%c' stands", line.data[x],
                           cell_letter(view, FF_SQUARE(x, y)));
    return true;
}

/* --- moves ------------------------------------------------------------------- */

/* Takes "x y DIR" and, where a number comes next, that. Whatever follows is left. */
static bool take_move(ff_span *rest, ff_move *move, ff_error *error) {
    int x, y, steps = 1;
    if (!take_number(rest, &x) || !take_number(rest, &y))
        return ff_fail(error, FF_ERROR_SYNTAX, 0, 0, "a move begins with two numbers, x y");
    ff_span word = word_take(rest);
    size_t way = 0;
    while (way < COUNT(directions) && !ff_span_equals(word, directions[way].name))
        way++;
    if (way == COUNT(directions))
        return ff_fail(error, FF_ERROR_SYNTAX, 0, 0, "the direction is UP, DOWN, LEFT or RIGHT");
    const struct direction *d = &directions[way];
    ff_span behind = *rest;
    if (take_number(&behind, &steps))
        *rest = behind;
    else
        steps = 1;
    int to_x = x + steps * d->x, to_y = y + steps * d->y;
    if (steps < 1 || x >= UCC_SIDE || y >= UCC_SIDE || to_x < 0 || to_x >= UCC_SIDE || to_y < 0 ||
        to_y >= UCC_SIDE)
        return ff_fail(error, FF_ERROR_ILLEGAL, 0, 0, "the move leaves the board");
    *move = FF_MOVE(FF_SQUARE(x, y), FF_SQUARE(to_x, to_y));
    return true;
}

ucc_answer ucc_answer_parse(ff_span line, ff_move *move, ff_error *error) {
    ff_span rest = line;
    if (ff_span_equals(word_take(&rest), "SURRENDER"))
        return UCC_SURRENDER;
    rest = line;
    if (!take_move(&rest, move, error))
        return UCC_BAD;
    /* After the number anything may stand, after the direction only the number. */
    ff_span fields = line;
    for (int i = 0; i < 3; i++)
        word_take(&fields);
    int steps;
    ff_span fourth = word_take(&fields);
    if (fourth.size == 0 || number_of(fourth, &steps))
        return UCC_MOVE;
    ff_fail(error, FF_ERROR_SYNTAX, 0, 0,
            "a number of squares may stand behind the direction, nothing else");
    return UCC_BAD;
}

void ucc_move_write(ff_move move, ff_buffer *out) {
    int x = FF_FROM(move) % FF_FILES, y = FF_FROM(move) / FF_FILES;
    int dx = FF_TO(move) % FF_FILES - x, dy = FF_TO(move) / FF_FILES - y;
    int steps = dx + dy < 0 ? -(dx + dy) : dx + dy;
    const char *name = dy < 0 ? "UP" : dy > 0 ? "DOWN" : dx < 0 ? "LEFT" : "RIGHT";
    ff_buffer_format(out, "%d %d %s", x, y, name);
    if (steps > 1)
        ff_buffer_format(out, " %d", steps);
}

/* --- what happened ------------------------------------------------------------ */

bool ucc_echo_parse(ff_span line, ff_event *event, ff_error *error) {
    *event = (ff_event){.move = 0};
    if (!take_move(&line, &event->move, error))
        return false;
    ff_span word = word_take(&line);
    for (size_t i = 0; i < COUNT(outcomes); i++) {
        if (!ff_span_equals(word, outcomes[i].name))
            continue;
        event->battle = (uint8_t)outcomes[i].battle;
        if (event->battle == FF_NO_BATTLE)
            return true;
        event->attacker = (uint8_t)take_rank(&line);
        event->defender = (uint8_t)take_rank(&line);
        return (event->attacker != FF_EMPTY && event->defender != FF_EMPTY) ||
               ff_fail(error, FF_ERROR_SYNTAX, 0, 0, "after %s come two pieces", outcomes[i].name);
    }
    return ff_fail(error, FF_ERROR_SYNTAX, 0, 0, "the outcome is OK, KILLS, DIES or BOTHDIE");
}

void ucc_outcome_write(const ff_event *event, ff_buffer *out) {
    for (size_t i = 0; i < COUNT(outcomes); i++)
        if (outcomes[i].battle == (ff_battle)event->battle)
            ff_buffer_text(out, outcomes[i].name);
    if (event->battle != FF_NO_BATTLE)
        ff_buffer_format(out, " %c %c", letters[event->attacker], letters[event->defender]);
}

bool ucc_is_quit(ff_span line) {
    return ff_span_equals(word_take(&line), "QUIT");
}
