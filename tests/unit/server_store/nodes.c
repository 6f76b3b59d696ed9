/* Several servers on one store in PostgreSQL: what one commits the others hear of and never write
 * over; one of them at a time is the keeper; and no server that would have the store alone comes
 * between. Needs FLAGFALL_POSTGRESQL (tests/support/with_postgresql). */
#include "flagfall/edition_text.h"
#include "server/database/postgresql_state.h"
#include "server/database/store_nodes.h"
#include "server/database/store_sql.h"
#include "server/database/store_state.h"
#include "server/identity/sessions.h"
#include "server/moderation/reports.h"
#include "server/play/server_clock.h"
#include "server/puzzles/puzzle_rows.h"
#include "server/store/store_accounts.h"
#include "server/store/store_chat.h"
#include "server/store/store_games.h"
#include "server/store/store_host.h"
#include "server/store/store_open.h"
#include "server/store/store_push.h"
#include "server/store/store_schema.h"
#include "test_store.h"

#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <string.h>
#include <sys/epoll.h>

#include <cmocka.h>

#define GAME "AAAAAAAAAAAAAAAAAAAAAA"

static const char *uri;

typedef struct nodes {
    struct store *one, *two;
} nodes;

static struct store *open_node(void) {
    ff_error error;
    struct store *store = store_open_node(uri, &error);
    if (!store)
        fail_msg("%s", error.message);
    return store;
}

static int set_up(void **state) {
    static nodes both;
    test_store_new("");
    both = (nodes){open_node(), open_node()};
    *state = &both;
    return 0;
}

static int tear_down(void **state) {
    nodes *both = *state;
    store_close(both->one);
    store_close(both->two);
    return 0;
}

static void check_refused(struct store *(*open)(const char *, ff_error *), const char *word) {
    ff_error error;
    assert_null(open(uri, &error));
    if (!strstr(error.message, word))
        fail_msg("'%s' does not say '%s'", error.message, word);
}

/* Waits for news, and hears all that there are. */
static unsigned hear(struct store *store, const char *table, const char *key) {
    struct epoll_event wait;
    store_news news;
    unsigned heard = 0;
    assert_int_equal(epoll_wait(store_news_fd(store), &wait, 1, -1), 1);
    while (store_next_news(store, &news))
        heard += strcmp(news.table, table) == 0 && strcmp(news.key, key) == 0;
    return heard;
}

static store_game new_game(const char *edition) {
    store_game row = {.seat = {{.rating = STORE_NULL, .change = STORE_NULL},
                               {.rating = STORE_NULL, .change = STORE_NULL}},
                      .rematch = FF_NOBODY};
    snprintf(row.edition, sizeof row.edition, "%s", edition);
    return row;
}

static bool add_game(struct store *store) {
    store_game row = new_game("duel");
    memcpy(row.id, GAME, sizeof GAME);
    return store_add_game(store, &row, ff_span_of("rules")) && store_commit(store);
}

static store_game find(struct store *store) {
    store_game row;
    assert_int_equal(store_find_game(store, ff_span_of(GAME), &row), STORE_FOUND);
    return row;
}

static bool move(struct store *store, store_game row, unsigned number, const char *text) {
    store_act act = {.kind = ACT_MOVE, .seat = FF_RED, .time = 1, .left = STORE_NULL};
    snprintf(act.text, sizeof act.text, "%s", text);
    return store_add_act(store, &row, number, &act);
}

static void what_one_commits_the_other_hears_of(void **state) {
    nodes *both = *state;
    store_news news;
    assert_true(add_game(both->one));
    assert_int_equal(hear(both->two, "game", GAME), 1); /* once a batch, however often it changed */
    assert_false(store_next_news(both->one, &news));
    assert_true(store_set_notice(both->two, "hello") && store_commit(both->two));
    assert_int_equal(hear(both->one, "notice", ""), 1);
    assert_true(store_set_notice(both->two, "never")); /* and nothing of what is taken back */
    store_roll_back(both->two);
    assert_true(move(both->two, find(both->two), 0, "a4-a5") && store_commit(both->two));
    assert_int_equal(hear(both->one, "notice", ""), 0);
}

/* So that who follows a game by its row cannot see that somebody has planned something. */
static void a_change_of_the_log_alone_is_told_as_such(void **state) {
    nodes *both = *state;
    assert_true(add_game(both->one));
    assert_int_equal(hear(both->two, "game", GAME), 1);
    store_game row = find(both->one);
    store_act plan = {.kind = ACT_PLAN, .seat = FF_RED, .text = "a7-a6 a4-a5", .left = STORE_NULL};
    assert_true(store_add_act(both->one, &row, 0, &plan) && store_commit(both->one));
    assert_int_equal(hear(both->two, "log", GAME), 1);
    row = find(both->one);
    row.plies++;
    assert_true(store_update_game(both->one, &row) && store_commit(both->one));
    assert_int_equal(hear(both->two, "game", GAME), 1);
}

static void no_ply_is_written_by_two(void **state) {
    nodes *both = *state;
    assert_true(add_game(both->one));
    store_game as_one = find(both->one), as_two = find(both->two);
    assert_true(move(both->one, as_one, 0, "a4-a5") && store_commit(both->one));
    move(both->two, as_two, 0, "b4-b5"); /* is sent, and not waited for */
    assert_false(store_commit(both->two));
    assert_true(store_has_conflicted(both->two) && store_is_working(both->two));
    assert_true(move(both->two, find(both->two), 1, "b7-b6") && store_commit(both->two));
}

/* A game that both make has one row. */
static void what_is_there_already_is_a_conflict(void **state) {
    nodes *both = *state;
    assert_true(add_game(both->one));
    assert_false(add_game(both->two) && store_commit(both->two));
    assert_false(store_commit(both->two) && store_has_conflicted(both->two));
    assert_true(store_is_working(both->two));
}

static void one_keeps_until_it_ends(void **state) {
    nodes *both = *state;
    assert_false(store_keeps(both->one) || store_keeps(both->two));
    store_keep(both->one);
    store_keep(both->two);
    assert_true(store_keeps(both->one) && !store_keeps(both->two));
    store_close(both->one);
    both->one = NULL;
    while (!store_keeps(both->two))
        store_keep(both->two);
}

static void cut_sessions(void) {
    assert_true(test_store_run(uri, "DO $$ BEGIN PERFORM pg_terminate_backend(pid, 5000)"
                                    " FROM pg_stat_activity WHERE pid <> pg_backend_pid()"
                                    " AND usename = current_user; END $$"));
}

static void wait_until_they_work(nodes *both) {
    while (!store_probe(both->two) || !store_probe(both->one))
        ;
}

/* As by a restart of the database: it is not the keeper any more, and may have missed news. */
static void who_loses_the_session_loses_what_it_had(void **state) {
    nodes *both = *state;
    store_news news;
    store_keep(both->one);
    cut_sessions();
    store_probe(both->one);
    assert_false(store_keeps(both->one));
    wait_until_they_work(both);
    assert_true(store_next_news(both->one, &news) && !news.table[0]);
    assert_true(add_game(both->two));
    assert_int_equal(hear(both->one, "game", GAME), 1);
    store_keep(both->two);
    assert_true(store_keeps(both->two));
}

/* Whoever it was that found it gone: here it was who looked for news. */
static void a_batch_whose_session_is_gone_says_that_the_database_is_away(void **state) {
    nodes *both = *state;
    store_news news;
    assert_true(store_set_notice(both->one, "lost"));
    cut_sessions();
    while (!postgresql_is_away(both->one->connection))
        store_next_news(both->one, &news);
    assert_false(store_ban_address(both->one, "192.0.2.1", 1));
    assert_non_null(strstr(store_trouble(both->one), "PostgreSQL is away: "));
    assert_false(store_commit(both->one));
    wait_until_they_work(both);
}

/* From now on the database waits for its next word no longer than this, as long as this session
 * lasts: much less than usual. */
static void hang_soon(struct store *store, const char *setting) {
    char sql[80];
    snprintf(sql, sizeof sql, "SET %s = 100", setting);
    assert_true(postgresql_run(store->connection, sql));
}

/* It may be slower than that between two words of ours, and its next session takes a while. */
static void begin_move(struct store *store, unsigned number) {
    do
        while (store_commit(store), !store_probe(store))
            continue;
    while (!move(store, find(store), number, "a4-a5"));
}

static void who_hangs_in_a_batch_holds_its_rows_no_longer(void **state) {
    nodes *both = *state;
    assert_true(add_game(both->two));
    hang_soon(both->one, "idle_in_transaction_session_timeout");
    begin_move(both->one, 0);
    while (!move(both->two, find(both->two), 0, "b4-b5"))
        store_commit(both->two);
    assert_true(store_commit(both->two));
    assert_false(store_commit(both->one)); /* it goes on, and has lost its batch */
    do
        begin_move(both->one, 1);
    while (!store_commit(both->one));
    assert_int_equal(find(both->two).number, find(both->one).number);
}

static void who_hangs_keeps_no_longer(void **state) {
    nodes *both = *state;
    store_news news;
    if (!test_store_run(uri, "DO $$ BEGIN PERFORM current_setting('idle_session_timeout'); END $$"))
        skip();                     /* PostgreSQL 13 */
    while (!store_keeps(both->one)) /* the session of the test before may not be over yet */
        store_keep(both->one);
    hang_soon(both->one, "idle_session_timeout");
    while (!store_keeps(both->two))
        store_keep(both->two);
    while (!store_beat(both->one)) /* it goes on, and finds out */
        continue;
    assert_false(store_keeps(both->one));
    while (!store_next_news(both->one, &news))
        store_beat(both->one);
    assert_string_equal(news.table, "");
    assert_true(store_sessions(both->one) > 1);
}

/* Unless the host has said otherwise. */
static void a_hung_session_ends_after_ten_seconds(void **state) {
    static const char ask[] = "SHOW idle_in_transaction_session_timeout";
    nodes *both = *state;
    char location[512], said[32];
    ff_error error;
    assert_true(postgresql_ask(both->one->connection, ask, said, sizeof said));
    assert_string_equal(said, "10s");
    store_close(both->one);
    snprintf(location, sizeof location,
             "%s%coptions=-c%%20idle_in_transaction_session_timeout%%3D20s", uri,
             strchr(uri, '?') ? '&' : '?');
    both->one = store_open_node(location, &error);
    assert_non_null(both->one);
    assert_true(postgresql_ask(both->one->connection, ask, said, sizeof said));
    assert_string_equal(said, "20s");
}

static int64_t ask_clock(struct store *store) {
    int64_t us;
    assert_true(postgresql_ask_number(
        store->connection, "SELECT (extract(epoch FROM clock_timestamp()) * 1000000)::bigint",
        &us));
    return us;
}

/* By the database's clock, whatever that of either machine says; and nothing is asked for it. */
static void it_is_known_how_late_news_are_heard(void **state) {
    nodes *both = *state;
    store_news news = {.table = ""};
    int64_t before, after;
    before = ask_clock(both->one);
    assert_true(store_beat(both->one) && store_beat(both->two));
    uint64_t trips = store_round_trips(both->one);
    while (strcmp(news.table, "beat") != 0)
        store_next_news(both->one, &news);
    assert_true(store_clock_us(both->one, &after));
    int64_t told = strtoll(news.key, NULL, 10);
    assert_true(before <= told && told <= after);
    assert_int_equal(store_round_trips(both->one), trips);
}

/* So the network is waited for once, however much is written; a node waits once more, for the game
 * that it holds. */
static void a_move_is_waited_for_once_and_its_batch_once(void **state) {
    nodes *both = *state;
    bool changed;
    assert_true(add_game(both->one));
    store_game row = find(both->one);
    uint64_t trips = store_round_trips(both->one);
    assert_true(store_hold_game(both->one, &row, &changed) && !changed);
    assert_int_equal(store_round_trips(both->one) - trips, 1);
    assert_true(move(both->one, row, 0, "a4-a5") && store_set_notice(both->one, "hello"));
    assert_int_equal(store_round_trips(both->one) - trips, 1);
    assert_true(store_commit(both->one));
    assert_int_equal(store_round_trips(both->one) - trips, 2);
}

static bool count_acts(void *context, const store_act *act) {
    (void)act;
    ++*(unsigned *)context;
    return true;
}

static unsigned acts_of(struct store *store, const store_game *row) {
    store_log log = {0};
    unsigned acts = 0;
    assert_int_equal(store_visit_acts(store, row, &log, count_acts, &acts), STORE_NONE);
    return acts;
}

static void what_is_asked_early_is_waited_for_together(void **state) {
    nodes *both = *state;
    store_game row, none;
    assert_true(add_game(both->one));
    int64_t number = find(both->two).number;
    assert_true(move(both->one, find(both->one), 0, "a4-a5") && store_commit(both->one));
    uint64_t trips = store_round_trips(both->two);
    store_ask_game(both->two, ff_span_of(GAME), number, 0);
    store_ask_game(both->two, ff_span_of("none"), 0, 0);
    assert_int_equal(store_find_game(both->two, ff_span_of(GAME), &row), STORE_FOUND);
    assert_int_equal(store_find_game(both->two, ff_span_of("none"), &none), STORE_NONE);
    assert_int_equal(acts_of(both->two, &row), 1);
    assert_int_equal(store_round_trips(both->two) - trips, 1);
    assert_int_equal(acts_of(both->two, &row), 1); /* what was asked is answered once */
    assert_int_equal(store_round_trips(both->two) - trips, 2);
}

/* It would be older than what is written meanwhile. */
static void what_was_asked_early_is_forgotten_where_something_is_written(void **state) {
    nodes *both = *state;
    assert_true(add_game(both->one));
    int64_t before = find(both->one).seal;
    store_ask_game(both->one, ff_span_of(GAME), 0, 0);
    store_game row = find(both->two);
    assert_true(move(both->one, row, 0, "a4-a5") && find(both->one).seal != before);
    assert_true(store_commit(both->one));
    store_ask_game(both->one, ff_span_of(GAME), 0, 0);
    store_forget_asked(both->one);
    assert_true(move(both->two, find(both->two), 1, "b7-b6") && store_commit(both->two));
    assert_int_equal(find(both->one).seal, find(both->two).seal);
}

/* As when the database is started again: it is asked anew, in another session. */
static void what_was_asked_early_of_a_session_that_ends_is_asked_again(void **state) {
    nodes *both = *state;
    store_game row = {.number = 0};
    assert_true(add_game(both->one));
    store_ask_game(both->one, ff_span_of(GAME), 0, 0);
    assert_true(test_store_run(uri, "DO $$ BEGIN PERFORM pg_terminate_backend(pid, 5000)"
                                    " FROM pg_stat_activity WHERE pid <> pg_backend_pid()"
                                    " AND usename = current_user; END $$"));
    while (store_find_game(both->one, ff_span_of(GAME), &row) != STORE_FOUND)
        continue;
    assert_string_equal(row.id, GAME);
}

static bool count_triggers(struct store *store, int64_t *count) {
    return postgresql_ask_number(
        store->connection, "SELECT count(*) FROM pg_trigger WHERE tgname = 'flagfall_news'", count);
}

/* While others run, whose release may be the older one, which has not known a table of nodes, or
 * the newer one. */
static void who_starts_beside_others_renews_triggers_of_an_older_release_alone(void **state) {
    nodes *both = *state;
    int64_t all, left;
    assert_true(count_triggers(both->one, &all) && all > 10);
    for (int newer = 0; newer <= 1; newer++) {
        char sql[160];
        snprintf(sql, sizeof sql, "%s COMMENT ON FUNCTION flagfall_news_here() IS '%d'",
                 newer ? "DROP TRIGGER flagfall_news ON notice;" : "DROP TABLE wish;",
                 newer ? 1000 : 0);
        assert_true(test_store_run(uri, sql));
        store_close(both->two);
        both->two = open_node();
        assert_true(count_triggers(both->one, &left));
        assert_int_equal(left, newer ? all - 1 : all);
    }
}

/* What one of two servers does that begin games of two editions at once, each in its own order. */
typedef struct beginnings {
    struct store *store;
    char name; /* in the ids of its games */
    bool begins_with_duel;
    unsigned lost;
} beginnings;

static bool begin_games(const beginnings *of, unsigned round) {
    bool good = true;
    for (unsigned i = 0; good && i < 2; i++) {
        store_game row = new_game((i == 0) == of->begins_with_duel ? "duel" : "barrage");
        memcpy(row.id, GAME, sizeof GAME);
        row.id[0] = of->name;
        row.id[1] = (char)('A' + i);
        row.id[2] = (char)('A' + round / 10);
        row.id[3] = (char)('A' + round % 10);
        good = store_add_game(of->store, &row, ff_span_of("rules"));
    }
    return store_commit(of->store) && good;
}

enum { ROUNDS = 100 };

static void *begin_all(void *context) {
    beginnings *of = context;
    for (unsigned round = 0; round < ROUNDS; round++)
        of->lost += !begin_games(of, round);
    return NULL;
}

static void nobody_waits_for_each_other_to_count_games(void **state) {
    nodes *both = *state;
    beginnings one = {both->one, 'A', true, 0}, two = {both->two, 'B', false, 0};
    int64_t games;
    pthread_t other;
    /* However slow the machine is: PostgreSQL still ends those who wait for each other. */
    assert_true(postgresql_run(both->one->connection, "SET lock_timeout = 0") &&
                postgresql_run(both->two->connection, "SET lock_timeout = 0"));
    assert_int_equal(pthread_create(&other, NULL, begin_all, &one), 0);
    begin_all(&two);
    assert_int_equal(pthread_join(other, NULL), 0);
    assert_int_equal(one.lost + two.lost, 0);
    assert_true(
        postgresql_ask_number(both->one->connection, "SELECT sum(games) FROM going", &games));
    assert_int_equal(games, 4 * ROUNDS);
}

/* The second game that a server wants in one batch. */
typedef struct second_game {
    struct store *store;
    const store_game *row;
    bool stands;
} second_game;

static bool hold(struct store *store, const store_game *row) {
    bool changed;
    return store_hold_game(store, row, &changed);
}

static void *hold_second(void *context) {
    second_game *of = context;
    bool held = hold(of->store, of->row);
    of->stands = store_commit(of->store) && held;
    return NULL;
}

/* One of them goes on as soon as PostgreSQL has looked (`deadlock_timeout`). */
static void of_two_that_wait_for_each_others_games_one_goes_on(void **state) {
    nodes *both = *state;
    static const char soon[] = "SET deadlock_timeout = '10ms'; SET lock_timeout = 0";
    store_game other = new_game("barrage");
    pthread_t beside;
    memcpy(other.id, "B" GAME, sizeof GAME - 1);
    assert_true(add_game(both->one));
    assert_true(store_add_game(both->one, &other, ff_span_of("rules")) && store_commit(both->one));
    store_game row = find(both->one);
    assert_true(postgresql_run(both->one->connection, soon) &&
                postgresql_run(both->two->connection, soon));
    assert_true(hold(both->one, &row) && hold(both->two, &other));
    second_game one = {both->one, &other, false}, two = {both->two, &row, false};
    assert_int_equal(pthread_create(&beside, NULL, hold_second, &one), 0);
    hold_second(&two);
    pthread_join(beside, NULL);
    assert_int_equal(one.stands + two.stands, 1);
    assert_true(store_has_conflicted(one.stands ? both->two : both->one));
    assert_true(store_is_working(both->one) && store_is_working(both->two));
}

/* ---- what two servers write at once that there is only once ---- */

/* False where the batch is spoilt; `written`: by this call. By a thread, which asserts nothing. */
typedef bool write_once(struct store *store, bool *written);

static bool add_account(struct store *store, uint8_t person, const char *name, bool *written) {
    store_account account = {.person = {{person}}};
    snprintf(account.name, sizeof account.name, "%s", name);
    return store_add_account(store, &account, name, written);
}

static bool add_wren(struct store *store, bool *written) {
    return add_account(store, store_keeps(store) ? 1 : 2, "wren", written);
}

static bool add_person(struct store *store, bool *written) {
    return add_account(store, 1, store_keeps(store) ? "wren" : "robin", written);
}

static bool try_puzzle(struct store *store, bool *written) {
    return puzzle_rows_add_try(store, &(struct person){{1}}, 7, true, 1000, written);
}

/* Both have written it: the second one over what the first one has. */
static bool put_endpoint(struct store *store, bool *written) {
    store_push push = {.endpoint = "https://push.example/1",
                       .person = {{store_keeps(store) ? 1 : 2}},
                       .guest = true,
                       .time = 1000};
    *written = store_keeps(store);
    return store_put_push(store, &push);
}

/* The one deletes the line that the other reports. */
static bool report_line(struct store *store, bool *written) {
    store_game game;
    *written = store_keeps(store);
    if (store_find_game(store, ff_span_of(GAME), &game) != STORE_FOUND)
        return false;
    report made = {.game = game.number, .by = {{3}}, .time = 1000};
    return *written ? store_drop_chat(store, &game, INT64_MAX) : reports_add(store, &made, written);
}

static bool use_code(struct store *store, bool *written) {
    return store_use_totp(store, &(struct person){{1}}, 50000000, written);
}

/* Of the cookie {7}, made before both take it. */
static char ticket[TICKET_SIZE];

static bool take_ticket(struct store *store, bool *written) {
    struct cookie fresh;
    session_answer good =
        sessions_redeem(store, &(struct person){{7}}, ff_span_of(ticket), 2000, &fresh);
    *written = good == SESSION_FOUND;
    return good != SESSION_FAILED;
}

typedef struct second_write {
    struct store *store;
    write_once *write;
    bool written, stands;
} second_write;

static void *write_second(void *context) {
    second_write *of = context;
    bool good = of->write(of->store, &of->written) && store_set_notice(of->store, "stands");
    of->stands = store_commit(of->store) && good;
    return NULL;
}

/* The second one waits for the end of the first one's batch: and has lost nothing of its own. */
static void check_once(const nodes *both, write_once *write) {
    static const char patient[] = "SET lock_timeout = 0";
    static const char until_it_waits[] =
        "DO $$ BEGIN WHILE NOT EXISTS (SELECT FROM pg_locks WHERE NOT granted)"
        " LOOP PERFORM pg_sleep(0.01); END LOOP; END $$";
    second_write second = {both->two, write, true, false};
    char notice[NOTICE_SIZE];
    pthread_t beside;
    bool written;
    assert_true(postgresql_run(both->two->connection, patient));
    assert_true(write(both->one, &written) && written);
    assert_int_equal(pthread_create(&beside, NULL, write_second, &second), 0);
    assert_true(test_store_run(uri, until_it_waits));
    assert_true(store_commit(both->one));
    pthread_join(beside, NULL);
    assert_true(second.stands && !second.written);
    assert_true(store_read_notice(both->one, notice));
    assert_string_equal(notice, "stands");
}

static void check_once_in_a_new_store(void **state, write_once *write) {
    nodes *both = *state;
    store_keep(both->one);
    assert_true(store_keeps(both->one) && !store_keeps(both->two));
    check_once(both, write);
}

static void of_two_who_want_a_name_the_second_is_too_late(void **state) {
    check_once_in_a_new_store(state, add_wren);
}

static void of_a_person_at_two_servers_the_second_is_too_late(void **state) {
    check_once_in_a_new_store(state, add_person);
}

static void a_puzzle_is_tried_once(void **state) {
    check_once_in_a_new_store(state, try_puzzle);
}

static void a_one_time_code_is_good_once(void **state) {
    nodes *both = *state;
    bool added;
    assert_true(add_account(both->one, 1, "wren", &added) && store_commit(both->one));
    check_once_in_a_new_store(state, use_code);
}

static void a_ticket_is_good_once(void **state) {
    nodes *both = *state;
    session_grant grant = {.cookie = {{7}}, .guest = {{8}}};
    sessions_seal(both->one, &grant, 1000, ticket);
    check_once_in_a_new_store(state, take_ticket);
}

static void an_endpoint_is_of_who_comes_last(void **state) {
    nodes *both = *state;
    store_push push;
    check_once_in_a_new_store(state, put_endpoint);
    assert_int_equal(store_find_push(both->one, "https://push.example/1", &push), STORE_FOUND);
    assert_int_equal(push.person.key[0], 2);
}

static void a_line_that_goes_is_not_reported(void **state) {
    nodes *both = *state;
    assert_true(add_game(both->one));
    store_game game = find(both->one);
    store_line line = {.seat = FF_RED, .person = {{1}}, .text = "fool", .time = 1};
    assert_true(store_add_line(both->one, &game, &line) && store_commit(both->one));
    check_once_in_a_new_store(state, report_line);
}

static void who_would_have_it_alone_waits_for_all(void **state) {
    nodes *both = *state;
    check_refused(store_open, "another server is running on this store");
    store_close(both->one);
    check_refused(store_open, "another server is running on this store");
    store_close(both->two);
    ff_error error;
    both->two = NULL;
    both->one = store_open(uri, &error);
    assert_non_null(both->one);
    assert_true(store_keeps(both->one) && !store_is_shared(both->one));
    check_refused(store_open_node, "another server is running on this store");
}

static void a_schema_is_changed_only_by_who_is_alone(void **state) {
    nodes *both = *state;
    char sql[80];
    snprintf(sql, sizeof sql, "UPDATE flagfall_store SET schema = %d", STORE_SCHEMA - 1);
    assert_true(test_store_run(uri, sql));
    check_refused(store_open_node, "end them all");
    snprintf(sql, sizeof sql, "UPDATE flagfall_store SET schema = %d", STORE_SCHEMA);
    assert_true(test_store_run(uri, sql));
    assert_true(store_probe(both->one));
}

/* It was cut off while all others were replaced: it writes nothing into what it does not know. */
static void who_comes_back_to_another_schema_is_told_to_be_replaced(void **state) {
    nodes *both = *state;
    char sql[200];
    snprintf(sql, sizeof sql,
             "UPDATE flagfall_store SET schema = %d; DO $$ BEGIN PERFORM"
             " pg_terminate_backend(pid, 5000) FROM pg_stat_activity"
             " WHERE pid <> pg_backend_pid() AND usename = current_user; END $$",
             STORE_SCHEMA + 1);
    assert_true(test_store_run(uri, sql));
    while (!strstr(store_trouble(both->one), "has been brought up to date meanwhile"))
        assert_false(store_probe(both->one));
    assert_false(store_probe(both->one) || store_set_notice(both->one, "never"));
}

/* However far a machine's own clock is off: else it would be so for ever, for time never goes back.
 */
static void a_node_begins_with_the_time_of_the_database(void **state) {
    enum { HOUR = 3600000, WALL = 2000000000 };
    nodes *both = *state;
    struct postgresql *own = both->two->connection;
    for (int off = -HOUR; off <= HOUR; off += HOUR) {
        server_clock clock;
        own->ahead_ms = off;
        assert_true(server_clock_init(&clock, both->two, (time_pair){.wall = WALL, .steady = 7}));
        assert_int_equal(clock.now, WALL + off);
        server_clock_tick(&clock, (time_pair){.wall = WALL + 10, .steady = 17});
        assert_int_equal(clock.now, WALL + off + 10);
        assert_int_equal(clock.gaps.count, 0);
        server_clock_destroy(&clock);
    }
}

static void a_file_has_one_server(void **state) {
    (void)state;
    ff_error error;
    assert_null(store_open_node("/tmp/never-made.db", &error));
    assert_non_null(strstr(error.message, "PostgreSQL"));
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void) {
    const struct CMUnitTest files[] = {cmocka_unit_test(a_file_has_one_server)};
    const struct CMUnitTest tests[] = {
        TEST(what_one_commits_the_other_hears_of),
        TEST(no_ply_is_written_by_two),
        TEST(what_is_there_already_is_a_conflict),
        TEST(one_keeps_until_it_ends),
        TEST(who_loses_the_session_loses_what_it_had),
        TEST(a_batch_whose_session_is_gone_says_that_the_database_is_away),
        TEST(who_would_have_it_alone_waits_for_all),
        TEST(a_schema_is_changed_only_by_who_is_alone),
        TEST(who_comes_back_to_another_schema_is_told_to_be_replaced),
        TEST(a_change_of_the_log_alone_is_told_as_such),
        TEST(who_hangs_in_a_batch_holds_its_rows_no_longer),
        TEST(who_hangs_keeps_no_longer),
        TEST(a_hung_session_ends_after_ten_seconds),
        TEST(it_is_known_how_late_news_are_heard),
        TEST(a_move_is_waited_for_once_and_its_batch_once),
        TEST(what_is_asked_early_is_waited_for_together),
        TEST(what_was_asked_early_is_forgotten_where_something_is_written),
        TEST(what_was_asked_early_of_a_session_that_ends_is_asked_again),
        TEST(who_starts_beside_others_renews_triggers_of_an_older_release_alone),
        TEST(nobody_waits_for_each_other_to_count_games),
        TEST(of_two_who_want_a_name_the_second_is_too_late),
        TEST(of_a_person_at_two_servers_the_second_is_too_late),
        TEST(a_puzzle_is_tried_once),
        TEST(a_one_time_code_is_good_once),
        TEST(a_ticket_is_good_once),
        TEST(an_endpoint_is_of_who_comes_last),
        TEST(a_line_that_goes_is_not_reported),
        TEST(of_two_that_wait_for_each_others_games_one_goes_on),
        TEST(a_node_begins_with_the_time_of_the_database),
    };
    int failed = cmocka_run_group_tests(files, NULL, NULL);
    uri = test_postgresql();
    if (uri)
        return failed || cmocka_run_group_tests(tests, NULL, NULL);
    printf("skipped: no PostgreSQL (tests/support/with_postgresql)\n");
    return failed;
}
