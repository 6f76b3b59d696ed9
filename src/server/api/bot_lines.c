/* What streams of bots say: the hub's messages, one a line, under the names that bots know. What
 * must hold: of a game a bot is told each stage once, in order, as long as it has no more games at
 * once than are remembered here. */
#include "server/api/bot_lines.h"

#include "base/hash.h"

#include <assert.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

enum { REMEMBERED = 128 }; /* games of which a stream knows what it has told */

static json_t *parse(ff_span message) {
    json_error_t wrong;
    return json_loadb(message.data, message.size, 0, &wrong);
}

static const char *text_of(const json_t *object, const char *key) {
    const char *text = json_string_value(json_object_get(object, key));
    return text ? text : "";
}

/* A text that memory is out for ends the stream, for a line that is missing would never be noticed.
 */
static void add_line(const json_t *object, ff_buffer *out) {
    char *text = json_dumps(object, JSON_COMPACT);
    if (text)
        ff_buffer_text(out, text);
    ff_buffer_byte(out, '\n');
    out->failed |= !text;
    free(text);
}

/* ---- one game ---- */

typedef struct game_lines {
    http_lines base; /* first */
    bool told;       /* in full */
} game_lines;

static void rename_to(json_t *message, const char *type) {
    json_object_set_new(message, "type", json_string(type));
}

static void add_chat_line(json_t *line, ff_buffer *out) {
    bool watches = strcmp(text_of(line, "from"), "spectator") == 0;
    json_object_set_new(line, "room", json_string(watches ? "spectator" : "player"));
    json_object_set(line, "username", json_object_get(line, "name"));
    rename_to(line, "chatLine");
    add_line(line, out);
}

/* As the page has it, under the names that bots know. */
static void write_game(http_lines *lines, ff_span message, ff_buffer *out) {
    game_lines *game = (game_lines *)lines;
    json_t *read = parse(message);
    const char *type = text_of(read, "type");
    if (strcmp(type, "game") == 0) {
        json_object_set(read, "id", json_object_get(read, "game"));
        rename_to(read, game->told ? "gameState" : "gameFull");
        game->told = true;
        add_line(read, out);
    } else if (strcmp(type, "chat") == 0) {
        add_chat_line(read, out);
    } else if (strcmp(type, "chat-page") == 0) {
        size_t i;
        json_t *line;
        json_array_foreach(json_object_get(read, "lines"), i, line) { /* as if said now */
            json_object_set(line, "game", json_object_get(read, "game"));
            add_chat_line(line, out);
        }
    } else if (read) {
        add_line(read, out);
    }
    json_decref(read);
}

static void free_lines(http_lines *lines) {
    free(lines);
}

http_lines *bot_lines_game(void) {
    game_lines *made = calloc(1, sizeof *made);
    if (!made)
        return NULL;
    made->base = (http_lines){write_game, free_lines};
    return &made->base;
}

/* ---- all that happens ---- */

typedef enum stage { NEW, OWN_OFFER, OFFERED, GOING, DONE } stage;

typedef struct event_lines {
    http_lines base; /* first */
    struct known_game {
        uint64_t game; /* a hash of its id */
        stage stage;
    } known[REMEMBERED]; /* in the order in which they came */
    unsigned count;
} event_lines;

static stage stage_of(const json_t *row) {
    const char *phase = text_of(row, "phase");
    bool seated = json_is_string(json_object_get(row, "seat"));
    if (strcmp(phase, "waiting") == 0)
        return seated ? OWN_OFFER : OFFERED;
    return strcmp(phase, "over") == 0 ? DONE : GOING;
}

static int rank_of(stage known) {
    return known == DONE ? 0 : known == GOING ? 2 : 1;
}

/* Where nothing is known of a game, what was told of it is told again. So the first to be forgotten
 * is one that is over, of which there is least to come; then an offer; then what goes on; of
 * each the oldest. */
static void forget_one(event_lines *events) {
    unsigned first = 0;
    for (unsigned i = 1; i < events->count; i++)
        if (rank_of(events->known[i].stage) < rank_of(events->known[first].stage))
            first = i;
    events->count--;
    memmove(&events->known[first], &events->known[first + 1],
            (events->count - first) * sizeof events->known[0]);
}

/* What was known of the game, which is replaced by what is now. */
static stage replace_known(event_lines *events, const char *game, stage now) {
    uint64_t key = hash_bytes(0, game, strlen(game));
    for (unsigned i = 0; i < events->count; i++)
        if (events->known[i].game == key) {
            stage before = events->known[i].stage;
            events->known[i].stage = now;
            return before;
        }
    if (events->count == REMEMBERED)
        forget_one(events);
    assert(events->count < REMEMBERED);
    events->known[events->count++] = (struct known_game){key, now};
    return NEW;
}

/* The word for a step from one stage to another, null where it is nobody's business:
 * a move, one's own offer, and what was taken back before it began. */
static const char *word_of(stage before, stage now) {
    if (before == now || now == OWN_OFFER)
        return NULL;
    if (now == OFFERED)
        return "challenge";
    if (now == GOING)
        return "gameStart";
    return before == OFFERED || before == OWN_OFFER ? "challengeCanceled" : "gameFinish";
}

static void write_event(http_lines *lines, ff_span message, ff_buffer *out) {
    json_t *read = parse(message), *row = json_object_get(read, "row");
    const char *game = text_of(row, "game");
    if (strcmp(text_of(read, "type"), "outage") == 0)
        add_line(read, out);
    else if (strcmp(text_of(read, "type"), "event") == 0 && *game) {
        stage now = stage_of(row);
        const char *word = word_of(replace_known((event_lines *)lines, game, now), now);
        bool offer = word && strncmp(word, "challenge", 9) == 0;
        json_object_set(row, "id", json_object_get(row, "game"));
        json_object_set(row, "terms", json_object_get(read, "terms"));
        json_t *line =
            word ? json_pack("{s:s,s:O}", "type", word, offer ? "challenge" : "game", row) : NULL;
        if (line)
            add_line(line, out);
        out->failed |= word && !line;
        json_decref(line);
    }
    json_decref(read);
}

http_lines *bot_lines_events(void) {
    event_lines *made = calloc(1, sizeof *made);
    if (!made)
        return NULL;
    made->base = (http_lines){write_event, free_lines};
    return &made->base;
}

/* ---- the lobby ---- */

/* Told as it is, and known by how it begins (encode_open): it is long, comes twice a second, and
 * all who hear it share its text, so nobody takes it apart for each of them. */
static void write_lobby(http_lines *lines, ff_span message, ff_buffer *out) {
    static const char begin[] = "{\"type\":\"lobby\",";
    const size_t size = sizeof begin - 1;
    (void)lines;
    if (message.size < size || memcmp(message.data, begin, size) != 0)
        return;
    ff_buffer_add(out, message.data, message.size);
    ff_buffer_byte(out, '\n');
}

http_lines *bot_lines_lobby(void) {
    http_lines *made = calloc(1, sizeof *made);
    if (made)
        *made = (http_lines){write_lobby, free_lines};
    return made;
}
