/* Logs of the competition of 2012. A line that ends the game tells whose turn it was, not who
 * won: the table of results says what that means for them. */
#include "interchange/ucc_log.h"

#include "engine/protocol/ucc.h"
#include "flagfall/replay.h"
#include "format/words.h"
#include "interchange/losses.h"

#include <string.h>

static const char *const colours[2] = {"RED", "BLUE"};
static const char *const short_colours[2] = {"RED", "BLU"};
static const char *const name_tags[2] = {"Red", "Blue"};
static const char *const setup_tags[2] = {"RedSetup", "BlueSetup"};
static const char *const kept[] = {"Edition", "Red",         "Blue",  "RedSetup", "BlueSetup",
                                   "Result",  "Termination", "Fault", NULL};

typedef enum outcome { LOST, WON, DRAWN, NOBODY } outcome; /* of who was on turn */

/* Reading takes the first row of a word, writing the first row of an ending for them. */
static const struct {
    const char *word;
    outcome whose;
    ff_ending ending;
} results[] = {
    {"VICTORY", WON, FF_BY_FLAG},           {"VICTORY", WON, FF_BY_IMMOBILE},
    {"SURRENDER", LOST, FF_BY_RESIGN},      {"ILLEGAL", LOST, FF_BY_FORFEIT},
    {"BAD_SETUP", LOST, FF_BY_FORFEIT},     {"DRAW", DRAWN, FF_BY_IMMOBILE},
    {"DRAW_DEFAULT", DRAWN, FF_BY_LIMIT},   {"INTERNAL_ERROR", NOBODY, FF_BY_ABORT},
    {"ILLEGAL", LOST, FF_BY_TIME},          {"DRAW_DEFAULT", DRAWN, FF_BY_AGREEMENT},
    {"DRAW_DEFAULT", DRAWN, FF_BY_FORFEIT}, {"DRAW_DEFAULT", DRAWN, FF_BY_TIME},
};

enum { RESULTS = sizeof results / sizeof *results };

/* --- reading ------------------------------------------------------------------------------ */

typedef struct reading {
    ff_span rest;
    size_t line;
    ff_record *record;
    ff_buffer *notes; /* may be null */
    ff_error *error;
    bool over;
    size_t row; /* of the result; RESULTS: none has come */
    ff_seat on_turn;
} reading;

static bool next_line(reading *r, ff_span *line) {
    return line_take_filled(&r->rest, &r->line, line);
}

static bool syntax(reading *r, const char *what) {
    return ff_fail(r->error, FF_ERROR_SYNTAX, r->line, 1, "expected %s", what);
}

static void note(reading *r, const char *what, ff_span text) {
    if (r->notes)
        ff_buffer_format(r->notes, "line %zu: %s '%.*s'\n", r->line, what, span_shown(text),
                         text.data);
}

/* The words before " RED SETUP"; false for another line. */
static bool heading_take(ff_span line, const char *colour, ff_span *name) {
    char end[16];
    size_t size = 0;
    for (const char *part = colour; *part; part++)
        end[size++] = *part;
    memcpy(end + size, " SETUP", 6);
    size += 6;
    if (line.size < size || memcmp(line.data + line.size - size, end, size) != 0)
        return false;
    *name = span_trim(span_part(line, 0, line.size - size));
    return name->size < line.size - size || line.size == size;
}

bool ucc_log_is(ff_span text) {
    ff_span line = {"", 0}, name, rest = span_unmarked(text);
    line_take(&rest, &line);
    return heading_take(span_trim(line), colours[FF_RED], &name);
}

static bool tag_add(reading *r, const char *tag, ff_span value) {
    return ff_record_add_tag(r->record, tag, value) ||
           ff_fail(r->error, FF_ERROR_NO_MEMORY, r->line, 0, "out of memory");
}

static bool army_read(reading *r, ff_seat seat, char letters[FF_ZONE_MAX + 1]) {
    const ff_edition *edition = ff_edition_find(ff_span_of(UCC_EDITION));
    ff_span line, name;
    ff_error inside;
    ff_setup setup = {0};
    if (!next_line(r, &line) || !heading_take(line, colours[seat], &name))
        return syntax(r, seat == FF_RED ? "a line 'NAME RED SETUP'" : "a line 'NAME BLUE SETUP'");
    bool named = name.size > 0 && !ff_span_equals(name, "?");
    if (named && !tag_add(r, name_tags[seat], name))
        return false;
    for (unsigned i = 0; i < UCC_ARMY_LINES; i++) {
        if (!next_line(r, &line))
            return syntax(r, "four lines of a set-up");
        if (!ucc_army_parse(line, edition, seat, i, &setup, &inside))
            return ff_fail(r->error, inside.code, r->line, inside.column, "%s", inside.message);
    }
    ff_setup_write(&setup, edition, letters);
    return true;
}

static bool armies_read(reading *r) {
    char letters[2][FF_ZONE_MAX + 1];
    return tag_add(r, "Edition", ff_span_of(UCC_EDITION)) && army_read(r, FF_RED, letters[0]) &&
           army_read(r, FF_BLUE, letters[1]) &&
           tag_add(r, setup_tags[FF_RED], ff_span_of(letters[0])) &&
           tag_add(r, setup_tags[FF_BLUE], ff_span_of(letters[1]));
}

/* Takes the last word off a line. */
static ff_span last_word_take(ff_span *line) {
    size_t size = line->size;
    while (size > 0 && !is_blank(line->data[size - 1]))
        size--;
    ff_span word = span_part(*line, size, line->size);
    *line = span_trim(span_part(*line, 0, size));
    return word;
}

static bool move_add(reading *r, ff_move move, bool attack) {
    return ff_record_add_move(r->record, FF_FROM(move), FF_TO(move), attack, (ff_span){"", 0}) ||
           ff_fail(r->error, FF_ERROR_NO_MEMORY, r->line, 0, "out of memory");
}

/* A move that ended the game: "9 6 UP VICTORY_FLAG". */
static bool last_move_read(reading *r, ff_span said) {
    ff_span line = said, word = last_word_take(&line);
    ff_move move;
    ff_error inside;
    r->over = true;
    if (ff_span_equals(word, "ILLEGAL"))
        return tag_add(r, "Fault", line);
    if (!ff_span_equals(word, "VICTORY_ATTRITION") && !ff_span_equals(word, "VICTORY_FLAG"))
        return syntax(r, "OK, KILLS, DIES, BOTHDIE, VICTORY_FLAG, VICTORY_ATTRITION or ILLEGAL "
                         "behind a move");
    if (ucc_answer_parse(line, &move, &inside) != UCC_MOVE)
        return ff_fail(r->error, FF_ERROR_SYNTAX, r->line, 1, "%s", inside.message);
    return move_add(r, move, true);
}

/* What stands behind "12 BLU:". */
static bool move_read(reading *r, ff_span said) {
    ff_event event;
    ff_error inside;
    ff_span rest = said;
    if (r->over)
        return ff_fail(r->error, FF_ERROR_UNSUPPORTED, r->line, 1,
                       "the game went on after an illegal move, or its end");
    if (ff_span_equals(word_take(&rest), "SURRENDER")) {
        r->over = true;
        return true;
    }
    if (ucc_echo_parse(said, &event, &inside))
        return move_add(r, event.move, event.battle != FF_NO_BATTLE);
    return last_move_read(r, said);
}

static bool turn_read(reading *r, ff_span line, bool *is_turn) {
    ff_span rest = line, number = word_take(&rest), colour = word_take(&rest);
    unsigned long turn;
    ff_seat seat = (ff_seat)(r->record->move_count % 2);
    bool red = ff_span_equals(colour, "RED:"), blue = ff_span_equals(colour, "BLU:");
    *is_turn = span_number(number, 100000000, &turn) && (red || blue);
    if (!*is_turn)
        return true;
    if (red != (seat == FF_RED) && !r->over)
        return ff_fail(r->error, FF_ERROR_CONFLICT, r->line, 1, "it is %s's turn, not %s's",
                       colours[seat], colours[1 - seat]);
    return move_read(r, span_trim(rest));
}

/* "NAME RED VICTORY 5 120 98": a name may have spaces, so it is read from behind. */
static bool result_read(reading *r, ff_span line) {
    ff_span rest = line;
    for (int i = 0; i < 3; i++) /* the turn and both values */
        last_word_take(&rest);
    ff_span word = last_word_take(&rest), colour = last_word_take(&rest);
    bool blue = ff_span_equals(colour, colours[FF_BLUE]);
    r->on_turn = blue ? FF_BLUE : FF_RED;
    r->row = 0;
    while (r->row < RESULTS && !ff_span_equals(word, results[r->row].word))
        r->row++;
    if (r->row < RESULTS && results[r->row].whose < DRAWN && !blue &&
        !ff_span_equals(colour, colours[FF_RED]))
        r->row = RESULTS;
    return r->row < RESULTS;
}

/* What the log says that came of the game. */
static ff_result result_told(const reading *r) {
    static const ff_result wins[2] = {FF_RED_WINS, FF_BLUE_WINS};
    switch (results[r->row].whose) {
    case WON:
        return wins[r->on_turn];
    case LOST:
        return wins[1 - r->on_turn];
    case DRAWN:
        return FF_DRAW;
    default:
        return FF_ONGOING;
    }
}

/* What the board shows goes before what the log says: a program that had no move gave up. */
static bool result_add(reading *r, ff_span line) {
    ff_replay replay;
    if (r->row == RESULTS)
        return true;
    ff_result result = result_told(r);
    ff_ending ending = results[r->row].ending;
    if (losses_replay(r->record, &replay, r->error) && replay.position.result != FF_ONGOING) {
        if (result != (ff_result)replay.position.result)
            note(r, "the board shows another result than", line);
        result = (ff_result)replay.position.result;
        ending = (ff_ending)replay.position.ending;
    }
    return tag_add(r, "Result", ff_span_of(ff_result_word(result))) &&
           tag_add(r, "Termination", ff_span_of(ff_ending_word(ending)));
}

static bool body_read(reading *r) {
    static const char reason[] = "Game ends on ";
    ff_span line = {"", 0};
    while (r->row == RESULTS && next_line(r, &line)) {
        bool is_turn;
        if (!turn_read(r, line, &is_turn))
            return false;
        if (is_turn || (line.size > sizeof reason && memcmp(line.data, reason, 13) == 0))
            continue;
        if (!result_read(r, line))
            note(r, "not understood:", line);
    }
    if (!result_add(r, line))
        return false;
    if (next_line(r, &line))
        note(r, "not read, a file holds one game:", line);
    return true;
}

bool ucc_log_read(ff_span text, ff_record *record, ff_buffer *notes, ff_error *error) {
    reading r = {.rest = span_unmarked(text),
                 .record = record,
                 .notes = notes,
                 .error = error,
                 .row = RESULTS};
    ff_record_clear(record);
    record->line = 1;
    return armies_read(&r) && body_read(&r) &&
           (!record->text.failed || ff_fail(error, FF_ERROR_NO_MEMORY, 0, 0, "out of memory"));
}

/* --- writing ------------------------------------------------------------------------------ */

/* A name without spaces, which would end it. */
static void name_write(const ff_record *record, ff_seat seat, ff_buffer *out) {
    const char *name = ff_record_tag_value(record, name_tags[seat]);
    for (const char *c = name && *name ? name : "?"; *c; c++)
        ff_buffer_byte(out, is_space(*c) ? '_' : *c);
}

static void armies_write(const ff_record *record, const ff_edition *edition, ff_buffer *out) {
    for (int seat = FF_RED; seat <= FF_BLUE; seat++) {
        ff_setup setup;
        const char *letters = ff_record_tag_value(record, setup_tags[seat]);
        ff_setup_parse(ff_span_of(letters), edition, &setup, NULL);
        name_write(record, (ff_seat)seat, out);
        ff_buffer_format(out, " %s SETUP\n", colours[seat]);
        ucc_army_write(&setup, edition, (ff_seat)seat, out);
    }
}

/* What is left of a seat: a spy counts 1, a scout 2, a marshal 10; and how many can move. */
static unsigned value_of(const ff_position *position, ff_seat seat, unsigned *movers) {
    unsigned value = 0;
    *movers = 0;
    for (int square = 0; square < FF_SQUARES; square++) {
        ff_rank rank = ff_position_rank(position, square);
        if (rank < FF_SPY || rank > FF_MARSHAL || ff_position_owner(position, square) != seat)
            continue;
        value += (unsigned)(rank - FF_SPY) + 1;
        ++*movers;
    }
    return value;
}

typedef struct writing {
    const ff_record *record;
    ff_replay replay;   /* to its end */
    ff_history history; /* its moves */
    ff_seat on_turn;    /* whom the result line names */
    size_t row;         /* of the result; RESULTS: none */
    unsigned movers[2], value[2];
} writing;

/* Whoever can move no more gives up, where there are pieces that could. */
static void result_find(writing *w) {
    const ff_position *end = &w->replay.position;
    ff_result result = (ff_result)end->result;
    ff_ending ending = (ff_ending)end->ending;
    outcome whose = result == FF_DRAW ? DRAWN : NOBODY;
    w->on_turn = (ff_seat)(w->history.size % 2);
    if (result == FF_RED_WINS || result == FF_BLUE_WINS) {
        ff_seat winner = result == FF_BLUE_WINS ? FF_BLUE : FF_RED;
        bool blocked = ending == FF_BY_IMMOBILE && w->movers[1 - winner] > 0;
        ending = blocked ? FF_BY_RESIGN : ending;
        whose = ending == FF_BY_FLAG || ending == FF_BY_IMMOBILE ? WON : LOST;
        w->on_turn = whose == WON ? winner : (ff_seat)(1 - winner);
    }
    w->row = 0;
    while (w->row < RESULTS && (results[w->row].whose != whose || results[w->row].ending != ending))
        w->row++;
}

/* The word behind the move that ended the game, or null where it has the usual one. */
static const char *last_word(const writing *w) {
    size_t moves = w->history.size;
    if (w->row == RESULTS || results[w->row].whose != WON || w->on_turn != (moves - 1) % 2)
        return NULL;
    return results[w->row].ending == FF_BY_FLAG ? "VICTORY_FLAG" : "VICTORY_ATTRITION";
}

static void moves_write(const writing *w, ff_buffer *out) {
    ff_position position = w->replay.first;
    ff_history history = {0};
    if (!ff_history_reserve(&history, w->history.size + 1)) {
        out->failed = true;
        return;
    }
    for (size_t i = 0; i < w->history.size; i++) {
        ff_move move = w->history.moves[i];
        ff_event event = ff_position_play(&w->replay.rules, &position, &history, move);
        ff_buffer_format(out, "%zu %s: ", i / 2 + 1, short_colours[i % 2]);
        ucc_move_write(move, out);
        ff_buffer_byte(out, ' ');
        if (i + 1 == w->history.size && last_word(w))
            ff_buffer_text(out, last_word(w));
        else
            ucc_outcome_write(&event, out);
        ff_buffer_byte(out, '\n');
    }
    ff_history_free(&history);
}

static void result_write(const writing *w, ff_buffer *out) {
    size_t moves = w->history.size;
    const char *word = results[w->row].word;
    const char *fault = ff_record_tag_value(w->record, "Fault");
    bool own_turn = w->on_turn == (ff_seat)(moves % 2);
    if (own_turn && strcmp(word, "SURRENDER") == 0)
        ff_buffer_format(out, "%zu %s: SURRENDER OK\n", moves / 2 + 1, short_colours[w->on_turn]);
    if (own_turn && fault && strcmp(word, "ILLEGAL") == 0)
        ff_buffer_format(out, "%zu %s: %s ILLEGAL\n", moves / 2 + 1, short_colours[w->on_turn],
                         fault);
    ff_buffer_format(out, "Game ends on %s's turn - REASON: %s\n", colours[w->on_turn],
                     ff_ending_word((ff_ending)w->replay.position.ending));
    name_write(w->record, w->on_turn, out);
    ff_buffer_format(out, " %s %s %zu %u %u\n", colours[w->on_turn], word, moves / 2 + 1,
                     w->value[FF_RED], w->value[FF_BLUE]);
}

static void result_tell(const writing *w, ff_buffer *notes) {
    ff_ending ending = (ff_ending)w->replay.position.ending;
    if (!notes)
        return;
    if (w->row == RESULTS) {
        ff_buffer_text(notes, "the game has no result, so its last lines are left out\n");
        return;
    }
    size_t row = 0;
    while (strcmp(results[row].word, results[w->row].word) != 0)
        row++;
    if (results[row].ending != ending && ending != FF_BY_IMMOBILE)
        ff_buffer_format(notes, "the ending %s becomes %s\n", ff_ending_word(ending),
                         ff_ending_word(results[row].ending));
}

static bool can_be_written(writing *w, ff_error *error) {
    const ff_record *record = w->record;
    const ff_replay *replay = &w->replay;
    if (!losses_replay_moves(record, &w->replay, &w->history, error))
        return false;
    if (!ucc_speaks(&replay->rules.edition))
        return ff_fail(error, FF_ERROR_UNSUPPORTED, record->line, 0,
                       "the board or the army of %s is not the competition's",
                       replay->rules.edition.id);
    if (replay->has_board)
        return ff_fail(error, FF_ERROR_UNSUPPORTED, record->line, 0,
                       "a log holds games from both set-ups, not from a Board");
    return replay->verdict != FF_REPLAY_BAD_MOVE ||
           ff_fail(error, FF_ERROR_ILLEGAL, replay->move.line, 0,
                   "move %zu, %s, is not legal, and nobody knows what came of it", replay->ply,
                   replay->move_text);
}

bool ucc_log_write(const ff_record *record, ff_buffer *out, ff_buffer *notes, ff_error *error) {
    writing w = {.record = record};
    bool good = can_be_written(&w, error);
    if (good) {
        for (int seat = FF_RED; seat <= FF_BLUE; seat++)
            w.value[seat] = value_of(&w.replay.position, (ff_seat)seat, &w.movers[seat]);
        result_find(&w);
        armies_write(record, &w.replay.rules.edition, out);
        moves_write(&w, out);
        if (w.row < RESULTS)
            result_write(&w, out);
        for (int seat = FF_RED; notes && seat <= FF_BLUE; seat++) {
            const char *name = ff_record_tag_value(record, name_tags[seat]);
            if (name && strchr(name, ' '))
                ff_buffer_format(notes, "the spaces of %s's name are lost\n", name_tags[seat]);
        }
        result_tell(&w, notes);
        losses_tell(record, UCC_EDITION, kept, notes);
    }
    ff_history_free(&w.history);
    return good;
}
