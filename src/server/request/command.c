/* Reads commands by the table of their kind: whatever bytes come, either all fields of the
 * command are of their type, or it is refused with the name of the one that is not. */
#include "server/request/command.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct command command_of(const command_kind *kind) {
    return (struct command){
        .kind = kind, .remember = true, .hints = true, .days = COMMAND_NO_VALUE};
}

const char *command_field_called(const struct command *command, const char *name) {
    if (command->color && strcmp(name, "seat") == 0)
        return "color";
    if (command->level && strcmp(name, "opponent") == 0)
        return "level";
    return name;
}

/* ---- values ---- */

typedef struct value {
    enum { MISSING, NOTHING, TEXT, NUMBER, SWITCH, OTHER } kind;
    ff_span text;
    int64_t number;
    bool on;
} value;

static value of_json(const json_t *json) {
    if (!json)
        return (value){.kind = MISSING};
    if (json_is_string(json))
        return (value){.kind = TEXT, .text = {json_string_value(json), json_string_length(json)}};
    if (json_is_integer(json))
        return (value){.kind = NUMBER, .number = json_integer_value(json)};
    if (json_is_boolean(json))
        return (value){.kind = SWITCH, .on = json_is_true(json)};
    return (value){.kind = json_is_null(json) ? NOTHING : OTHER};
}

/* Of a form the last of a name counts. */
static value find(const command_source *from, const char *name) {
    if (from->object)
        return of_json(json_object_get(from->object, name));
    for (size_t i = from->count; i-- > 0;)
        if (ff_span_equals(from->pairs[i].name, name))
            return (value){.kind = TEXT, .text = from->pairs[i].value};
    return (value){.kind = MISSING};
}

/* What a text means where something else is wanted: "12", "true". In a form all is text; an object
 * can say what it means. */
static value meaning(const command_source *from, value given, field_kind wanted) {
    assert(wanted != FIELD_CLOCK); /* which is read part by part */
    char digits[24], *end;
    if (from->object || given.kind != TEXT || wanted == FIELD_TEXT || wanted == FIELD_LIST)
        return given;
    if (ff_span_equals(given.text, "true") || ff_span_equals(given.text, "false"))
        return (value){.kind = SWITCH, .on = given.text.data[0] == 't'};
    if (given.text.size == 0 || given.text.size >= sizeof digits ||
        memchr(given.text.data, 0, given.text.size))
        return given;
    memcpy(digits, given.text.data, given.text.size);
    digits[given.text.size] = 0;
    long long number = strtoll(digits, &end, 10);
    return *end ? given : (value){.kind = NUMBER, .number = number};
}

/* ---- fields ---- */

static int64_t number_in(const command_source *from, const char *name, int64_t usual) {
    value found = meaning(from, find(from, name), FIELD_NUMBER);
    if (found.kind == MISSING)
        return usual;
    return found.kind == NUMBER ? found.number : COMMAND_NO_NUMBER;
}

/* An object of numbers; of a bot so many fields, of which what is missing is 0. */
static const struct {
    const char *name, *flat;
    size_t offset;
} clock_parts[] = {{"bank", "clock.limit", offsetof(command_clock, bank)},
                   {"increment", "clock.increment", offsetof(command_clock, increment)},
                   {"free", "clock.free", offsetof(command_clock, free)},
                   {"setup", "clock.setup", offsetof(command_clock, setup)},
                   {"days", "clock.days", offsetof(command_clock, days)}};

enum { CLOCK_PARTS = sizeof clock_parts / sizeof *clock_parts };

static bool read_flat_clock(const command_source *from, command_clock *clock) {
    for (size_t i = 0; i < CLOCK_PARTS; i++) {
        clock->given |= find(from, clock_parts[i].flat).kind != MISSING;
        *(int64_t *)((char *)clock + clock_parts[i].offset) =
            number_in(from, clock_parts[i].flat, 0);
    }
    return true;
}

static bool read_clock(const command_source *from, command_clock *clock) {
    command_source parts = {.object = json_object_get(from->object, "clock")};
    size_t found = 0;
    *clock = (command_clock){.given = false};
    if (from->bot)
        return read_flat_clock(from, clock);
    if (!parts.object || json_is_null(parts.object))
        return true;
    clock->given = true;
    for (size_t i = 0; i < CLOCK_PARTS; i++) {
        int64_t number = number_in(&parts, clock_parts[i].name, COMMAND_NO_VALUE);
        found += number != COMMAND_NO_VALUE;
        *(int64_t *)((char *)clock + clock_parts[i].offset) = number;
    }
    clock->strange = json_object_size(parts.object) > found;
    return json_is_object(parts.object);
}

/* Writes a value of the right kind to its field; false where it is of another. A text is copied:
 * the message that it came in may be gone before the command is served. */
static bool put(void *target, field_kind wanted, const value *given, struct arena *memory) {
    switch (wanted) {
    case FIELD_TEXT:
    case FIELD_LIST:
        if (given->kind == TEXT)
            *(ff_span *)target = arena_copy(memory, given->text);
        return given->kind == TEXT && ((ff_span *)target)->data;
    case FIELD_NUMBER:
        *(int64_t *)target = given->number;
        return given->kind == NUMBER;
    case FIELD_MAYBE:
        *(maybe *)target = given->on ? YES : NO;
        return given->kind == SWITCH;
    default:
        assert(wanted == FIELD_BOOL);
        *(bool *)target = given->on;
        return given->kind == SWITCH;
    }
}

/* A list of texts as one, parted by spaces. False where it is something else. */
static bool read_list(const json_t *list, ff_span *out, struct arena *memory) {
    ff_buffer text = {0};
    size_t at;
    json_t *one;
    bool good = json_is_array(list);
    json_array_foreach(list, at, one) {
        good = good && json_is_string(one);
        if (!good)
            break;
        ff_buffer_add(&text, json_string_value(one), json_string_length(one));
        ff_buffer_byte(&text, ' ');
    }
    if (good)
        *out = arena_copy(memory, (ff_span){text.data ? text.data : "", text.size});
    good = good && !text.failed && out->data;
    ff_buffer_free(&text);
    return good;
}

static bool read_field(struct command *out, const command_field *field, const command_source *from,
                       struct arena *memory) {
    void *target = (char *)out + field->offset;
    if (field->kind == FIELD_CLOCK)
        return read_clock(from, target);
    value given = meaning(from, find(from, field->name), field->kind);
    if (field->kind == FIELD_LIST && given.kind == OTHER)
        return read_list(json_object_get(from->object, field->name), target, memory);
    if (given.kind == MISSING)
        return field->optional || from->bot;
    if (given.kind == NOTHING && field->optional)
        return true;
    return put(target, field->kind, &given, memory);
}

bool command_fill(struct command *out, const command_source *from, struct arena *memory,
                  command_refusal *why) {
    static const char *const wanted[] = {
        [FIELD_TEXT] = "a text",           [FIELD_LIST] = "a list of texts",
        [FIELD_NUMBER] = "a whole number", [FIELD_BOOL] = "true or false",
        [FIELD_MAYBE] = "true or false",   [FIELD_CLOCK] = "an object"};
    const command_field *wrong = NULL;
    for (const command_field *at = out->kind->fields; at->name; at++)
        if (!read_field(out, at, from, memory) && !wrong)
            wrong = at;
    if (!wrong)
        return true;
    why->reason = "bad-message";
    snprintf(why->message, sizeof why->message, "`%s` must be %s",
             command_field_called(out, wrong->name), wanted[wrong->kind]);
    return false;
}
