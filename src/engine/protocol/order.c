/* Orders of the host read and written (docs/engine-protocol.md). A row of a table for each, so
 * that what is written is what is read. What must hold: nothing is guessed; an order that is
 * not understood is an error that says what would be right. */
#include "engine/protocol/order.h"

#include "flagfall/edition_text.h"
#include "format/words.h"

#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof *(array))

static const char *const seats[] = {"red", "blue"};

static const char *const battles[] = {
    [FF_ATTACKER_WINS] = "attacker",
    [FF_DEFENDER_WINS] = "defender",
    [FF_BOTH_DIE] = "both",
    [FF_FLAG_TAKEN] = "flag",
};

/* --- words ---------------------------------------------------------------------- */

static bool take_seat(ff_span *rest, ff_seat *seat, ff_error *error) {
    ff_span word = word_take(rest);
    for (*seat = FF_RED; *seat <= FF_BLUE; ++*seat)
        if (ff_span_equals(word, seats[*seat]))
            return true;
    return ff_fail(error, FF_ERROR_UNKNOWN, 0, 0, "'%.*s' is no seat; it is red or blue",
                   span_shown(word), word.data);
}

/* Of a piece of either seat's, in Red's letters. */
static bool take_rank(ff_span *rest, uint8_t *rank, ff_error *error) {
    ff_span word = word_take(rest);
    for (unsigned r = FF_SPY; r < FF_RANKS && word.size == 1; r++) {
        if (*word.data == ff_piece_letter(FF_RED, (ff_rank)r)) {
            *rank = (uint8_t)r;
            return true;
        }
    }
    return ff_fail(error, FF_ERROR_UNKNOWN, 0, 0,
                   "'%.*s' is no piece; one is a letter from B (bomb) to M (flag)",
                   span_shown(word), word.data);
}

static bool end_here(ff_span rest, ff_error *error) {
    ff_span word = word_take(&rest);
    return word.size == 0 || ff_fail(error, FF_ERROR_SYNTAX, 0, 0, "'%.*s' is one word too many",
                                     span_shown(word), word.data);
}

/* --- the orders, one by one ------------------------------------------------------- */

static bool parse_nothing(ff_span rest, order *o, ff_error *error) {
    (void)o;
    return end_here(rest, error);
}

static bool parse_text(ff_span rest, order *o, ff_error *error) {
    (void)error;
    o->text = span_trim(rest);
    return true;
}

static bool parse_hello(ff_span rest, order *o, ff_error *error) {
    if (span_number(word_take(&rest), 1000000, &o->number) && o->number >= 1)
        return end_here(rest, error);
    return ff_fail(error, FF_ERROR_RANGE, 0, 0,
                   "behind 'flagfall' stands the version of the protocol, 1 or more");
}

static bool parse_set(ff_span rest, order *o, ff_error *error) {
    o->name = word_take(&rest);
    o->text = span_trim(rest);
    return o->name.size > 0 ||
           ff_fail(error, FF_ERROR_SYNTAX, 0, 0, "behind 'set' stand an option and its value");
}

static bool parse_newgame(ff_span rest, order *o, ff_error *error) {
    return take_seat(&rest, &o->seat, error) && end_here(rest, error);
}

/* "attacker D G", the battle and both ranks, or "scout". */
static bool parse_outcome(ff_span rest, ff_event *event, ff_error *error) {
    ff_span word = word_take(&rest);
    if (ff_span_equals(word, "scout"))
        event->revealed = true;
    for (unsigned b = FF_ATTACKER_WINS; b < COUNT(battles) && !event->revealed; b++)
        if (ff_span_equals(word, battles[b]))
            event->battle = (uint8_t)b;
    if (word.size > 0 && event->battle == FF_NO_BATTLE && !event->revealed)
        return ff_fail(error, FF_ERROR_UNKNOWN, 0, 0,
                       "'%.*s' is no outcome; a battle ends with attacker, defender, both or flag",
                       span_shown(word), word.data);
    if (event->battle != FF_NO_BATTLE &&
        (!take_rank(&rest, &event->attacker, error) || !take_rank(&rest, &event->defender, error)))
        return false;
    return end_here(rest, error);
}

static bool parse_event(ff_span rest, order *o, ff_error *error) {
    unsigned from, to;
    if (!take_seat(&rest, &o->seat, error) || !ff_move_parse(word_take(&rest), &from, &to, error))
        return false;
    o->event.move = FF_MOVE(from, to);
    return parse_outcome(rest, &o->event, error);
}

/* What may stand behind `go`, each with a number. */
static bool set_limit(order *o, ff_span key, unsigned long number) {
    if (ff_span_equals(key, "movetime"))
        o->number = number;
    else if (ff_span_equals(key, "nodes"))
        o->limits.nodes = number;
    else if (ff_span_equals(key, "redtime"))
        o->limits.left_ms[FF_RED] = (unsigned)number;
    else if (ff_span_equals(key, "bluetime"))
        o->limits.left_ms[FF_BLUE] = (unsigned)number;
    else if (ff_span_equals(key, "inc"))
        o->limits.increment_ms = (unsigned)number;
    else
        return false;
    o->limits.clocks |= ff_span_equals(key, "redtime") || ff_span_equals(key, "bluetime");
    return true;
}

static bool parse_go(ff_span rest, order *o, ff_error *error) {
    for (ff_span key = word_take(&rest); key.size > 0; key = word_take(&rest)) {
        unsigned long number;
        ff_span value = word_take(&rest);
        if (!span_number(value, UINT32_MAX, &number))
            return ff_fail(error, FF_ERROR_SYNTAX, 0, 0,
                           "behind '%.*s' stands a number, not '%.*s'", span_shown(key), key.data,
                           span_shown(value), value.data);
        if (!set_limit(o, key, number))
            return ff_fail(error, FF_ERROR_UNKNOWN, 0, 0,
                           "'%.*s' is nothing to go by; movetime, nodes, redtime, bluetime and "
                           "inc are",
                           span_shown(key), key.data);
    }
    return true;
}

static const struct phrase {
    const char *word;
    order_kind kind;
    bool (*parse)(ff_span rest, order *o, ff_error *error);
} phrases[] = {
    {"flagfall", ORDER_HELLO, parse_hello}, {"set", ORDER_SET, parse_set},
    {"ping", ORDER_PING, parse_text},       {"newgame", ORDER_NEWGAME, parse_newgame},
    {"edition", ORDER_EDITION, parse_text}, {"setup", ORDER_SETUP, parse_nothing},
    {"army", ORDER_ARMY, parse_text},       {"begin", ORDER_BEGIN, parse_text},
    {"event", ORDER_EVENT, parse_event},    {"board", ORDER_BOARD, parse_text},
    {"moves", ORDER_MOVES, parse_text},     {"go", ORDER_GO, parse_go},
    {"stop", ORDER_STOP, parse_nothing},    {"gameover", ORDER_GAMEOVER, parse_text},
    {"quit", ORDER_QUIT, parse_nothing},
};

bool order_parse(ff_span line, order *o, ff_error *error) {
    ff_span rest = line, word = word_take(&rest);
    *o = (order){.kind = ORDER_KINDS, .limits = {.size = sizeof o->limits}};
    for (size_t i = 0; i < COUNT(phrases); i++) {
        if (!ff_span_equals(word, phrases[i].word))
            continue;
        o->kind = phrases[i].kind;
        return phrases[i].parse(rest, o, error);
    }
    return ff_fail(error, FF_ERROR_UNKNOWN, 0, 0,
                   "'%.*s' is no order; they are flagfall set ping newgame edition setup army "
                   "begin event board moves go stop gameover quit",
                   span_shown(word), word.data);
}

/* --- writing ----------------------------------------------------------------------- */

void order_write_newgame(ff_seat seat, const ff_rules *rules, ff_buffer *out) {
    ff_buffer text = {0};
    ff_edition edition = rules->edition; /* as it is played: with the host's limits */
    edition.quiet_limit = rules->quiet_limit;
    edition.ply_limit = rules->ply_limit;
    edition.forfeit = rules->forfeit;
    ff_edition_write(&edition, &text);
    ff_buffer_format(out, "newgame %s\n", seats[seat]);
    ff_span rest = {text.data, text.size}, line;
    while (rest.size > 0 && line_take(&rest, &line))
        ff_buffer_format(out, "edition %.*s\n", (int)line.size, line.data);
    out->failed |= text.failed;
    ff_buffer_free(&text);
}

void order_write_event(ff_seat seat, const ff_event *event, ff_buffer *out) {
    char move[FF_MOVE_TEXT];
    ff_move_write(event->move, event->battle != FF_NO_BATTLE, move);
    ff_buffer_format(out, "event %s %s", seats[seat], move);
    if (event->battle != FF_NO_BATTLE)
        ff_buffer_format(out, " %s %c %c", battles[event->battle],
                         ff_piece_letter(FF_RED, (ff_rank)event->attacker),
                         ff_piece_letter(FF_RED, (ff_rank)event->defender));
    else if (event->revealed)
        ff_buffer_text(out, " scout");
    ff_buffer_byte(out, '\n');
}

void order_write_moves(const ff_view *view, ff_buffer *out) {
    ff_move moves[FF_MOVES_MAX];
    size_t count = ff_view_moves(view, moves);
    ff_buffer_text(out, "moves");
    for (size_t i = 0; i < count; i++) {
        char text[FF_MOVE_TEXT];
        ff_move_write(moves[i], view->cell[FF_TO(moves[i])].seat != FF_NOBODY, text);
        ff_buffer_format(out, " %s", text);
    }
    ff_buffer_byte(out, '\n');
}

void order_write_go(unsigned move_ms, const ff_limits *limits, ff_buffer *out) {
    ff_buffer_text(out, "go");
    if (limits->clocks)
        ff_buffer_format(out, " redtime %u bluetime %u inc %u", limits->left_ms[FF_RED],
                         limits->left_ms[FF_BLUE], limits->increment_ms);
    else if (move_ms)
        ff_buffer_format(out, " movetime %u", move_ms);
    if (limits->nodes)
        ff_buffer_format(out, " nodes %llu", (unsigned long long)limits->nodes);
    ff_buffer_byte(out, '\n');
}

/* --- the first board ----------------------------------------------------------------- */

/* The letters that should stand there, `?` for any square of the enemy's zone. */
static void expect_board(const ff_edition *edition, ff_seat seat, const ff_setup *army,
                         char letter[FF_SQUARES]) {
    for (int square = 0; square < FF_SQUARES; square++)
        letter[square] = edition->lake[square] ? '_' : 'A';
    for (unsigned k = 0; k < ff_edition_zone_size(edition); k++) {
        letter[ff_edition_zone_square(edition, seat, k)] =
            ff_piece_letter(seat, (ff_rank)army->rank[k]);
        letter[ff_edition_zone_square(edition, !seat, k)] = '?';
    }
}

bool order_begin_parse(ff_span board, const ff_edition *edition, ff_seat seat, const ff_setup *army,
                       bool enemy[FF_SQUARES], ff_error *error) {
    char expected[FF_SQUARES];
    char hidden = seat == FF_RED ? '?' : '-';
    unsigned size = (unsigned)edition->files * edition->rows, count = 0;
    expect_board(edition, seat, army, expected);
    if (board.size != size)
        return ff_fail(error, FF_ERROR_RANGE, 0, 0, "the board has %u letters, not %zu", size,
                       board.size);
    for (unsigned k = 0; k < size; k++) {
        int square = FF_SQUARE((int)(k % edition->files), (int)(k / edition->files));
        char letter = board.data[k], name[FF_SQUARE_TEXT];
        enemy[square] = expected[square] == '?' && letter == hidden;
        count += enemy[square];
        ff_square_write(square, name);
        if (!enemy[square] && letter != (expected[square] == '?' ? 'A' : expected[square]))
            return ff_fail(error, FF_ERROR_CONFLICT, 0, 0,
                           "letter %u (%s) is '%c', which cannot be", k + 1, name, letter);
    }
    return count == ff_edition_army_size(edition) ||
           ff_fail(error, FF_ERROR_ARMY, 0, 0, "the enemy has %u pieces, not %u",
                   ff_edition_army_size(edition), count);
}
