/* Games that are offered and taken: by a code, to one person, or in the lobby. What must hold: a
 * code is as good as a key, so guessing one is as slow as guessing passwords; and an offer is seen
 * by nobody who could not take it. */
#include "server/commands/command_table.h"
#include "server/commands/messages.h"
#include "server/encoding/encode_parts.h"
#include "server/identity/identity.h"
#include "server/request/message_begin.h"
#include "server/vacation/vacations.h"

#include <sodium.h>
#include <string.h>

/* Thirty-two signs of which no two look alike: eight of them are 40 random bits. */
static const char alphabet[] = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ";

/* As people type it: small letters, spaces and hyphens are fine. False where it cannot be
 * a code. */
static bool read_code(ff_span text, char code[GAME_CODE_SIZE]) {
    size_t size = 0;
    for (size_t i = 0; i < text.size; i++) {
        char sign = text.data[i];
        if (sign == ' ' || sign == '-')
            continue;
        if (sign >= 'a' && sign <= 'z')
            sign = (char)(sign - 'a' + 'A');
        if (!sign || !strchr(alphabet, sign) || size == GAME_CODE_SIZE - 1)
            return false;
        code[size++] = sign;
    }
    code[size] = 0;
    return size == GAME_CODE_SIZE - 1;
}

/* ---- challenge ---- */

static bool has_room_for_offer(struct request *request) {
    unsigned offers;
    if (!store_count_challenges(request->hub->options.store, &request->who->person, &offers))
        return request_cannot_read(request);
    if (offers >= CHALLENGES_LIMIT)
        request_refuse(request, "too-many", "you have offered ten games: take one back first");
    return offers < CHALLENGES_LIMIT;
}

/* To one person, who is somebody else; or, without `to`, to nobody by name. */
static bool find_receiver(struct request *request, struct person *to) {
    if (!request->command->to.data)
        return true;
    store_answer answer = identity_find(request->hub->options.store, request->command->to, to);
    if (answer == STORE_FAILED)
        request_cannot_read(request);
    else if (answer == STORE_NONE)
        request_refuse(request, "unknown-name", "nobody has an account of that name");
    else if (person_is(to, &request->who->person))
        request_refuse(request, "own", "that is you");
    else
        return true;
    return false;
}

static void fill_offer(const struct request *request, store_game *row) {
    row->terms.open = request->command->open && !request->command->to.data;
    row->terms.rated = request->command->rated;
    if (request->command->watch == UNSAID)
        row->terms.watch = row->terms.open;
    if (request->command->to.data)
        return;
    for (int i = 0; i < GAME_CODE_SIZE - 1; i++)
        row->code[i] = alphabet[randombytes_uniform(sizeof alphabet - 1)];
    row->code[GAME_CODE_SIZE - 1] = 0;
}

static void handle_challenge(struct request *request) {
    store_game row = {0};
    ff_seat seat;
    if (!request_find_edition(request) || !begin_find_seat(request, &seat) ||
        !request_find_terms(request, &row.terms) || !find_receiver(request, &row.to) ||
        !begin_has_room(request) || !has_room_for_offer(request))
        return;
    begin_row(&row, request->rules, seat);
    fill_offer(request, &row);
    if (begin_sit(request, request->rules, &row, seat) && begin_table(request, &row, NULL))
        request_publish(request);
}

/* ---- join ---- */

/* May the person take the free seat without its code? One that was taken back was never
 * there. */
static bool access_offered(const store_game *game, const struct person *person) {
    bool gone = game->phase == PHASE_OVER && !game->started;
    bool offered = game->terms.open || person_is(&game->to, person);
    return (offered && !gone) || access_seated(game, person);
}

static bool find_by_id(struct request *request) {
    store_answer answer = tables_find(request->hub->tables, request->command->game, access_offered,
                                      &request->who->person, &request->table);
    return request_has_found(request, answer, "there is no such challenge");
}

/* Guessing is slow, from one address; a code that is one was no guess. */
static bool try_code(struct request *request, const char *code, store_game *row) {
    limits_table *tries = &request->hub->tries;
    ff_span address = ff_span_of(request->address);
    uint64_t now = (uint64_t)hub_now(request->hub);
    if (!limits_take(tries, address, now)) {
        request_refuse(request, "rate", "too many codes; wait a minute");
        return false;
    }
    store_answer answer = store_find_code(request->hub->options.store, code, row);
    if (answer == STORE_FOUND)
        limits_give_back(tries, address, now);
    if (answer != STORE_NONE)
        return request_has_found(request, answer, NULL);
    request_refuse(request, "unknown-code", "there is no invitation with this code");
    return false;
}

static bool find_by_code(struct request *request) {
    char code[GAME_CODE_SIZE];
    store_game row;
    if (!read_code(request->command->code, code)) {
        request_refuse(request, "unknown-code", "a code is eight letters and digits");
        return false;
    }
    if (!try_code(request, code, &row))
        return false;
    store_answer answer =
        tables_find(request->hub->tables, ff_span_of(row.id), NULL, NULL, &request->table);
    return request_has_found(request, answer, "there is no such challenge");
}

/* The row is filled apart from the table: where the seat cannot be taken the table is as it was. */
static void take_seat(struct request *request) {
    struct table *table = request->table;
    ff_seat seat = seat_other((ff_seat)table->row.by);
    store_game row = table->row;
    if (!begin_has_room(request) || !begin_sit(request, &table->edition, &row, seat))
        return;
    table->row.seat[seat] = row.seat[seat];
    table_summarize(table);
    tables_update_seat(request->hub->tables, table, seat);
    tables_begin(request->hub->tables, table, seat);
    vacations_begin_game(request->hub, table);
    request_publish(request);
}

/* What there is to be joined, told before somebody does. `seated` is true for who has a
 * seat already. */
static void handle_invitation(struct request *request) {
    if (!find_by_code(request))
        return;
    const struct table *table = request->table;
    const struct person *person = &request->who->person;
    bool seated = table_viewer(table, person) != FF_NOBODY;
    if (!seated && table_phase(table) != PHASE_WAITING) {
        request_refuse(request, "taken", "somebody was faster");
        return;
    }
    ff_buffer text = {0};
    encode_open(&text, "invitation");
    encode_span(&text, "code", request->command->code);
    encode_challenge(&text, "challenge", &table->row, person);
    encode_bool(&text, "seated", seated);
    encode_close(&text);
    request_send(request, &text);
}

static void handle_join(struct request *request) {
    if (!request->command->code.data && !request->command->game.data) {
        request_refuse(request, "bad-message", "`code` or `game` must be a text");
        return;
    }
    if (request->command->code.data ? !find_by_code(request) : !find_by_id(request))
        return;
    request_hold(request);
    bool waits = table_phase(request->table) == PHASE_WAITING;
    if (request->eyes != FF_NOBODY && waits)
        request_refuse(request, "own", "this challenge is your own");
    else if (request->eyes != FF_NOBODY) { /* who follows a link again comes back to the game */
        request_follow(request, true);
        request_answer_game(request);
    } else if (waits)
        take_seat(request);
    else
        request_refuse(request, "taken", "somebody was faster");
}

/* ---- cancel ---- */

/* Nothing is kept of a game that nobody has joined. */
static void handle_cancel(struct request *request) {
    if (!find_by_id(request))
        return;
    const struct person *person = &request->who->person;
    request_hold(request);
    if (request->eyes == FF_NOBODY && !person_is(&request->table->row.to, person)) {
        request_refuse(request, "not-seated", "this challenge is not yours");
    } else if (table_phase(request->table) != PHASE_WAITING) {
        request_refuse(request, "begun", "the other seat has been taken");
    } else {
        tables_drop(request->hub->tables, request->table);
        request_publish(request);
    }
}

const command_kind message_challenges[] = {
    {"challenge",
     COST_WRITE,
     handle_challenge,
     {MESSAGE_NEEDS(TEXT, edition), MESSAGE_NEEDS(TEXT, seat), MESSAGE_TERMS,
      MESSAGE_MAY(BOOL, open), MESSAGE_MAY(TEXT, to), MESSAGE_MAY(BOOL, rated)}},
    {"invitation", COST_LIGHT, handle_invitation, {MESSAGE_NEEDS(TEXT, code)}},
    {"join", COST_WRITE, handle_join, {MESSAGE_MAY(TEXT, code), MESSAGE_MAY(TEXT, game)}},
    {"cancel", COST_WRITE, handle_cancel, {MESSAGE_NEEDS(TEXT, game)}},
    {0},
};
