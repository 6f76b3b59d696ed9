/* Who may ask, which files there are, and what becomes of who waits too long. */
#include "server/api/routes.h"
#include "server/http/exchange.h"
#include "server/http/files.h"

#include <setjmp.h>
#include <sodium.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static bool host(const http_hosts *hosts, const char *text) {
    return http_host_is_ours(hosts, ff_span_of(text));
}

static bool origin(const http_hosts *hosts, const char *text) {
    return http_origin_is_ours(hosts, ff_span_of(text));
}

static void a_server_knows_its_names(void **state) {
    (void)state;
    http_hosts hosts;
    http_hosts_init(&hosts, "192.168.1.5", 8080, "play.example.org");
    assert_true(host(&hosts, "127.0.0.1:8080") && host(&hosts, "localhost:8080"));
    assert_true(host(&hosts, "[::1]:8080") && host(&hosts, "192.168.1.5:8080"));
    assert_true(host(&hosts, "Play.Example.org"));
    assert_false(host(&hosts, "") || host(&hosts, "127.0.0.1") || host(&hosts, "127.0.0.1:80801"));
    assert_false(host(&hosts, "127.0.0.1:808") || host(&hosts, "play.example.org:8080"));
    assert_true(origin(&hosts, "http://localhost:8080"));
    assert_true(origin(&hosts, "https://play.example.org"));
    assert_false(origin(&hosts, "") || origin(&hosts, "http://") || origin(&hosts, "null"));
    assert_false(origin(&hosts, "ws://localhost:8080") || origin(&hosts, "localhost:8080"));
    assert_false(origin(&hosts, "http://localhost:8080/"));
}

static void on_the_usual_port_no_port_is_named(void **state) {
    (void)state;
    http_hosts hosts;
    http_hosts_init(&hosts, "::1", 80, NULL);
    assert_true(host(&hosts, "localhost") && host(&hosts, "[::1]") && host(&hosts, "127.0.0.1"));
    assert_false(host(&hosts, "localhost:8080"));
}

static void a_public_host_is_what_browsers_send(void **state) {
    (void)state;
    static const char *const good[] = {"play.example.org", "play.example.org:8443", "localhost",
                                       "192.168.1.5:8080", "[2001:db8::1]:8080",    "[::1]",
                                       "my_house"};
    static const char *const wrong[] = {"",
                                        "http://play.example.org",
                                        "a.example/",
                                        "a.example:",
                                        "a.example:x",
                                        "a.example:65536",
                                        "a b",
                                        "2001:db8::1",
                                        "[::1",
                                        "[]",
                                        "[::1]x",
                                        "m\xc3\xbcller.example",
                                        ":80",
                                        "a,b"};
    for (size_t i = 0; i < sizeof good / sizeof *good; i++)
        assert_true(http_host_is_good(good[i]));
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        assert_false(http_host_is_good(wrong[i]));
    char longest[HTTP_HOST_SIZE + 1] = "";
    memset(longest, 'a', HTTP_HOST_SIZE);
    assert_false(http_host_is_good(longest));
    longest[HTTP_HOST_SIZE - 1] = 0;
    assert_true(http_host_is_good(longest));
}

static void headers_are_read(void **state) {
    (void)state;
    size_t length;
    assert_true(ff_span_equals(http_bearer(ff_span_of("Bearer abc")), "abc"));
    assert_true(ff_span_equals(http_bearer(ff_span_of("bearer  abc ")), "abc"));
    assert_int_equal(http_bearer(ff_span_of("Basic abc")).size, 0);
    assert_true(http_takes_gzip(ff_span_of("gzip, deflate, br")));
    assert_true(http_takes_gzip(ff_span_of("br;q=1.0, GZIP;q=0.5")));
    assert_false(http_takes_gzip(ff_span_of("br")) || http_takes_gzip(ff_span_of("")));
    assert_false(http_takes_gzip(ff_span_of("gzip;q=0")) ||
                 http_takes_gzip(ff_span_of("gzip; q=0.00, br")));
    assert_true(http_length_read(ff_span_of("1000"), 1000, &length) && length == 1000);
    static const char *const wrong[] = {"",    "1001", "-1", "+1",
                                        "1e3", "0x10", " 1", "99999999999999999999999"};
    for (int i = 0; i < 8; i++)
        assert_false(http_length_read(ff_span_of(wrong[i]), 1000, &length));
    assert_true(http_tag_matches(ff_span_of("\"a\", W/\"b\""), "\"b\""));
    assert_true(http_tag_matches(ff_span_of("*"), "\"b\""));
    assert_false(http_tag_matches(ff_span_of("\"ab\""), "\"b\""));
}

static struct arena memory;

static http_reply fetch(const struct files *files, ff_span path, bool gzip) {
    http_request request = {.method = HTTP_GET, .path = path, .gzip = gzip};
    http_reply answer = {.memory = &memory};
    files_answer(files, &request, &answer);
    return answer;
}

static void the_page_is_in_the_program(void **state) {
    (void)state;
    struct files *files = files_new(NULL);
    assert_non_null(files);
    http_reply page = fetch(files, ff_span_of("/"), false);
    assert_int_equal(page.status, 200);
    assert_string_equal(page.type, "text/html; charset=utf-8");
    assert_true(page.body.size > 0 && page.tag[0] == '"' && page.varies);
    assert_int_equal(fetch(files, ff_span_of(""), false).status, 404);
    assert_int_equal(fetch(files, ff_span_of("/nothing.js"), false).status, 404);
    http_reply packed = fetch(files, ff_span_of("/"), true);
    assert_string_equal(packed.encoding, "gzip");
    assert_true(packed.body.size < page.body.size && memcmp(packed.body.data, "\x1f\x8b", 2) == 0);
    assert_string_not_equal(packed.tag, page.tag);
    files_free(files);
}

static void no_path_leads_out_of_the_folder(void **state) {
    (void)state;
    struct files *files = files_new(TEST_ROOT "/support");
    http_reply found = fetch(files, ff_span_of("/hub_world.h"), true);
    assert_true(found.status == 200 && found.body.size > 0);
    arena_free(&memory);
    static const char *const paths[] = {"/../unit/server/http.c",
                                        "/./hub_world.h",
                                        "//hub_world.h",
                                        "/hub_world.h/",
                                        "/../../Makefile",
                                        "/a/../hub_world.h",
                                        "hub_world.h",
                                        "/.hidden",
                                        "/"};
    for (int i = 0; i < 9; i++)
        assert_int_equal(fetch(files, ff_span_of(paths[i]), false).status, 404);
    assert_int_equal(fetch(files, (ff_span){"/hub_world.h\0", 13}, false).status, 404);
    files_free(files);
}

/* ---- who waits too long ---- */

/* A connection without a socket: what it was sent, and what its exchange has asked for. */
typedef struct line {
    http_exchange exchange;
    struct tickets tickets;
    struct workers *workers; /* who replies; null: the handler does, at once */
    ff_buffer sent;
    struct address from;
    uint64_t now;
    unsigned next_requests;
    bool queued, hung_up;
    bool when_stored; /* what the worker says holds only then */
} line;

static void await_turn(void *connection, bool wanted) {
    ((line *)connection)->queued = wanted;
}

static void reply_late(job *asked) {
    reply_text(&((http_job *)asked)->reply, 200, "late\n");
}

static void free_late(job *gone) {
    http_job_clear((http_job *)gone);
    free(gone);
}

static void ask(void *of, http_exchange *exchange) {
    line *l = of;
    if (!l->workers) {
        reply_text(&exchange->reply, 200, "in time\n");
        return;
    }
    http_job *asked = calloc(1, sizeof *asked);
    assert_non_null(asked);
    http_job_init(asked, reply_late, free_late);
    exchange->reply.when_stored = l->when_stored;
    assert_true(reply_by_worker(&exchange->reply, l->workers, asked));
}

static ptrdiff_t send_all(void *connection, const char *bytes, size_t size) {
    ff_buffer_add(&((line *)connection)->sent, bytes, size);
    return (ptrdiff_t)size;
}

static void want(void *connection, bool wanted) {
    (void)connection, (void)wanted;
}

static void next_request(void *connection) {
    ((line *)connection)->next_requests++;
}

static void hang_up(void *connection) {
    ((line *)connection)->hung_up = true;
}

static bool hold(void *of, http_exchange *exchange, size_t bytes) {
    (void)of, (void)exchange, (void)bytes;
    return true;
}

static void note(void *of, const http_exchange *exchange) {
    (void)of, (void)exchange;
}

static uint64_t now_ms(void *of) {
    return ((line *)of)->now;
}

static const exchange_host line_host = {.await_turn = await_turn,
                                        .ask = ask,
                                        .send = send_all,
                                        .await_room = want,
                                        .pause = want,
                                        .next = next_request,
                                        .hang_up = hang_up,
                                        .hold = hold,
                                        .note = note,
                                        .now_ms = now_ms};

static void request(line *l) {
    assert_true(exchange_begin(&l->exchange));
    l->exchange.request.method = HTTP_GET;
    l->exchange.request.address = l->from;
    exchange_step(&l->exchange, ON_REQUEST, (ff_span){"", 0});
    assert_true(l->queued);
}

static void open_line(line *l, struct workers *workers) {
    *l = (line){.now = 1000, .workers = workers};
    exchange_init(&l->exchange, &line_host, l, l, &l->tickets);
    request(l);
}

static void wait_too_long(line *l) {
    l->now += EXCHANGE_WAIT_MS + 1;
    exchange_tick(&l->exchange);
}

/* It may ask again, on the same connection. */
static void is_told_to_come_again(line *l) {
    ff_buffer_byte(&l->sent, 0);
    assert_non_null(strstr(l->sent.data, "HTTP/1.1 503 "));
    assert_non_null(strstr(l->sent.data, "retry-after: "));
    assert_non_null(strstr(l->sent.data, "\"reason\":\"busy\""));
    assert_true(!l->queued && !l->hung_up && l->next_requests == 1);
    ff_buffer_clear(&l->sent);
}

static void close_line(line *l) {
    exchange_step(&l->exchange, ON_GONE, (ff_span){"", 0});
    assert_true(tickets_are_returned(&l->tickets));
    tickets_free(&l->tickets);
    ff_buffer_free(&l->sent);
}

static void who_waits_too_long_for_its_turn_is_told_to_come_again(void **state) {
    (void)state;
    line l;
    open_line(&l, NULL);
    wait_too_long(&l);
    is_told_to_come_again(&l);
    request(&l);
    exchange_step(&l.exchange, ON_TURN, (ff_span){"", 0});
    ff_buffer_byte(&l.sent, 0);
    assert_non_null(strstr(l.sent.data, "HTTP/1.1 200 "));
    assert_non_null(strstr(l.sent.data, "in time"));
    close_line(&l);
}

static void who_waits_too_long_for_a_worker_is_told_to_come_again(void **state) {
    (void)state;
    line l;
    struct workers *workers = workers_new(0, 1);
    assert_non_null(workers);
    open_line(&l, workers);
    exchange_step(&l.exchange, ON_TURN, (ff_span){"", 0});
    l.queued = false; /* it has had its turn */
    wait_too_long(&l);
    is_told_to_come_again(&l);
    assert_true(workers_work(workers));
    job *done = workers_take(workers);
    assert_non_null(done);
    assert_null(tickets_find(&l.tickets, ((http_job *)done)->ticket)); /* nobody waits for it */
    done->free(done);
    close_line(&l);
    workers_free(workers);
}

/* What a worker makes of what the store then did not take is told to nobody. */
static void what_a_worker_says_waits_for_the_store(void **state) {
    (void)state;
    for (int stored = 0; stored < 2; stored++) {
        line l;
        struct workers *workers = workers_new(0, 1);
        assert_non_null(workers);
        open_line(&l, workers);
        l.when_stored = true;
        exchange_step(&l.exchange, ON_TURN, (ff_span){"", 0});
        assert_true(exchange_is_held(&l.exchange));
        exchange_settle(&l.exchange, stored != 0);
        ff_buffer_byte(&l.sent, 0);
        if (stored)
            assert_int_equal(l.sent.size, 1); /* its worker has still to answer */
        else
            assert_non_null(strstr(l.sent.data, "HTTP/1.1 503 "));
        assert_true(workers_work(workers));
        job *done = workers_take(workers);
        assert_int_equal(tickets_find(&l.tickets, ((http_job *)done)->ticket) != NULL, stored);
        done->free(done);
        close_line(&l);
        workers_free(workers);
    }
}

static void ask_from(struct workers *workers, line *l, const char *address) {
    *l = (line){.now = 1000, .workers = workers};
    assert_true(address_parse(ff_span_of(address), &l->from));
    exchange_init(&l->exchange, &line_host, l, l, &l->tickets);
    request(l);
    exchange_step(&l->exchange, ON_TURN, (ff_span){"", 0});
}

/* One address has asked for two, and another is served between them; networks of IPv6 are one. */
static void threads_are_asked_in_the_name_of_the_requests_address(void **state) {
    (void)state;
    static const char *const addresses[] = {"2001:db8::1", "2001:db8::2", "192.0.2.1"};
    static const char *const order[] = {"2001:db8::", "192.0.2.1", "2001:db8::"};
    line lines[3];
    struct workers *workers = workers_new(0, 2 * WORKERS_SHARE);
    assert_non_null(workers);
    for (int i = 0; i < 3; i++)
        ask_from(workers, &lines[i], addresses[i]);
    for (int i = 0; i < 3; i++) {
        assert_true(workers_work(workers));
        job *done = workers_take(workers);
        assert_non_null(done);
        assert_string_equal(done->address, order[i]);
        done->free(done);
    }
    for (int i = 0; i < 3; i++)
        close_line(&lines[i]);
    workers_free(workers);
}

/* Whoever has threads work pays for that, whatever the path is called. */
static void what_threads_make_costs_as_much_everywhere(void **state) {
    (void)state;
    static const struct {
        http_method method;
        const char *path;
    } rows[] = {{HTTP_POST, "/api/review"},
                {HTTP_POST, "/api/analysis"},
                {HTTP_GET, "/api/game/x"},
                {HTTP_GET, "/game/x.ffr"},
                {HTTP_GET, "/g/x.png"},
                {HTTP_GET, "/g/x/1.png"},
                {HTTP_GET, "/api/export"},
                {HTTP_GET, "/api/export/1-1-1"},
                {HTTP_GET, "/api/people/x"},
                {HTTP_GET, "/api/people/x/setups"},
                {HTTP_GET, "/api/person"},
                {HTTP_GET, "/api/person/setups"},
                {HTTP_GET, "/api/person/games.ffr"},
                {HTTP_GET, "/api/person/games/1.ffr"},
                {HTTP_GET, "/api/tournament/x/games.ffr"},
                {HTTP_GET, "/api/tournament/x/games/1.ffr"}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct arena own = {0};
        http_reply reply = {.memory = &own};
        http_request request = {.method = rows[i].method, .path = ff_span_of(rows[i].path)};
        const http_route *route = routes_find(&request, &reply);
        assert_non_null(route);
        if (route->cost != COST_HEAVY)
            fail_msg("%s", rows[i].path);
        arena_free(&own);
    }
}

int main(void) {
    if (sodium_init() < 0)
        return 1;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_server_knows_its_names),
        cmocka_unit_test(on_the_usual_port_no_port_is_named),
        cmocka_unit_test(a_public_host_is_what_browsers_send),
        cmocka_unit_test(headers_are_read),
        cmocka_unit_test(the_page_is_in_the_program),
        cmocka_unit_test(no_path_leads_out_of_the_folder),
        cmocka_unit_test(who_waits_too_long_for_its_turn_is_told_to_come_again),
        cmocka_unit_test(who_waits_too_long_for_a_worker_is_told_to_come_again),
        cmocka_unit_test(what_a_worker_says_waits_for_the_store),
        cmocka_unit_test(threads_are_asked_in_the_name_of_the_requests_address),
        cmocka_unit_test(what_threads_make_costs_as_much_everywhere),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
