/* A server without a network, for tests and the fuzz target: a hub over a store,
 * two guests, and a computer player that thinks when it is told to. */
#ifndef TESTS_HUB_WORLD_H
#define TESTS_HUB_WORLD_H

#include "flagfall/edition_text.h"
#include "flagfall/presets.h"
#include "server/commands/messages.h"
#include "server/identity/attempts.h"
#include "server/session/adjudicator.h"
#include "server/session/client.h"
#include "server/session/computer_seat.h"
#include "server/session/connections.h"
#include "server/store/store_accounts.h"
#include "server/store/store_open.h"
#include "server/tournaments/tournaments.h"
#include "test_store.h"

#include <jansson.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

/* Ann's games before the armies stand, under way and over, and one of Bob's. */
#define WORLD_NEW_GAME "AAAAAAAAAAAAAAAAAAAAAA"
#define WORLD_GAME "BBBBBBBBBBBBBBBBBBBBBB"
#define WORLD_OLD_GAME "CCCCCCCCCCCCCCCCCCCCCC"
#define WORLD_BOBS_GAME "DDDDDDDDDDDDDDDDDDDDDD"
/* Ann against Bob, which may be watched, and Bob's offer to everybody. */
#define WORLD_PAIR "EEEEEEEEEEEEEEEEEEEEEE"
#define WORLD_OFFER "FFFFFFFFFFFFFFFFFFFFFF"
#define WORLD_CODE "ABCD2345"
#define WORLD_RED_ARMY "GBEHBIEJBIDDBHECMEHEGFIDKGJLFHBDDDFDFGDB"
#define WORLD_BLUE_ARMY "FBMBEDEDHGBEBJIDJEBBHDEIHDCHGDGFLDGFKIFD"

enum { ANN, BOB, CID, GUESTS };

typedef struct hub_world {
    struct store *store;
    computer_workers *computers;
    struct workers *passwords;
    struct hub *hub;
    struct client *client[GUESTS];
} hub_world;

static const struct person world_guests[GUESTS] = {{{1}}, {{2}}, {{3}}};
static const ff_player_kind world_kind = {.size = sizeof world_kind,
                                          .name = "random",
                                          .title = "Draws by lot",
                                          .create = ff_random_player_new};
static const ff_player_kind *const world_kinds[] = {&world_kind};

/* What time it is in the world: it stands still until a test moves it on. */
static time_source world_time = {true, {.steady = 1000, .wall = 1700000000000}};

static inline time_pair world_now(void) {
    return world_time.at;
}

static inline void world_pass(int64_t milliseconds) {
    time_source_pass(&world_time, milliseconds);
}

static inline void world_ready(void *connection, bool cut) {
    (void)connection, (void)cut;
}

static inline store_game world_row(const char *id, int guest) {
    store_game row = {.edition = "travel-en",
                      .seat = {{.kind = SEAT_GUEST,
                                .person = world_guests[guest],
                                .rating = STORE_NULL,
                                .change = STORE_NULL},
                               {.kind = SEAT_COMPUTER,
                                .name = "random",
                                .rating = STORE_NULL,
                                .change = STORE_NULL}},
                      .by = FF_RED,
                      .rematch = FF_NOBODY,
                      .seed = 7,
                      .created = world_time.at.wall,
                      .phase = PHASE_SETUP};
    memcpy(row.id, id, strlen(id) + 1);
    return row;
}

static inline bool world_add_row(struct store *store, store_game *row) {
    ff_buffer rules = {0};
    ff_edition_write(ff_edition_find(ff_span_of(row->edition)), &rules);
    bool ok = !rules.failed && store_add_game(store, row, (ff_span){rules.data, rules.size});
    ff_buffer_free(&rules);
    return ok;
}

/* What the row says of its log after this act; the seat of an ending resigns. */
static inline void world_note_act(store_game *row, unsigned number, const store_act *act) {
    row->phase = number < 1 ? PHASE_SETUP : PHASE_PLAY;
    row->started = number < 1 ? 0 : 1;
    row->plies += act->kind == ACT_MOVE;
    if (act->kind != ACT_END)
        return;
    row->phase = PHASE_OVER;
    row->result = act->seat == FF_RED ? FF_BLUE_WINS : FF_RED_WINS;
    row->ending = FF_BY_RESIGN;
    row->ended = act->time;
}

/* All at once, as of now. */
static inline bool world_add_acts(struct store *store, store_game *row, const store_act *acts,
                                  unsigned count) {
    bool ok = world_add_row(store, row);
    for (unsigned i = 0; ok && i < count; i++) {
        store_act act = acts[i];
        act.time = world_time.at.wall;
        world_note_act(row, i, &act);
        ok = store_add_act(store, row, i, &act);
    }
    return ok && store_commit(store);
}

static inline bool world_add_game(struct store *store, const char *id, int guest,
                                  const store_act *acts, unsigned count) {
    store_game row = world_row(id, guest);
    return world_add_acts(store, &row, acts, count);
}

static inline bool world_add_pair(struct store *store, const store_act *acts, unsigned count) {
    store_game pair = world_row(WORLD_PAIR, ANN), offer = world_row(WORLD_OFFER, BOB);
    pair.seat[FF_BLUE] = offer.seat[FF_RED];
    pair.terms.watch = true;
    offer.seat[FF_BLUE] =
        (store_seat){.kind = SEAT_FREE, .rating = STORE_NULL, .change = STORE_NULL};
    offer.terms.open = true;
    offer.phase = PHASE_WAITING;
    memcpy(offer.code, WORLD_CODE, sizeof offer.code);
    return world_add_acts(store, &pair, acts, count) && world_add_acts(store, &offer, NULL, 0);
}

static inline bool world_add_games(struct store *store) {
    const store_act acts[] = {{.kind = ACT_SETUP, .seat = FF_BLUE, .text = WORLD_BLUE_ARMY},
                              {.kind = ACT_SETUP, .seat = FF_RED, .text = WORLD_RED_ARMY},
                              {.kind = ACT_MOVE, .seat = FF_RED, .text = "e4-e5"},
                              {.kind = ACT_MOVE, .seat = FF_BLUE, .text = "e7-e6"}};
    const store_act over[] = {
        acts[0], acts[1], {.kind = ACT_END, .seat = FF_RED, .text = "resign"}};
    return world_add_game(store, WORLD_NEW_GAME, ANN, acts, 1) &&
           world_add_game(store, WORLD_GAME, ANN, acts, 4) &&
           world_add_game(store, WORLD_OLD_GAME, ANN, over, 3) &&
           world_add_game(store, WORLD_BOBS_GAME, BOB, acts, 4) && world_add_pair(store, acts, 4);
}

/* On a store that it takes. False when memory or the store (null) fails; close it even then. */
static inline bool world_open_on(hub_world *world, struct store *store, int64_t delay_ms) {
    *world = (hub_world){.store = store,
                         .computers = computer_workers_new(0, 4, 10),
                         .passwords = workers_new(0, ATTEMPTS_WAITING)};
    if (!world->store || !world->computers || !world->passwords)
        return false;
    static const struct log silent = {NULL, LOG_OFF, &world_time};
    hub_options options = {.version = "test",
                           .store = world->store,
                           .opponents = {world_kinds,
                                         1,
                                         {ff_preset_count, ff_preset_name, ff_preset_title,
                                          ff_preset_text, ff_preset_find, ff_preset_make}},
                           .computers = world->computers,
                           .passwords = world->passwords,
                           .watch_delay_ms = delay_ms,
                           .guest_games = 1000000,
                           .guest_share = 1000000,
                           .log = &silent,
                           .ready = world_ready,
                           .time = &world_time,
                           .rules = adjudicator_usual};
    world->hub = hub_new(&options);
    if (world->hub)
        world->hub->tournaments = tournaments_new(world->hub);
    return world->hub && world->hub->tournaments;
}

static inline bool world_open_delayed(hub_world *world, const char *path, int64_t delay_ms) {
    ff_error error;
    return world_open_on(world, store_open(test_store_new(path), &error), delay_ms);
}

static inline bool world_open(hub_world *world, const char *path) {
    return world_open_delayed(world, path, 0);
}

static inline bool world_join(hub_world *world) {
    for (int i = 0; i < GUESTS; i++)
        world->client[i] = hub_join(world->hub, &world_guests[i], "127.0.0.1", NULL);
    return world->client[ANN] && world->client[BOB] && world->client[CID];
}

static inline void world_leave(hub_world *world) {
    for (int i = 0; i < GUESTS; i++) {
        if (world->client[i])
            hub_leave(world->hub, world->client[i]);
        world->client[i] = NULL;
    }
}

static inline void world_close(hub_world *world) {
    if (world->hub)
        world_leave(world);
    if (world->hub)
        tournaments_free(world->hub->tournaments);
    hub_free(world->hub);
    computer_workers_free(world->computers);
    workers_free(world->passwords);
    store_close(world->store);
    *world = (hub_world){0};
}

/* A fixture without games, nobody of whom is connected; and what becomes of it. */
static inline int world_set_up(void **state) {
    hub_world *world = calloc(1, sizeof *world);
    *state = world;
    return world && world_open(world, ":memory:") ? 0 : -1;
}

static inline int world_tear_down(void **state) {
    world_close(*state);
    free(*state);
    return 0;
}

/* A guest has an account from now on. */
static inline bool world_add_account(struct store *store, int guest, const char *name,
                                     const char *folded) {
    store_account account = {.person = world_guests[guest], .created = 1000};
    memcpy(account.name, name, strlen(name) + 1);
    return store_add_account(store, &account, folded, NULL) && store_commit(store);
}

static inline void world_say(hub_world *world, int guest, const char *text) {
    messages_receive(world->hub, world->client[guest], ff_span_of(text));
}

/* The next message for a guest, null where there is none. The caller's to free. */
static inline json_t *world_hear(hub_world *world, int guest) {
    json_error_t error;
    const ff_span *text = hub_next_message(world->client[guest]);
    if (!text)
        return NULL;
    json_t *message = json_loadb(text->data, text->size, JSON_REJECT_DUPLICATES, &error);
    hub_message_sent(world->client[guest]);
    return message ? message : json_null();
}

/* Lets the computer think about what it has been asked, and plays its answers, in
 * the turn that is open. */
static inline void world_think(hub_world *world) {
    computer_seat_ask(world->hub);
    while (computer_workers_think(world->computers))
        continue;
    computer_seat_play_answers(world->hub);
}

/* Makes the store fail at the end of this turn: a game of that id is there. */
static inline void world_spoil(hub_world *world) {
    store_game row = world_row(WORLD_GAME, ANN);
    world_add_row(world->store, &row);
}

#endif
