/* What a profile says: results that the games come to, and of others no more than they show. */
#include "server/people/profile.h"
#include "hub_world.h"
#include "server/people/badges.h"
#include "server/people/career.h"
#include "server/people/history.h"
#include "server/session/batch.h"
#include "server/session/erasing.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

static void add_accounts(struct store *store) {
    assert_true(world_add_account(store, ANN, "Annie", "annie"));
    assert_true(world_add_account(store, BOB, "Bobby", "bobby"));
}

static void sit(store_seat *seat, int guest, const char *name, int rating, int change) {
    *seat = (store_seat){
        .kind = SEAT_ACCOUNT, .person = world_guests[guest], .rating = rating, .change = change};
    snprintf(seat->name, sizeof seat->name, "%s", name);
}

/* A finished game of Ann's, as Red, that began and ended in the `index`-th second. */
static store_game won_game(unsigned index) {
    char id[GAME_ID_SIZE];
    snprintf(id, sizeof id, "%022u", index);
    store_game game = world_row(id, ANN);
    game.phase = PHASE_OVER;
    game.created = game.started = game.ended = 1000 * (int64_t)index;
    game.result = FF_RED_WINS;
    game.ending = FF_BY_RESIGN;
    game.plies = 40;
    return game;
}

static store_game rated_game(unsigned index, int rating, int change) {
    store_game game = won_game(index);
    game.terms.rated = game.terms.watch = true;
    sit(&game.seat[FF_RED], ANN, "Annie", rating, change);
    sit(&game.seat[FF_BLUE], BOB, "Bobby", 1500, -change);
    return game;
}

static void add(struct store *store, store_game game) {
    assert_true(world_add_row(store, &game));
    assert_true(store_commit(store));
}

static json_t *profile_of(struct store *store, const char *name, int viewer, store_answer wanted) {
    profile_question asked = {ff_span_of(name), {.has_account = false}, "random"};
    ff_buffer text = {0};
    if (viewer < GUESTS)
        asked.viewer.person = world_guests[viewer];
    store_answer found = profile_write(store, &asked, &text);
    assert_int_equal(found, wanted);
    json_t *read = found == STORE_FOUND ? json_loadb(text.data, text.size, 0, NULL) : NULL;
    assert_true(found != STORE_FOUND || read);
    ff_buffer_free(&text);
    return read;
}

static int64_t number_in(const json_t *object, const char *list, size_t index, const char *key) {
    return json_integer_value(
        json_object_get(json_array_get(json_object_get(object, list), index), key));
}

static const char *text_in(const json_t *object, const char *list, size_t index, const char *key) {
    const char *text = json_string_value(
        json_object_get(json_array_get(json_object_get(object, list), index), key));
    return text ? text : "(null)";
}

static void results_are_what_the_games_come_to(void **state) {
    hub_world *world = *state;
    store_game lost = rated_game(3, 1520, -12), drawn = won_game(4);
    add_accounts(world->store);
    add(world->store, rated_game(1, 1500, 8));
    add(world->store, rated_game(2, 1508, 12));
    lost.result = FF_BLUE_WINS;
    add(world->store, lost);
    drawn.result = FF_DRAW;
    memcpy(drawn.edition, "duel", 5);
    add(world->store, drawn);
    store_rating rating = {.group = "full", .glicko = {1508, 80, 0.06}, .games = 3};
    assert_true(store_set_rating(world->store, &world_guests[ANN], &rating));
    json_t *annie = profile_of(world->store, "ANNIE", GUESTS, STORE_FOUND);
    assert_string_equal(json_string_value(json_object_get(annie, "name")), "Annie");
    assert_true(json_is_null(json_object_get(annie, "shows")));
    const json_t *all = json_object_get(annie, "results");
    assert_int_equal(json_integer_value(json_object_get(all, "games")), 4);
    assert_int_equal(json_integer_value(json_object_get(all, "drawn")), 1);
    assert_string_equal(text_in(annie, "editions", 0, "edition"), "travel-en");
    assert_int_equal(number_in(annie, "editions", 0, "won"), 2);
    assert_int_equal(number_in(annie, "editions", 0, "lost"), 1);
    assert_string_equal(text_in(annie, "opponents", 0, "name"), "Bobby");
    assert_int_equal(number_in(annie, "opponents", 0, "games"), 3);
    assert_string_equal(text_in(annie, "opponents", 1, "kind"), "computer");
    const json_t *points =
        json_object_get(json_array_get(json_object_get(annie, "ratings"), 0), "points");
    assert_int_equal(json_array_size(points), 3);
    assert_int_equal(json_integer_value(json_array_get(json_array_get(points, 2), 1)), 1508);
    json_decref(annie);
}

static void games_that_go_on_or_never_were_are_in_no_profile(void **state) {
    hub_world *world = *state;
    store_game live = rated_game(1, 1500, 0), aborted = rated_game(2, 1500, 0);
    add_accounts(world->store);
    live.phase = PHASE_PLAY;
    live.result = FF_ONGOING;
    aborted.result = FF_ONGOING;
    aborted.ending = FF_BY_ABORT;
    add(world->store, live);
    add(world->store, aborted);
    json_t *annie = profile_of(world->store, "Annie", ANN, STORE_FOUND);
    assert_int_equal(
        json_integer_value(json_object_get(json_object_get(annie, "results"), "games")), 0);
    assert_int_equal(json_array_size(json_object_get(annie, "opponents")), 0);
    json_decref(annie);
}

static void who_shows_nothing_is_as_unknown_as_nobody(void **state) {
    hub_world *world = *state;
    add_accounts(world->store);
    add(world->store, rated_game(1, 1500, 8));
    assert_true(people_set_shows(world->store, &world_guests[BOB], SHOWS_NOTHING));
    profile_of(world->store, "Bobby", ANN, STORE_NONE);
    profile_of(world->store, "Bobby", GUESTS, STORE_NONE);
    profile_of(world->store, "Nobody here", ANN, STORE_NONE);
    profile_of(world->store, "", GUESTS, STORE_NONE);
    json_t *own = profile_of(world->store, "Bobby", BOB, STORE_FOUND);
    assert_string_equal(json_string_value(json_object_get(own, "shows")), "nothing");
    json_decref(own);
    json_t *seen = profile_of(world->store, "Annie", GUESTS, STORE_FOUND);
    assert_string_equal(text_in(seen, "opponents", 0, "kind"), "other");
    assert_string_equal(text_in(seen, "opponents", 0, "name"), "(null)");
    json_decref(seen);
    json_t *annies = profile_of(world->store, "Annie", ANN, STORE_FOUND);
    assert_string_equal(text_in(annies, "opponents", 0, "name"), "Bobby");
    json_decref(annies);
}

static void a_guest_sees_the_own_results_and_nobody_else_does(void **state) {
    hub_world *world = *state;
    add(world->store, won_game(1));
    json_t *own = profile_of(world->store, "", ANN, STORE_FOUND);
    assert_string_equal(json_string_value(json_object_get(own, "kind")), "guest");
    assert_int_equal(number_in(own, "opponents", 0, "won"), 1);
    json_decref(own);
}

static void who_is_banned_is_shown_to_nobody_else(void **state) {
    hub_world *world = *state;
    add_accounts(world->store);
    assert_true(store_set_banned(world->store, &world_guests[ANN], true));
    profile_of(world->store, "Annie", BOB, STORE_NONE);
}

static void a_long_career_is_told_in_few_points(void **state) {
    hub_world *world = *state;
    store_rating rating = {.group = "full", .glicko = glicko_new(), .games = 500};
    add_accounts(world->store);
    for (unsigned i = 0; i < 500; i++)
        add(world->store, rated_game(i + 1, 1500 + (int)i, 1));
    assert_true(store_set_rating(world->store, &world_guests[ANN], &rating));
    json_t *annie = profile_of(world->store, "Annie", GUESTS, STORE_FOUND);
    const json_t *points =
        json_object_get(json_array_get(json_object_get(annie, "ratings"), 0), "points");
    assert_int_equal(json_array_size(points), 200);
    assert_int_equal(json_integer_value(json_array_get(json_array_get(points, 0), 1)), 1501);
    assert_int_equal(json_integer_value(json_array_get(json_array_get(points, 199), 1)), 2000);
    json_decref(annie);
}

static void of_an_erased_account_nothing_is_left(void **state) {
    hub_world *world = *state;
    profile_shows shows;
    add_accounts(world->store);
    assert_true(people_set_shows(world->store, &world_guests[ANN], SHOWS_SETUPS));
    add(world->store, rated_game(1, 1500, 8));
    assert_true(erasing_begin(world->hub, &world_guests[ANN]));
    assert_true(store_commit(world->store));
    profile_of(world->store, "Annie", GUESTS, STORE_NONE);
    assert_int_equal(people_find_shows(world->store, &world_guests[ANN], &shows), STORE_FOUND);
    assert_int_equal(shows, SHOWS_RESULTS); /* as of somebody who has never said */
}

/* ---- badges ---- */

static career_game badge_game(int64_t ended, uint8_t result) {
    return (career_game){.ended = ended,
                         .edition = "duel",
                         .outcome = result,
                         .kind = SEAT_ACCOUNT,
                         .rated = true,
                         .plies = 100,
                         .rating = STORE_NULL,
                         .before = STORE_NULL,
                         .strength = STORE_NULL};
}

static bool has_badge(const career *of, const char *name, int64_t time) {
    badge found[BADGES_MAX];
    size_t count = badges_find(of, "level:10", found);
    for (size_t i = 0; i < count; i++)
        if (strcmp(found[i].name, name) == 0 && found[i].time == time)
            return true;
    return false;
}

static void badges_are_earned_by_the_game_that_completes_them(void **state) {
    career_game games[9];
    career of = {games, 9};
    (void)state;
    for (int i = 0; i < 9; i++)
        games[i] = badge_game(i, i == 2 ? OUTCOME_LOST : OUTCOME_WON);
    assert_true(has_badge(&of, "first-win", 0));
    assert_true(has_badge(&of, "streak", 7));
    assert_false(has_badge(&of, "hundred", 8));
    of.count = 7;
    assert_false(has_badge(&of, "streak", 7));
}

static void games_that_are_not_rated_earn_no_badge_against_people(void **state) {
    career_game game = badge_game(1, OUTCOME_WON);
    career of = {&game, 1};
    badge found[BADGES_MAX];
    (void)state;
    game.rated = false;
    game.ending = FF_BY_FLAG;
    game.plies = 20;
    assert_int_equal(badges_find(&of, NULL, found), 0);
    game.rated = true;
    assert_true(has_badge(&of, "raid", 1));
    game.before = 1400;
    game.strength = 1599;
    assert_false(has_badge(&of, "upset", 1));
    game.strength = 1600;
    assert_true(has_badge(&of, "upset", 1));
    game.kind = SEAT_COMPUTER;
    memcpy(game.name, "level:10", 9);
    assert_true(has_badge(&of, "strongest", 1));
}

/* ---- history ---- */

static bool fits(history_filter filter, const store_game *game) {
    assert_null(history_filter_fault(&filter));
    return history_fits(&filter, game, FF_RED);
}

static void a_filter_takes_what_it_says(void **state) {
    store_game game = rated_game(5, 1500, 8), other = won_game(6);
    (void)state;
    assert_true(fits((history_filter){.rated = false}, &game));
    assert_true(fits((history_filter){.edition = ff_span_of("travel-en")}, &game));
    assert_false(fits((history_filter){.edition = ff_span_of("duel")}, &game));
    assert_true(fits((history_filter){.opponent = ff_span_of("bobby")}, &game));
    assert_false(fits((history_filter){.opponent = ff_span_of("Annie")}, &game));
    assert_true(fits((history_filter){.opponent = ff_span_of("random")}, &other));
    assert_true(fits((history_filter){.against = ff_span_of("people")}, &game));
    assert_false(fits((history_filter){.against = ff_span_of("people")}, &other));
    assert_true(fits((history_filter){.against = ff_span_of("computer")}, &other));
    assert_true(fits((history_filter){.result = ff_span_of("won")}, &game));
    assert_false(fits((history_filter){.result = ff_span_of("lost")}, &game));
    assert_true(fits((history_filter){.rated = true}, &game));
    assert_false(fits((history_filter){.casual = true}, &game));
    assert_true(fits((history_filter){.since = 5000, .until = 5001}, &game));
    assert_false(fits((history_filter){.since = 5001}, &game));
    assert_false(fits((history_filter){.until = 5000}, &game));
    assert_true(fits((history_filter){.public = true}, &game));
    assert_false(fits((history_filter){.public = true}, &other));
    history_filter wrong = {.result = ff_span_of("victory")};
    assert_non_null(history_filter_fault(&wrong));
}

/* As whom they are, without a cookie: as bots come. */
static void join(hub_world *world) {
    for (int i = 0; i < GUESTS; i++) {
        world->client[i] = hub_join_as(world->hub, &world_guests[i], "127.0.0.1", NULL);
        assert_non_null(world->client[i]);
    }
}

static json_t *ask(hub_world *world, int guest, const char *text) {
    json_t *last = NULL;
    world_say(world, guest, text);
    assert_true(hub_end_batch(world->hub));
    for (json_t *next; (next = world_hear(world, guest)); last = next)
        json_decref(last);
    assert_non_null(last);
    return last;
}

static size_t count_of(hub_world *world, int guest, const char *text) {
    json_t *answer = ask(world, guest, text);
    assert_string_equal(json_string_value(json_object_get(answer, "type")), "history");
    size_t count = json_array_size(json_object_get(answer, "games"));
    json_decref(answer);
    return count;
}

static void others_see_only_games_that_could_be_watched(void **state) {
    hub_world *world = *state;
    store_game hidden = rated_game(2, 1500, 8), live = rated_game(3, 1500, 0);
    add_accounts(world->store);
    add(world->store, rated_game(1, 1500, 8));
    hidden.terms.watch = false;
    add(world->store, hidden);
    live.phase = PHASE_PLAY;
    live.result = FF_ONGOING;
    add(world->store, live);
    join(world);
    assert_int_equal(count_of(world, ANN, "{\"type\":\"history\"}"), 2);
    assert_int_equal(count_of(world, ANN, "{\"type\":\"history\",\"name\":\"annie\"}"), 2);
    assert_int_equal(count_of(world, CID, "{\"type\":\"history\",\"name\":\"Annie\"}"), 1);
    json_decref(ask(world, ANN, "{\"type\":\"profile\",\"shows\":\"nothing\"}"));
    json_t *refused = ask(world, CID, "{\"type\":\"history\",\"name\":\"Annie\"}");
    assert_string_equal(json_string_value(json_object_get(refused, "reason")), "unknown-name");
    json_decref(refused);
    assert_int_equal(count_of(world, ANN, "{\"type\":\"history\",\"name\":\"Annie\"}"), 2);
}

/* Nor is one found by asking for the games against it. */
static void who_shows_nothing_is_in_no_list_of_others(void **state) {
    hub_world *world = *state;
    add_accounts(world->store);
    add(world->store, rated_game(1, 1500, 8));
    join(world);
    assert_int_equal(count_of(world, CID, "{\"type\":\"history\",\"name\":\"Annie\"}"), 1);
    json_decref(ask(world, BOB, "{\"type\":\"profile\",\"shows\":\"nothing\"}"));
    assert_int_equal(count_of(world, CID, "{\"type\":\"history\",\"name\":\"Annie\"}"), 0);
    assert_int_equal(
        count_of(world, CID, "{\"type\":\"history\",\"name\":\"Annie\",\"opponent\":\"Bobby\"}"),
        0);
    assert_int_equal(count_of(world, ANN, "{\"type\":\"history\"}"), 1);
    assert_int_equal(count_of(world, BOB, "{\"type\":\"history\",\"name\":\"Annie\"}"), 1);
}

static void few_that_fit_are_found_page_by_page(void **state) {
    hub_world *world = *state;
    add_accounts(world->store);
    add(world->store, rated_game(1, 1500, 8));
    for (unsigned i = 2; i < 450; i++)
        add(world->store, won_game(i));
    join(world);
    unsigned asked = 0;
    size_t found = 0;
    for (int64_t before = 0; asked == 0 || before != 0; asked++) {
        char text[160];
        snprintf(text, sizeof text, "{\"type\":\"history\",\"rated\":true%s%lld}",
                 before ? ",\"before\":" : ",\"since\":", (long long)before);
        json_t *page = ask(world, ANN, text);
        found += json_array_size(json_object_get(page, "games"));
        before = json_integer_value(json_object_get(page, "before"));
        json_decref(page);
    }
    assert_int_equal(found, 1);
    assert_int_equal(asked, 3);
}

int main(void) {
#define TEST(name) cmocka_unit_test_setup_teardown(name, world_set_up, world_tear_down)
    const struct CMUnitTest tests[] = {
        TEST(results_are_what_the_games_come_to),
        TEST(games_that_go_on_or_never_were_are_in_no_profile),
        TEST(who_shows_nothing_is_as_unknown_as_nobody),
        TEST(a_guest_sees_the_own_results_and_nobody_else_does),
        TEST(who_is_banned_is_shown_to_nobody_else),
        TEST(a_long_career_is_told_in_few_points),
        TEST(of_an_erased_account_nothing_is_left),
        TEST(others_see_only_games_that_could_be_watched),
        TEST(who_shows_nothing_is_in_no_list_of_others),
        TEST(few_that_fit_are_found_page_by_page),
        cmocka_unit_test(badges_are_earned_by_the_game_that_completes_them),
        cmocka_unit_test(games_that_are_not_rated_earn_no_badge_against_people),
        cmocka_unit_test(a_filter_takes_what_it_says),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
