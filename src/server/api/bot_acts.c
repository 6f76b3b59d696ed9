/* A row an act: which path it has, which command it is, and what of the command stands in the
 * path. All else is read from the body by the fields of the command; what the path says holds
 * whatever the body says. An army never stands in a path: those are written into logs. */
#include "server/api/bot_acts.h"

#include "base/utf8.h"
#include "flagfall/edition.h"
#include "flagfall/notation.h"
#include "server/api/routes.h"
#include "server/commands/command_table.h"
#include "server/http/route_pattern.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

/* ---- bodies ---- */

static int hex_digit(char c) {
    if (c >= '0' && c <= '9')
        return c - '0';
    c |= 0x20;
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

/* Well-formed, and without a zero byte, at which a text of C would end while its length says more.
 */
static bool is_text(ff_span text) {
    while (text.size > 0 && text.data[0]) {
        size_t size = utf8_sequence(text);
        if (size == 0)
            return false;
        text = (ff_span){text.data + size, text.size - size};
    }
    return text.size == 0;
}

/* "a+b%20c" as it is meant; what is no escape stays. Null data when memory is out. */
static ff_span decode(ff_span text, struct arena *memory) {
    char *to = arena_take(memory, text.size + 1);
    size_t size = 0;
    for (size_t i = 0; to && i < text.size; i++) {
        int high = text.data[i] == '%' && i + 2 < text.size ? hex_digit(text.data[i + 1]) : -1;
        int low = high >= 0 ? hex_digit(text.data[i + 2]) : -1;
        if (low >= 0)
            i += 2;
        to[size++] = low >= 0 ? (char)(high << 4 | low) : text.data[i] == '+' ? ' ' : text.data[i];
    }
    return (ff_span){to, size};
}

static ff_span take_until(ff_span *rest, char separator) {
    const char *end = memchr(rest->data, separator, rest->size);
    size_t size = end ? (size_t)(end - rest->data) : rest->size;
    ff_span taken = {rest->data, size};
    size_t used = end ? size + 1 : size;
    *rest = (ff_span){rest->data + used, rest->size - used};
    return taken;
}

/* As lichess calls them, and as the command does, which remembers what was written. */
static const struct renamed {
    const char *theirs, *ours;
    size_t said; /* in a command */
} renamed[] = {{"color", "seat", offsetof(struct command, color)},
               {"level", "opponent", offsetof(struct command, level)}};
enum { RENAMED = sizeof renamed / sizeof *renamed };

static void note_written(struct command *out, const struct renamed *name) {
    *(bool *)((char *)out + name->said) = true;
}

static ff_span own_name(ff_span name, struct command *out) {
    for (size_t i = 0; i < RENAMED; i++)
        if (ff_span_equals(name, renamed[i].theirs)) {
            note_written(out, &renamed[i]);
            return ff_span_of(renamed[i].ours);
        }
    return name;
}

/* application/x-www-form-urlencoded: a pair more than there are signs between them. */
static bool read_form(ff_span body, struct arena *memory, command_source *from,
                      struct command *out) {
    size_t most = body.size > 0;
    for (size_t i = 0; i < body.size; i++)
        most += body.data[i] == '&';
    command_pair *pairs = arena_take(memory, most * sizeof *pairs);
    from->pairs = pairs;
    while (pairs && body.size > 0) {
        ff_span value = take_until(&body, '&');
        ff_span name = take_until(&value, '=');
        command_pair pair = {own_name(decode(name, memory), out), decode(value, memory)};
        if (!pair.name.data || !pair.value.data || !is_text(pair.name) || !is_text(pair.value))
            return false;
        pairs[from->count++] = pair;
    }
    return pairs != NULL;
}

/* A form, or a JSON object, which is the caller's to decref. A key that comes twice is refused: a
 * program on the way and this one might each believe another of the two. */
static bool read_body(ff_span body, struct arena *memory, command_source *from, json_t **object,
                      struct command *out) {
    json_error_t wrong;
    *from = (command_source){.bot = true};
    *object = NULL;
    if (body.size == 0 || body.data[0] != '{')
        return read_form(body, memory, from, out);
    from->object = *object = json_loadb(body.data, body.size, JSON_REJECT_DUPLICATES, &wrong);
    for (size_t i = 0; i < RENAMED; i++) {
        json_t *value = json_object_get(*object, renamed[i].theirs);
        if (!value)
            continue;
        note_written(out, &renamed[i]);
        json_object_set(*object, renamed[i].ours, value);
    }
    return *object != NULL;
}

/* ---- acts ---- */

/* The stars of a pattern. */
typedef struct act_path {
    ff_span first, second;
} act_path;

static void of_game(struct command *out, const act_path *path) {
    out->game = path->first;
    out->code = (ff_span){NULL, 0};
}

/* What a body leaves out is as a bot would have it; and whom an offer is for says the path alone.
 */
static void begin(struct command *out, const act_path *path) {
    (void)path;
    if (!out->edition.data)
        out->edition = ff_span_of(ff_edition_default()->id);
    if (!out->seat.data)
        out->seat = ff_span_of("random");
    if (!out->opponent.data) {
        out->opponent = ff_span_of("");
        out->level = true; /* so it is told what is missing */
    }
    out->to = (ff_span){NULL, 0};
    out->open = false;
}

static void challenge_person(struct command *out, const act_path *path) {
    begin(out, path);
    out->to = path->first;
}

static void challenge_all(struct command *out, const act_path *path) {
    begin(out, path);
    out->open = true;
}

static void set_up(struct command *out, const act_path *path) {
    of_game(out, path);
    if (!out->letters.data)
        out->letters = ff_span_of("");
}

/* "a4-a5", "a4xa5" or "a4a5". What is none is left to whoever serves it. Without a ply it is
 * for the position as it is. */
static void move(struct command *out, const act_path *path) {
    ff_span text = path->second;
    unsigned square;
    size_t size = ff_square_parse(text, &square), gap = size;
    if (size < text.size && (text.data[size] == '-' || text.data[size] == 'x'))
        gap++;
    of_game(out, path);
    out->from = (ff_span){text.data, size};
    out->to = (ff_span){text.data + gap, text.size - gap};
    out->any_ply = out->ply < 0;
}

static void say(struct command *out, const act_path *path) {
    of_game(out, path);
    if (!out->text.data)
        out->text = ff_span_of("");
}

static bool is_yes(ff_span word) {
    return ff_span_equals(word, "yes") || ff_span_equals(word, "true");
}

static bool is_no(ff_span word) {
    return ff_span_equals(word, "no") || ff_span_equals(word, "false");
}

/* A draw, or a pause: yes or no. */
static void decide(struct command *out, const act_path *path) {
    of_game(out, path);
    out->yes = out->on = is_yes(path->second);
}

static void nothing(struct command *out, const act_path *path) {
    (void)out, (void)path;
}

static void of_tournament(struct command *out, const act_path *path) {
    out->tournament = path->first;
}

/* The code of an invitation names its game. */
static void join_by_code(struct command *out, const act_path *path) {
    out->game = (ff_span){NULL, 0};
    out->code = path->first;
}

static void claim(struct command *out, const act_path *path) {
    of_game(out, path);
    if (!out->as.data)
        out->as = ff_span_of("win");
}

/* The first that fits, so that words stand before stars: /api/challenge/open is no person. */
static const struct act {
    const char *pattern;
    const char *type; /* null: has moved */
    void (*fill)(struct command *out, const act_path *path);
    bot_reply reply;
} acts[] = {
    {"/api/challenge/open", "challenge", challenge_all, BOT_GAME},
    {"/api/challenge/link", "challenge", begin, BOT_GAME},
    {"/api/challenge/ai", "new", begin, BOT_GAME},
    {"/api/challenge/*", "challenge", challenge_person, BOT_GAME},
    {"/api/challenge/*/accept", "join", of_game, BOT_OK},
    {"/api/challenge/*/decline", "cancel", of_game, BOT_OK},
    {"/api/challenge/*/cancel", "cancel", of_game, BOT_OK},
    {"/api/challenge/code/*", "join", join_by_code, BOT_GAME},
    {"/api/seek", "seek", nothing, BOT_OK},
    {"/api/seek/cancel", "unseek", nothing, BOT_OK},
    {"/api/history", "history", nothing, BOT_ANSWER},
    {"/api/tournament", "tournament-new", nothing, BOT_OK},
    {"/api/tournament/*/join", "tournament-join", of_tournament, BOT_OK},
    {"/api/tournament/*/leave", "tournament-leave", of_tournament, BOT_OK},
    {"/api/tournament/*/choose", "tournament-choose", of_tournament, BOT_OK},
    {"/api/tournament/*/cancel", "tournament-cancel", of_tournament, BOT_OK},
    {"/api/bot/game/*/setup", "setup", set_up, BOT_OK},
    {"/api/bot/game/*/setup/*", NULL, NULL, BOT_OK},
    {"/api/bot/game/*/move/*", "move", move, BOT_OK},
    {"/api/bot/game/*/draw/*", "draw", decide, BOT_OK},
    {"/api/bot/game/*/chat", "chat", say, BOT_OK},
    {"/api/bot/game/*/abort", "abort", of_game, BOT_OK},
    {"/api/bot/game/*/resign", "resign", of_game, BOT_OK},
    {"/api/bot/game/*/claim", "claim", claim, BOT_OK},
    {"/api/bot/game/*/rematch", "rematch", of_game, BOT_OK},
    {"/api/bot/game/*/takeback", "takeback", of_game, BOT_OK},
    {"/api/bot/game/*/pause/*", "pause", decide, BOT_OK},
};

static bool refuse(command_refusal *why, const char *reason, const char *message) {
    why->reason = reason;
    snprintf(why->message, sizeof why->message, "%s", message);
    return false;
}

static bool check_path(const struct act *act, const act_path *path, command_refusal *why) {
    if (act->fill != decide || is_yes(path->second) || is_no(path->second))
        return true;
    return refuse(why, "bad-message", "the path ends in yes or no");
}

/* `fill` comes after the body and writes over it: a path names a game, and a body that names
 * another one changes nothing. */
static bool read_act(const struct act *act, const http_request *request, struct arena *memory,
                     struct command *out, command_refusal *why) {
    assert(act->type && act->fill); /* what has moved is answered before */
    command_source from;
    json_t *object = NULL;
    act_path path = {route_pattern_part(act->pattern, request->path, 0),
                     route_pattern_part(act->pattern, request->path, 1)};
    *out = command_of(command_find(act->type));
    out->ply = -1;
    bool good = is_text(request->path) && read_body(request->body, memory, &from, &object, out);
    if (good)
        good = command_fill(out, &from, memory, why) && check_path(act, &path, why);
    else
        refuse(why, "bad-message", "the body is a form or a JSON object, and all is UTF-8");
    json_decref(object);
    act->fill(out, &path);
    return good;
}

bool bot_acts_read(const http_request *request, struct arena *memory, struct command *out,
                   bot_reply *reply, unsigned *status, command_refusal *why) {
    size_t i = 0, count = sizeof acts / sizeof *acts;
    while (i < count && !route_pattern_fits(acts[i].pattern, request->path))
        i++;
    *status = i == count ? 404 : acts[i].type ? 400 : 410;
    if (i == count)
        return refuse(why, "unknown-type", "there is no such request");
    if (!acts[i].type)
        return refuse(why, "moved",
                      "an army is given in the body: POST /api/bot/game/ID/setup with `letters`");
    *reply = acts[i].reply;
    return read_act(&acts[i], request, memory, out, why);
}
