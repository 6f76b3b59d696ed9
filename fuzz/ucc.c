/* The lines of the 2012 competition: a manager, or a program, that says anything. */
#define _POSIX_C_SOURCE 200809L
#include "engine/protocol/ucc.h"
#include "engine/bot/ucc_bot.h"
#include "fuzz.h"

/* What is read as a move is written as one, and read as the same. */
static void answer_again(ff_span line) {
    ff_move move, again;
    ff_error error = {0};
    ff_buffer text = {0};
    ucc_answer answer = ucc_answer_parse(line, &move, &error);
    if (answer == UCC_BAD)
        must_be_told(&error);
    if (answer == UCC_MOVE && FF_FROM(move) != FF_TO(move)) {
        ucc_move_write(move, &text);
        MUST(ucc_answer_parse((ff_span){text.data, text.size}, &again, &error) == UCC_MOVE);
        MUST(again == move);
    }
    ff_buffer_free(&text);
}

static void echo_again(ff_span line) {
    ff_event event, again;
    ff_error error = {0};
    ff_buffer text = {0};
    if (ucc_echo_parse(line, &event, &error)) {
        ucc_move_write(event.move, &text);
        ff_buffer_byte(&text, ' ');
        ucc_outcome_write(&event, &text);
        MUST(ucc_echo_parse((ff_span){text.data, text.size}, &again, &error));
        MUST(again.move == event.move && again.battle == event.battle &&
             again.attacker == event.attacker && again.defender == event.defender);
    } else {
        must_be_told(&error);
    }
    ff_buffer_free(&text);
}

static void army(ff_span line) {
    ff_setup setup = {{0}};
    ff_error error = {0};
    const ff_edition *edition = ff_edition_find(ff_span_of(UCC_EDITION));
    for (unsigned i = 0; i < UCC_ARMY_LINES; i++)
        if (!ucc_army_parse(line, edition, FF_BLUE, i, &setup, &error))
            must_be_told(&error);
}

/* Our player under a manager that says these bytes. */
static void play(const uint8_t *data, size_t size) {
    ff_error error = {0};
    ff_player *player = ff_player_new(ff_computer_find(ff_span_of("one-ply")), 1);
    FILE *in = fmemopen((void *)(uintptr_t)data, size, "r"), *out = fopen("/dev/null", "w");
    MUST(player && in && out);
    if (!ucc_bot_play(player, 1, in, out, &error)) {
        MUST(error.line > 0);
        must_be_told(&error);
    }
    fclose(in);
    fclose(out);
    player->free(player);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    ff_span line = {(const char *)data, size};
    answer_again(line);
    echo_again(line);
    army(line);
    if (size > 0)
        play(data, size);
    return 0;
}
