/* Frames between two ends of a socket: whole, in order, and nobody waits for nobody. */
#define _POSIX_C_SOURCE 200809L
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <pthread.h>
#include <sys/socket.h>
#include <unistd.h>

#include "cluster/frame.h"

enum { FRAMES = 4000 };

typedef struct side {
    int socket;
    frame_reader reader;
    bool sent;
    unsigned came;
} side;

static size_t size_of(unsigned frame) {
    return frame % 7 * 300;
}

static void take_all(side *s) {
    uint32_t peer;
    ff_span bytes;
    while (frame_next(&s->reader, &peer, &bytes))
        if (peer == s->came && bytes.size == size_of(s->came))
            s->came++;
}

/* Says all it has to say before it looks at what the other one says. */
static void *say_all_then_listen(void *context) {
    side *s = context;
    char *text = calloc(1, size_of(6));
    s->sent = text;
    for (unsigned i = 0; s->sent && i < FRAMES; i++)
        s->sent = frame_write(s->socket, &s->reader, i, (ff_span){text, size_of(i)});
    free(text);
    take_all(s);
    while (s->sent && s->came < FRAMES && !s->reader.ended) {
        frame_wait(s->socket, 1000);
        frame_read_some(&s->reader, s->socket);
        take_all(s);
    }
    return NULL;
}

static void two_who_write_at_once_do_not_wait_for_each_other(void **state) {
    (void)state;
    int ends[2];
    assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM, 0, ends), 0);
    side sides[2] = {{.socket = ends[0]}, {.socket = ends[1]}};
    pthread_t other;
    assert_int_equal(pthread_create(&other, NULL, say_all_then_listen, &sides[1]), 0);
    say_all_then_listen(&sides[0]);
    pthread_join(other, NULL);
    for (int i = 0; i < 2; i++) {
        assert_true(sides[i].sent);
        assert_int_equal(sides[i].came, FRAMES);
        ff_buffer_free(&sides[i].reader.in);
        close(ends[i]);
    }
}

static void who_writes_to_nobody_is_told(void **state) {
    (void)state;
    int ends[2];
    frame_reader reader = {0};
    assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM, 0, ends), 0);
    close(ends[1]);
    assert_false(frame_write(ends[0], &reader, 1, ff_span_of("who is there?")));
    frame_read_some(&reader, ends[0]);
    assert_true(reader.ended);
    ff_buffer_free(&reader.in);
    close(ends[0]);
}

static void a_size_that_no_frame_has_ends_the_reading(void **state) {
    (void)state;
    char head[8];
    uint32_t peer;
    ff_span bytes;
    frame_reader reader = {0};
    frame_put(head, 1);
    frame_put(head + 4, (uint32_t)FRAME_BYTES_MAX + 1);
    ff_buffer_add(&reader.in, head, sizeof head);
    assert_false(frame_next(&reader, &peer, &bytes));
    assert_true(reader.ended);
    ff_buffer_free(&reader.in);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(two_who_write_at_once_do_not_wait_for_each_other),
        cmocka_unit_test(who_writes_to_nobody_is_told),
        cmocka_unit_test(a_size_that_no_frame_has_ends_the_reading),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
