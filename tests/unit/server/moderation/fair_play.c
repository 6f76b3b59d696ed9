/* Agreement with the computer, as the host asks for it: of which games it is found, what is kept,
 * and what the host is told. The analysis itself is a stand-in here (tests/unit/ai has it). */
#define _POSIX_C_SOURCE 200809L

#include "server/moderation/fair_play.h"
#include "hub_world.h"
#include "server/api/admin.h"
#include "server/session/batch.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include <cmocka.h>

static const struct log silent = {NULL, LOG_OFF, &world_time};

/* Red's moves are all the computer's, Blue's a quarter of them. */
static const char *half_agree(ff_span text, bool (*goes_on)(void *context), void *context,
                              agreement found[2]) {
    assert_true(goes_on(context));
    assert_non_null(strstr(text.data, "[Termination"));
    found[FF_RED] = (agreement){.nodes = 500, .moves = 4, .same = 4};
    found[FF_BLUE] = (agreement){.nodes = 500, .moves = 4, .same = 1, .doubtful = 2, .loss = 0.5};
    return NULL;
}

static const char *find_nothing(ff_span text, bool (*goes_on)(void *context), void *context,
                                agreement found[2]) {
    (void)text, (void)goes_on, (void)context, (void)found;
    return "memory";
}

typedef struct fixture {
    hub_world world;
    char folder[64], path[128];
} fixture;

static bool begin(fixture *f, agree_record *agree) {
    if (!world_open(&f->world, f->path))
        return false;
    f->world.hub->fair_play = fair_play_new(f->world.store, agree, 0, &silent);
    return f->world.hub->fair_play;
}

static void end(fixture *f) {
    fair_play_free(f->world.hub->fair_play);
    world_close(&f->world);
}

/* Ann, who has an account, has finished one game and plays another. */
static int set_up(void **state) {
    fixture *f = calloc(1, sizeof *f);
    *state = f;
    snprintf(f->folder, sizeof f->folder, "/tmp/flagfall-fair-play-XXXXXX");
    if (!mkdtemp(f->folder))
        return -1;
    snprintf(f->path, sizeof f->path, "%s/store.db", f->folder);
    return begin(f, half_agree) && world_add_games(f->world.store) &&
                   world_add_account(f->world.store, ANN, "Annie", "annie")
               ? 0
               : -1;
}

static int tear_down(void **state) {
    fixture *f = *state;
    char path[160];
    end(f);
    static const char *const ends[] = {"", "-wal", "-shm", "-lock"};
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
        snprintf(path, sizeof path, "%s%s", f->path, ends[i]);
        unlink(path);
    }
    rmdir(f->folder);
    free(f);
    return 0;
}

static void check_told(fixture *f, const char *who, bool good, const char *expected) {
    char words[64];
    ff_buffer out = {0};
    ff_error error = {0};
    int size = snprintf(words, sizeof words, "fair-play%c%s", 0, who);
    bool done = admin_do(f->world.hub, (ff_span){words, (size_t)size + 1}, &out, &error);
    assert_true(hub_end_batch(f->world.hub));
    assert_int_equal(done, good);
    assert_string_equal(good ? out.data : error.message, expected);
    ff_buffer_free(&out);
}

/* The thread is through with all that waits. */
static void let_it_work(fixture *f) {
    while (fair_play_work(f->world.hub->fair_play))
        fair_play_take(f->world.hub->fair_play);
    assert_true(hub_end_batch(f->world.hub));
}

#define RED                                                                                        \
    WORLD_OLD_GAME " seat=red name=\"guest\" nodes=500 moves=4 same=4 share=1.00 other=0.25"       \
                   " doubtful=0 loss=0.000\n"
#define BLUE                                                                                       \
    WORLD_OLD_GAME " seat=blue name=\"random\" nodes=500 moves=4 same=1 share=0.25 other=1.00"     \
                   " doubtful=2 loss=0.125\n"

static void a_finished_game_is_looked_at_once_and_kept(void **state) {
    fixture *f = *state;
    check_told(f, WORLD_OLD_GAME, true, WORLD_OLD_GAME " state=waiting\n");
    check_told(f, WORLD_OLD_GAME, true, WORLD_OLD_GAME " state=waiting\n");
    let_it_work(f);
    check_told(f, WORLD_OLD_GAME, true, RED BLUE);
    assert_false(fair_play_work(f->world.hub->fair_play));
    end(f);
    assert_true(begin(f, half_agree));
    check_told(f, WORLD_OLD_GAME, true, RED BLUE);
}

static void of_a_game_that_goes_on_nothing_is_found(void **state) {
    fixture *f = *state;
    check_told(f, WORLD_GAME, false, "only a game that was played to its end is looked at");
    check_told(f, "ZZZZZZZZZZZZZZZZZZZZZZ", false,
               "there is no account of that name, and no such game");
    assert_false(fair_play_work(f->world.hub->fair_play));
}

static void an_account_is_told_of_by_its_finished_games(void **state) {
    fixture *f = *state;
    check_told(f, "annie", true,
               WORLD_OLD_GAME " state=waiting\n"
                              "games=0 unknown=1 moves=0 same=0 share=nan other=nan doubtful=0"
                              " loss=nan\n");
    let_it_work(f);
    check_told(f, "Annie", true,
               RED "games=1 unknown=0 moves=4 same=4 share=1.00 other=0.25 doubtful=0"
                   " loss=0.000\n");
}

static void what_cannot_be_found_can_be_asked_for_again(void **state) {
    fixture *f = *state;
    end(f);
    assert_true(begin(f, find_nothing));
    for (int i = 0; i < 2; i++) {
        check_told(f, WORLD_OLD_GAME, true, WORLD_OLD_GAME " state=waiting\n");
        let_it_work(f);
    }
}

static void without_a_server_what_is_known_is_told(void **state) {
    fixture *f = *state;
    fair_play_free(f->world.hub->fair_play);
    f->world.hub->fair_play = NULL;
    check_told(f, WORLD_OLD_GAME, true, WORLD_OLD_GAME " state=unknown\n");
}

static void it_goes_with_its_game(void **state) {
    fixture *f = *state;
    store_game game;
    agreement found[2];
    check_told(f, WORLD_OLD_GAME, true, WORLD_OLD_GAME " state=waiting\n");
    let_it_work(f);
    assert_int_equal(store_find_game(f->world.store, ff_span_of(WORLD_OLD_GAME), &game),
                     STORE_FOUND);
    assert_true(store_drop_game(f->world.store, &game));
    assert_true(store_commit(f->world.store));
    assert_int_equal(agreement_find(f->world.store, game.number, found), STORE_NONE);
}

static void no_more_wait_than_there_is_room_for(void **state) {
    fixture *f = *state;
    ff_buffer out = {0};
    store_game game = {.phase = PHASE_OVER, .started = 1};
    for (int i = 1; i <= FAIR_PLAY_WAITING + 1; i++) {
        snprintf(game.id, sizeof game.id, "%022d", i);
        game.number = 1000 + i;
        ff_buffer_clear(&out);
        assert_true(fair_play_write_game(f->world.hub->fair_play, f->world.store, &game, &out));
        assert_non_null(
            strstr(out.data, i <= FAIR_PLAY_WAITING ? " state=waiting\n" : " state=too-many\n"));
    }
    ff_buffer_free(&out);
}

int main(void) {
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        TEST(a_finished_game_is_looked_at_once_and_kept),
        TEST(of_a_game_that_goes_on_nothing_is_found),
        TEST(an_account_is_told_of_by_its_finished_games),
        TEST(what_cannot_be_found_can_be_asked_for_again),
        TEST(without_a_server_what_is_known_is_told),
        TEST(it_goes_with_its_game),
        TEST(no_more_wait_than_there_is_room_for),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
