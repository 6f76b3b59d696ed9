/* Streams of a server: a line that is lost, by a clock of the test's own. */
#define _POSIX_C_SOURCE 200809L
#include "engine/remote/web.h"

#include <arpa/inet.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cmocka.h>

#define SECOND UINT64_C(1000000000)

/* Seconds that have gone by, and how often somebody has asked. The clock goes on when `step` lets
 * it: after so many questions at one time that the stream must have lived through it. */
static _Atomic unsigned seconds, asked;

static uint64_t now(void) {
    asked++;
    return seconds * SECOND;
}

/* The other end: a listener, and what it sends. */
typedef struct end {
    int listener, line;
    unsigned short port;
} end;

static void end_open(end *e) {
    struct sockaddr_in here = {.sin_family = AF_INET};
    socklen_t size = sizeof here;
    here.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    e->listener = socket(AF_INET, SOCK_STREAM, 0);
    assert_true(e->listener >= 0);
    assert_int_equal(bind(e->listener, (struct sockaddr *)&here, sizeof here), 0);
    assert_int_equal(listen(e->listener, 1), 0);
    assert_int_equal(getsockname(e->listener, (struct sockaddr *)&here, &size), 0);
    e->port = ntohs(here.sin_port);
}

static void say(int line, const char *text) {
    size_t size = strlen(text);
    if (write(line, text, size) != (ssize_t)size)
        _exit(9);
}

/* Until the stream has looked at the clock twice and gone on. */
static void let_it_look(void) {
    unsigned before = asked;
    while (asked < before + 2)
        sched_yield();
}

/* A line, eleven seconds, an empty line, eleven seconds, a line, and then nothing: the line is
 * lost. The connection stays open until the stream has been left. */
static void *serve(void *context) {
    end *e = context;
    char request[4096];
    e->line = accept(e->listener, NULL, NULL);
    if (e->line < 0 || read(e->line, request, sizeof request) <= 0)
        _exit(8);
    say(e->line, "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n\r\nfirst\n");
    let_it_look();
    seconds += WEB_SILENCE_SECONDS - 1;
    let_it_look();
    say(e->line, "\n");
    let_it_look();
    seconds += WEB_SILENCE_SECONDS - 1;
    let_it_look();
    say(e->line, "second\n");
    let_it_look();
    seconds += WEB_SILENCE_SECONDS + 1;
    while (read(e->line, request, sizeof request) > 0)
        ;
    return NULL;
}

static bool take(void *context, ff_span line) {
    ff_buffer *all = context;
    ff_buffer_add(all, line.data, line.size);
    ff_buffer_byte(all, ' ');
    return true;
}

static void a_stream_ends_after_twelve_seconds_of_silence_and_no_sooner(void **state) {
    (void)state;
    end e = {0};
    pthread_t thread;
    char server[64];
    ff_buffer all = {0};
    web place = {.server = server, .token = "T", .now = now};
    end_open(&e);
    snprintf(server, sizeof server, "http://127.0.0.1:%u", e.port);
    assert_true(web_begin());
    assert_int_equal(pthread_create(&thread, NULL, serve, &e), 0);
    assert_int_equal(web_stream(&place, "/api/stream/lobby", take, &all), 200);
    assert_string_equal(all.data, "first second ");
    pthread_join(thread, NULL);
    assert_int_equal(seconds, 3 * WEB_SILENCE_SECONDS - 1);
    web_end();
    close(e.line);
    close(e.listener);
    ff_buffer_free(&all);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_stream_ends_after_twelve_seconds_of_silence_and_no_sooner),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
