/* Whose address it is, how many connections it has, and who waits at the door. */
#define _GNU_SOURCE
#include "server/net/accept_queue.h"
#include "server/net/address_quota.h"

#include <fcntl.h>
#include <setjmp.h>
#include <sodium.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cmocka.h>

static struct address address(const char *text) {
    struct address read;
    assert_true(address_parse(ff_span_of(text), &read));
    return read;
}

static void addresses_are_read_however_they_are_written(void **state) {
    (void)state;
    static const char *const forms[][2] = {
        {"192.0.2.1", "192.0.2.1"},           {"192.0.2.1:8080", "192.0.2.1"},
        {"::ffff:192.0.2.1", "192.0.2.1"},    {"2001:db8::1", "2001:db8::1"},
        {"[2001:db8::1]:443", "2001:db8::1"}, {"[::1]", "::1"},
    };
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) {
        char text[ADDRESS_TEXT];
        struct address read = address(forms[i][0]);
        address_write(&read, text);
        assert_string_equal(text, forms[i][1]);
    }
    static const char *const wrong[] = {"",
                                        "unknown",
                                        "1.2.3",
                                        "1.2.3.4.5",
                                        "[::1",
                                        "_hidden",
                                        ":",
                                        "256.1.1.1",
                                        "2001:db8::1::2",
                                        "1111:1111:1111:1111:1111:1111:1111:1111:1111:1111:1111"};
    struct address read;
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        assert_false(address_parse(ff_span_of(wrong[i]), &read));
}

static void only_configured_proxies_are_believed(void **state) {
    (void)state;
    struct proxies proxies;
    ff_error error;
    assert_true(proxies_parse(&proxies, "127.0.0.1,10.0.0.0/8,2001:db8::/33", &error));
    static const struct {
        const char *peer, *forwarded, *client;
    } cases[] = {
        {"192.0.2.7", "203.0.113.9", "192.0.2.7"},            /* a stranger says so */
        {"127.0.0.1", "203.0.113.9", "203.0.113.9"},          /* our proxy says so */
        {"127.0.0.1", "", "127.0.0.1"},                       /* or does not say */
        {"127.0.0.1", "6.6.6.6, 203.0.113.9", "203.0.113.9"}, /* the client's own claim */
        {"127.0.0.1", "203.0.113.9 , 10.2.3.4", "203.0.113.9"},
        {"10.9.9.9", "10.2.3.4,10.2.3.5", "10.2.3.4"},
        {"127.0.0.1", "203.0.113.9, nonsense", "127.0.0.1"},
        {"2001:db8:1::1", "2001:db8:8000::1", "2001:db8:8000::1"},
        {"2001:db8:8000::1", "203.0.113.9", "2001:db8:8000::1"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct address peer = address(cases[i].peer), wanted = address(cases[i].client);
        struct address client = proxies_client(&proxies, &peer, ff_span_of(cases[i].forwarded));
        assert_true(address_equals(&client, &wanted));
    }
}

static void a_wrong_list_of_proxies_is_told(void **state) {
    (void)state;
    static const char *const wrong[] = {"localhost", "10.0.0.0/33", "10.0.0.0/", "::/129",
                                        "1.2.3.4,,", "1.2.3.4/-1",  "1.2.3.4/8x"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        struct proxies proxies;
        ff_error error;
        assert_false(proxies_parse(&proxies, wrong[i], &error));
        assert_non_null(strstr(error.message, "is no address or network"));
    }
}

static void an_address_has_so_many_connections(void **state) {
    (void)state;
    address_quota *quota = address_quota_new(2);
    struct address ann = address("192.0.2.1"), bob = address("192.0.2.2");
    assert_true(address_quota_enter(quota, &ann) && address_quota_enter(quota, &ann));
    assert_false(address_quota_enter(quota, &ann));
    assert_true(address_quota_enter(quota, &bob));
    address_quota_leave(quota, &ann);
    assert_true(address_quota_enter(quota, &ann));
    assert_false(address_quota_enter(quota, &ann));
    /* All of one network's IPv6 addresses are one. */
    struct address six = address("2001:db8::1"), seven = address("2001:db8::2");
    assert_true(address_quota_enter(quota, &six) && address_quota_enter(quota, &seven));
    assert_false(address_quota_enter(quota, &six));
    address_quota_free(quota);
}

static void an_address_has_a_share_of_the_bodies(void **state) {
    (void)state;
    address_quota *quota = address_quota_new(2);
    struct address ann = address("192.0.2.1"), bob = address("192.0.2.2");
    assert_true(address_quota_hold(quota, &ann, 60, 100));
    assert_true(address_quota_hold(quota, &ann, 40, 100));
    assert_false(address_quota_hold(quota, &ann, 1, 100));
    assert_true(address_quota_hold(quota, &ann, 0, 100));
    assert_true(address_quota_hold(quota, &bob, 500, 100)); /* alone */
    /* Bytes and connections keep each other's count. */
    assert_true(address_quota_enter(quota, &ann));
    assert_int_equal(address_quota_unread(quota, &ann, 0, 70), 70);
    assert_int_equal(address_quota_unread(quota, &ann, 0, 50), 120);
    assert_int_equal(address_quota_unread(quota, &bob, 0, 0), 0);
    assert_int_equal(address_quota_unread(quota, &ann, 70, 10), 60);
    assert_int_equal(address_quota_unread(quota, &ann, 50, 0), 10);
    assert_int_equal(address_quota_unread(quota, &ann, 10, 0), 0);
    address_quota_release(quota, &ann, 60);
    address_quota_leave(quota, &ann);
    assert_false(address_quota_hold(quota, &ann, 61, 100));
    address_quota_release(quota, &ann, 40);
    assert_true(address_quota_hold(quota, &ann, 200, 100));
    address_quota_free(quota);
}

/* ---- the accept queue ---- */

typedef struct sightings {
    int count[ACCEPT_QUEUE_LEFT + 1];
    int last;
} sightings;

static void see(void *context, int fd, const struct address *from, accept_queue_end end) {
    sightings *seen = context;
    (void)from;
    seen->count[end]++;
    seen->last = fd;
    if (end == ACCEPT_QUEUE_CAME_IN)
        close(fd);
}

/* A caller: our end is returned, the other stands in the accept queue. */
static int call(accept_queue *queue, uint64_t now_ms) {
    int ends[2];
    struct address from = address("192.0.2.1");
    assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0, ends), 0);
    accept_queue_add(queue, ends[1], &from, now_ms);
    return ends[0];
}

static void say(int fd, const char *text) {
    assert_int_equal(write(fd, text, strlen(text)), (ssize_t)strlen(text));
}

static void who_says_what_he_wants_comes_in(void **state) {
    (void)state;
    sightings seen = {{0}, 0};
    accept_queue *queue = accept_queue_new(8, see, &seen);
    int ann = call(queue, 0), bob = call(queue, 0);
    accept_queue_look(queue);
    assert_int_equal(accept_queue_count(queue), 2);
    say(ann, "GET / HT");
    accept_queue_look(queue);
    assert_int_equal(seen.count[ACCEPT_QUEUE_CAME_IN], 0);
    say(ann, "TP/1.1\r\n\r\n");
    accept_queue_look(queue);
    assert_int_equal(seen.count[ACCEPT_QUEUE_CAME_IN], 1);
    close(bob);
    accept_queue_look(queue);
    assert_int_equal(seen.count[ACCEPT_QUEUE_LEFT], 1);
    assert_int_equal(accept_queue_count(queue), 0);
    close(ann);
    accept_queue_free(queue);
}

static void who_is_silent_goes_first(void **state) {
    (void)state;
    sightings seen = {{0}, 0};
    char answer[64] = "";
    accept_queue *queue = accept_queue_new(2, see, &seen);
    int first = call(queue, 0), second = call(queue, 5), third = call(queue, 6);
    assert_int_equal(seen.count[ACCEPT_QUEUE_TOO_LATE], 1);
    assert_true(read(first, answer, sizeof answer - 1) > 0);
    assert_memory_equal(answer, "HTTP/1.1 408", 12);
    say(third, "GET / HTTP/1.1\r\n\r\n");
    accept_queue_look(queue);
    assert_int_equal(seen.count[ACCEPT_QUEUE_CAME_IN], 1);
    accept_queue_tick(queue, ACCEPT_QUEUE_WAIT_MS + 4);
    assert_int_equal(seen.count[ACCEPT_QUEUE_TOO_LATE], 1);
    accept_queue_tick(queue, ACCEPT_QUEUE_WAIT_MS + 5);
    assert_int_equal(seen.count[ACCEPT_QUEUE_TOO_LATE], 2);
    close(first);
    close(second);
    close(third);
    accept_queue_free(queue);
}

static void a_head_without_end_is_too_long(void **state) {
    (void)state;
    sightings seen = {{0}, 0};
    accept_queue *queue = accept_queue_new(2, see, &seen);
    int fd = call(queue, 0);
    for (int i = 0; i < ACCEPT_QUEUE_HEAD_LIMIT; i += 64) {
        say(fd, "X-Long: 01234567890123456789012345678901234567890123456789012\r\n:");
        accept_queue_look(queue);
    }
    assert_int_equal(seen.count[ACCEPT_QUEUE_TOO_LONG], 1);
    close(fd);
    call(queue, 0);
    accept_queue_free(queue); /* takes those who still wait with it */
}

int main(void) {
    if (sodium_init() < 0)
        return 1;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(addresses_are_read_however_they_are_written),
        cmocka_unit_test(only_configured_proxies_are_believed),
        cmocka_unit_test(a_wrong_list_of_proxies_is_told),
        cmocka_unit_test(an_address_has_so_many_connections),
        cmocka_unit_test(an_address_has_a_share_of_the_bodies),
        cmocka_unit_test(who_says_what_he_wants_comes_in),
        cmocka_unit_test(who_is_silent_goes_first),
        cmocka_unit_test(a_head_without_end_is_too_long),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
