/* How somebody sets up: what is counted of finished games, and who may see it. */
#include "server/people/formations.h"
#include "hub_world.h"
#include "server/people/people_rows.h"
#include "server/people/setups.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#define OTHER_ARMY WORLD_BLUE_ARMY
#define BLUE_ARMY "DFIKFGDLFGDHEIDHIEDHBBEJDIJBEBGHDEDEBMBFC"

/* Ann's game as Red, with this army; it ends where `over`. */
static void add_game(struct store *store, unsigned index, const char *army, bool watch, bool over) {
    store_act acts[] = {{.kind = ACT_SETUP, .seat = FF_BLUE, .text = BLUE_ARMY},
                        {.kind = ACT_SETUP, .seat = FF_RED},
                        {.kind = ACT_MOVE, .seat = FF_RED, .text = "e4-e5"},
                        {.kind = ACT_END, .seat = FF_BLUE, .text = "resign"}};
    char id[GAME_ID_SIZE];
    snprintf(id, sizeof id, "%022u", index);
    snprintf(acts[1].text, sizeof acts[1].text, "%s", army);
    store_game game = world_row(id, ANN);
    game.terms.watch = watch;
    game.result = over ? FF_RED_WINS : FF_ONGOING;
    game.ending = over ? FF_BY_RESIGN : FF_BY_NOTHING;
    assert_true(world_add_acts(store, &game, acts, over ? 4 : 3));
}

static void add_account(struct store *store, profile_shows shows) {
    assert_true(world_add_account(store, ANN, "Annie", "annie"));
    assert_true(people_set_shows(store, &world_guests[ANN], shows));
    assert_true(store_commit(store));
}

static void each_place_is_counted_of_ones_own_army_alone(void **state) {
    hub_world *world = *state;
    formations of;
    const formation *found[2];
    add_game(world->store, 1, WORLD_RED_ARMY, true, true);
    add_game(world->store, 2, WORLD_RED_ARMY, true, true);
    add_game(world->store, 3, OTHER_ARMY, true, true);
    assert_true(formations_read(world->store, &world_guests[ANN], false, &of));
    assert_int_equal(of.map_count, 1);
    assert_string_equal(of.maps[0].edition, "travel-en");
    assert_int_equal(of.maps[0].score.won, 3);
    const unsigned flag = (unsigned)(strchr(WORLD_RED_ARMY, 'M') - WORLD_RED_ARMY);
    assert_int_equal(of.maps[0].flag[flag], 2);
    assert_int_equal(of.maps[0].points[flag], 4);
    assert_int_equal(of.maps[0].flag[2], 1);
    assert_int_equal(of.maps[0].bombs[1], 3);
    assert_int_equal(formations_favourite(&of, 0, found, 2), 2);
    assert_string_equal(found[0]->letters, WORLD_RED_ARMY);
    assert_int_equal(formations_best(&of, 0, found, 2), 0); /* none has been played three times */
    formations_free(&of);
}

/* A database gives all rows of a question at once, also where its first is enough. */
static void of_each_log_the_own_army_alone_is_read(void **state) {
    enum { LISTED = 1, GAME = 1, ARMY = 1, GAMES = 3, READ = GAMES * (LISTED + GAME + ARMY) };
    hub_world *world = *state;
    formations of;
    for (unsigned i = 1; i <= GAMES; i++)
        add_game(world->store, i, WORLD_RED_ARMY, true, true);
    uint64_t before = store_rows(world->store);
    assert_true(formations_read(world->store, &world_guests[ANN], false, &of));
    assert_in_range(store_rows(world->store) - before, READ, READ + GAMES - 1);
    formations_free(&of);
}

static void a_live_games_army_is_nowhere(void **state) {
    hub_world *world = *state;
    formations of;
    add_game(world->store, 1, WORLD_RED_ARMY, true, false);
    assert_true(formations_read(world->store, &world_guests[ANN], false, &of));
    assert_int_equal(of.map_count, 0);
    assert_int_equal(of.army_count, 0);
    formations_free(&of);
}

static store_answer ask(struct store *store, const char *name, int viewer, ff_buffer *text) {
    profile_question asked = {ff_span_of(name), {.has_account = false}, NULL};
    if (viewer < GUESTS)
        asked.viewer.person = world_guests[viewer];
    ff_buffer_clear(text);
    store_answer answer = setups_write(store, &asked, text);
    ff_buffer_byte(text, 0);
    return answer;
}

static void others_see_armies_of_watched_games_where_the_owner_says_so(void **state) {
    hub_world *world = *state;
    ff_buffer text = {0};
    add_account(world->store, SHOWS_RESULTS);
    add_game(world->store, 1, WORLD_RED_ARMY, true, true);
    add_game(world->store, 2, OTHER_ARMY, false, true);
    assert_int_equal(ask(world->store, "Annie", BOB, &text), STORE_NONE);
    assert_int_equal(ask(world->store, "", ANN, &text), STORE_FOUND);
    assert_non_null(strstr(text.data, WORLD_RED_ARMY));
    assert_non_null(strstr(text.data, OTHER_ARMY));
    assert_true(people_set_shows(world->store, &world_guests[ANN], SHOWS_SETUPS));
    assert_int_equal(ask(world->store, "Annie", BOB, &text), STORE_FOUND);
    assert_non_null(strstr(text.data, WORLD_RED_ARMY));
    assert_null(strstr(text.data, OTHER_ARMY));
    assert_int_equal(ask(world->store, "Annie", ANN, &text), STORE_FOUND);
    assert_non_null(strstr(text.data, OTHER_ARMY));
    ff_buffer_free(&text);
}

static void the_best_army_is_not_the_one_of_a_lucky_game(void **state) {
    formations *of = calloc(1, sizeof *of);
    const formation *found[3];
    (void)state;
    assert_non_null(of);
    of->armies = calloc(CAREER_GAMES, sizeof *of->armies);
    assert_non_null(of->armies);
    for (int i = 0; i < 3; i++)
        formations_add(of, "travel-en", OTHER_ARMY, OUTCOME_WON);
    for (int i = 0; i < 20; i++)
        formations_add(of, "travel-en", WORLD_RED_ARMY, i < 18 ? OUTCOME_WON : OUTCOME_LOST);
    formations_add(of, "travel-en", "MMM", OUTCOME_WON); /* no army */
    formations_add(of, "no-such-edition", OTHER_ARMY, OUTCOME_WON);
    assert_int_equal(of->army_count, 2);
    assert_int_equal(formations_best(of, 0, found, 3), 2);
    assert_string_equal(found[0]->letters, WORLD_RED_ARMY);
    assert_int_equal(formations_best(of, 0, found, 1), 1);
    assert_string_equal(found[0]->letters, WORLD_RED_ARMY);
    formations_free(of);
    free(of);
}

int main(void) {
#define TEST(name) cmocka_unit_test_setup_teardown(name, world_set_up, world_tear_down)
    const struct CMUnitTest tests[] = {
        TEST(each_place_is_counted_of_ones_own_army_alone),
        TEST(of_each_log_the_own_army_alone_is_read),
        TEST(a_live_games_army_is_nowhere),
        TEST(others_see_armies_of_watched_games_where_the_owner_says_so),
        cmocka_unit_test(the_best_army_is_not_the_one_of_a_lucky_game),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
