/* Armies without a game: one is suggested, or checked. Nothing is stored, and nothing that is
 * somebody's is read. */
#include "flagfall/notation.h"
#include "server/commands/command_table.h"
#include "server/encoding/encode.h"
#include "server/request/message_request.h"

static void handle_suggest(struct request *request) {
    ff_setup setup;
    size_t index;
    const struct styles *styles = &request->hub->options.opponents.styles;
    if (!request_find_edition(request))
        return;
    if (!styles->find(request->rules, request->command->style, &index) ||
        !styles->make(request->rules, index, &request->hub->rng, &setup)) {
        request_refuse(request, "unknown-style", "this edition has no such style of army");
        return;
    }
    char letters[FF_ZONE_MAX + 1];
    ff_buffer text = {0};
    ff_setup_write(&setup, request->rules, letters);
    encode_suggestion(&text, request->rules, request->command->style, letters);
    request_send(request, &text);
}

static void handle_check(struct request *request) {
    ff_setup setup;
    if (!request_find_edition(request))
        return;
    ff_setup_reason reason =
        ff_setup_parse(request->command->letters, request->rules, &setup, NULL);
    bool can_move = reason == FF_SETUP_OK && ff_setup_can_move(&setup, request->rules, FF_NOBODY);
    ff_buffer text = {0};
    encode_checked(&text, request->rules, request->command->letters, reason, can_move);
    request_send(request, &text);
}

const command_kind message_armies[] = {
    {"suggest",
     COST_LIGHT,
     handle_suggest,
     {MESSAGE_NEEDS(TEXT, edition), MESSAGE_NEEDS(TEXT, style)}},
    {"check",
     COST_LIGHT,
     handle_check,
     {MESSAGE_NEEDS(TEXT, edition), MESSAGE_NEEDS(TEXT, letters)}},
    {0},
};
