/* What handlers look up and say. What must hold: where a lookup fails the request has been refused,
 * once, and its handler has nothing left to do but return. */
#include "server/request/message_request.h"

#include "server/encoding/encode.h"
#include "server/session/adjudicator.h"
#include "server/session/client.h"
#include "server/session/computer_seat.h"
#include "server/session/subscriptions.h"

#include <assert.h>
#include <stdio.h>

static const struct command nothing;

struct request request_of_client(struct hub *hub, struct client *client, const char *type) {
    return (struct request){.hub = hub,
                            .command = &nothing,
                            .type = type,
                            .who = client_identity(client),
                            .address = client_address(client),
                            .origin = client_origin(client),
                            .client = client,
                            .eyes = FF_NOBODY};
}

static void tell_refusal(const struct request *request, const char *reason, const char *message) {
    encode_refusal refusal = {request->type, request->command->game, reason, message};
    ff_buffer text = {0};
    encode_refused(&text, &refusal);
    hub_send(request->hub, request->client, &text);
    ff_buffer_free(&text);
}

/* Where the answer is a value, the first refusal is the one that counts. */
void request_refuse(const struct request *request, const char *reason, const char *message) {
    command_result *result = request->result;
    metrics_count_by(request->hub->options.metrics, METRICS_REFUSALS, reason);
    if (!result) {
        tell_refusal(request, reason, message);
    } else if (!result->reason) {
        result->reason = reason;
        snprintf(result->message, sizeof result->message, "%s", message);
    }
}

bool request_cannot_read(const struct request *request) {
    request_refuse(request, "store", "the server cannot read its store at the moment");
    return false;
}

/* Who waits for the result waits for the end of the batch, too. */
void request_prepare_failure(const struct request *request) {
    if (request->result)
        return;
    encode_refusal refusal = {request->type, request->command->game, "store",
                              "the server cannot store anything at the moment: try again, unless "
                              "it has been done by then"};
    ff_buffer text = {0};
    encode_refused(&text, &refusal);
    hub_send_on_failure(request->hub, request->client, &text);
    ff_buffer_free(&text);
}

void request_send(const struct request *request, ff_buffer *text) {
    ff_buffer *answer = request->result ? request->result->answer : NULL;
    if (request->client)
        hub_send(request->hub, request->client, text);
    else if (answer && text->failed)
        answer->failed = true;
    else if (answer)
        ff_buffer_add(answer, text->data, text->size);
    ff_buffer_free(text);
}

bool request_find_edition(struct request *request) {
    request->rules = ff_edition_find(request->command->edition);
    if (!request->rules)
        request_refuse(request, "unknown-edition", "there is no such edition");
    return request->rules != NULL;
}

/* A game that may not be seen and one that does not exist are the same refusal. */
bool request_has_found(const struct request *request, store_answer answer, const char *unknown) {
    if (answer == STORE_NONE)
        request_refuse(request, "unknown-game", unknown);
    else if (answer == STORE_DAMAGED)
        request_refuse(request, "damaged",
                       "this game was damaged in the server's store and cannot be played or shown; "
                       "the host has been told");
    else if (answer == STORE_FAILED)
        request_refuse(request, "store", "the server cannot read this game at the moment");
    return answer == STORE_FOUND;
}

bool request_find_table(struct request *request) {
    const struct person *person = &request->who->person;
    store_answer answer = tables_find(request->hub->tables, request->command->game, access_seen,
                                      person, &request->table);
    if (answer == STORE_FOUND) {
        adjudicator_flag_game(request->hub, request->table);
        request->eyes = table_viewer(request->table, person);
    }
    return request_has_found(request, answer, "there is no such game that you may see");
}

void request_hold(struct request *request) {
    hub_hold(request->hub, request->table);
    request->eyes = table_viewer(request->table, &request->who->person);
}

bool request_find_own_table(struct request *request) {
    if (!request_find_table(request))
        return false;
    if (request->eyes != FF_NOBODY)
        request_hold(request);
    if (request->eyes == FF_NOBODY)
        request_refuse(request, "not-seated", "you do not play in this game");
    return request->eyes != FF_NOBODY;
}

/* A player who was too slow is told that, not merely that the game is over. */
bool request_find_phase(struct request *request, phase wanted) {
    static const struct {
        const char *reason;
        const char *message;
    } refusals[] = {
        [PHASE_WAITING] = {"not-begun", "nobody has taken the other seat yet"},
        [PHASE_SETUP] = {"not-begun", "the armies have not been set up yet"},
        [PHASE_PLAY] = {"begun", "the game has begun"},
        [PHASE_OVER] = {"game-over", "the game is over"},
    };
    phase now = table_phase(request->table);
    bool by_time = now == PHASE_OVER && request->table->row.ending == FF_BY_TIME;
    if (now != wanted)
        request_refuse(request, refusals[now].reason,
                       by_time ? "the game is over: the time was up" : refusals[now].message);
    return now == wanted;
}

bool request_is_not_paused(struct request *request) {
    bool paused = request->table->now.paused;
    if (paused)
        request_refuse(request, "paused", "the game is paused: go on with it first");
    return !paused;
}

void request_follow(struct request *request, bool from_start) {
    if (request->client)
        hub_follow(request->hub, request->client, request->table, from_start);
    else
        hub_visit(request->hub, request->table, &request->who->person);
}

void request_answer_game(struct request *request) {
    assert(request->table);
    request_follow(request, false);
    if (request->client)
        hub_tell(request->hub, request->client, request->table);
}

void request_publish(struct request *request) {
    assert(request->table);
    request_follow(request, false);
    hub_publish(request->hub, request->table);
    computer_seat_expect(request->hub, request->table);
}
