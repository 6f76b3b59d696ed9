/* Gravon's games and ours: types, results, fields and moves, as both of Gravon's formats (GSN
 * here, XML in src/interchange) need them. What must hold: what a row of a table turns into
 * Gravon's number is turned back into the same words; what has no row is an error or a note,
 * never silently something else. */
#include "format/gravon.h"

#include "flagfall/replay.h"
#include "format/words.h"

#include <assert.h>
#include <string.h>

/* Types. */

/* A free set-up is any part of the classic army; its rules are the classic ones.
 * Ultimate Lightning has rules that no edition of ours has. */
static const struct {
    const char *name;
    const char *edition;
} types[GRAVON_TYPES] = {
    {"classic", "gravon"},        {"barrage", "barrage"}, {"classicfree", "gravon"},
    {"ultimate lightning", NULL}, {"duell", "duel"},
};

enum { FREE = 2 };

const char *gravon_type(unsigned index) {
    return index < GRAVON_TYPES ? types[index].name : NULL;
}

const char *gravon_edition(const char *type) {
    for (size_t i = 0; i < GRAVON_TYPES; i++)
        if (strcmp(types[i].name, type) == 0)
            return types[i].edition;
    return NULL;
}

/* The same board and army: Gravon's types tell no more of the rules. */
static bool same_game(const ff_edition *a, const ff_edition *b) {
    return a->files == b->files && a->rows == b->rows && a->zone_rows == b->zone_rows &&
           memcmp(a->lake, b->lake, sizeof a->lake) == 0 &&
           memcmp(a->army, b->army, sizeof a->army) == 0;
}

bool gravon_type_of_record(const ff_record *record, const char **type, ff_error *error) {
    const char *named = ff_record_tag_value(record, "Edition");
    const ff_edition *edition = named ? ff_edition_find(ff_span_of(named)) : NULL;
    if (!edition)
        return ff_fail(error, FF_ERROR_UNSUPPORTED, record->line, 0,
                       "no edition of ours: Gravon has no game like it");
    for (size_t i = 0; i < GRAVON_TYPES; i++) {
        const char *id = types[i].edition;
        if (!id || !same_game(edition, ff_edition_find(ff_span_of(id))))
            continue;
        bool board = i == 0 && ff_record_tag_value(record, "Board");
        *type = types[board ? FREE : i].name;
        return true;
    }
    return ff_fail(error, FF_ERROR_UNSUPPORTED, record->line, 0,
                   "Gravon has no game with the board and army of %s", edition->id);
}

/* Results. Reading takes the first row of a number, writing the first row of an
 * ending, so what stands in rows of their own comes back as it was. */

static const struct {
    int type;
    ff_ending ending;
    bool drawn;
} endings[] = {
    {0, FF_BY_IMMOBILE, false}, {1, FF_BY_FLAG, false},     {2, FF_BY_IMMOBILE, true},
    {3, FF_BY_RESIGN, false},   {4, FF_BY_AGREEMENT, true}, {10, FF_BY_FORFEIT, true},
    {11, FF_BY_TIME, false},    {12, FF_BY_TIME, true},     {13, FF_BY_TIME, false},
    {14, FF_BY_FORFEIT, false}, {12, FF_BY_LIMIT, true},
};

enum { ENDINGS = sizeof endings / sizeof *endings };

static bool word_tag(ff_record *record, const char *name, const char *word, ff_error *error) {
    return ff_record_add_tag(record, name, ff_span_of(word)) ||
           ff_fail(error, FF_ERROR_NO_MEMORY, 0, 0, "out of memory");
}

bool gravon_result_read(int winner, int type, ff_record *record, ff_error *error) {
    static const ff_result results[] = {FF_DRAW, FF_RED_WINS, FF_BLUE_WINS};
    if (winner < 0 || winner > 2)
        return ff_fail(error, FF_ERROR_UNKNOWN, 0, 0, "unknown winner %d", winner);
    if (!word_tag(record, "Result", ff_result_word(results[winner]), error))
        return false;
    for (size_t i = 0; i < ENDINGS; i++)
        if (endings[i].type == type)
            return word_tag(record, "Termination", ff_ending_word(endings[i].ending), error);
    return ff_fail(error, FF_ERROR_UNKNOWN, 0, 0, "unknown type of result %d", type);
}

/* Replays a record; false with an error where it makes no game. */
static bool replayed(const ff_record *record, ff_replay *replay, ff_error *error) {
    ff_history history = {0};
    bool good = ff_replay_record(replay, record, NULL, &history);
    ff_history_free(&history);
    if (!good)
        return ff_fail(error, FF_ERROR_NO_MEMORY, 0, 0, "out of memory");
    if (replay->verdict == FF_REPLAY_ERROR)
        return ff_fail(error, replay->error.code, record->line, 0, "%s", replay->error.message);
    if (replay->verdict == FF_REPLAY_BAD_SETUP)
        return ff_fail(error, replay->error.code, record->line, 0, "the set-up of %s: %s",
                       replay->seat == FF_BLUE ? "blue" : "red", replay->error.message);
    return true;
}

/* The tag's value, or a word for none. */
static ff_span claim(const ff_record *record, const char *name, const char *none) {
    const char *value = ff_record_tag_value(record, name);
    return ff_span_of(value ? value : none);
}

static bool numbers_of(ff_span result, ff_span ending, int *winner, int *type, ff_error *error) {
    bool drawn = word_is(result, "draw");
    *winner = drawn ? 0 : word_is(result, "red") ? 1 : word_is(result, "blue") ? 2 : -1;
    for (size_t i = 0; *winner >= 0 && i < ENDINGS; i++) {
        *type = endings[i].type;
        if (endings[i].drawn == drawn && word_is(ending, ff_ending_word(endings[i].ending)))
            return true;
    }
    return ff_fail(error, FF_ERROR_UNSUPPORTED, 0, 0, "Gravon has no result %.*s by %.*s",
                   span_shown(result), result.data, span_shown(ending), ending.data);
}

bool gravon_result_write(const ff_record *record, int *winner, int *type, ff_error *error) {
    ff_span result = claim(record, "Result", "*"), ending = claim(record, "Termination", "-");
    ff_replay replay;
    *winner = *type = GRAVON_NO_RESULT;
    if (word_is(result, "*") || word_is(ending, "-")) {
        if (!replayed(record, &replay, error))
            return false;
        if (replay.position.result == FF_ONGOING && word_is(result, "*"))
            return true;
        if (replay.position.result != FF_ONGOING) {
            result = ff_span_of(ff_result_word(replay.position.result));
            ending = ff_span_of(ff_ending_word(replay.position.ending));
        }
    }
    return numbers_of(result, ending, winner, type, error);
}

/* Fields. */

/* A seat's set-up; false where anything else stands in its zone. */
static bool setup_of(const ff_position *position, const ff_edition *edition, ff_seat seat,
                     ff_setup *setup) {
    memset(setup, 0, sizeof *setup);
    for (unsigned k = 0; k < ff_edition_zone_size(edition); k++) {
        int square = ff_edition_zone_square(edition, seat, k);
        ff_seat owner = ff_position_owner(position, square);
        if (owner == !seat)
            return false;
        setup->rank[k] = (uint8_t)ff_position_rank(position, square);
    }
    return ff_setup_check(setup, edition) == FF_SETUP_OK;
}

/* A field that is two whole armies in their zones is told as set-ups; any other, as the free type
 * allows, as a board. */
static bool setups_read(const ff_position *position, const ff_edition *edition,
                        ff_setup setups[2]) {
    size_t pieces = 0;
    for (int square = 0; square < FF_SQUARES; square++)
        pieces += ff_position_owner(position, square) != FF_NOBODY;
    return pieces == 2 * ff_edition_army_size(edition) &&
           setup_of(position, edition, FF_RED, &setups[FF_RED]) &&
           setup_of(position, edition, FF_BLUE, &setups[FF_BLUE]);
}

bool gravon_field_read(ff_span field, const char *edition, ff_record *record, ff_error *error) {
    const ff_edition *e = ff_edition_find(ff_span_of(edition));
    ff_position position;
    ff_setup setups[2];
    char red[FF_SQUARES + 1], blue[FF_SQUARES + 1];
    if (!ff_board_parse(field, e, &position, NULL, error))
        return false;
    if (!setups_read(&position, e, setups)) {
        ff_board_write(e, &position, NULL, red);
        return word_tag(record, "Board", red, error) && word_tag(record, "Turn", "red", error);
    }
    ff_setup_write(&setups[FF_RED], e, red);
    ff_setup_write(&setups[FF_BLUE], e, blue);
    return word_tag(record, "RedSetup", red, error) && word_tag(record, "BlueSetup", blue, error);
}

bool gravon_field_write(const ff_record *record, char field[FF_SQUARES + 1], ff_error *error) {
    ff_replay replay;
    if (!replayed(record, &replay, error))
        return false;
    if (replay.first.turn != FF_RED)
        return ff_fail(error, FF_ERROR_UNSUPPORTED, record->line, 0,
                       "Blue is to move first; in Gravon's games Red is");
    ff_board_write(&replay.rules.edition, &replay.first, NULL, field);
    return true;
}

/* Moves. */

/* In five letters a move of the tenth row has room for one digit: 0. */
static bool square_read(ff_span text, unsigned *square) {
    char room[3] = {0};
    if (text.size == 2 && text.data[1] == '0') {
        room[0] = text.data[0];
        room[1] = '1';
        room[2] = '0';
        text = (ff_span){room, 3};
    }
    return ff_square_parse(text, square) == text.size && text.size > 0 && *square != FF_OFF_BOARD;
}

bool gravon_move_read(ff_span source, ff_span target, ff_record *record) {
    unsigned from, to;
    return square_read(source, &from) && square_read(target, &to) &&
           ff_record_add_move(record, from, to, false, (ff_span){"", 0});
}

static void square_write(unsigned square, char text[FF_SQUARE_TEXT]) {
    ff_square_write((int)square, text);
    text[0] = upper(text[0]);
}

bool gravon_move_write(const ff_record *record, size_t index, char source[FF_SQUARE_TEXT],
                       char target[FF_SQUARE_TEXT], ff_error *error) {
    const ff_record_move *move = &record->moves[index];
    if (move->from == FF_OFF_BOARD || move->to == FF_OFF_BOARD)
        return ff_fail(error, FF_ERROR_ILLEGAL, move->line, 0, "move %zu leaves the board",
                       index + 1);
    square_write(move->from, source);
    square_write(move->to, target);
    return true;
}

/* Losses. */

static bool tag_is_kept(const char *name) {
    static const char *const kept[] = {"Edition", "Red",  "Blue",   "RedSetup",   "BlueSetup",
                                       "Board",   "Turn", "Result", "Termination"};
    for (size_t i = 0; i < sizeof kept / sizeof *kept; i++)
        if (word_is(ff_span_of(name), kept[i]))
            return true;
    return false;
}

static void edition_loss(const ff_record *record, ff_buffer *notes) {
    const char *type = NULL, *id = ff_record_tag_value(record, "Edition");
    if (!gravon_type_of_record(record, &type, NULL))
        return;
    assert(type);
    if (strcmp(gravon_edition(type), id) != 0)
        ff_buffer_format(notes, "edition %s becomes %s\n", id, gravon_edition(type));
}

static void position_losses(const ff_record *record, ff_buffer *notes) {
    const char *board = ff_record_tag_value(record, "Board");
    const char *ending = ff_record_tag_value(record, "Termination");
    bool shown = false; /* a small letter, but for an empty square's, is a public rank */
    for (; board && *board; board++)
        shown |= is_letter(*board) && *board == lower(*board) && *board != 'a';
    if (shown)
        ff_buffer_text(notes, "public ranks are lost\n");
    if (ending && word_is(ff_span_of(ending), ff_ending_word(FF_BY_LIMIT)))
        ff_buffer_text(notes, "the ending limit becomes time\n");
}

void gravon_losses(const ff_record *record, ff_buffer *notes) {
    size_t comments = 0, attacks = 0;
    edition_loss(record, notes);
    position_losses(record, notes);
    for (size_t i = 0; i < record->tag_count; i++) {
        const char *name = record->text.data + record->tags[i].name;
        if (!tag_is_kept(name))
            ff_buffer_format(notes, "tag %s is lost\n", name);
    }
    for (size_t i = 0; i < record->move_count; i++) {
        comments += record->moves[i].comment != 0;
        attacks += record->moves[i].attack;
    }
    if (comments > 0)
        ff_buffer_format(notes, "comments are lost: %zu\n", comments);
    if (attacks > 0)
        ff_buffer_format(notes, "attacks are written as moves: %zu\n", attacks);
}
