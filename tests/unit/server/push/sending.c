/* Wake-ups on their way: which addresses are connected to, and what a key and a sealed message
 * are. That a browser can open one is shown by tests/server/test_push.py. */
#define _POSIX_C_SOURCE 200809L

#include "server/push/push_send.h"

#include <arpa/inet.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

static bool is_public(const char *text) {
    struct sockaddr_in v4 = {.sin_family = AF_INET};
    struct sockaddr_in6 v6 = {.sin6_family = AF_INET6};
    if (inet_pton(AF_INET, text, &v4.sin_addr) == 1)
        return push_address_is_public((const struct sockaddr *)&v4);
    assert_int_equal(1, inet_pton(AF_INET6, text, &v6.sin6_addr));
    return push_address_is_public((const struct sockaddr *)&v6);
}

static void test_only_addresses_that_are_everybodys_are_public(void **state) {
    static const char *const open[] = {"8.8.8.8",       "142.250.74.10",        "172.32.0.1",
                                       "1.1.1.1",       "2a00:1450:4001::200a", "2606:4700::1111",
                                       "::ffff:8.8.8.8"};
    static const char *const closed[] = {
        "127.0.0.1",    "127.9.9.9",       "0.0.0.0",     "10.1.2.3",        "172.16.0.1",
        "172.31.255.1", "192.168.1.1",     "169.254.0.1", "169.254.169.254", "100.64.0.1",
        "198.18.0.1",   "224.0.0.1",       "240.0.0.1",   "255.255.255.255", "::",
        "::1",          "::ffff:10.0.0.1", "fe80::1",     "fc00::1",         "fd12:3456::1",
        "ff02::1",      "64:ff9b::a00:1",  "2001:db8::1", "2002:a00:1::1",   "2001::1"};
    (void)state;
    for (size_t i = 0; i < sizeof open / sizeof *open; i++)
        if (!is_public(open[i]))
            fail_msg("%s is everybody's", open[i]);
    for (size_t i = 0; i < sizeof closed / sizeof *closed; i++)
        if (is_public(closed[i]))
            fail_msg("%s is not everybody's", closed[i]);
}

static void test_a_service_is_known_by_its_whole_name(void **state) {
    push_services services;
    char origin[PUSH_ORIGIN_SIZE];
    ff_error error;
    (void)state;
    assert_true(push_services_open(&services, "push.home:8443,*.example.org", &error));
    const push_service *found = push_services_find(&services, "https://push.home:8443/x", origin);
    assert_non_null(found);
    assert_string_equal("https://push.home:8443", origin);
    assert_true(found->allowed);
    assert_non_null(push_services_find(&services, "https://a.example.org/x", origin));
    assert_string_equal("https://a.example.org", origin);
    found = push_services_find(&services, "https://FCM.googleapis.com/x", origin);
    assert_non_null(found);
    assert_false(found->allowed);
    assert_null(push_services_find(&services, "https://push.home/x", origin));
    assert_null(push_services_find(&services, "https://example.org/x", origin));
    assert_null(push_services_find(&services, "https://evil-example.org/x", origin));
    assert_null(push_services_find(&services, "https://fcm.googleapis.com\\@home/x", origin));
    assert_false(push_services_open(&services, "a,b,c,d,e,f,g,h,i,j,k,l,m,n,o,p,q", &error));
    assert_int_equal(FF_ERROR_RANGE, error.code);
}

static struct push_key *make_key(void) {
    uint8_t der[PUSH_KEY_MAX];
    size_t size;
    assert_true(push_key_make(der, &size));
    assert_null(push_key_open(der, size / 2));
    struct push_key *key = push_key_open(der, size);
    assert_non_null(key);
    assert_int_equal(PUSH_PUBLIC - 1, strlen(push_key_public(key)));
    return key;
}

/* A point of P-256: its generator (FIPS 186-4, D.1.2.3). */
static const uint8_t generator[PUSH_POINT] = {
    0x04, 0x6b, 0x17, 0xd1, 0xf2, 0xe1, 0x2c, 0x42, 0x47, 0xf8, 0xbc, 0xe6, 0xe5,
    0x63, 0xa4, 0x40, 0xf2, 0x77, 0x03, 0x7d, 0x81, 0x2d, 0xeb, 0x33, 0xa0, 0xf4,
    0xa1, 0x39, 0x45, 0xd8, 0x98, 0xc2, 0x96, 0x4f, 0xe3, 0x42, 0xe2, 0xfe, 0x1a,
    0x7f, 0x9b, 0x8e, 0xe7, 0xeb, 0x4a, 0x7c, 0x0f, 0x9e, 0x16, 0x2b, 0xce, 0x33,
    0x57, 0x6b, 0x31, 0x5e, 0xce, 0xcb, 0xb6, 0x40, 0x68, 0x37, 0xbf, 0x51, 0xf5};

static void test_one_text_is_sealed_differently_each_time(void **state) {
    uint8_t one[PUSH_SEALED], two[PUSH_SEALED], point[PUSH_POINT];
    const uint8_t secret[PUSH_SECRET] = {1};
    (void)state;
    assert_true(push_point_is_good(generator));
    assert_true(push_seal(ff_span_of("text"), generator, secret, one));
    assert_true(push_seal(ff_span_of("text"), generator, secret, two));
    assert_memory_not_equal(one, two, 16);
    assert_memory_not_equal(one + 21, two + 21, PUSH_POINT);
    assert_memory_not_equal(one + 21 + PUSH_POINT, two + 21 + PUSH_POINT, PUSH_TEXT_MAX);
    memcpy(point, generator, sizeof point);
    point[64] ^= 1;
    assert_false(push_point_is_good(point));
    assert_false(push_seal(ff_span_of("text"), point, secret, one));
}

/* A listener on this machine, which hangs up on the first who comes. */
static pid_t listen_once(uint16_t *port) {
    struct sockaddr_in address = {.sin_family = AF_INET};
    socklen_t size = sizeof address;
    int listener = socket(AF_INET, SOCK_STREAM, 0);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    assert_int_equal(0, bind(listener, (struct sockaddr *)&address, sizeof address));
    assert_int_equal(0, listen(listener, 4));
    assert_int_equal(0, getsockname(listener, (struct sockaddr *)&address, &size));
    *port = ntohs(address.sin_port);
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        accept(listener, NULL, NULL);
        _exit(7);
    }
    close(listener);
    return child;
}

/* Does a message for a service of this machine come to it? */
static bool is_connected_to(bool allowed, bool stopped) {
    uint16_t port;
    int status;
    pid_t child = listen_once(&port);
    push_sender sender = {.key = make_key(), .contact = "mailto:a@example.org"};
    push_send message = {.sender = &sender, .topic = "x", .text = "{}"};
    sender.services.at[0] = (push_service){.host = "127.0.0.1", .port = port, .allowed = allowed};
    sender.services.count = 1;
    memcpy(message.point, generator, sizeof generator);
    snprintf(message.endpoint, sizeof message.endpoint, "https://127.0.0.1:%u/x", (unsigned)port);
    if (stopped)
        push_send_stop(&sender);
    push_send_work(&message.job);
    assert_int_equal(0, message.status);
    kill(child, SIGKILL);
    assert_int_equal(child, waitpid(child, &status, 0));
    push_key_free(sender.key);
    return WIFEXITED(status);
}

static void test_a_private_address_is_not_even_connected_to(void **state) {
    (void)state;
    assert_false(is_connected_to(false, false));
    assert_true(is_connected_to(true, false));
}

static void test_a_server_that_ends_begins_no_more(void **state) {
    (void)state;
    assert_false(is_connected_to(true, true));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_only_addresses_that_are_everybodys_are_public),
        cmocka_unit_test(test_a_service_is_known_by_its_whole_name),
        cmocka_unit_test(test_one_text_is_sealed_differently_each_time),
        cmocka_unit_test(test_a_private_address_is_not_even_connected_to),
        cmocka_unit_test(test_a_server_that_ends_begins_no_more),
    };
    if (!push_send_begin())
        return 1;
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    push_send_end();
    return failed;
}
