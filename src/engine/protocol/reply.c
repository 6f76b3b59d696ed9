/* Replies of engines read and written (docs/engine-protocol.md). What must hold: numbers out of
 * range and words too many are errors, never guesses; what is read is safe to use, whatever a
 * program has written. */
#include "engine/protocol/reply.h"

#include "format/words.h"

#include <stdlib.h>
#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof *(array))

static const char *const types[OPTION_TYPES] = {"spin", "check", "string"};

/* --- the replies, one by one -------------------------------------------------------- */

static bool parse_text(ff_span rest, reply *r, ff_error *error) {
    (void)error;
    r->text = span_trim(rest);
    return true;
}

static bool parse_id(ff_span rest, reply *r, ff_error *error) {
    r->name = word_take(&rest);
    r->text = span_trim(rest);
    return ff_span_equals(r->name, "name") || ff_span_equals(r->name, "author") ||
           ff_fail(error, FF_ERROR_SYNTAX, 0, 0, "behind 'id' stands name or author");
}

static bool parse_ready(ff_span rest, reply *r, ff_error *error) {
    return span_number(word_take(&rest), 1000000, &r->number) ||
           ff_fail(error, FF_ERROR_RANGE, 0, 0,
                   "behind 'ready' stands the version of the protocol");
}

static bool parse_spin(ff_span rest, engine_option *o, ff_error *error) {
    unsigned long value;
    o->value = word_take(&rest);
    if (span_number(o->value, UINT32_MAX, &value) &&
        span_number(word_take(&rest), UINT32_MAX, &o->least) &&
        span_number(word_take(&rest), UINT32_MAX, &o->most) && o->least <= value &&
        value <= o->most)
        return true;
    return ff_fail(error, FF_ERROR_SYNTAX, 0, 0,
                   "behind 'spin' stand three numbers: default, least, most");
}

static bool parse_option(ff_span rest, reply *r, ff_error *error) {
    engine_option *o = &r->option;
    r->name = word_take(&rest);
    ff_span type = word_take(&rest);
    o->type = OPTION_SPIN;
    while (o->type < OPTION_TYPES && !ff_span_equals(type, types[o->type]))
        o->type++;
    if (r->name.size == 0 || o->type == OPTION_TYPES)
        return ff_fail(error, FF_ERROR_SYNTAX, 0, 0,
                       "behind 'option' stand its name and spin, check or string");
    if (o->type == OPTION_SPIN)
        return parse_spin(rest, o, error);
    o->value = span_trim(rest);
    return reply_option_takes(o, o->value, error);
}

static bool parse_move(ff_span rest, reply *r, ff_error *error) {
    unsigned from, to;
    ff_span word = word_take(&rest);
    r->text = word;
    r->move = FF_RESIGN;
    if (ff_span_equals(word, "resign"))
        return true;
    if (!ff_move_parse(word, &from, &to, error))
        return false;
    /* What is off the board altogether must not look like giving up. */
    r->move = FF_MOVE(from, from == FF_OFF_BOARD && to == FF_OFF_BOARD ? 0 : to);
    return true;
}

static const struct phrase {
    const char *word;
    reply_kind kind;
    bool (*parse)(ff_span rest, reply *r, ff_error *error);
} phrases[] = {
    {"id", REPLY_ID, parse_id},           {"option", REPLY_OPTION, parse_option},
    {"ready", REPLY_READY, parse_ready},  {"pong", REPLY_PONG, parse_text},
    {"setup", REPLY_SETUP, parse_text},   {"info", REPLY_INFO, parse_text},
    {"bestmove", REPLY_MOVE, parse_move}, {"error", REPLY_ERROR, parse_text},
};

bool reply_parse(ff_span line, reply *r, ff_error *error) {
    ff_span rest = line, word = word_take(&rest);
    *r = (reply){.kind = REPLY_KINDS};
    for (size_t i = 0; i < COUNT(phrases); i++) {
        if (!ff_span_equals(word, phrases[i].word))
            continue;
        r->kind = phrases[i].kind;
        return phrases[i].parse(rest, r, error);
    }
    return ff_fail(error, FF_ERROR_UNKNOWN, 0, 0,
                   "'%.*s' is no reply; they are id option ready pong setup info bestmove error",
                   span_shown(word), word.data);
}

bool reply_option_takes(const engine_option *option, ff_span value, ff_error *error) {
    unsigned long number;
    switch (option->type) {
    case OPTION_SPIN:
        if (span_number(value, option->most, &number) && number >= option->least)
            return true;
        return ff_fail(error, FF_ERROR_RANGE, 0, 0, "a number from %lu to %lu, not '%.*s'",
                       option->least, option->most, span_shown(value), value.data);
    case OPTION_CHECK:
        return ff_span_equals(value, "true") || ff_span_equals(value, "false") ||
               ff_fail(error, FF_ERROR_RANGE, 0, 0, "true or false, not '%.*s'", span_shown(value),
                       value.data);
    default:
        return true;
    }
}

/* --- thoughts -------------------------------------------------------------------------- */

/* "-35". */
static bool take_score(ff_span *rest, int *score) {
    unsigned long number;
    ff_span word = word_take(rest);
    bool negative = word.size > 0 && *word.data == '-';
    if (!span_number(span_part(word, negative, word.size), 1000000000, &number))
        return false;
    *score = negative ? -(int)number : (int)number;
    return true;
}

static bool take_count(ff_span *rest, uint64_t *number) {
    unsigned long value;
    if (!span_number(word_take(rest), INT64_MAX, &value))
        return false;
    *number = value;
    return true;
}

/* "e7 D40 E25": what the piece on a square may be, per cent. */
static bool take_belief(ff_span *rest, ff_thought *thought) {
    unsigned square;
    ff_span word = word_take(rest);
    if (ff_square_parse(word, &square) != word.size || word.size == 0 || square >= FF_SQUARES)
        return false;
    memset(thought->belief[square], 0, sizeof thought->belief[square]);
    for (word = word_take(rest); word.size > 0; word = word_take(rest)) {
        unsigned long percent;
        unsigned rank = FF_SPY;
        while (rank < FF_RANKS && *word.data != ff_piece_letter(FF_RED, (ff_rank)rank))
            rank++;
        if (rank == FF_RANKS || !span_number(span_part(word, 1, word.size), 100, &percent))
            return false;
        thought->belief[square][rank] = (uint8_t)percent;
    }
    return thought->believes = true;
}

bool reply_info(ff_span text, ff_thought *thought, ff_error *error) {
    uint64_t number;
    for (ff_span key = word_take(&text); key.size > 0; key = word_take(&text)) {
        bool good = true;
        if (ff_span_equals(key, "depth") && (good = take_count(&text, &number)))
            thought->depth = (unsigned)number;
        else if (ff_span_equals(key, "nodes"))
            good = take_count(&text, &thought->nodes);
        else if (ff_span_equals(key, "score"))
            good = take_score(&text, &thought->score);
        else if (ff_span_equals(key, "belief"))
            good = take_belief(&text, thought);
        if (!good)
            return ff_fail(error, FF_ERROR_SYNTAX, 0, 0,
                           "info: '%.*s' has no right value; they look like depth 4, score -35, "
                           "nodes 9000, belief e7 D40 E25",
                           span_shown(key), key.data);
    }
    return true;
}

/* --- writing ------------------------------------------------------------------------------ */

void reply_write_option(const char *name, const engine_option *option, ff_buffer *out) {
    ff_buffer_format(out, "option %s %s", name, types[option->type]);
    if (option->value.size > 0)
        ff_buffer_format(out, " %.*s", (int)option->value.size, option->value.data);
    if (option->type == OPTION_SPIN)
        ff_buffer_format(out, " %lu %lu", option->least, option->most);
    ff_buffer_byte(out, '\n');
}

static void write_belief(const ff_thought *thought, int square, ff_buffer *out) {
    char name[FF_SQUARE_TEXT];
    const uint8_t *belief = thought->belief[square];
    bool any = false;
    ff_square_write(square, name);
    for (int rank = FF_SPY; rank < FF_RANKS; rank++) {
        if (belief[rank] == 0)
            continue;
        if (!any)
            ff_buffer_format(out, "info belief %s", name);
        ff_buffer_format(out, " %c%u", ff_piece_letter(FF_RED, (ff_rank)rank), belief[rank]);
        any = true;
    }
    if (any)
        ff_buffer_byte(out, '\n');
}

void reply_write_thought(const ff_thought *thought, unsigned ms, bool beliefs, ff_buffer *out) {
    ff_buffer_format(out, "info depth %u score %d nodes %llu ms %u\n", thought->depth,
                     thought->score, (unsigned long long)thought->nodes, ms);
    for (int square = 0; square < FF_SQUARES && beliefs && thought->believes; square++)
        write_belief(thought, square, out);
}

void reply_write_move(ff_move move, const ff_view *view, ff_buffer *out) {
    char text[FF_MOVE_TEXT];
    if (move == FF_RESIGN) {
        ff_buffer_text(out, "bestmove resign\n");
        return;
    }
    ff_move_write(move, view->cell[FF_TO(move)].seat != FF_NOBODY, text);
    ff_buffer_format(out, "bestmove %s\n", text);
}
