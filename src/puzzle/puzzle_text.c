/* Puzzles as lines of `key=value`. All keys stand in one order, so that a puzzle is written in
 * one way only; each row of a table reads and writes one of them. */
#include "puzzle/puzzle.h"

#include <inttypes.h>
#include <string.h>

#include "format/words.h"

enum { VERSION = 1, NUMBER_MOST = 1000000, WORLDS_MOST = 10000000, ID_DIGITS = 16 };

static const char HEAD[] = "flagfall-puzzles", MARK[] = "searched";

/* A line that is being read. */
typedef struct scan {
    puzzle *puzzle;
    uint64_t id; /* that the line claims */
    size_t column;
    ff_error *error;
} scan;

static bool wrong(const scan *s, ff_error_code code, const char *what, ff_span value) {
    return ff_fail(s->error, code, 0, s->column, "%s, not \"%.*s\"", what, span_shown(value),
                   value.data);
}

/* --- values ---------------------------------------------------------------------------- */

static bool parse_id(ff_span value, uint64_t *id) {
    *id = 0;
    for (size_t i = 0; i < value.size; i++) {
        char c = value.data[i];
        if (!is_digit(c) && !(c >= 'a' && c <= 'f'))
            return false;
        *id = *id << 4 | (uint64_t)(is_digit(c) ? c - '0' : c - 'a' + 10);
    }
    return value.size == ID_DIGITS;
}

static bool parse_square(ff_span value, unsigned *square) {
    return value.size > 0 && ff_square_parse(value, square) == value.size &&
           *square != FF_OFF_BOARD;
}

static bool read_id(scan *s, ff_span value) {
    return parse_id(value, &s->id) ||
           wrong(s, FF_ERROR_SYNTAX, "a puzzle's name is 16 hexadecimal digits", value);
}

static bool read_kind(scan *s, ff_span value) {
    s->puzzle->kind = puzzle_kind_find(value);
    return s->puzzle->kind != PUZZLE_KINDS ||
           wrong(s, FF_ERROR_UNKNOWN, "a kind is flag, win, miner or hold", value);
}

static bool read_edition(scan *s, ff_span value) {
    s->puzzle->edition = ff_edition_find(value);
    return s->puzzle->edition ||
           wrong(s, FF_ERROR_UNKNOWN, "an edition is one that 'flagfall editions' lists", value);
}

static bool read_army(scan *s, ff_span value, ff_seat seat) {
    ff_error error;
    ff_setup_reason why = ff_setup_parse(value, s->puzzle->edition, &s->puzzle->army[seat], &error);
    return why == FF_SETUP_OK || ff_fail(s->error, FF_ERROR_ARMY, 0, s->column, "%s: %s",
                                         ff_setup_reason_word(why), error.message);
}

static bool read_red(scan *s, ff_span value) {
    return read_army(s, value, FF_RED);
}

static bool read_blue(scan *s, ff_span value) {
    return read_army(s, value, FF_BLUE);
}

/* Squares, two a move, with nothing between them: `a4a5k10k9`. */
static bool read_moves(scan *s, ff_span value) {
    puzzle *p = s->puzzle;
    size_t at = 0;
    while (at < value.size) {
        unsigned square[2];
        for (int i = 0; i < 2; i++) {
            size_t size = ff_square_parse(span_part(value, at, value.size), &square[i]);
            if (size == 0 || square[i] == FF_OFF_BOARD)
                return ff_fail(s->error, FF_ERROR_SYNTAX, 0, s->column + at,
                               "moves are squares, two each, as in a4a5k7k6");
            at += size;
        }
        if (p->plies == PUZZLE_PLIES_MAX)
            return ff_fail(s->error, FF_ERROR_RANGE, 0, s->column + at,
                           "a puzzle has at most %d moves before it", PUZZLE_PLIES_MAX);
        p->moves[p->plies++] = FF_MOVE(square[0], square[1]);
    }
    return true;
}

static bool read_answer(scan *s, ff_span value) {
    return puzzle_answer_parse(s->puzzle->kind, value, &s->puzzle->answer) ||
           wrong(s, FF_ERROR_SYNTAX,
                 s->puzzle->kind == PUZZLE_FLAG ? "the answer is a square, as e8"
                                                : "the answer is a move, as a4-a5 or a4xa5",
                 value);
}

static bool read_about(scan *s, ff_span value) {
    unsigned square = 0;
    bool good = parse_square(value, &square);
    s->puzzle->about = (uint8_t)square;
    return good || wrong(s, FF_ERROR_SYNTAX, "a square is a letter and a number, as e8", value);
}

static bool read_number(scan *s, ff_span value, int *number) {
    bool minus = value.size > 0 && value.data[0] == '-';
    unsigned long size;
    if (!span_number(span_part(value, minus, value.size), NUMBER_MOST, &size))
        return wrong(s, FF_ERROR_RANGE, "a number is from -1000000 to 1000000", value);
    *number = minus ? -(int)size : (int)size;
    return true;
}

static bool read_best(scan *s, ff_span value) {
    return read_number(s, value, &s->puzzle->best);
}

static bool read_next(scan *s, ff_span value) {
    if (!read_number(s, value, &s->puzzle->next))
        return false;
    return s->puzzle->next < s->puzzle->best ||
           wrong(s, FF_ERROR_CONFLICT, "the second best answer is worth less than the best", value);
}

static bool read_measure(scan *s, ff_span value) {
    return read_number(s, value, &s->puzzle->measure);
}

static bool read_worlds(scan *s, ff_span value) {
    unsigned long worlds = 0;
    bool good = span_number(value, WORLDS_MOST, &worlds) && worlds > 0;
    s->puzzle->worlds = (unsigned)worlds;
    return good || wrong(s, FF_ERROR_RANGE, "worlds are 1 or more", value);
}

static const struct key {
    const char *name;
    bool (*read)(scan *s, ff_span value);
} keys[] = {
    {"puzzle", read_id}, {"kind", read_kind},   {"edition", read_edition}, {"red", read_red},
    {"blue", read_blue}, {"moves", read_moves}, {"answer", read_answer},   {"best", read_best},
    {"next", read_next}, {"about", read_about}, {"measure", read_measure}, {"worlds", read_worlds},
};

/* --- answers ----------------------------------------------------------------------------- */

bool puzzle_answer_parse(puzzle_kind kind, ff_span text, ff_move *answer) {
    unsigned from = FF_OFF_BOARD, to = FF_OFF_BOARD;
    bool good =
        kind == PUZZLE_FLAG ? parse_square(text, &to) : ff_move_parse(text, &from, &to, NULL);
    if (kind == PUZZLE_FLAG)
        from = to;
    *answer = FF_MOVE(from, to);
    return good && from != FF_OFF_BOARD && to != FF_OFF_BOARD;
}

void puzzle_answer_write(puzzle_kind kind, ff_move answer, bool attack, char text[FF_MOVE_TEXT]) {
    if (kind == PUZZLE_FLAG)
        ff_square_write(FF_TO(answer), text);
    else
        ff_move_write(answer, attack, text);
}

/* --- a line ------------------------------------------------------------------------------- */

/* Whether the answer is written as an attack says nothing, and is written one way. */
void puzzle_write(const puzzle *p, ff_buffer *out) {
    char letters[FF_ZONE_MAX + 1], answer[FF_MOVE_TEXT], square[FF_SQUARE_TEXT];
    ff_buffer_format(out, "puzzle=%016" PRIx64 " kind=%s edition=%s", puzzle_id(p),
                     puzzle_kind_word(p->kind), p->edition->id);
    for (int seat = FF_RED; seat <= FF_BLUE; seat++) {
        ff_setup_write(&p->army[seat], p->edition, letters);
        ff_buffer_format(out, seat == FF_RED ? " red=%s" : " blue=%s", letters);
    }
    ff_buffer_text(out, " moves=");
    for (unsigned i = 0; i < p->plies; i++) {
        ff_square_write(FF_FROM(p->moves[i]), square);
        ff_buffer_text(out, square);
        ff_square_write(FF_TO(p->moves[i]), square);
        ff_buffer_text(out, square);
    }
    puzzle_answer_write(p->kind, p->answer, false, answer);
    ff_square_write(p->about, square);
    ff_buffer_format(out, " answer=%s best=%d next=%d about=%s measure=%d worlds=%u", answer,
                     p->best, p->next, square, p->measure, p->worlds);
}

/* The puzzle against the board: is its answer one? Whether the flag is where the answer says can
 * only be seen when the game is ended: until then no view shows it. */
static bool judge(const scan *s) {
    const puzzle *p = s->puzzle;
    ff_view view;
    ff_game *game = puzzle_game(p, s->error);
    if (!game)
        return false;
    ff_game_view(game, p->plies % 2 ? FF_BLUE : FF_RED, false, &view);
    bool may = puzzle_may_answer(p->kind, &view, p->answer);
    bool enemy = view.cell[p->about].seat == 1 - view.viewer;
    bool flag = true;
    if (may && p->kind == PUZZLE_FLAG) {
        ff_game_end(game, FF_BY_ABORT, FF_NOBODY);
        ff_game_view(game, FF_NOBODY, false, &view);
        flag = view.cell[FF_TO(p->answer)].rank == FF_FLAG;
    }
    ff_game_free(game);
    if (!may)
        return ff_fail(s->error, FF_ERROR_ILLEGAL, 0, 0,
                       p->kind == PUZZLE_FLAG
                           ? "the answer is no hidden piece of the enemy's that has not moved"
                           : "the answer is no legal move");
    if (!enemy)
        return ff_fail(s->error, FF_ERROR_CONFLICT, 0, 0,
                       "the square that it is about holds no piece of the enemy's");
    return flag || ff_fail(s->error, FF_ERROR_CONFLICT, 0, 0, "the answer is not the flag");
}

bool puzzle_read(ff_span line, puzzle *p, ff_error *error) {
    scan s = {.puzzle = p, .error = error};
    ff_span rest = line;
    memset(p, 0, sizeof *p);
    if (line.size > PUZZLE_LINE_MAX)
        return ff_fail(error, FF_ERROR_RANGE, 0, 1, "a puzzle's line has at most %d bytes",
                       PUZZLE_LINE_MAX);
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
        ff_span word = word_take(&rest);
        size_t name = strlen(keys[i].name);
        s.column = word.size ? (size_t)(word.data - line.data) + 1 : line.size + 1;
        if (word.size <= name || memcmp(word.data, keys[i].name, name) != 0 ||
            word.data[name] != '=')
            return ff_fail(error, FF_ERROR_MISSING, 0, s.column, "expected %s=...", keys[i].name);
        s.column += name + 1;
        if (!keys[i].read(&s, span_part(word, name + 1, word.size)))
            return false;
    }
    ff_span more = word_take(&rest);
    if (more.size)
        return ff_fail(error, FF_ERROR_SYNTAX, 0, (size_t)(more.data - line.data) + 1,
                       "the line goes on after its last key");
    if (!judge(&s))
        return false;
    return s.id == puzzle_id(p) || ff_fail(error, FF_ERROR_DAMAGED, 0, 8,
                                           "this puzzle's name is %016" PRIx64, puzzle_id(p));
}

/* --- a file ------------------------------------------------------------------------------- */

void puzzle_head_write(ff_buffer *out) {
    ff_buffer_format(out, "%s=%d\n", HEAD, VERSION);
}

void puzzle_mark_write(uint64_t game, ff_buffer *out) {
    ff_buffer_format(out, "%s=%016" PRIx64 "\n", MARK, game);
}

void puzzle_reader_init(puzzle_reader *reader, ff_span text) {
    *reader = (puzzle_reader){.text = text};
}

/* What follows `name=` where the line begins with it. */
static bool value_of(ff_span line, const char *name, ff_span *value) {
    size_t size = strlen(name);
    if (line.size <= size || memcmp(line.data, name, size) != 0 || line.data[size] != '=')
        return false;
    *value = span_part(line, size + 1, line.size);
    return true;
}

/* The first line that is no comment says what file this is. */
static bool take_head(puzzle_reader *reader, ff_span line, ff_error *error) {
    ff_span value;
    unsigned long version;
    if (!value_of(line, HEAD, &value))
        return ff_fail(error, FF_ERROR_SYNTAX, reader->line, 1,
                       "a file of puzzles begins with %s=%d", HEAD, VERSION);
    if (!span_number(value, NUMBER_MOST, &version) || version != VERSION)
        return ff_fail(error, FF_ERROR_UNSUPPORTED, reader->line, strlen(HEAD) + 2,
                       "this program reads version %d of files of puzzles", VERSION);
    return true;
}

/* The next line that says something. */
static bool take_line(puzzle_reader *reader, ff_span *line) {
    ff_span rest = span_part(reader->text, reader->offset, reader->text.size);
    bool taken = false;
    while (!taken && line_take(&rest, line)) {
        reader->line++;
        *line = span_trim(*line);
        taken = line->size > 0 && line->data[0] != '#';
    }
    reader->offset = reader->text.size - rest.size;
    return taken;
}

puzzle_line puzzle_reader_next(puzzle_reader *reader, puzzle *p, uint64_t *game, ff_error *error) {
    ff_span line, value;
    bool first = !reader->begun;
    reader->begun = true;
    if (!take_line(reader, &line))
        return first ? (ff_fail(error, FF_ERROR_MISSING, 1, 1,
                                "a file of puzzles begins with %s=%d", HEAD, VERSION),
                        PUZZLE_LINE_ERROR)
                     : PUZZLE_LINE_END;
    if (first) {
        if (!take_head(reader, line, error))
            return PUZZLE_LINE_ERROR;
        reader->begun_well = true;
        if (!take_line(reader, &line))
            return PUZZLE_LINE_END;
    }
    if (value_of(line, MARK, &value)) {
        if (parse_id(value, game))
            return PUZZLE_LINE_GAME;
        ff_fail(error, FF_ERROR_SYNTAX, reader->line, strlen(MARK) + 2,
                "a game's name is 16 hexadecimal digits");
        return PUZZLE_LINE_ERROR;
    }
    bool good = puzzle_read(line, p, error);
    error->line = reader->line;
    return good ? PUZZLE_LINE_PUZZLE : PUZZLE_LINE_ERROR;
}
