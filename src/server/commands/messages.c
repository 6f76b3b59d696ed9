/* Serves commands: of a client of the hub, which hears the answer as a message, or of who has
 * asked by a request of its own and waits for the result. */
#include "server/commands/messages.h"

#include "server/commands/command_table.h"
#include "server/commands/message_request.h"
#include "server/session/adjudicator.h"
#include "server/session/client.h"

/* Serves a command that has been read. */
static void serve(ff_request *request) {
    request_prepare_failure(request);
    if (request->client && client_is_dismissed(request->client))
        request_refuse(request, "signed-in", "this connection is being closed; begin another");
    else
        request->command->kind->handle(request);
}

/* What is asked is counted by its kind, whether it can be read or not. */
static void note(ff_hub *hub, const ff_command *asked) {
    if (asked->kind)
        metrics_count_by(hub->options.metrics, METRICS_MESSAGES, asked->kind->type);
}

const command_kind *messages_receive(ff_hub *hub, ff_client *client, ff_span text) {
    ff_command asked;
    command_refusal why;
    ff_arena memory = {0};
    adjudicator_flag(hub);
    bool good = command_read(&asked, text, &memory, &why);
    note(hub, &asked);
    ff_request request = request_of_client(hub, client, asked.kind ? asked.kind->type : "message");
    request.command = &asked;
    if (good)
        serve(&request);
    else
        request_refuse(&request, why.reason, why.message);
    arena_free(&memory);
    return asked.kind;
}

void messages_open(ff_hub *hub, ff_client *client, const ff_command *asked,
                   command_result *result) {
    ff_request request = request_of_client(hub, client, asked->kind->type);
    *result = (command_result){0};
    request.command = asked;
    request.result = result;
    adjudicator_flag(hub);
    note(hub, asked);
    serve(&request);
    result->table = request.table;
}

void messages_act(ff_hub *hub, const ff_identity *who, const char *address, const ff_command *asked,
                  command_result *result) {
    ff_request request = {.hub = hub,
                          .command = asked,
                          .type = asked->kind->type,
                          .who = who,
                          .address = address,
                          .result = result,
                          .eyes = FF_NOBODY};
    *result = (command_result){0};
    hub_tick(hub);
    adjudicator_flag(hub);
    note(hub, asked);
    serve(&request);
    result->table = request.table;
}
