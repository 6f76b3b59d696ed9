#include "server/message_request.h"

#include "server/opponent.h"
#include "server/wire.h"

void request_refuse(const ff_request *request, const char *reason, const char *message) {
    wire_refusal refusal = {request->type, request->game, reason, message};
    ff_buffer text = {0};
    wire_refused(&text, &refusal);
    hub_send(request->hub, request->client, &text);
    ff_buffer_free(&text);
}

void request_prepare_failure(const ff_request *request) {
    wire_refusal refusal = {request->type, request->game, "store",
                            "the server cannot store anything at the moment; nothing was changed"};
    ff_buffer text = {0};
    wire_refused(&text, &refusal);
    hub_send_on_failure(request->hub, request->client, &text);
    ff_buffer_free(&text);
}

void request_send(const ff_request *request, ff_buffer *text) {
    hub_send(request->hub, request->client, text);
    ff_buffer_free(text);
}

bool request_find_edition(ff_request *request) {
    request->rules = ff_edition_find(request->edition);
    if (!request->rules)
        request_refuse(request, "unknown-edition", "there is no such edition");
    return request->rules != NULL;
}

bool request_find_table(ff_request *request) {
    switch (tables_find(request->hub->tables, request->game, client_guest(request->client),
                        &request->table)) {
    case STORE_FOUND:
        return true;
    case STORE_NONE:
        request_refuse(request, "unknown-game", "you have no such game");
        return false;
    default:
        request_refuse(request, "store", "the server cannot read this game at the moment");
        return false;
    }
}

bool request_find_phase(ff_request *request, phase wanted) {
    phase now = table_phase(request->table);
    if (now == wanted)
        return true;
    if (now == PHASE_OVER)
        request_refuse(request, "game-over", "the game is over");
    else if (now == PHASE_PLAY)
        request_refuse(request, "begun", "the game has begun");
    else
        request_refuse(request, "not-begun", "the armies have not been set up yet");
    return false;
}

void request_publish(ff_request *request) {
    hub_follow(request->hub, request->client, request->table, false);
    hub_publish(request->hub, request->table);
    opponent_expect(request->hub, request->table);
}
