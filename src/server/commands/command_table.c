/* All messages that there are, and how one is read. A new subject is a row of `subjects`. What must
 * hold: no two commands are of the same type. */
#include "server/commands/command_table.h"

#include "server/tournaments/requests.h"

#include <stdio.h>
#include <string.h>

static const command_kind *const subjects[] = {
    message_games,       message_challenges, message_play,     message_ends,
    message_chat,        message_armies,     message_accounts, message_security,
    message_lobby,       message_queue,      message_plan,     message_people,
    message_tournaments, message_puzzles,    message_vacation, NULL};

const command_kind *command_find(const char *type) {
    for (const command_kind *const *of = subjects; type && *of; of++)
        for (const command_kind *at = *of; at->type; at++)
            if (strcmp(type, at->type) == 0)
                return at;
    return NULL;
}

static bool refuse(command_refusal *why, const char *reason, const char *message) {
    why->reason = reason;
    snprintf(why->message, sizeof why->message, "%s", message);
    return false;
}

bool command_read(struct command *out, ff_span text, struct arena *memory, command_refusal *why) {
    json_error_t error;
    json_t *object = json_loadb(text.data, text.size, JSON_REJECT_DUPLICATES, &error);
    *out = command_of(json_is_object(object)
                          ? command_find(json_string_value(json_object_get(object, "type")))
                          : NULL);
    command_source from = {.object = object};
    bool good = false;
    if (!json_is_object(object))
        refuse(why, "bad-json", "a message is one JSON object");
    else if (!out->kind)
        refuse(why, "unknown-type", "there is no message of this type");
    else
        good = command_fill(out, &from, memory, why);
    json_decref(object);
    return good;
}
