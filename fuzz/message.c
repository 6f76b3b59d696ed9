/* Any bytes as messages of a guest's, a line each, against a server that has
 * games. An input that begins with `!` meets a store that fails. Whatever is said:
 * the answers are JSON, another guest hears nothing, no hidden army is told, and
 * where the store fails nothing has happened. */
#include "fuzz.h"

#include "../tests/support/hub_world.h"

static hub_world world;

static void world_prepare(void) {
    if (world.hub)
        return;
    MUST(sodium_init() >= 0);
    MUST(world_open(&world, ":memory:") && world_add_games(world.store));
}

static void say_all(ff_span text) {
    while (text.size > 0) {
        const char *end = memchr(text.data, '\n', text.size);
        size_t size = end ? (size_t)(end - text.data) : text.size;
        messages_receive(world.hub, world.client[ANN], (ff_span){text.data, size});
        size_t used = end ? size + 1 : size;
        text.data += used;
        text.size -= used;
    }
}

static bool is_of_type(const json_t *message, const char *type) {
    const char *value = json_string_value(json_object_get(message, "type"));
    return value && strcmp(value, type) == 0;
}

/* Hidden while the game goes on: Blue's letters in a board are `?` and `!`, or
 * small. */
static void must_be_blind(const json_t *message) {
    const json_t *view = json_object_get(message, "view");
    const char *board = json_string_value(json_object_get(view, "board"));
    const char *by = json_string_value(json_object_get(view, "by"));
    const char *seat = json_string_value(json_object_get(message, "seat"));
    if (!board || !by || strcmp(by, "-") != 0)
        return;
    if (!seat || strcmp(seat, "red") == 0)
        MUST(strpbrk(board, "NOPQRSTUVWXY") == NULL);
    if (!seat || strcmp(seat, "blue") == 0)
        MUST(strpbrk(board, "BCDEFGHIJKLM") == NULL);
}

static bool is_an_answer(const json_t *message) {
    static const char *const types[] = {"game",   "checked", "suggestion", "chat",
                                        "muted",  "lobby",   "history",    "armies",
                                        "signed", "token",   "done",       "invitation"};
    for (size_t i = 0; i < sizeof types / sizeof *types; i++)
        if (is_of_type(message, types[i]))
            return true;
    return false;
}

/* Takes what Ann is told. */
static void hear_all(bool failing) {
    for (json_t *message; (message = world_hear(&world, ANN)); json_decref(message)) {
        MUST(json_is_object(message));
        bool refused = is_of_type(message, "refused");
        MUST(refused || is_an_answer(message));
        MUST(!failing || refused);
        must_be_blind(message);
    }
    MUST(!hub_next_message(world.client[BOB]));
}

/* The sum of what the store says of a guest's games tells any change: a game more,
 * a ply more, or a later phase. */
static bool sum_up(void *context, const store_game *row) {
    *(unsigned *)context += 1000u + 10u * row->plies + row->phase;
    return true;
}

static unsigned sum_of_games(void) {
    unsigned sum = 0;
    static const store_page all = {INT64_MAX, 1000};
    MUST(store_visit_open(world.store, &world_guests[ANN], sum_up, &sum));
    MUST(store_visit_over(world.store, &world_guests[ANN], &all, sum_up, &sum));
    return sum;
}

/* The computer answers, and is answered. */
static void play_on(void) {
    for (int turn = 0; turn < 3; turn++) {
        world_think(&world);
        MUST(hub_end_turn(world.hub));
        hear_all(false);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    bool failing = size > 0 && data[0] == '!';
    ff_span text = {(const char *)data + failing, size - failing};
    world_prepare();
    unsigned before = sum_of_games();
    MUST(world_join(&world));
    say_all(text);
    if (failing)
        world_spoil(&world);
    MUST(hub_end_turn(world.hub) == !failing);
    hear_all(failing);
    bool changed = sum_of_games() != before;
    MUST(!changed || !failing);
    if (changed)
        play_on();
    world_leave(&world);
    hub_end_turn(world.hub);
    if (!changed)
        MUST(tables_count(world.hub->tables) <= 4);
    else
        MUST(world_renew(&world));
    return 0;
}
