/* Tournaments run by themselves: rounds are paired, results are taken, who does not come loses, and
 * after a restart all goes on as it was. */
#include "hub_world.h"

#include "server/session/batch.h"
#include "server/store/store_erase.h"
#include "server/tournaments/telling.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include <cmocka.h>

enum { PLAYERS = 6, GUESTS_COME = TOURNAMENT_GUESTS + 2, ALL = PLAYERS + GUESTS_COME };

#define CLOCK "\"clock\":{\"bank\":300,\"free\":0,\"increment\":0,\"setup\":60}"

typedef struct hall {
    hub_world world;
    char path[64];
    struct client *client[ALL]; /* accounts, and then guests who have come */
    char id[TOURNAMENT_ID_SIZE];
} hall;

static struct person person_of(unsigned i) {
    struct person person = {{0}};
    person.key[0] = 50;
    person.key[1] = (uint8_t)(i + 1);
    return person;
}

static void enter(hall *h) {
    assert_true(world_open(&h->world, h->path));
    for (unsigned i = 0; i < PLAYERS; i++) {
        struct person person = person_of(i);
        h->client[i] = hub_join_as(h->world.hub, &person, "127.0.0.1", NULL);
        assert_non_null(h->client[i]);
    }
    assert_true(hub_end_batch(h->world.hub));
}

static void go(hall *h) {
    for (unsigned i = 0; i < ALL; i++)
        if (h->client[i])
            hub_leave(h->world.hub, h->client[i]);
    memset(h->client, 0, sizeof h->client);
    world_close(&h->world);
}

static int set_up(void **state) {
    hall *h = calloc(1, sizeof *h);
    ff_error error;
    snprintf(h->path, sizeof h->path, "/tmp/flagfall-hall-%d.db", (int)getpid());
    unlink(h->path);
    struct store *store = store_open(h->path, &error);
    for (unsigned i = 0; store && i < PLAYERS; i++) {
        store_account account = {.person = person_of(i), .created = 1, .bot = i % 2 == 1};
        char folded[16];
        snprintf(account.name, sizeof account.name, "Player %u", i + 1);
        snprintf(folded, sizeof folded, "player%u", i + 1);
        store_add_account(store, &account, folded, NULL);
    }
    if (!store || !store_commit(store))
        return -1;
    store_close(store);
    enter(h);
    *state = h;
    return 0;
}

static int tear_down(void **state) {
    hall *h = *state;
    go(h);
    unlink(h->path);
    free(h);
    return 0;
}

static json_t *answer(hall *h, unsigned who, const char *type) {
    json_t *found = NULL;
    for (const ff_span *text; (text = hub_next_message(h->client[who]));) {
        json_error_t error;
        json_t *message = json_loadb(text->data, text->size, 0, &error);
        hub_message_sent(h->client[who]);
        if (strcmp(json_string_value(json_object_get(message, "type")), type) == 0) {
            json_decref(found);
            found = message;
        } else
            json_decref(message);
    }
    return found;
}

static void say(hall *h, unsigned who, const char *text) {
    messages_receive(h->world.hub, h->client[who], ff_span_of(text));
    assert_true(hub_end_batch(h->world.hub));
}

/* Says it, and hears the reason of a refusal, or that it is done. */
static void check_said(hall *h, unsigned who, const char *text, const char *reason) {
    json_decref(answer(h, who, "refused"));
    say(h, who, text);
    json_t *refused = answer(h, who, "refused");
    const char *heard = json_string_value(json_object_get(refused, "reason"));
    if (!reason)
        assert_null(heard);
    else
        assert_string_equal(heard ? heard : "nothing", reason);
    json_decref(refused);
}

static void say_of(hall *h, unsigned who, const char *type, const char *reason) {
    char text[120];
    snprintf(text, sizeof text, "{\"type\":\"%s\",\"tournament\":\"%s\"}", type, h->id);
    check_said(h, who, text, reason);
}

static void announce(hall *h, const char *fields) {
    char text[400];
    snprintf(text, sizeof text,
             "{\"type\":\"tournament-new\",\"name\":\"Club evening\",\"edition\":\"travel-en\","
             "\"delay\":60," CLOCK ",%s}",
             fields);
    say(h, 0, text);
    json_t *told = answer(h, 0, "tournament");
    assert_non_null(told);
    snprintf(h->id, sizeof h->id, "%s", json_string_value(json_object_get(told, "tournament")));
    json_decref(told);
}

static const tournament *hall_of(const hall *h) {
    return tournaments_find(h->world.hub->tournaments, ff_span_of(h->id));
}

static void pulse(hall *h, int64_t milliseconds) {
    world_pass(milliseconds);
    adjudicator_flag(h->world.hub);
    tournaments_pulse(h->world.hub->tournaments, (uint64_t)world_now().steady);
    assert_true(hub_end_batch(h->world.hub));
}

static unsigned client_of(const tournament *of, unsigned place) {
    return of->player[place].person.key[1] - 1u;
}

static void give_army(hall *h, unsigned who, const char *game, const char *letters) {
    char text[200];
    snprintf(text, sizeof text, "{\"type\":\"setup\",\"game\":\"%s\",\"letters\":\"%s\"}", game,
             letters);
    check_said(h, who, text, NULL);
}

/* Both give their armies, and Blue resigns; `red_wins` false: Red does. */
static void play(hall *h, const tournament_game *game, bool red_wins) {
    const tournament *of = hall_of(h);
    unsigned red = client_of(of, game->red), blue = client_of(of, game->blue);
    char id[GAME_ID_SIZE], text[120];
    memcpy(id, game->id, sizeof id);
    give_army(h, red, id, WORLD_RED_ARMY);
    give_army(h, blue, id, WORLD_BLUE_ARMY);
    snprintf(text, sizeof text, "{\"type\":\"resign\",\"game\":\"%s\"}", id);
    check_said(h, red_wins ? blue : red, text, NULL);
}

static void play_open_games(hall *h) {
    const tournament *of = hall_of(h);
    for (unsigned i = 0; i < of->games; i++)
        if (of->game[i].result == RESULT_OPEN && of->game[i].game != 0)
            play(h, &of->game[i], of->game[i].red < of->game[i].blue);
}

static void write_as_it_is(hall *h, ff_buffer *out) {
    assert_true(telling_write(out, hall_of(h), NULL, 0, 0));
}

static void join(hall *h, unsigned count) {
    for (unsigned i = 0; i < count; i++)
        say_of(h, i, "tournament-join", NULL);
}

/* Announced, joined by so many, and begun: its first games. */
static const tournament *begin(hall *h, const char *fields, unsigned players) {
    announce(h, fields);
    join(h, players);
    pulse(h, 60000);
    pulse(h, 100);
    return hall_of(h);
}

static json_t *look(hall *h) {
    char text[120];
    snprintf(text, sizeof text, "{\"type\":\"tournament\",\"tournament\":\"%s\"}", h->id);
    say(h, 0, text);
    return answer(h, 0, "tournament");
}

static void a_swiss_is_played_to_its_end(void **state) {
    hall *h = *state;
    announce(h, "\"system\":\"swiss\",\"rounds\":3");
    join(h, 5);
    pulse(h, 1000);
    assert_int_equal(hall_of(h)->row.state, TOURNAMENT_OPEN);
    pulse(h, 60000);
    for (unsigned round = 1; round <= 3; round++) {
        pulse(h, 100);
        const tournament *of = hall_of(h);
        assert_int_equal(of->row.round, round);
        assert_int_equal(of->open, 2);
        json_t *paired = answer(h, client_of(of, of->game[of->games - 2].red), "paired");
        assert_non_null(paired);
        json_decref(paired);
        play_open_games(h);
        pulse(h, 100);
        pulse(h, TOURNAMENT_PAUSE_MS);
    }
    pulse(h, 100);
    assert_null(hall_of(h));
    json_t *over = look(h);
    assert_string_equal(json_string_value(json_object_get(over, "state")), "over");
    assert_int_equal(json_array_size(json_object_get(over, "standings")), 5);
    assert_int_equal(json_array_size(json_object_get(over, "games")), 9);
    json_decref(over);
}

static void after_a_restart_it_goes_on_as_it_was(void **state) {
    hall *h = *state;
    ff_buffer before = {0}, after = {0};
    play(h, &begin(h, "\"system\":\"swiss\",\"rounds\":3", 5)->game[0], false);
    pulse(h, 100);
    say_of(h, 4, "tournament-leave", NULL);
    write_as_it_is(h, &before);
    go(h);
    enter(h);
    write_as_it_is(h, &after);
    assert_int_equal(before.size, after.size);
    assert_memory_equal(before.data, after.data, before.size);
    ff_buffer_clear(&after);
    tournaments_reload(h->world.hub->tournaments);
    write_as_it_is(h, &after);
    assert_memory_equal(before.data, after.data, before.size);
    ff_buffer_free(&before);
    ff_buffer_free(&after);
    play_open_games(h);
    pulse(h, 5000);
    pulse(h, TOURNAMENT_PAUSE_MS);
    assert_int_equal(hall_of(h)->row.round, 2);
}

static void who_does_not_come_loses_and_is_away(void **state) {
    hall *h = *state;
    const tournament *of = begin(h, "\"system\":\"round-robin\"", 3);
    assert_int_equal(of->row.rounds, 3);
    assert_int_equal(of->open, 1);
    const tournament_game *game = &of->game[0];
    give_army(h, client_of(of, game->red), game->id, WORLD_RED_ARMY);
    pulse(h, 61000);
    pulse(h, 100);
    of = hall_of(h);
    assert_int_equal(of->game[0].result, RESULT_RED);
    assert_true(of->game[0].forfeit);
    assert_true(of->player[of->game[0].blue].away);
    assert_false(of->player[of->game[0].red].away);
}

/* The host closes it, or one of the two has its data deleted. */
static void close_game(hall *h, const tournament_game *game) {
    struct table *table;
    assert_int_equal(tables_find(h->world.hub->tables, ff_span_of(game->id), NULL, NULL, &table),
                     STORE_FOUND);
    tables_finish(h->world.hub->tables, table, FF_BY_ABORT, FF_NOBODY);
    assert_true(hub_end_batch(h->world.hub));
}

static void whose_game_is_closed_is_not_away(void **state) {
    hall *h = *state;
    const tournament *of = begin(h, "\"system\":\"swiss\",\"rounds\":1", PLAYERS);
    assert_int_equal(of->open, 3);
    unsigned gone = of->game[1].red, left = of->game[1].blue;
    close_game(h, &of->game[0]);
    close_game(h, &of->game[1]);
    tournaments_forget(h->world.hub->tournaments, &of->player[gone].person);
    pulse(h, 1000);
    of = hall_of(h);
    assert_int_equal(of->game[0].result, RESULT_NONE);
    assert_false(of->player[of->game[0].red].away || of->player[of->game[0].blue].away);
    assert_int_equal(of->game[1].result, RESULT_BLUE);
    assert_true(of->player[gone].away);
    assert_false(of->player[left].away);
}

static void a_pair_that_does_not_come_is_away(void **state) {
    hall *h = *state;
    const tournament *of = begin(h, "\"system\":\"round-robin\"", 4);
    const tournament_game *late = &of->game[0], *played = &of->game[1];
    give_army(h, client_of(of, played->red), played->id, WORLD_RED_ARMY);
    give_army(h, client_of(of, played->blue), played->id, WORLD_BLUE_ARMY);
    pulse(h, 60000);
    pulse(h, 100);
    assert_int_equal(late->result, RESULT_NONE);
    assert_true(of->player[late->red].away && of->player[late->blue].away);
    assert_int_equal(played->result, RESULT_OPEN);
}

static void an_arena_pairs_who_is_free_until_its_time_is_up(void **state) {
    hall *h = *state;
    announce(h, "\"system\":\"arena\",\"minutes\":1");
    join(h, PLAYERS);
    pulse(h, 60000);
    for (unsigned i = 0; i < 12; i++) {
        pulse(h, TOURNAMENT_ARENA_MS);
        play_open_games(h);
        pulse(h, 100);
    }
    const tournament *of = hall_of(h);
    assert_true(of->games > 10);
    for (unsigned i = 1; i < of->games; i++)
        for (unsigned j = 0; j < i; j++)
            if (of->game[i].result == RESULT_OPEN && of->game[j].result == RESULT_OPEN)
                assert_true(of->game[i].red != of->game[j].red &&
                            of->game[i].blue != of->game[j].blue);
    pulse(h, 60000);
    if (hall_of(h)) {
        play_open_games(h);
        pulse(h, 100);
        pulse(h, 100);
    }
    assert_null(hall_of(h));
}

static void what_is_asked_wrongly_is_refused(void **state) {
    hall *h = *state;
    check_said(h, 0,
               "{\"type\":\"tournament-new\",\"name\":\"x\",\"edition\":\"travel-en\"," CLOCK
               ",\"system\":\"knock-out\"}",
               "bad-message");
    check_said(h, 0,
               "{\"type\":\"tournament-new\",\"name\":\"x\",\"edition\":\"travel-en\"," CLOCK
               ",\"system\":\"swiss\",\"rounds\":99}",
               "bad-message");
    say_of(h, 1, "tournament-join", "unknown-tournament");
    announce(h, "\"system\":\"round-robin\",\"places\":2");
    say_of(h, 1, "tournament-leave", "not-seated");
    join(h, 2);
    say_of(h, 2, "tournament-join", "full");
    say_of(h, 1, "tournament-cancel", "unknown-tournament");
    say_of(h, 1, "tournament-leave", NULL);
    say_of(h, 2, "tournament-join", NULL);
    announce(h, "\"system\":\"arena\",\"minutes\":5");
    check_said(h, 0,
               "{\"type\":\"tournament-new\",\"name\":\"x\",\"edition\":\"travel-en\"," CLOCK
               ",\"system\":\"swiss\",\"rounds\":3}",
               "too-many");
    say_of(h, 0, "tournament-cancel", NULL);
    pulse(h, 60000);
    pulse(h, 100);
    const tournament *of = tournaments_at(h->world.hub->tournaments, 0);
    char text[100];
    snprintf(text, sizeof text, "{\"type\":\"abort\",\"game\":\"%s\"}", of->game[0].id);
    check_said(h, client_of(of, of->game[0].red), text, "in-tournament");
}

static void announcing_and_taking_back_goes_ten_times_a_day(void **state) {
    hall *h = *state;
    for (unsigned i = 0; i < TOURNAMENTS_DAY; i++) {
        announce(h, "\"system\":\"round-robin\"");
        say_of(h, 0, "tournament-cancel", NULL);
        pulse(h, 1000);
    }
    const char *another =
        "{\"type\":\"tournament-new\",\"name\":\"x\",\"edition\":\"travel-en\"," CLOCK
        ",\"system\":\"round-robin\"}";
    check_said(h, 0, another, "too-many");
    check_said(h, 1, another, NULL);
    pulse(h, 86400000);
    check_said(h, 0, another, NULL);
}

static void watch(hall *h, unsigned who, bool on) {
    char text[120];
    snprintf(text, sizeof text, "{\"type\":\"tournament\",\"tournament\":\"%s\",\"on\":%s}", h->id,
             on ? "true" : "false");
    say(h, who, text);
}

static bool is_told(hall *h, unsigned who) {
    json_t *told = answer(h, who, "tournament");
    json_decref(told);
    return told != NULL;
}

static void the_more_watch_the_longer_is_the_pause(void **state) {
    hall *h = *state;
    unsigned pause = TELLING_PAUSE_MS + TELLING_PAUSE_EACH_MS * PLAYERS;
    announce(h, "\"system\":\"swiss\",\"rounds\":3");
    for (unsigned i = 0; i < PLAYERS; i++)
        watch(h, i, true);
    pulse(h, 100);
    for (unsigned i = 0; i < PLAYERS; i++)
        assert_true(is_told(h, i));
    say_of(h, 0, "tournament-join", NULL);
    pulse(h, pause - 1);
    assert_false(is_told(h, 1));
    pulse(h, 1);
    assert_true(is_told(h, 1));
    pulse(h, pause);
    assert_false(is_told(h, 1));
}

static void who_no_longer_watches_is_told_nothing(void **state) {
    hall *h = *state;
    announce(h, "\"system\":\"swiss\",\"rounds\":3");
    watch(h, 1, true);
    assert_true(is_told(h, 1));
    watch(h, 1, false);
    assert_false(is_told(h, 1));
    say_of(h, 0, "tournament-join", NULL);
    pulse(h, 2000);
    assert_true(is_told(h, 0));
    assert_false(is_told(h, 1));
}

/* ---- guests ---- */

/* The host's, which guests may enter. */
static void open_to_guests(hall *h, unsigned rounds) {
    tournament_row row = {.name = "Open evening",
                          .kind = TOURNAMENT_SWISS,
                          .edition = "travel-en",
                          .clock = {.bank = 300, .setup = 60},
                          .guests = true,
                          .starts = world_now().wall + 60000,
                          .rounds = rounds,
                          .places = 64};
    assert_null(tournaments_announce(h->world.hub->tournaments, &row));
    assert_true(hub_end_batch(h->world.hub));
    memcpy(h->id, row.id, sizeof h->id);
}

static void come_as_guest(hall *h, unsigned who, const char *address) {
    struct person person = person_of(who);
    h->client[who] = hub_join_as(h->world.hub, &person, address, NULL);
    assert_non_null(h->client[who]);
    assert_true(hub_end_batch(h->world.hub));
}

static void be_called(hall *h, unsigned who, const char *name) {
    char text[80];
    snprintf(text, sizeof text, "{\"type\":\"guest-name\",\"name\":\"%s\"}", name);
    check_said(h, who, text, NULL);
}

static void a_guest_plays_where_the_host_lets_guests_in(void **state) {
    hall *h = *state;
    unsigned ada = PLAYERS, eve = PLAYERS + 1;
    tournament past;
    tournament_row row;
    open_to_guests(h, 1);
    come_as_guest(h, ada, "10.1.1.1");
    come_as_guest(h, eve, "10.1.1.1");
    say_of(h, ada, "tournament-join", "nameless");
    be_called(h, ada, "Ada");
    be_called(h, eve, "A-da"); /* which looks like it */
    say_of(h, ada, "tournament-join", NULL);
    say_of(h, eve, "tournament-join", "name-taken");
    say_of(h, 0, "tournament-join", NULL);
    pulse(h, 60000);
    pulse(h, 100);
    go(h);
    enter(h);
    come_as_guest(h, ada, "10.1.1.1");
    pulse(h, 100);
    assert_string_equal(hall_of(h)->player[0].name, "Ada (Guest)");
    play(h, &hall_of(h)->game[0], true);
    json_t *told = look(h);
    json_t *guest = json_object_get(json_array_get(json_object_get(told, "games"), 0), "red");
    if (strcmp(json_string_value(json_object_get(guest, "kind")), "guest") != 0)
        guest = json_object_get(json_array_get(json_object_get(told, "games"), 0), "blue");
    assert_string_equal(json_string_value(json_object_get(guest, "name")), "Ada (Guest)");
    assert_true(json_is_null(json_object_get(guest, "rating")));
    json_decref(told);
    pulse(h, 100);
    assert_null(hall_of(h));
    assert_int_equal(
        rows_find(tournaments_rows(h->world.hub->tournaments), ff_span_of(h->id), &row),
        STORE_FOUND);
    assert_true(row.guests && row.state == TOURNAMENT_OVER);
    assert_int_equal(rows_read(tournaments_rows(h->world.hub->tournaments), &row, &past),
                     STORE_FOUND);
    assert_true(past.player[0].guest && !past.player[1].guest);
    assert_int_equal(past.player[0].origin, 0); /* from where it came is forgotten */
    tournament_free(&past);
}

static void guests_of_one_address_cannot_take_all_places(void **state) {
    hall *h = *state;
    open_to_guests(h, 1);
    for (unsigned i = 0; i < GUESTS_COME; i++) {
        char name[20];
        unsigned who = PLAYERS + i;
        come_as_guest(h, who, i + 1 < GUESTS_COME ? "10.1.1.1" : "10.1.1.2");
        snprintf(name, sizeof name, "Ada %u", i);
        world_pass(60000); /* nobody chooses many names at once */
        be_called(h, who, name);
        say_of(h, who, "tournament-join", i == TOURNAMENT_GUESTS ? "too-many" : NULL);
    }
    say_of(h, PLAYERS, "tournament-leave", NULL);
    say_of(h, PLAYERS + TOURNAMENT_GUESTS, "tournament-join", NULL);
    assert_int_equal(hall_of(h)->players, GUESTS_COME - 1);
}

/* Erased while it goes on, and back as somebody else: as of the same address as before. */
static void who_is_erased_leaves_no_place_for_another_of_its_address(void **state) {
    hall *h = *state;
    open_to_guests(h, 3);
    come_as_guest(h, PLAYERS, "10.1.1.1");
    be_called(h, PLAYERS, "Ada");
    say_of(h, PLAYERS, "tournament-join", NULL);
    join(h, 2);
    pulse(h, 60000);
    assert_int_equal(hall_of(h)->row.state, TOURNAMENT_RUNNING);
    say(h, PLAYERS, "{\"type\":\"erase\"}");
    assert_string_equal(hall_of(h)->player[0].name, "");
    for (unsigned i = 1; i <= TOURNAMENT_GUESTS; i++) {
        char name[20];
        come_as_guest(h, PLAYERS + i, "10.1.1.1");
        snprintf(name, sizeof name, "Eve %u", i);
        world_pass(60000); /* nobody chooses many names at once */
        be_called(h, PLAYERS + i, name);
        say_of(h, PLAYERS + i, "tournament-join", i == TOURNAMENT_GUESTS ? "too-many" : NULL);
    }
}

/* Not even its name is kept: it has never been in a game, and is called nothing any more. */
static void a_guest_who_only_took_part_is_erased(void **state) {
    hall *h = *state;
    struct person person = person_of(PLAYERS);
    open_to_guests(h, 1);
    come_as_guest(h, PLAYERS, "10.1.1.1");
    be_called(h, PLAYERS, "Ada");
    say_of(h, PLAYERS, "tournament-join", NULL);
    be_called(h, PLAYERS, "");
    say(h, PLAYERS, "{\"type\":\"erase\"}");
    assert_int_equal(hall_of(h)->players, 0);
    assert_int_equal(store_has_traces(h->world.store, &person), STORE_NONE);
}

static void guests_come_in_where_the_host_alone_says_so(void **state) {
    hall *h = *state;
    say(h, 0,
        "{\"type\":\"tournament-new\",\"name\":\"Club evening\",\"edition\":\"travel-en\","
        "\"system\":\"swiss\",\"rounds\":3,\"delay\":60,\"guests\":true," CLOCK "}");
    json_t *refused = answer(h, 0, "refused");
    assert_string_equal(json_string_value(json_object_get(refused, "reason")), "bad-message");
    json_decref(refused);
    announce(h, "\"system\":\"swiss\",\"rounds\":3");
    come_as_guest(h, PLAYERS, "10.1.1.1");
    be_called(h, PLAYERS, "Ada");
    say_of(h, PLAYERS, "tournament-join", "not-signed-in");
}

static void a_tournament_that_nobody_comes_to_is_cancelled(void **state) {
    hall *h = *state;
    announce(h, "\"system\":\"swiss\",\"rounds\":3");
    join(h, 1);
    pulse(h, 60000);
    assert_null(hall_of(h));
    json_t *told = look(h);
    assert_string_equal(json_string_value(json_object_get(told, "state")), "cancelled");
    json_decref(told);
}

/* ---- exhibitions ---- */

/* How many of a kind that client has been told since it was last asked, and whether all were of a
 * tournament that it has made. */
static unsigned count_paired(hall *h, unsigned who, bool own) {
    unsigned count = 0;
    for (const ff_span *text; (text = hub_next_message(h->client[who]));) {
        json_t *message = json_loadb(text->data, text->size, 0, NULL);
        hub_message_sent(h->client[who]);
        if (strcmp(json_string_value(json_object_get(message, "type")), "paired") == 0) {
            count++;
            assert_string_equal(json_string_value(json_object_get(message, "system")),
                                "exhibition");
            assert_int_equal(json_is_true(json_object_get(message, "own")), own);
        }
        json_decref(message);
    }
    return count;
}

/* Its host, who need not join, and so many others. */
static void exhibit(hall *h, unsigned others) {
    announce(h, "\"system\":\"exhibition\"");
    for (unsigned i = 1; i <= others; i++)
        say_of(h, i, "tournament-join", NULL);
}

static void whoever_announces_an_exhibition_meets_all_others_at_once(void **state) {
    hall *h = *state;
    exhibit(h, 4);
    json_t *told = look(h);
    json_t *host = json_object_get(told, "host");
    assert_string_equal(json_string_value(json_object_get(host, "name")), "Player 1");
    assert_true(json_is_true(json_object_get(told, "in")));
    json_decref(told);
    pulse(h, 60000);
    pulse(h, 100);
    const tournament *of = hall_of(h);
    assert_int_equal(of->open, 4);
    for (unsigned i = 0; i < 4; i++) {
        const tournament_game *game = &of->game[i];
        assert_int_equal(game->red == 0 ? game->blue : game->red, i + 1);
        assert_true(game->red == 0 || game->blue == 0);
        assert_true(game->game != 0);
        if (i > 0)
            assert_true((game->red == 0) != (of->game[i - 1].red == 0));
    }
    assert_int_equal(count_paired(h, 0, true), 4);
    assert_int_equal(count_paired(h, 1, false), 1);
    say_of(h, 5, "tournament-join", "begun");
    for (unsigned i = 0; i < 4; i++)
        play(h, &hall_of(h)->game[i], (hall_of(h)->game[i].red == 0) == (i != 2));
    pulse(h, 100);
    pulse(h, 100);
    assert_null(hall_of(h));
    told = look(h);
    assert_string_equal(json_string_value(json_object_get(told, "state")), "over");
    json_t *best = json_array_get(json_object_get(told, "standings"), 0);
    assert_string_equal(json_string_value(json_object_get(json_object_get(best, "player"), "name")),
                        "Player 1");
    assert_int_equal(json_integer_value(json_object_get(best, "points")), 300);
    assert_null(json_object_get(best, "buchholz"));
    json_decref(told);
}

static void an_exhibition_goes_on_after_a_restart(void **state) {
    hall *h = *state;
    ff_buffer before = {0}, after = {0};
    exhibit(h, 3);
    pulse(h, 60000);
    pulse(h, 100);
    play(h, &hall_of(h)->game[1], true);
    pulse(h, 100);
    write_as_it_is(h, &before);
    go(h);
    enter(h);
    write_as_it_is(h, &after);
    assert_int_equal(before.size, after.size);
    assert_memory_equal(before.data, after.data, before.size);
    ff_buffer_free(&before);
    ff_buffer_free(&after);
    play_open_games(h);
    pulse(h, 5000);
    pulse(h, 100);
    assert_null(hall_of(h));
}

static void without_its_host_there_is_no_exhibition(void **state) {
    hall *h = *state;
    exhibit(h, 2);
    say_of(h, 0, "tournament-leave", NULL);
    pulse(h, 100);
    assert_null(hall_of(h));
    exhibit(h, 2);
    struct person host = person_of(0);
    tournaments_forget(h->world.hub->tournaments, &host);
    pulse(h, 100);
    assert_null(hall_of(h));
    tournament_row row;
    assert_int_equal(
        rows_find(tournaments_rows(h->world.hub->tournaments), ff_span_of(h->id), &row),
        STORE_FOUND);
    assert_int_equal(row.state, TOURNAMENT_CANCELLED);
}

static void an_exhibition_is_small_and_not_rated(void **state) {
    hall *h = *state;
    check_said(h, 0,
               "{\"type\":\"tournament-new\",\"name\":\"x\",\"edition\":\"travel-en\"," CLOCK
               ",\"system\":\"exhibition\",\"rated\":true}",
               "bad-message");
    check_said(h, 0,
               "{\"type\":\"tournament-new\",\"name\":\"x\",\"edition\":\"travel-en\"," CLOCK
               ",\"system\":\"exhibition\",\"places\":18}",
               "bad-message");
    announce(h, "\"system\":\"exhibition\",\"places\":2");
    say_of(h, 1, "tournament-join", NULL);
    say_of(h, 2, "tournament-join", "full");
}

static void choose(hall *h, unsigned who, const char *name, bool on, const char *reason) {
    char text[160];
    snprintf(text, sizeof text,
             "{\"type\":\"tournament-choose\",\"tournament\":\"%s\",\"name\":\"%s\",\"on\":%s}",
             h->id, name, on ? "true" : "false");
    check_said(h, who, text, reason);
}

static bool is_said_to_ask(hall *h, const char *name) {
    json_t *told = look(h), *line;
    size_t i;
    bool asks = false;
    json_array_foreach(json_object_get(told, "standings"), i, line) {
        const json_t *player = json_object_get(line, "player");
        if (strcmp(json_string_value(json_object_get(player, "name")), name) == 0)
            asks = json_is_true(json_object_get(line, "asks"));
    }
    json_decref(told);
    return asks;
}

static void the_host_of_an_exhibition_plays_whom_it_chooses(void **state) {
    hall *h = *state;
    announce(h, "\"system\":\"exhibition\",\"chooses\":true,\"guests\":true,\"places\":3");
    come_as_guest(h, PLAYERS, "10.1.1.1");
    be_called(h, PLAYERS, "Ada");
    say_of(h, PLAYERS, "tournament-join", NULL);
    for (unsigned i = 1; i <= 4; i++) /* more may ask than there are places */
        say_of(h, i, "tournament-join", NULL);
    choose(h, 1, "Player 2", true, "unknown-tournament"); /* not the host's own */
    choose(h, 0, "Nobody", true, "unknown-name");
    choose(h, 0, "Player 1", false, "unknown-name");
    choose(h, 0, "Ada (Guest)", true, NULL);
    choose(h, 0, "Player 3", true, NULL);
    choose(h, 0, "Player 4", true, "full");
    choose(h, 0, "Player 3", false, NULL);
    choose(h, 0, "Player 4", true, NULL);
    assert_true(is_said_to_ask(h, "Player 3") && !is_said_to_ask(h, "Player 4"));
    go(h); /* and a restart forgets nothing of it */
    enter(h);
    come_as_guest(h, PLAYERS, "10.1.1.1");
    assert_true(is_said_to_ask(h, "Player 3") && !is_said_to_ask(h, "Ada (Guest)"));
    pulse(h, 60000);
    pulse(h, 100);
    const tournament *of = hall_of(h);
    assert_int_equal(of->open, 2);
    for (unsigned i = 0; i < 2; i++) {
        unsigned other = of->game[i].red == 0 ? of->game[i].blue : of->game[i].red;
        assert_true(strcmp(of->player[other].name, "Ada (Guest)") == 0 ||
                    strcmp(of->player[other].name, "Player 4") == 0);
    }
    assert_int_equal(of->players, 3);
    choose(h, 0, "Player 3", true, "begun");
}

/* All but the last guest are of one address: how many of these can take part. */
static unsigned count_let_in(hall *h, const char *fields) {
    unsigned in = 0;
    world_pass(60000); /* nobody announces and joins many at once */
    announce(h, fields);
    for (unsigned i = 0; i + 1 < GUESTS_COME; i++) {
        unsigned before = hall_of(h)->players;
        char text[120];
        snprintf(text, sizeof text, "{\"type\":\"tournament-join\",\"tournament\":\"%s\"}", h->id);
        say(h, PLAYERS + i, text);
        in += hall_of(h)->players > before;
        assert_int_equal(hall_of(h)->players, in + 1);
    }
    say_of(h, ALL - 2, "tournament-join", "too-many");
    say_of(h, ALL - 1, "tournament-join", NULL);
    say_of(h, 0, "tournament-cancel", NULL);
    pulse(h, 100);
    return in;
}

/* One person would else be all opponents of an exhibition, unless its host chooses them. */
static void guests_of_one_address_take_a_quarter_of_an_exhibition(void **state) {
    hall *h = *state;
    for (unsigned i = 0; i < GUESTS_COME; i++) {
        char name[20];
        come_as_guest(h, PLAYERS + i, i + 1 < GUESTS_COME ? "10.1.1.1" : "10.1.1.2");
        snprintf(name, sizeof name, "Ada %u", i);
        world_pass(60000); /* nobody chooses many names at once */
        be_called(h, PLAYERS + i, name);
    }
    assert_int_equal(count_let_in(h, "\"system\":\"exhibition\",\"guests\":true"),
                     TOURNAMENT_PLACES_EXHIBITION / 4);
    assert_int_equal(count_let_in(h, "\"system\":\"exhibition\",\"guests\":true,\"places\":3"), 1);
    assert_int_equal(count_let_in(h, "\"system\":\"exhibition\",\"guests\":true,\"chooses\":true"),
                     TOURNAMENT_GUESTS);
}

static void an_exhibition_whose_host_chooses_nobody_does_not_take_place(void **state) {
    hall *h = *state;
    announce(h, "\"system\":\"exhibition\",\"chooses\":true");
    say_of(h, 1, "tournament-join", NULL);
    pulse(h, 60000);
    assert_null(hall_of(h));
    json_t *told = look(h);
    assert_string_equal(json_string_value(json_object_get(told, "state")), "cancelled");
    json_decref(told);
}

static void the_host_of_an_exhibition_chooses_its_colour(void **state) {
    hall *h = *state;
    announce(h, "\"system\":\"exhibition\",\"seat\":\"blue\"");
    for (unsigned i = 1; i <= 3; i++)
        say_of(h, i, "tournament-join", NULL);
    go(h);
    enter(h);
    pulse(h, 60000);
    pulse(h, 100);
    assert_int_equal(hall_of(h)->open, 3);
    for (unsigned i = 0; i < 3; i++)
        assert_int_equal(hall_of(h)->game[i].blue, 0);
}

static void colours_and_opponents_are_chosen_in_exhibitions_alone(void **state) {
    hall *h = *state;
    static const char *const fields[] = {
        "\"system\":\"exhibition\",\"seat\":\"green\"",
        "\"system\":\"swiss\",\"rounds\":3,\"seat\":\"red\"",
        "\"system\":\"round-robin\",\"chooses\":true",
    };
    for (size_t i = 0; i < sizeof fields / sizeof *fields; i++) {
        char text[300];
        snprintf(text, sizeof text,
                 "{\"type\":\"tournament-new\",\"name\":\"x\",\"edition\":\"travel-en\"," CLOCK
                 ",%s}",
                 fields[i]);
        check_said(h, 0, text, "bad-message");
    }
    exhibit(h, 1);
    choose(h, 0, "Player 2", true, "unknown-tournament");
}

/* The one with many boards would else be claimed away from, board by board. */
static void the_host_of_an_exhibition_is_at_all_its_boards(void **state) {
    hall *h = *state;
    exhibit(h, PLAYERS - 1);
    pulse(h, 60000);
    pulse(h, 100);
    assert_in_range(HUB_FOLLOWED_GAMES, TOURNAMENT_PLACES_EXHIBITION, 64);
    for (unsigned i = 0; i < PLAYERS - 1; i++) {
        char text[100];
        snprintf(text, sizeof text, "{\"type\":\"open\",\"game\":\"%s\"}", hall_of(h)->game[i].id);
        say(h, 0, text);
    }
    for (unsigned i = 0; i < PLAYERS - 1; i++) {
        const struct table *table =
            tables_peek(h->world.hub->tables, ff_span_of(hall_of(h)->game[i].id));
        assert_non_null(table->audience.followers);
    }
}

int main(void) {
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        TEST(a_swiss_is_played_to_its_end),
        TEST(after_a_restart_it_goes_on_as_it_was),
        TEST(who_does_not_come_loses_and_is_away),
        TEST(whose_game_is_closed_is_not_away),
        TEST(a_pair_that_does_not_come_is_away),
        TEST(an_arena_pairs_who_is_free_until_its_time_is_up),
        TEST(what_is_asked_wrongly_is_refused),
        TEST(announcing_and_taking_back_goes_ten_times_a_day),
        TEST(the_more_watch_the_longer_is_the_pause),
        TEST(who_no_longer_watches_is_told_nothing),
        TEST(a_guest_plays_where_the_host_lets_guests_in),
        TEST(guests_of_one_address_cannot_take_all_places),
        TEST(who_is_erased_leaves_no_place_for_another_of_its_address),
        TEST(a_guest_who_only_took_part_is_erased),
        TEST(guests_come_in_where_the_host_alone_says_so),
        TEST(a_tournament_that_nobody_comes_to_is_cancelled),
        TEST(whoever_announces_an_exhibition_meets_all_others_at_once),
        TEST(an_exhibition_goes_on_after_a_restart),
        TEST(without_its_host_there_is_no_exhibition),
        TEST(an_exhibition_is_small_and_not_rated),
        TEST(the_host_of_an_exhibition_is_at_all_its_boards),
        TEST(the_host_of_an_exhibition_plays_whom_it_chooses),
        TEST(an_exhibition_whose_host_chooses_nobody_does_not_take_place),
        TEST(guests_of_one_address_take_a_quarter_of_an_exhibition),
        TEST(the_host_of_an_exhibition_chooses_its_colour),
        TEST(colours_and_opponents_are_chosen_in_exhibitions_alone),
    };
    return sodium_init() < 0 ? 1 : cmocka_run_group_tests(tests, NULL, NULL);
}
