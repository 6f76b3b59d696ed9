#include "server/messages.h"

#include "server/arbiter.h"
#include "server/message_request.h"
#include "server/wire.h"

#include <stdio.h>
#include <string.h>

static const message_kind *const subjects[] = {message_games,    message_challenges, message_play,
                                               message_ends,     message_chat,       message_armies,
                                               message_accounts, message_lobby};

static const message_kind *find_kind(const char *type) {
    for (size_t i = 0; type && i < sizeof subjects / sizeof *subjects; i++)
        for (const message_kind *at = subjects[i]; at->type; at++)
            if (strcmp(type, at->type) == 0)
                return at;
    return NULL;
}

static bool read_field(ff_request *request, const message_field *field, const json_t *value) {
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
    case FIELD_MAYBE:
        *(maybe *)target = json_is_true(value) ? YES : NO;
        return json_is_boolean(value);
    case FIELD_OBJECT:
        *(const json_t **)target = value;
        return json_is_object(value);
    default:
        *(bool *)target = json_is_true(value);
        return json_is_boolean(value);
    }
}

/* All fields are read before a refusal, so that it can name the game. */
static bool read_fields(ff_request *request, const message_kind *kind, const json_t *object) {
    static const char *const wanted[] = {[FIELD_TEXT] = "a text",
                                         [FIELD_NUMBER] = "a whole number",
                                         [FIELD_BOOL] = "true or false",
                                         [FIELD_MAYBE] = "true or false",
                                         [FIELD_OBJECT] = "an object"};
    const message_field *wrong = NULL;
    for (const message_field *at = kind->fields; at->name; at++) {
        const json_t *value = json_object_get(object, at->name);
        bool missing = !value || (at->optional && json_is_null(value));
        bool fine = missing ? at->optional : read_field(request, at, value);
        if (!fine && !wrong)
            wrong = at;
    }
    if (!wrong)
        return true;
    char message[64];
    snprintf(message, sizeof message, "`%s` must be %s", wrong->name, wanted[wrong->kind]);
    request_refuse(request, "bad-message", message);
    return false;
}

/* A message of which nothing has been read. */
static ff_request request_of(ff_hub *hub, ff_client *client, const char *type) {
    return (ff_request){.hub = hub,
                        .client = client,
                        .type = type,
                        .remember = true,
                        .hints = true,
                        .eyes = FF_NOBODY};
}

static void serve(ff_request *request, const json_t *object) {
    const message_kind *kind = find_kind(json_string_value(json_object_get(object, "type")));
    if (!kind) {
        request_refuse(request, "unknown-type", "there is no message of this type");
        return;
    }
    request->type = kind->type;
    metrics_count_by(request->hub->options.metrics, METRICS_MESSAGES, kind->type);
    if (!read_fields(request, kind, object))
        return;
    request_prepare_failure(request);
    if (client_is_dismissed(request->client))
        request_refuse(request, "signed-in", "this connection is being closed; begin another");
    else
        kind->handle(request);
}

void messages_receive(ff_hub *hub, ff_client *client, ff_span text) {
    ff_request request = request_of(hub, client, "message");
    json_error_t error;
    arbiter_flag(hub);
    json_t *object = json_loadb(text.data, text.size, JSON_REJECT_DUPLICATES, &error);
    if (json_is_object(object))
        serve(&request, object);
    else
        request_refuse(&request, "bad-json", "a message is one JSON object");
    json_decref(object);
}

void messages_refuse_rate(ff_hub *hub, ff_client *client) {
    ff_request request = request_of(hub, client, "message");
    request_refuse(&request, "rate", "too many messages at once; wait a moment");
}
