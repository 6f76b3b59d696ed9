/* Serves commands: of a client of the hub, which hears the answer as a message, or of who has
 * asked by a request of its own and waits for the result. What must hold: a clock that has run out
 * is seen before anything is served in its game, so that nobody acts after the time; a command is
 * served once.
 */
#include "server/commands/messages.h"

#include "server/commands/command_table.h"
#include "server/request/message_request.h"
#include "server/session/adjudicator.h"
#include "server/session/client.h"
#include "server/store/store_guests.h"

#include <assert.h>

/* Serves a command that has been read. */
static void serve(struct request *request) {
    assert(request->command->kind && request->command->kind->handle);
    request_prepare_failure(request);
    if (request->client && client_is_dismissed(request->client))
        request_refuse(request, "signed-in", "this connection is being closed; begin another");
    else
        request->command->kind->handle(request);
}

/* What is asked is counted by its kind, whether it can be read or not. */
static void note(struct hub *hub, const struct command *asked) {
    if (asked->kind)
        metrics_count_by(hub->options.metrics, METRICS_MESSAGES, asked->kind->type);
}

const command_kind *messages_receive(struct hub *hub, struct client *client, ff_span text) {
    struct command asked;
    command_refusal why;
    struct arena memory = {0};
    adjudicator_flag(hub);
    bool good = command_read(&asked, text, &memory, &why);
    note(hub, &asked);
    struct request request =
        request_of_client(hub, client, asked.kind ? asked.kind->type : "message");
    request.command = &asked;
    if (good)
        serve(&request);
    else
        request_refuse(&request, why.reason, why.message);
    arena_free(&memory);
    return asked.kind;
}

void messages_open(struct hub *hub, struct client *client, const struct command *asked,
                   command_result *result) {
    struct request request = request_of_client(hub, client, asked->kind->type);
    *result = (command_result){0};
    request.command = asked;
    request.result = result;
    adjudicator_flag(hub);
    note(hub, asked);
    serve(&request);
    result->table = request.table;
}

void messages_act(struct hub *hub, const struct identity *who, const char *address,
                  const struct command *asked, command_result *result) {
    struct request request = {.hub = hub,
                              .command = asked,
                              .type = asked->kind->type,
                              .who = who,
                              .address = address,
                              .origin = store_origin_of(hub->options.store, address),
                              .result = result,
                              .eyes = FF_NOBODY};
    *result = (command_result){.answer = result->answer};
    hub_tick(hub);
    adjudicator_flag(hub);
    note(hub, asked);
    serve(&request);
    result->table = request.table;
}
