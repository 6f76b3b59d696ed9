/* Our own engine protocol: a host, or an engine, that says anything. */
#define _POSIX_C_SOURCE 200809L
#include "engine/bot/engine_bot.h"
#include "engine/host/command.h"
#include "engine/protocol/order.h"
#include "engine/protocol/reply.h"
#include "fuzz.h"

/* What is read as a ply is written as one, and read as the same. */
static void event_again(const order *o) {
    order again;
    ff_error error = {0};
    ff_buffer text = {0};
    order_write_event(o->seat, &o->event, &text);
    MUST(order_parse((ff_span){text.data, text.size - 1}, &again, &error));
    MUST(again.seat == o->seat && again.event.battle == o->event.battle);
    MUST(again.event.attacker == o->event.attacker && again.event.defender == o->event.defender);
    MUST(again.event.battle || again.event.revealed == o->event.revealed);
    ff_buffer_free(&text);
}

static void read_order(ff_span line) {
    order o;
    ff_error error = {0};
    if (!order_parse(line, &o, &error))
        must_be_told(&error);
    else if (o.kind == ORDER_EVENT)
        event_again(&o);
}

static void read_reply(ff_span line) {
    reply r;
    ff_thought thought = {.size = sizeof(ff_thought), .depth = 0};
    ff_error error = {0};
    if (!reply_parse(line, &r, &error))
        must_be_told(&error);
    else if (r.kind == REPLY_INFO && !reply_info(r.text, &thought, &error))
        must_be_told(&error);
    else if (r.kind == REPLY_OPTION)
        MUST(reply_option_takes(&r.option, r.option.value, &error));
}

static void read_command(ff_span text) {
    command_line c = {.count = 0};
    ff_error error = {0};
    if (command_line_parse(text, &c, &error))
        MUST(c.count > 0 && !c.word[c.count]);
    else
        must_be_told(&error);
    command_line_free(&c);
}

static ff_player *create(const engine_settings *settings, uint64_t seed) {
    const char *name = settings->level > 1 ? "one-ply" : "random";
    return ff_player_new(ff_computer_find(ff_span_of(name)), seed);
}

/* Our engine under a host that says these bytes. */
static void play(const uint8_t *data, size_t size) {
    engine_bot_plan plan = {
        .name = "x",
        .author = "y",
        .levels = 2,
        .settings = {.level = 2, .movetime_ms = 1, .beliefs = 1, .memory_mb = 64},
        .create = create,
        .in = fmemopen((void *)(uintptr_t)data, size, "r"),
        .out = fopen("/dev/null", "w")};
    MUST(plan.in && plan.out);
    MUST(engine_bot_run(&plan));
    fclose(plan.in);
    fclose(plan.out);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    ff_span line = {(const char *)data, size};
    read_order(line);
    read_reply(line);
    read_command(line);
    if (size > 0)
        play(data, size);
    return 0;
}
