/* What the operator's lists say, and what a page of one costs the server that runs. */
#define _POSIX_C_SOURCE 200809L

#include "hub_talk.h"

#include "server/api/admin.h"

/* What the host is told of a command; the caller's to free. */
static char *host(hub_world *world, const char *command, const char *word) {
    ff_buffer words = {0}, out = {0};
    ff_error error;
    ff_buffer_add(&words, command, strlen(command) + 1);
    if (word)
        ff_buffer_add(&words, word, strlen(word) + 1);
    bool done = admin_do(world->hub, (ff_span){words.data, words.size}, &out, &error);
    ff_buffer_free(&words);
    assert_true(hub_end_batch(world->hub));
    ff_buffer_byte(&out, 0);
    char *said = strdup(done ? out.data : error.message);
    ff_buffer_free(&out);
    return said;
}

static void check(hub_world *world, const char *command, const char *word, const char *said) {
    char *told = host(world, command, word);
    assert_string_equal(told, said);
    free(told);
}

/* A line is read by programs, and whoever makes a tournament chooses its name. */
static void no_name_ends_the_value_that_it_stands_in(void **state) {
    hub_world *world = *state;
    char *id = host(world, "add-tournament",
                    "{\"name\":\"a\\\" state=over "
                    "b=\\\"\",\"system\":\"round-robin\",\"edition\":\"duel\",\"clock\":{\"bank\":"
                    "60,\"free\":0,\"increment\":0,\"setup\":60},\"rated\":false,\"delay\":600}");
    char *list = host(world, "tournaments", NULL);
    assert_non_null(strstr(list, " state=open "));
    assert_non_null(strstr(list, " name=\"a' state=over b='\"\n"));
    free(list);
    free(id);
}

static void a_guest_is_banned_and_let_in_by_the_same_words_however_they_are_written(void **state) {
    hub_world *world = *state;
    assert_true(world_add_games(world->store));
    say(world, BOB, "{\"type\":\"chat\",\"game\":\"" WORLD_PAIR "\",\"text\":\"fool\"}");
    check(world, "ban", WORLD_PAIR "/000", "");
    check(world, "bans", NULL, "guest " WORLD_PAIR "/0\n");
    check(world, "unban", WORLD_PAIR "/1", "no guest is banned by this line; 'bans' lists who is");
    check(world, "unban", WORLD_PAIR "/00", "");
    check(world, "bans", NULL, "");
}

static void add_accounts(struct store *store, unsigned count, unsigned banned) {
    for (unsigned i = 0; i < count; i++) {
        store_account account = {.person = {{9, (uint8_t)i, (uint8_t)(i >> 8)}},
                                 .banned = i % banned == 0};
        snprintf(account.name, sizeof account.name, "p%05u", i);
        assert_true(store_add_account(store, &account, account.name, NULL));
    }
    assert_true(store_commit(store));
}

/* Each page in a batch of its own, however many accounts nobody has banned lie in between. */
static void who_is_banned_is_found_page_by_page(void **state) {
    enum { ACCOUNTS = 4500, EACH = 1500, PAGE = 2000 };
    hub_world *world = *state;
    add_accounts(world->store, ACCOUNTS, EACH);
    check(world, "ban", "192.0.2.7", "");
    uint64_t before = store_rows(world->store);
    check(world, "bans", NULL, "address 192.0.2.7\naccount p00000\naccount p01500\nmore=>p01999\n");
    assert_in_range(store_rows(world->store) - before, PAGE, PAGE + 2);
    check(world, "bans", ">p01999", "account p03000\nmore=>p03999\n");
    check(world, "bans", ">p03999", "");
    check(world, "bans", "p03999", "'bans' takes no more words");
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(no_name_ends_the_value_that_it_stands_in),
        TEST(a_guest_is_banned_and_let_in_by_the_same_words_however_they_are_written),
        TEST(who_is_banned_is_found_page_by_page),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
