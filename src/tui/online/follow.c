/* The fields of a game (docs/protocol.md), read into a table. The server sends the whole state
 * of a game each time, but of its events only those that are new, behind the number `first`:
 * where they do not join on to what is here, the stream is opened again from the beginning. */
#include "tui/online/follow.h"

#include "engine/remote/event.h"
#include "flagfall/notation.h"

#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FAR_MS = 2000000000 }; /* that a clock stands: three weeks */

static const char *const seats[] = {"red", "blue"};

static ff_seat seat_of(const char *word) {
    return strcmp(word, "red") == 0 ? FF_RED : strcmp(word, "blue") == 0 ? FF_BLUE : FF_NOBODY;
}

static bool is_true(const json_t *object, const char *key) {
    return json_is_true(json_object_get(object, key));
}

/* --- the board ------------------------------------------------------------------------ */

/* The letters of a view's board (docs/protocol.md): a capital is a piece, a small letter one
 * whose rank the other side knows; - + are Red's hidden pieces, ? ! Blue's, the second of each
 * has moved. */
static ff_cell cell_of(char letter) {
    static const char hidden[] = "-+?!";
    const char *at = letter ? strchr(hidden, letter) : NULL;
    if (at)
        return (ff_cell){at - hidden < 2 ? FF_RED : FF_BLUE, FF_HIDDEN, (at - hidden) % 2, 0};
    bool known = letter >= 'a' && letter <= 'z';
    char capital = known ? (char)(letter - 'a' + 'A') : letter;
    for (int seat = FF_RED; seat <= FF_BLUE; seat++)
        for (int rank = FF_SPY; rank < FF_RANKS; rank++)
            if (ff_piece_letter((ff_seat)seat, (ff_rank)rank) == capital)
                return (ff_cell){(uint8_t)seat, (uint8_t)rank, 0, known};
    return (ff_cell){FF_NOBODY, FF_EMPTY, 0, 0};
}

static void read_board(const char *letters, const ff_edition *edition, ff_view *view) {
    for (int square = 0; square < FF_SQUARES; square++)
        view->cell[square] = cell_of('A');
    for (int i = 0; letters[i] && i < edition->files * edition->rows; i++)
        view->cell[FF_SQUARE(i % edition->files, i / edition->files)] = cell_of(letters[i]);
}

/* By the letter of a rank; an empty key counts the pieces whose ranks are not told. */
static void read_losses(const json_t *lost, ff_view *view) {
    for (int seat = FF_RED; seat <= FF_BLUE; seat++) {
        const char *key;
        json_t *value;
        json_object_foreach(json_object_get(lost, seats[seat]), key, value) {
            unsigned rank = key[0] ? cell_of(key[0]).rank : FF_EMPTY;
            if (rank < FF_RANKS)
                view->lost[seat][rank] = (uint8_t)json_integer_value(value);
        }
    }
}

/* --- events ----------------------------------------------------------------------------- */

/* Old events stay where the line tells only newer ones; one that begins before the end takes some
 * back. */
static bool make_room(follow *f, size_t size) {
    if (size <= f->capacity)
        return true;
    size_t capacity = size < 64 ? 64 : 2 * size;
    ff_event *events = realloc(f->events, capacity * sizeof *events);
    if (!events)
        return false;
    f->events = events;
    f->capacity = capacity;
    return ff_history_reserve(&f->moves, (uint32_t)capacity);
}

/* Puts the events of a line behind those that stand. */
static follow_state read_events(follow *f, const json_t *view) {
    const json_t *events = json_object_get(view, "events");
    size_t first = remote_number(view, "first"), count = json_array_size(events);
    if (first > f->moves.size || first + count > FF_PLIES_MAX)
        return FOLLOW_LOST;
    if (!make_room(f, first + count))
        return FOLLOW_FAILED;
    for (size_t i = 0; i < count; i++) {
        if (!remote_event(json_array_get(events, i), &f->events[first + i]))
            return FOLLOW_LOST;
        f->moves.moves[first + i] = f->events[first + i].move;
    }
    f->moves.size = (uint32_t)(first + count);
    return FOLLOW_GOES_ON;
}

/* In memory mode only the latest battle is told, and nothing older kept. */
static void forget(follow *f) {
    for (size_t i = 0; f->table.memory && i + 1 < f->moves.size; i++) {
        f->events[i].attacker = f->events[i].defender = FF_EMPTY;
        f->events[i].revealed = false;
    }
}

static void read_moves(follow *f, const json_t *moves) {
    size_t count = json_array_size(moves);
    f->table.legal = f->legal;
    f->table.legal_count = 0;
    for (size_t i = 0; i < count && f->table.legal_count < FF_MOVES_MAX; i++) {
        const char *text = json_string_value(json_array_get(moves, i));
        unsigned from, to;
        ff_error error;
        if (text && ff_move_parse(ff_span_of(text), &from, &to, &error))
            f->legal[f->table.legal_count++] = FF_MOVE(from, to);
    }
}

/* What the server says is taken as it comes, and bounded: a result or an ending that this program
 * does not know is none, and a line that does not fit is asked for again. */
static ff_result result_of(const char *word) {
    for (int result = FF_RED_WINS; result <= FF_DRAW; result++)
        if (strcmp(word, ff_result_word((ff_result)result)) == 0)
            return (ff_result)result;
    return FF_ONGOING;
}

static ff_ending ending_of(const char *word) {
    for (int ending = FF_BY_FLAG; ending <= FF_BY_ABORT; ending++)
        if (strcmp(word, ff_ending_word((ff_ending)ending)) == 0)
            return (ff_ending)ending;
    return FF_BY_NOTHING;
}

/* Where a game is to be played from memory alone (`remember` of its terms), shown ranks of the
 * enemy's are hidden again on the board, as in the page. Whether a piece has moved stays known:
 * it is found from the events, since the board's letter of a shown piece does not tell. */
static void unmark(ff_view *view, const ff_event *events, size_t count, unsigned seat) {
    bool moved[FF_SQUARES] = {0};
    for (size_t i = 0; i < count; i++) {
        bool arrives = events[i].battle == FF_NO_BATTLE || events[i].battle == FF_ATTACKER_WINS;
        moved[FF_FROM(events[i].move)] = false;
        moved[FF_TO(events[i].move)] |= arrives;
    }
    for (int square = 0; square < FF_SQUARES; square++) {
        ff_cell *cell = &view->cell[square];
        if (cell->seat < FF_NOBODY && cell->seat != seat && cell->rank != FF_HIDDEN)
            *cell = (ff_cell){cell->seat, FF_HIDDEN, moved[square], 0};
    }
}

static follow_state read_view(follow *f, const json_t *json) {
    table *t = &f->table;
    ff_view view = {.rules = &f->rules, .viewer = t->seat, .memory = t->memory};
    follow_state state = read_events(f, json);
    if (state != FOLLOW_GOES_ON)
        return state;
    if (remote_number(json, "plies") != f->moves.size)
        return FOLLOW_LOST;
    if (t->stage != STAGE_OVER)
        forget(f);
    read_board(remote_text(json, "board"), &f->rules.edition, &view);
    if (f->unmarked && t->stage != STAGE_OVER)
        unmark(&view, f->events, f->moves.size, t->seat);
    read_losses(json_object_get(json, "lost"), &view);
    read_moves(f, json_object_get(json, "moves"));
    view.turn = (uint8_t)seat_of(remote_text(json, "turn"));
    view.plies = (uint16_t)f->moves.size;
    view.events = f->events;
    view.history = f->moves;
    view.last = f->moves.size ? f->events[f->moves.size - 1] : (ff_event){.move = 0};
    t->result = view.result = (uint8_t)result_of(remote_text(json, "result"));
    t->ending = view.ending = (uint8_t)ending_of(remote_text(json, "by"));
    t->view = view;
    t->has_view = true;
    t->past = &f->past;
    scene last = {.last = view.last, .turn = view.turn};
    memcpy(last.cell, view.cell, sizeof last.cell);
    memcpy(last.lost, view.lost, sizeof last.lost);
    return follow_rewind(&f->past, &last, f->events, f->moves.size) ? FOLLOW_GOES_ON
                                                                    : FOLLOW_FAILED;
}

/* --- the rest of a game ------------------------------------------------------------------- */

static stage stage_of(const json_t *game) {
    const char *phase = remote_text(game, "phase");
    if (strcmp(phase, "over") == 0)
        return STAGE_OVER;
    if (strcmp(phase, "play") == 0)
        return STAGE_PLAY;
    if (strcmp(phase, "setup") == 0)
        return json_is_string(json_object_get(game, "setup")) ? STAGE_READY : STAGE_SETUP;
    return STAGE_WAITING;
}

static void read_player(follow *f, const json_t *game, int seat) {
    table *t = &f->table;
    const json_t *player = json_object_get(game, seats[seat]);
    const char *name = remote_text(player, "name"), *kind = remote_text(player, "kind");
    ff_buffer called = {0};
    if (strcmp(kind, "computer") == 0)
        text_add_opponent(&called, f->language, name);
    else if (*name)
        ff_buffer_text(&called, name);
    else if (seat == t->seat)
        ff_buffer_text(&called, text_get(f->language, T_YOU));
    else
        ff_buffer_text(&called,
                       text_get(f->language, strcmp(kind, "free") == 0 ? T_NOBODY_YET : T_GUEST));
    snprintf(t->name[seat], TABLE_NAME, "%s", called.data ? called.data : "");
    ff_buffer_free(&called);
    t->ready[seat] = is_true(player, "ready");
    t->vacation[seat] = is_true(player, "vacation");
    t->away[seat] = t->stage != STAGE_OVER && strcmp(kind, "computer") != 0 &&
                    strcmp(kind, "free") != 0 && seat != t->seat && !is_true(player, "here");
}

static void read_clock(table *t, const json_t *clock, uint64_t now) {
    size_t i;
    json_t *seat;
    t->timed = json_is_object(clock);
    t->clock_at = now;
    t->free_ms = remote_number(clock, "free");
    t->runs[FF_RED] = t->runs[FF_BLUE] = false;
    for (int each = FF_RED; each <= FF_BLUE; each++)
        t->left_ms[each] = remote_number(clock, seats[each]);
    json_array_foreach(json_object_get(clock, "running"), i, seat) {
        const char *word = json_string_value(seat);
        if (word && seat_of(word) < FF_NOBODY)
            t->runs[seat_of(word)] = true;
    }
}

static bool is_computer(const json_t *game, unsigned seat) {
    return strcmp(remote_text(json_object_get(game, seats[seat]), "kind"), "computer") == 0;
}

static follow_state read_game(follow *f, const json_t *game, uint64_t now) {
    table *t = &f->table;
    const ff_edition *edition = ff_edition_find(ff_span_of(remote_text(game, "edition")));
    const json_t *view = json_object_get(game, "view"), *claim = json_object_get(game, "claim");
    const json_t *terms = json_object_get(game, "terms");
    if (!edition)
        return FOLLOW_UNKNOWN;
    ff_rules_init(&f->rules, edition, NULL);
    t->edition = &f->rules.edition;
    t->online = true;
    t->stage = stage_of(game);
    t->seat = (uint8_t)seat_of(remote_text(game, "seat"));
    t->acts = t->seat != FF_NOBODY;
    t->memory = is_true(terms, "memory");
    t->no_hints = json_is_false(json_object_get(terms, "hints"));
    f->unmarked = json_is_false(json_object_get(terms, "remember"));
    t->paused = is_true(game, "paused");
    t->computer = t->acts && is_computer(game, !t->seat);
    t->draw_by = (uint8_t)seat_of(remote_text(game, "draw"));
    t->rematch_by = (uint8_t)seat_of(remote_text(game, "rematch"));
    t->chat = &f->chat;
    f->has_next = remote_text(game, "next")[0] != '\0';
    snprintf(t->code, sizeof t->code, "%s", remote_text(game, "code"));
    t->can_claim = json_is_integer(claim) && json_integer_value(claim) == 0;
    read_clock(t, json_object_get(game, "clock"), now);
    for (int seat = FF_RED; seat <= FF_BLUE; seat++)
        read_player(f, game, seat);
    follow_state state = FOLLOW_GOES_ON;
    if (json_is_object(view))
        state = read_view(f, view);
    else if (t->stage == STAGE_OVER)
        t->ending = FF_BY_ABORT;
    t->thinking = t->stage == STAGE_PLAY && t->view.turn < FF_NOBODY && !t->paused &&
                  is_computer(game, t->view.turn); /* a computer that is on turn thinks */
    f->has_game = true;
    return state;
}

/* --- what is said ------------------------------------------------------------------------- */

static const char *speaker(const follow *f, const json_t *line) {
    const char *from = remote_text(line, "from"), *name = remote_text(line, "username");
    ff_seat seat = seat_of(from);
    if (seat < FF_NOBODY && seat == f->table.seat)
        return text_get(f->language, T_YOU);
    if (*name)
        return name;
    return text_get(f->language, seat < FF_NOBODY ? text_seat(seat) : T_SPECTATOR);
}

/* A stream that is opened again tells older lines again. */
static void read_chat(follow *f, const json_t *line) {
    int64_t time = json_integer_value(json_object_get(line, "time"));
    ff_buffer said = {0};
    ff_buffer_format(&said, "%s: %s\n", speaker(f, line), remote_text(line, "text"));
    bool known =
        time == f->chat_time && said.data && f->chat.data && strstr(f->chat.data, said.data);
    if (said.data && time >= f->chat_time && !known) {
        f->chat_time = time;
        ff_buffer_add(&f->chat, said.data, said.size);
    }
    ff_buffer_free(&said);
}

/* --- clocks that stand ----------------------------------------------------------------------- */

/* A moment of the server's clock by our own; what cannot be is bounded. */
static uint64_t moment_of(const json_t *line, const char *key, uint64_t now) {
    const json_t *told = json_object_get(line, key);
    double ahead =
        (double)json_integer_value(told) - (double)json_integer_value(json_object_get(line, "now"));
    uint64_t ms = (uint64_t)fmin(fabs(ahead), FAR_MS), before = now / 1000000;
    if (!json_is_integer(told))
        return UINT64_MAX;
    return ahead >= 0 ? now + ms * 1000000 : now - (ms < before ? ms : before) * 1000000;
}

/* Of a gap before this one, what the clock has stood in it is kept by the clock. */
static void read_outage(table *t, const json_t *line, uint64_t now) {
    uint64_t from = moment_of(line, "began", now);
    if (from > t->stood[1])
        t->clock_at += table_stood(t, from);
    t->outage = is_true(line, "on");
    t->stood[0] = from;
    t->stood[1] = moment_of(line, "ended", now);
}

/* A stream begins with the game, and an outage that goes on is told behind it; that one has ended
 * while there was no stream is not told at all. */
static void end_outage(table *t, uint64_t now) {
    t->outage = false;
    t->stood[1] = t->stood[1] < now ? t->stood[1] : now;
}

/* --- lines -------------------------------------------------------------------------------- */

/* Another game takes the place of the one that was followed. */
/* The id of the game that was left is kept: lines of it that are still on their way are not of the
 * new one, and must not lead back. */
static void go_on_to(follow *f, const char *id) {
    memcpy(f->left, f->table.id, sizeof f->left);
    snprintf(f->table.id, sizeof f->table.id, "%s", id);
    f->moves.size = 0;
    f->past.size = 0;
    f->table.past = NULL;
    f->table.has_view = false;
    f->table.result = f->table.ending = 0;
    f->chat_time = 0;
    ff_buffer_clear(&f->chat);
}

follow_state follow_line(follow *f, ff_span line, uint64_t now) {
    json_error_t wrong;
    json_t *read = json_loadb(line.data, line.size, 0, &wrong);
    const char *type = remote_text(read, "type"), *id = remote_text(read, "game");
    bool game = strcmp(type, "gameFull") == 0 || (strcmp(type, "gameState") == 0 && f->has_game);
    follow_state state = FOLLOW_GOES_ON;
    bool left = f->left[0] && strcmp(id, f->left) == 0;
    if (game && !left) {
        if (strcmp(id, f->table.id) != 0)
            go_on_to(f, id);
        state = read_game(f, read, now);
        if (strcmp(type, "gameFull") == 0)
            end_outage(&f->table, now);
    } else if (strcmp(type, "outage") == 0) {
        read_outage(&f->table, read, now);
        state = FOLLOW_CLOCKS;
    } else if (strcmp(type, "chatLine") == 0 && strcmp(id, f->table.id) == 0) {
        read_chat(f, read);
    }
    json_decref(read);
    return state;
}

void follow_free(follow *f) {
    free(f->events);
    ff_history_free(&f->moves);
    album_free(&f->past);
    ff_buffer_free(&f->chat);
}
