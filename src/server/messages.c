#include "server/messages.h"

#include "flagfall/notation.h"
#include "server/opponent.h"
#include "server/wire.h"

#include <jansson.h>
#include <sodium.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

/* A message, read by the table of its kind. Spans point into the parsed JSON. */
typedef struct ff_request {
    ff_hub *hub;
    ff_client *client;
    const char *type; /* of the table, not the client's bytes */
    ff_span game, edition, seat, opponent, letters, style, from, to;
    json_int_t ply;
    bool memory;
    /* Looked up for handlers that want them. */
    const ff_edition *rules;
    ff_table *table;
} ff_request;

/* ---- refusals ---- */

static void refuse(const ff_request *request, const char *reason, const char *message) {
    wire_refusal refusal = {request->type, request->game, reason, message};
    ff_buffer text = {0};
    wire_refused(&text, &refusal);
    hub_send(request->hub, request->client, &text);
    ff_buffer_free(&text);
}

/* Ready before anything is tried: sent in the place of all else if the turn cannot
 * be stored. */
static void prepare_failure(const ff_request *request) {
    wire_refusal refusal = {request->type, request->game, "store",
                            "the server cannot store anything at the moment; nothing was changed"};
    ff_buffer text = {0};
    wire_refused(&text, &refusal);
    hub_send_on_failure(request->hub, request->client, &text);
    ff_buffer_free(&text);
}

static void send(const ff_request *request, ff_buffer *text) {
    hub_send(request->hub, request->client, text);
    ff_buffer_free(text);
}

static const char *move_sentence(ff_reason reason, bool on_turn) {
    static const char *const sentences[FF_REASONS] = {
        [FF_GAME_OVER] = "the game is over",
        [FF_NOT_ON_BOARD] = "that square is not on this board",
        [FF_EMPTY_SOURCE] = "no piece stands there",
        [FF_NOT_YOURS] = "that piece is not yours",
        [FF_IMMOBILE] = "bombs and the flag never move",
        [FF_NULL_MOVE] = "a move goes to another square",
        [FF_NOT_STRAIGHT] = "moves go along a file or a row",
        [FF_TOO_FAR] = "only a scout goes further than one square",
        [FF_LAKE] = "nobody enters or crosses a lake",
        [FF_OWN_PIECE] = "a piece of yours stands there",
        [FF_BLOCKED] = "a piece stands in the way",
        [FF_TWO_SQUARES] = "two-squares rule: this piece has crossed here too often in a row",
        [FF_MORE_SQUARES] = "chase rule: this would repeat a position of the chase",
    };
    if (reason == FF_NOT_YOURS && !on_turn)
        return "it is not your turn";
    return sentences[reason] ? sentences[reason] : "the move is against the rules";
}

static const char *setup_sentence(ff_setup_reason reason) {
    static const char *const sentences[] = {
        [FF_SETUP_WRONG_LENGTH] = "an army has one letter for each square of its zone",
        [FF_SETUP_BAD_LETTER] = "an army has the letters A (empty) and B to M",
        [FF_SETUP_OUTSIDE_ZONE] = "a piece stands outside its zone",
        [FF_SETUP_OVERLAP] = "two pieces stand on one square",
        [FF_SETUP_WRONG_COUNTS] = "these are not the pieces of this edition's army",
    };
    size_t count = sizeof sentences / sizeof *sentences;
    return reason < count && sentences[reason] ? sentences[reason] : "the game has begun";
}

/* ---- looking up ---- */

static bool find_edition(ff_request *request) {
    request->rules = ff_edition_find(request->edition);
    if (!request->rules)
        refuse(request, "unknown-edition", "there is no such edition");
    return request->rules != NULL;
}

/* The guest's own game; that of another guest is as unknown as one that never was. */
static bool find_table(ff_request *request) {
    switch (tables_find(request->hub->tables, request->game, client_guest(request->client),
                        &request->table)) {
    case STORE_FOUND:
        return true;
    case STORE_NONE:
        refuse(request, "unknown-game", "you have no such game");
        return false;
    default:
        refuse(request, "store", "the server cannot read this game at the moment");
        return false;
    }
}

static bool find_phase(ff_request *request, phase wanted) {
    phase now = table_phase(request->table);
    if (now == wanted)
        return true;
    if (now == PHASE_OVER)
        refuse(request, "game-over", "the game is over");
    else if (now == PHASE_PLAY)
        refuse(request, "begun", "the game has begun");
    else
        refuse(request, "not-begun", "the armies have not been set up yet");
    return false;
}

/* The game has changed by this request: everybody who follows it hears so, the
 * sender too. */
static void publish(ff_request *request) {
    hub_follow(request->hub, request->client, request->table, false);
    hub_publish(request->hub, request->table);
    opponent_expect(request->hub, request->table);
}

/* ---- handlers ---- */

static bool find_seat(ff_request *request, uint8_t *seat) {
    if (ff_span_equals(request->seat, "random"))
        *seat = randombytes_uniform(2) ? FF_BLUE : FF_RED;
    else if (ff_span_equals(request->seat, "red"))
        *seat = FF_RED;
    else if (ff_span_equals(request->seat, "blue"))
        *seat = FF_BLUE;
    else
        return false;
    return true;
}

static bool has_room(ff_request *request) {
    unsigned all, open;
    if (!store_count_games(request->hub->options.store, client_guest(request->client), &all,
                           &open)) {
        refuse(request, "store", "the server cannot read its store at the moment");
        return false;
    }
    if (open >= GAMES_OPEN_LIMIT)
        refuse(request, "too-many", "you have 20 games going on: finish or resign one first");
    else if (all >= GAMES_LIMIT)
        refuse(request, "too-many", "you have 2000 games, and the server keeps no more for you");
    return open < GAMES_OPEN_LIMIT && all < GAMES_LIMIT;
}

static int64_t milliseconds_now(void) {
    struct timespec now;
    timespec_get(&now, TIME_UTC);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static void fill_row(const ff_request *request, store_game *row, const ff_player_kind *kind) {
    uint8_t id[16];
    randombytes_buf(id, sizeof id);
    sodium_bin2base64(row->id, sizeof row->id, id, sizeof id,
                      sodium_base64_VARIANT_URLSAFE_NO_PADDING);
    randombytes_buf(&row->seed, sizeof row->seed);
    row->owner = *client_guest(request->client);
    row->memory = request->memory;
    row->created = milliseconds_now();
    snprintf(row->edition, sizeof row->edition, "%s", request->rules->id);
    snprintf(row->opponent, sizeof row->opponent, "%s", kind->name);
}

static void handle_new(ff_request *request) {
    store_game row = {0};
    const ff_player_kind *kind =
        opponents_find(&request->hub->options.opponents, request->opponent);
    if (!find_edition(request))
        return;
    if (!kind)
        refuse(request, "unknown-opponent", "there is no such computer player");
    else if (!find_seat(request, &row.seat))
        refuse(request, "bad-message", "`seat` is red, blue or random");
    else if (has_room(request)) {
        fill_row(request, &row, kind);
        request->table = tables_add(request->hub->tables, &row);
        if (request->table)
            publish(request);
        else
            refuse(request, "store", "the server cannot begin a game at the moment");
    }
}

static void handle_open(ff_request *request) {
    if (!find_table(request))
        return;
    hub_follow(request->hub, request->client, request->table, true);
    hub_tell(request->hub, request->client, request->table);
    opponent_expect(request->hub, request->table);
}

/* Fills the text of an act; false where it is too long to mean anything. */
static bool fill_text(store_act *act, ff_span text) {
    if (text.size >= sizeof act->text || memchr(text.data, 0, text.size))
        return false;
    memcpy(act->text, text.data, text.size);
    return true;
}

static void handle_setup(ff_request *request) {
    if (!find_table(request) || !find_phase(request, PHASE_SETUP))
        return;
    store_act act = {.kind = ACT_SETUP, .seat = request->table->row.seat};
    ff_setup_reason why = FF_SETUP_WRONG_LENGTH;
    if (fill_text(&act, request->letters) &&
        tables_play(request->hub->tables, request->table, &act, NULL, &why) != ACT_REFUSED)
        publish(request);
    else
        refuse(request, ff_setup_reason_word(why), setup_sentence(why));
}

static bool read_square(ff_request *request, ff_span text, unsigned *square) {
    if (text.size > 0 && ff_square_parse(text, square) == text.size)
        return true;
    refuse(request, "bad-message", "`from` and `to` are squares such as a4");
    return false;
}

/* Is this the move that the client thinks it is? A repeated message is not. */
static bool is_fresh(ff_request *request, ff_view *view) {
    table_view(request->table, view);
    if (request->ply == view->plies)
        return true;
    char message[64];
    snprintf(message, sizeof message, "%u moves have been played", (unsigned)view->plies);
    refuse(request, "stale", message);
    return false;
}

static void play_move(ff_request *request, unsigned from, unsigned to) {
    ff_view view;
    if (!is_fresh(request, &view))
        return;
    ff_reason reason = ff_view_check(&view, from, to);
    bool on_turn = view.turn == view.viewer;
    store_act act = {.kind = ACT_MOVE, .seat = request->table->row.seat};
    if (from < FF_SQUARES && to < FF_SQUARES)
        ff_move_write(FF_MOVE(from, to), false, act.text);
    if (from < FF_SQUARES && to < FF_SQUARES &&
        tables_play(request->hub->tables, request->table, &act, &reason, NULL) != ACT_REFUSED)
        publish(request);
    else
        refuse(request, ff_reason_word(reason), move_sentence(reason, on_turn));
}

static void handle_move(ff_request *request) {
    unsigned from, to;
    if (find_table(request) && find_phase(request, PHASE_PLAY) &&
        read_square(request, request->from, &from) && read_square(request, request->to, &to))
        play_move(request, from, to);
}

static void handle_resign(ff_request *request) {
    if (!find_table(request))
        return;
    store_act act = {.kind = ACT_END, .seat = request->table->row.seat};
    snprintf(act.text, sizeof act.text, "%s", ff_ending_word(FF_BY_RESIGN));
    if (tables_play(request->hub->tables, request->table, &act, NULL, NULL) != ACT_REFUSED)
        publish(request);
    else
        refuse(request, "game-over", "the game is over");
}

static bool make_army(ff_request *request, ff_setup *setup) {
    size_t index;
    const ff_styles *styles = &request->hub->options.opponents.styles;
    return styles->find(request->rules, request->style, &index) &&
           styles->make(request->rules, index, &request->hub->rng, setup);
}

static void handle_suggest(ff_request *request) {
    ff_setup setup;
    if (!find_edition(request))
        return;
    if (!make_army(request, &setup)) {
        refuse(request, "unknown-style", "this edition has no such style of army");
        return;
    }
    char letters[FF_ZONE_MAX + 1];
    ff_buffer text = {0};
    ff_setup_write(&setup, request->rules, letters);
    wire_suggestion(&text, request->rules, letters);
    send(request, &text);
}

static void handle_check(ff_request *request) {
    ff_setup setup;
    if (!find_edition(request))
        return;
    ff_setup_reason reason = ff_setup_parse(request->letters, request->rules, &setup, NULL);
    bool can_move = reason == FF_SETUP_OK && ff_setup_can_move(&setup, request->rules);
    ff_buffer text = {0};
    wire_checked(&text, request->rules, request->letters, reason, can_move);
    send(request, &text);
}

/* ---- the table of messages ---- */

typedef enum field_kind { FIELD_END, FIELD_TEXT, FIELD_NUMBER, FIELD_BOOL } field_kind;

typedef struct ff_field {
    const char *name;
    field_kind kind;
    size_t offset; /* in a request */
    bool optional;
} ff_field;

#define TEXT(name)                                                                                 \
    { #name, FIELD_TEXT, offsetof(ff_request, name), false }
#define NUMBER(name)                                                                               \
    { #name, FIELD_NUMBER, offsetof(ff_request, name), false }
#define OPTIONAL_BOOL(name)                                                                        \
    { #name, FIELD_BOOL, offsetof(ff_request, name), true }

enum { FIELDS_MAX = 6 };

typedef struct message_kind {
    const char *type;
    void (*handle)(ff_request *request);
    ff_field fields[FIELDS_MAX]; /* a row of zeros ends them */
} message_kind;

static const message_kind kinds[] = {
    {"new", handle_new, {TEXT(edition), TEXT(seat), TEXT(opponent), OPTIONAL_BOOL(memory)}},
    {"open", handle_open, {TEXT(game)}},
    {"setup", handle_setup, {TEXT(game), TEXT(letters)}},
    {"move", handle_move, {TEXT(game), NUMBER(ply), TEXT(from), TEXT(to)}},
    {"resign", handle_resign, {TEXT(game)}},
    {"suggest", handle_suggest, {TEXT(edition), TEXT(style)}},
    {"check", handle_check, {TEXT(edition), TEXT(letters)}},
};

static const message_kind *find_kind(const char *type) {
    for (size_t i = 0; type && i < sizeof kinds / sizeof *kinds; i++)
        if (strcmp(type, kinds[i].type) == 0)
            return &kinds[i];
    return NULL;
}

static bool read_field(ff_request *request, const ff_field *field, const json_t *value) {
    void *target = (char *)request + field->offset;
    switch (field->kind) {
    case FIELD_TEXT:
        if (!json_is_string(value))
            return false;
        *(ff_span *)target = (ff_span){json_string_value(value), json_string_length(value)};
        return true;
    case FIELD_NUMBER:
        *(json_int_t *)target = json_integer_value(value);
        return json_is_integer(value);
    default:
        *(bool *)target = json_is_true(value);
        return json_is_boolean(value);
    }
}

/* All fields are read before a refusal, so that it can name the game. */
static bool read_fields(ff_request *request, const message_kind *kind, const json_t *object) {
    static const char *const wanted[] = {
        [FIELD_TEXT] = "a text", [FIELD_NUMBER] = "a whole number", [FIELD_BOOL] = "true or false"};
    const ff_field *wrong = NULL;
    for (const ff_field *at = kind->fields; at->name; at++) {
        const json_t *value = json_object_get(object, at->name);
        bool fine = value ? read_field(request, at, value) : at->optional;
        if (!fine && !wrong)
            wrong = at;
    }
    if (!wrong)
        return true;
    char message[64];
    snprintf(message, sizeof message, "`%s` must be %s", wrong->name, wanted[wrong->kind]);
    refuse(request, "bad-message", message);
    return false;
}

static void serve(ff_request *request, const json_t *object) {
    const message_kind *kind = find_kind(json_string_value(json_object_get(object, "type")));
    if (!kind) {
        refuse(request, "unknown-type", "there is no message of this type");
        return;
    }
    request->type = kind->type;
    if (!read_fields(request, kind, object))
        return;
    prepare_failure(request);
    kind->handle(request);
}

void messages_receive(ff_hub *hub, ff_client *client, ff_span text) {
    ff_request request = {.hub = hub, .client = client, .type = "message"};
    json_error_t error;
    json_t *object = json_loadb(text.data, text.size, JSON_REJECT_DUPLICATES, &error);
    if (json_is_object(object))
        serve(&request, object);
    else
        refuse(&request, "bad-json", "a message is one JSON object");
    json_decref(object);
}

void messages_refuse_rate(ff_hub *hub, ff_client *client) {
    ff_request request = {.hub = hub, .client = client, .type = "message"};
    refuse(&request, "rate", "too many messages at once; wait a moment");
}

/* ---- welcome ---- */

static bool list_game(void *context, const store_game *game) {
    wire_welcome_game(context, game);
    return true;
}

void messages_welcome(ff_hub *hub, ff_client *client) {
    ff_request request = {.hub = hub, .client = client, .type = "welcome"};
    ff_buffer text = {0};
    ff_buffer_add(&text, hub->catalogue.opening.data, hub->catalogue.opening.size);
    prepare_failure(&request);
    if (store_visit_games(hub->options.store, client_guest(client), GAMES_LISTED, list_game,
                          &text)) {
        wire_welcome_end(&text);
        send(&request, &text);
    } else {
        ff_buffer_free(&text);
        refuse(&request, "store", "the server cannot read its store at the moment");
    }
}
