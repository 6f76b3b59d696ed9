#include "server/message_request.h"

static void handle_lobby(ff_request *request) {
    if (!lobby_subscribe(request->hub, request->client, request->on))
        request_refuse(request, "store", "the server cannot read its store at the moment");
}

const message_kind message_lobby[] = {
    {"lobby", handle_lobby, {MESSAGE_NEEDS(BOOL, on)}},
    {0},
};
