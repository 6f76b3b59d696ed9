#include "server/bot_acts.h"

#include "flagfall/edition.h"
#include "flagfall/notation.h"
#include "server/routes.h"

#include <stdlib.h>
#include <string.h>

/* ---- bodies ---- */

static int hex_digit(char c) {
    if (c >= '0' && c <= '9')
        return c - '0';
    c |= 0x20;
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

/* "a+b%20c" as it is meant; what is no escape stays. */
static json_t *decode(ff_span text) {
    ff_buffer plain = {0};
    for (size_t i = 0; i < text.size; i++) {
        int high = text.data[i] == '%' && i + 2 < text.size ? hex_digit(text.data[i + 1]) : -1;
        int low = high >= 0 ? hex_digit(text.data[i + 2]) : -1;
        if (low >= 0)
            i += 2;
        ff_buffer_byte(&plain, low >= 0              ? (char)(high << 4 | low)
                               : text.data[i] == '+' ? ' '
                                                     : text.data[i]);
    }
    json_t *made = plain.failed ? NULL : json_stringn(plain.data ? plain.data : "", plain.size);
    ff_buffer_free(&plain);
    return made;
}

static ff_span take_until(ff_span *rest, char separator) {
    const char *end = memchr(rest->data, separator, rest->size);
    size_t size = end ? (size_t)(end - rest->data) : rest->size;
    ff_span taken = {rest->data, size};
    size_t used = end ? size + 1 : size;
    *rest = (ff_span){rest->data + used, rest->size - used};
    return taken;
}

static bool add_pair(json_t *form, ff_span pair) {
    ff_span key = take_until(&pair, '=');
    json_t *name = decode(key), *value = decode(pair);
    bool added = name && value && strlen(json_string_value(name)) == json_string_length(name) &&
                 json_object_set(form, json_string_value(name), value) == 0;
    json_decref(name);
    json_decref(value);
    return added;
}

json_t *bot_acts_form(ff_span body) {
    json_error_t wrong;
    if (body.size > 0 && body.data[0] == '{')
        return json_loadb(body.data, body.size, JSON_REJECT_DUPLICATES, &wrong);
    json_t *form = json_object();
    bool good = form != NULL;
    while (good && body.size > 0)
        good = add_pair(form, take_until(&body, '&'));
    if (good)
        return form;
    json_decref(form);
    return NULL;
}

/* ---- values of a form, of either kind ---- */

static const char *text_of(const json_t *form, const char *key, const char *usual) {
    const char *text = json_string_value(json_object_get(form, key));
    return text ? text : usual;
}

/* What is no whole number stays as it is, to be refused by whoever reads the message. */
static json_t *number_of(json_t *value) {
    char *end;
    const char *text = json_string_value(value);
    long long number = text && *text ? strtoll(text, &end, 10) : 0;
    return text && *text && !*end ? json_integer(number) : json_incref(value);
}

static json_t *bool_of(json_t *value) {
    const char *text = json_string_value(value);
    if (text && (strcmp(text, "true") == 0 || strcmp(text, "false") == 0))
        return json_boolean(text[0] == 't');
    return json_incref(value);
}

static void copy(json_t *to, const char *name, const json_t *form, const char *key,
                 json_t *(*as)(json_t *)) {
    json_t *value = json_object_get(form, key);
    if (value)
        json_object_set_new(to, name, as(value));
}

/* Called as lichess calls them where it has them. Of a clock what is not said is 0. */
static void add_terms(json_t *message, const json_t *form) {
    static const char *const switches[] = {"rated", "memory", "remember", "hints", "watch"};
    static const char *const clock[][2] = {{"bank", "clock.limit"},
                                           {"increment", "clock.increment"},
                                           {"free", "clock.free"},
                                           {"setup", "clock.setup"}};
    json_t *terms = json_object();
    for (size_t i = 0; i < sizeof switches / sizeof *switches; i++)
        copy(message, switches[i], form, switches[i], bool_of);
    for (size_t i = 0; i < sizeof clock / sizeof *clock; i++)
        copy(terms, clock[i][0], form, clock[i][1], number_of);
    for (size_t i = 1; json_object_size(terms) > 0 && i < sizeof clock / sizeof *clock; i++)
        if (!json_object_get(terms, clock[i][0]))
            json_object_set_new(terms, clock[i][0], json_integer(0));
    if (json_object_size(terms) > 0)
        json_object_set(message, "clock", terms);
    json_decref(terms);
}

/* ---- acts ---- */

/* What an act is made of. */
typedef struct act_input {
    const char *pattern;
    ff_span path;
    const json_t *form;
    const char *type;
} act_input;

static json_t *text_at(const act_input *input, unsigned index) {
    ff_span part = routes_part(input->pattern, input->path, index);
    return json_stringn(part.data, part.size);
}

/* {"type": type, "game": the first part}; null where that is no UTF-8. */
static json_t *of_game(const act_input *input) {
    return json_pack("{s:s,s:o}", "type", input->type, "game", text_at(input, 0));
}

static json_t *begin_game(const act_input *input) {
    json_t *message =
        json_pack("{s:s,s:s,s:s}", "type", input->type, "edition",
                  text_of(input->form, "edition", ff_edition_default()->id), "seat",
                  text_of(input->form, "color", text_of(input->form, "seat", "random")));
    if (message)
        add_terms(message, input->form);
    return message;
}

static json_t *challenge_person(const act_input *input) {
    json_t *message = begin_game(input);
    if (message && json_object_set_new(message, "to", text_at(input, 0)) == 0)
        return message;
    json_decref(message);
    return NULL;
}

static json_t *challenge_all(const act_input *input) {
    json_t *message = begin_game(input);
    if (message)
        json_object_set_new(message, "open", json_true());
    return message;
}

static json_t *challenge_computer(const act_input *input) {
    json_t *message = begin_game(input);
    if (message)
        json_object_set_new(message, "opponent", json_string(text_of(input->form, "level", "")));
    return message;
}

static json_t *setup(const act_input *input) {
    json_t *message = of_game(input);
    if (message && json_object_set_new(message, "letters", text_at(input, 1)) == 0) {
        copy(message, "salt", input->form, "salt", json_incref);
        return message;
    }
    json_decref(message);
    return NULL;
}

/* "a4-a5", "a4xa5" or "a4a5". What is none is left to whoever reads the message. */
static json_t *move(const act_input *input) {
    ff_span text = routes_part(input->pattern, input->path, 1);
    unsigned square;
    size_t size = ff_square_parse(text, &square), gap = size;
    if (size < text.size && (text.data[size] == '-' || text.data[size] == 'x'))
        gap++;
    json_t *message = of_game(input);
    json_t *from = json_stringn(text.data, size);
    json_t *to = json_stringn(text.data + gap, text.size - gap);
    if (message && from && to && json_object_set(message, "from", from) == 0 &&
        json_object_set(message, "to", to) == 0) {
        copy(message, "ply", input->form, "ply", number_of);
        json_decref(from);
        json_decref(to);
        return message;
    }
    json_decref(from);
    json_decref(to);
    json_decref(message);
    return NULL;
}

static json_t *chat(const act_input *input) {
    json_t *message = of_game(input);
    if (message)
        json_object_set_new(message, "text", json_string(text_of(input->form, "text", "")));
    return message;
}

static json_t *draw(const act_input *input) {
    ff_span word = routes_part(input->pattern, input->path, 1);
    json_t *message = of_game(input);
    if (message)
        json_object_set_new(
            message, "yes",
            json_boolean(ff_span_equals(word, "yes") || ff_span_equals(word, "true")));
    return message;
}

static json_t *claim(const act_input *input) {
    json_t *message = of_game(input);
    if (message)
        json_object_set_new(message, "as", json_string(text_of(input->form, "as", "win")));
    return message;
}

/* The first that fits. */
static const struct {
    const char *pattern;
    const char *type;
    json_t *(*make)(const act_input *input);
    bot_reply reply;
} acts[] = {
    {"/api/challenge/open", "challenge", challenge_all, BOT_GAME},
    {"/api/challenge/link", "challenge", begin_game, BOT_GAME},
    {"/api/challenge/ai", "new", challenge_computer, BOT_GAME},
    {"/api/challenge/*", "challenge", challenge_person, BOT_GAME},
    {"/api/challenge/*/accept", "join", of_game, BOT_OK},
    {"/api/challenge/*/decline", "cancel", of_game, BOT_OK},
    {"/api/challenge/*/cancel", "cancel", of_game, BOT_OK},
    {"/api/bot/game/*/setup/*", "setup", setup, BOT_OK},
    {"/api/bot/game/*/move/*", "move", move, BOT_OK},
    {"/api/bot/game/*/draw/*", "draw", draw, BOT_OK},
    {"/api/bot/game/*/chat", "chat", chat, BOT_OK},
    {"/api/bot/game/*/abort", "abort", of_game, BOT_OK},
    {"/api/bot/game/*/resign", "resign", of_game, BOT_OK},
    {"/api/bot/game/*/claim", "claim", claim, BOT_OK},
    {"/api/bot/game/*/rematch", "rematch", of_game, BOT_OK},
};

json_t *bot_acts_read(const http_request *request, bot_reply *reply, ff_error *error) {
    size_t i = 0, count = sizeof acts / sizeof *acts;
    error->message[0] = 0;
    while (i < count && !routes_fit(acts[i].pattern, request->path))
        i++;
    if (i == count)
        return NULL;
    json_t *form = bot_acts_form(request->body);
    json_t *message =
        form ? acts[i].make(&(act_input){acts[i].pattern, request->path, form, acts[i].type})
             : NULL;
    if (!message)
        ff_fail(error, 0, 0, "the body is a form or a JSON object, and all is UTF-8");
    *reply = acts[i].reply;
    json_decref(form);
    return message;
}
