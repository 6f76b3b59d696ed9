/* Case files become cases; of what is wrong the first is told, with its line. */
#include "case_reader.h"

#include "case_words.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* Reading goes line by line. A line that is not indented begins with a key and
 * belongs to the case above it; an indented one belongs to the key above it. */

enum { GROUPS = 16 };

typedef enum block { BLOCK_NONE, BLOCK_BOARD, BLOCK_PLAY } block;

typedef struct group {
    ff_span name;
    ff_span members;
} group;

typedef struct reader {
    ff_span text;
    size_t line;
    group groups[GROUPS];
    size_t group_count;
    case_file *file;
    rules_case *now; /* null before the first case */
    block open;
    unsigned row; /* of the picture, the latest one */
    ff_error *error;
} reader;

/* Errors. */

static bool fail(reader *self, const char *what, ff_span found) {
    return ff_fail(self->error, FF_ERROR_SYNTAX, self->line, 0, "%s, not \"%.*s\"", what,
                   (int)found.size, found.data ? found.data : "");
}

static bool keep_text(reader *self, ff_span value, char *room, size_t size) {
    if (value.size == 0 || value.size >= size) {
        return fail(self, "a text that is neither empty nor too long", value);
    }
    memcpy(room, value.data, value.size);
    room[value.size] = 0;
    return true;
}

/* The picture: rows from the highest down, each with its number in front, and
 * below them the letters of the files. */

static case_piece *add_piece(reader *self) {
    rules_case *now = self->now;
    size_t room = sizeof now->pieces / sizeof now->pieces[0];
    return now->piece_count < room ? &now->pieces[now->piece_count++] : NULL;
}

static bool read_cell(reader *self, ff_span word, unsigned square) {
    case_piece piece = {.square = square};
    if (ff_span_equals(word, "~")) {
        self->now->lake[square] = true;
        return true;
    }
    if (!case_piece_read(word, &piece.seat, &piece.rank)) {
        return fail(self, "a piece (R10 .. R2 RS RB RF, B10 .. BF), . or ~", word);
    }
    case_piece *place = piece.seat == FF_NOBODY ? &piece : add_piece(self);
    *place = piece;
    return true;
}

static bool read_board_row(reader *self, ff_span number, ff_span cells) {
    rules_case *now = self->now;
    unsigned row, file = 0;
    if (!case_number_read(number, FF_ROWS, &row) || row == 0) {
        return fail(self, "a row of the board begins with its number, 1 to 10", number);
    }
    if (now->rows && row + 1 != self->row) {
        return fail(self, "the rows of the board go down by one", number);
    }
    now->rows = now->rows ? now->rows : row;
    self->row = row;
    for (ff_span word = case_take_word(&cells); word.size; word = case_take_word(&cells), file++) {
        if (file == FF_FILES || (now->files && file == now->files)) {
            return fail(self, "the rows of the board are of one length", word);
        }
        if (!read_cell(self, word, FF_SQUARE(file, row - 1))) {
            return false;
        }
    }
    if (now->files && file != now->files) {
        return fail(self, "the rows of the board are of one length", number);
    }
    now->files = file;
    return true;
}

static bool read_board_files(reader *self, ff_span letters) {
    rules_case *now = self->now;
    if (self->row != 1) {
        return fail(self, "the letters of the files stand below row 1", letters);
    }
    for (unsigned file = 0; file < now->files; file++) {
        ff_span word = case_take_word(&letters);
        if (word.size != 1 || word.data[0] != CASE_FILES[file]) {
            return fail(self, "the files are a b c d e f g h i k", word);
        }
    }
    self->open = BLOCK_NONE;
    return letters.size == 0 || fail(self, "one letter for each file", letters);
}

static bool read_board_line(reader *self, ff_span line) {
    ff_span rest = line;
    ff_span number = case_take_word(&rest);
    return isdigit((unsigned char)number.data[0]) ? read_board_row(self, number, rest)
                                                  : read_board_files(self, line);
}

/* The moves. Words after a move say what it does. */

typedef struct outcome_row {
    const char *words;
    case_outcome outcome;
    ff_battle battle;
    bool revealed;
} outcome_row;

static const outcome_row OUTCOMES[] = {
    {"attacker wins", CASE_LEGAL, FF_ATTACKER_WINS, false},
    {"defender wins", CASE_LEGAL, FF_DEFENDER_WINS, false},
    {"both fall", CASE_LEGAL, FF_BOTH_DIE, false},
    {"takes the flag", CASE_LEGAL, FF_FLAG_TAKEN, false},
    {"shows the scout", CASE_LEGAL, FF_NO_BATTLE, true},
    {"forfeits", CASE_FORFEITS, FF_NO_BATTLE, false},
};

static bool read_refusal(case_ply *ply, ff_span word) {
    ply->outcome = CASE_REFUSED;
    for (ply->reason = FF_GAME_OVER; ply->reason < FF_REASONS; ply->reason++) {
        if (ff_span_equals(word, ff_reason_word(ply->reason))) {
            return true;
        }
    }
    return false;
}

static bool read_outcome(reader *self, case_ply *ply, ff_span words) {
    ff_span rest = words;
    if (ff_span_equals(case_take_word(&rest), "refused")) {
        return read_refusal(ply, rest) || fail(self, "refused and a reason", words);
    }
    for (size_t i = 0; i < sizeof OUTCOMES / sizeof OUTCOMES[0]; i++) {
        if (ff_span_equals(words, OUTCOMES[i].words)) {
            ply->outcome = OUTCOMES[i].outcome;
            ply->battle = OUTCOMES[i].battle;
            ply->revealed = OUTCOMES[i].revealed;
            return true;
        }
    }
    return fail(self,
                "attacker wins, defender wins, both fall, takes the flag, shows the scout, "
                "forfeits or refused and a reason",
                words);
}

/* The words up to the next move. */
static ff_span take_outcome(ff_span *rest) {
    ff_span words = {rest->data, 0};
    while (rest->size > 1 && !isdigit((unsigned char)rest->data[1])) {
        ff_span word = case_take_word(rest);
        words.size = (size_t)(word.data + word.size - words.data);
    }
    return words;
}

static bool read_ply(reader *self, ff_span *rest) {
    rules_case *now = self->now;
    bool attack;
    ff_span word = case_take_word(rest);
    if (now->ply_count == CASE_PLIES) {
        return fail(self, "at most 80 moves", word);
    }
    case_ply *ply = &now->plies[now->ply_count++];
    *ply = (case_ply){.line = self->line};
    if (!case_move_read(word, ply, &attack)) {
        return fail(self, "a move (a4-a5, a4xa5)", word);
    }
    ff_span words = take_outcome(rest);
    if (words.size && !read_outcome(self, ply, words)) {
        return false;
    }
    bool fights = ply->battle != FF_NO_BATTLE;
    if (ply->outcome == CASE_LEGAL && attack != fights) {
        return fail(self, attack ? "an attack says how it ends" : "an attack is written with x",
                    word);
    }
    return true;
}

static bool read_play_line(reader *self, ff_span line) {
    while (line.size) {
        if (!read_ply(self, &line)) {
            return false;
        }
    }
    return true;
}

/* The keys. */

static bool read_title(reader *self, ff_span value) {
    return keep_text(self, value, self->now->title, sizeof self->now->title);
}

static bool read_settles(reader *self, ff_span value) {
    return keep_text(self, value, self->now->settles, sizeof self->now->settles);
}

static bool read_source(reader *self, ff_span value) {
    return value.size > 0 || fail(self, "a text", value);
}

static bool add_edition(reader *self, ff_span id) {
    rules_case *now = self->now;
    const ff_edition *edition = ff_edition_find(id);
    if (!edition || now->edition_count == CASE_EDITIONS) {
        return fail(self, "an edition, or a group of them named above, 24 at most", id);
    }
    now->editions[now->edition_count++] = edition;
    return true;
}

/* The group of that name among the first `count`, or null. */
static const group *find_group(const reader *self, ff_span name, size_t count) {
    for (size_t i = 0; i < count; i++) {
        if (case_same(self->groups[i].name, name)) {
            return &self->groups[i];
        }
    }
    return NULL;
}

/* A group may hold groups named above it, so this comes to an end. */
static bool add_editions(reader *self, ff_span names, size_t group_count) {
    while (names.size) {
        ff_span word = case_take_word(&names);
        const group *known = find_group(self, word, group_count);
        bool good = known ? add_editions(self, known->members, (size_t)(known - self->groups))
                          : add_edition(self, word);
        if (!good) {
            return false;
        }
    }
    return true;
}

static bool read_editions(reader *self, ff_span value) {
    return add_editions(self, value, self->group_count);
}

static bool read_option(reader *self, ff_span value) {
    unsigned number;
    ff_span rest = value;
    ff_span word = case_take_word(&rest);
    if (ff_span_equals(value, "forfeit")) {
        self->now->options.forfeit = true;
    } else if (ff_span_equals(word, "ply-limit") && case_number_read(rest, 9999, &number)) {
        self->now->options.ply_limit = (uint16_t)number;
    } else {
        return fail(self, "forfeit or ply-limit N", value);
    }
    return true;
}

static bool read_seat_word(reader *self, ff_span value, ff_seat *seat) {
    *seat = ff_span_equals(value, "blue") ? FF_BLUE : FF_RED;
    return *seat == FF_BLUE || ff_span_equals(value, "red") || fail(self, "red or blue", value);
}

static bool read_turn(reader *self, ff_span value) {
    return read_seat_word(self, value, &self->now->turn);
}

static bool read_setup(reader *self, ff_span value) {
    self->now->is_setup = true;
    return read_seat_word(self, value, &self->now->seat);
}

static bool read_expect(reader *self, ff_span value) {
    ff_setup_reason *reason = &self->now->expected;
    for (*reason = FF_SETUP_OK; *reason <= FF_SETUP_WRONG_COUNTS; (*reason)++) {
        if (ff_span_equals(value, ff_setup_reason_word(*reason))) {
            return true;
        }
    }
    return fail(self, "ok, outside-zone, overlap or wrong-counts", value);
}

static bool read_board(reader *self, ff_span value) {
    self->open = BLOCK_BOARD;
    return value.size == 0 || fail(self, "the picture below the word board", value);
}

static bool read_play(reader *self, ff_span value) {
    self->open = BLOCK_PLAY;
    return value.size == 0 || fail(self, "the moves below the word play", value);
}

/* A piece more than the picture can show. */
static bool read_also(reader *self, ff_span value) {
    case_piece piece;
    if (!case_standing_read(value, &piece) || piece.seat == FF_NOBODY) {
        return fail(self, "a piece on a square, like a4=R10", value);
    }
    case_piece *place = add_piece(self);
    if (!place) {
        return fail(self, "four pieces more at most", value);
    }
    *place = piece;
    return true;
}

static bool read_after(reader *self, ff_span value) {
    rules_case *now = self->now;
    while (value.size) {
        ff_span word = case_take_word(&value);
        if (now->after_count == CASE_SQUARES ||
            !case_standing_read(word, &now->after[now->after_count++])) {
            return fail(self, "squares and what stands there, like a4=R10 b4=.", word);
        }
    }
    return true;
}

static bool read_public(reader *self, ff_span value) {
    self->now->tells_public = true;
    if (ff_span_equals(value, "none")) {
        return true;
    }
    while (value.size) {
        unsigned square;
        ff_span word = case_take_word(&value);
        if (!case_square_read(word, &square) || square == FF_OFF_BOARD) {
            return fail(self, "squares, or none", word);
        }
        self->now->is_public[square] = true;
    }
    return true;
}

typedef struct result_row {
    const char *words;
    ff_result result;
    ff_ending ending;
} result_row;

static const result_row RESULTS[] = {
    {"goes on", FF_ONGOING, FF_BY_NOTHING},
    {"red wins by flag", FF_RED_WINS, FF_BY_FLAG},
    {"red wins by immobile", FF_RED_WINS, FF_BY_IMMOBILE},
    {"red wins by forfeit", FF_RED_WINS, FF_BY_FORFEIT},
    {"blue wins by flag", FF_BLUE_WINS, FF_BY_FLAG},
    {"blue wins by immobile", FF_BLUE_WINS, FF_BY_IMMOBILE},
    {"blue wins by forfeit", FF_BLUE_WINS, FF_BY_FORFEIT},
    {"draw by immobile", FF_DRAW, FF_BY_IMMOBILE},
    {"draw by limit", FF_DRAW, FF_BY_LIMIT},
};

static bool read_result(reader *self, ff_span value) {
    for (size_t i = 0; i < sizeof RESULTS / sizeof RESULTS[0]; i++) {
        if (ff_span_equals(value, RESULTS[i].words)) {
            self->now->result = RESULTS[i].result;
            self->now->ending = RESULTS[i].ending;
            self->now->result_line = self->line;
            return true;
        }
    }
    return fail(self, "goes on, red wins by flag, ..., draw by limit", value);
}

typedef struct key_row {
    const char *key;
    bool (*read)(reader *self, ff_span value);
} key_row;

static const key_row KEYS[] = {
    {"title", read_title},   {"source", read_source}, {"settles", read_settles},
    {"option", read_option}, {"turn", read_turn},     {"editions", read_editions},
    {"board", read_board},   {"also", read_also},     {"setup", read_setup},
    {"expect", read_expect}, {"play", read_play},     {"after", read_after},
    {"public", read_public}, {"result", read_result},
};

/* Cases and files. */

static bool check_edition(reader *self, const ff_edition *edition) {
    const rules_case *now = self->now;
    if (edition->files != now->files || edition->rows != now->rows) {
        return fail(self, "the picture has another size than the edition", ff_span_of(edition->id));
    }
    if (memcmp(edition->lake, now->lake, sizeof now->lake) != 0) {
        return fail(self, "the picture has other lakes than the edition", ff_span_of(edition->id));
    }
    return true;
}

/* Is the case that ends here complete? Tells the line where it began. */
static bool close_case(reader *self) {
    const rules_case *now = self->now;
    size_t line = self->line;
    if (!now) {
        return true;
    }
    self->line = now->line;
    bool complete = now->title[0] && now->edition_count && now->rows && self->open != BLOCK_BOARD &&
                    (now->is_setup || now->result_line);
    if (!complete) {
        return fail(self, "a case has title, editions, board and result or setup",
                    ff_span_of(now->id));
    }
    for (size_t i = 0; i < now->edition_count; i++) {
        if (!check_edition(self, now->editions[i])) {
            return false;
        }
    }
    self->line = line;
    return true;
}

static bool id_is_new(const reader *self, ff_span id) {
    for (size_t i = 0; i < self->file->count; i++) {
        if (ff_span_equals(id, self->file->cases[i].id)) {
            return false;
        }
    }
    return true;
}

static bool open_case(reader *self, ff_span id) {
    case_file *file = self->file;
    if (!close_case(self)) {
        return false;
    }
    if (!id_is_new(self, id)) {
        return fail(self, "a new name for every case", id);
    }
    rules_case *cases = realloc(file->cases, (file->count + 1) * sizeof *cases);
    if (!cases) {
        return ff_fail(self->error, FF_ERROR_NO_MEMORY, self->line, 0, "out of memory");
    }
    file->cases = cases;
    self->now = &cases[file->count++];
    *self->now = (rules_case){.line = self->line, .options = {.size = sizeof(ff_options)}};
    self->open = BLOCK_NONE;
    return keep_text(self, id, self->now->id, sizeof self->now->id);
}

/* "group ten-rows = anniversary soldiers" */
static bool read_group(reader *self, ff_span value) {
    ff_span rest = value;
    ff_span name = case_take_word(&rest);
    if (!ff_span_equals(case_take_word(&rest), "=") || self->group_count == GROUPS) {
        return fail(self, "group NAME = EDITION..., 16 of them at most", value);
    }
    self->groups[self->group_count++] = (group){name, rest};
    return true;
}

static bool read_key_line(reader *self, ff_span line) {
    ff_span value = line;
    ff_span key = case_take_word(&value);
    if (ff_span_equals(key, "group")) {
        return read_group(self, value);
    }
    if (ff_span_equals(key, "case")) {
        return open_case(self, value);
    }
    if (!self->now) {
        return fail(self, "group or case", key);
    }
    if (self->open == BLOCK_BOARD) {
        return fail(self, "the letters of the files end the board", key);
    }
    self->open = BLOCK_NONE;
    for (size_t i = 0; i < sizeof KEYS / sizeof KEYS[0]; i++) {
        if (ff_span_equals(key, KEYS[i].key)) {
            return KEYS[i].read(self, value);
        }
    }
    return fail(self, "a key that the format has", key);
}

static bool read_line(reader *self, ff_span line) {
    ff_span words = case_trim(line);
    if (words.size == 0 || words.data[0] == '#') {
        return true;
    }
    if (!isspace((unsigned char)line.data[0])) {
        return read_key_line(self, words);
    }
    if (self->open == BLOCK_BOARD) {
        return read_board_line(self, words);
    }
    return self->open == BLOCK_PLAY ? read_play_line(self, words)
                                    : fail(self, "indented lines below board or play", words);
}

bool case_file_read(case_file *file, ff_span text, ff_error *error) {
    reader self = {.text = text, .file = file, .error = error};
    ff_span line;
    *file = (case_file){0};
    while (case_take_line(&self.text, &line)) {
        self.line++;
        if (!read_line(&self, line)) {
            case_file_free(file);
            return false;
        }
    }
    if (!close_case(&self)) {
        case_file_free(file);
        return false;
    }
    return true;
}

void case_file_free(case_file *file) {
    free(file->cases);
    *file = (case_file){0};
}
