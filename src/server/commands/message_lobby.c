/* Whether a client wants to hear of the lobby. What it hears is for session/lobby.h. */
#include "server/commands/command_table.h"
#include "server/commands/message_request.h"

#include "server/session/client.h"

static void handle_lobby(struct request *request) {
    if (!lobby_subscribe(&request->hub->lobby, client_lobby(request->client), request->command->on))
        request_cannot_read(request);
}

const command_kind message_lobby[] = {
    {"lobby", COST_READ, handle_lobby, {MESSAGE_NEEDS(BOOL, on)}},
    {0},
};
