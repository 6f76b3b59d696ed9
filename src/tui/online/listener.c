/* A thread beside the screen's. What must hold: whoever closes finds no thread left that writes
 * into what is freed, wherever opening has failed. */
#define _POSIX_C_SOURCE 200809L
#include "tui/online/listener.h"

#include <assert.h>
#include <errno.h>
#include <poll.h>
#include <string.h>
#include <unistd.h>

enum { AGAIN_MS = 1000 };

bool listener_init(listener *l, const char *server, const char *token, const char *jar) {
    if (!web_begin())
        return false;
    *l = (listener){
        .pipe = {-1, -1},
        .web = {.server = server, .token = token, .jar = token ? NULL : jar, .stop = &l->stop}};
    pthread_mutex_init(&l->lock, NULL);
    return true;
}

bool listener_visit(listener *l, ff_error *error) {
    assert(!l->runs); /* a visit sets the umask, which threads share */
    if (pipe(l->pipe) != 0)
        return ff_fail(error, FF_ERROR_SYSTEM, 0, 0, "%s", strerror(errno));
    if (l->web.jar && web_visit(&l->web) != 200)
        return ff_fail(error, FF_ERROR_PEER, 0, 0, "%s does not answer", l->web.server);
    return true;
}

bool listener_start(listener *l, void *(*hear)(void *), void *context, ff_error *error) {
    assert(!l->runs);
    l->runs = pthread_create(&l->thread, NULL, hear, context) == 0;
    return l->runs || ff_fail(error, FF_ERROR_SYSTEM, 0, 0, "the system has no more threads");
}

void listener_tell(listener *l) {
    char byte = 1;
    while (write(l->pipe[1], &byte, 1) < 0 && errno == EINTR)
        ;
}

void listener_pause(const listener *l) {
    web_pause(&l->web, AGAIN_MS);
}

bool listener_take(listener *l) {
    char byte;
    struct pollfd file = {.fd = l->pipe[0], .events = POLLIN};
    return poll(&file, 1, 0) > 0 && read(l->pipe[0], &byte, 1) > 0;
}

void listener_stop(listener *l) {
    atomic_store(&l->stop, true);
    if (l->runs)
        pthread_join(l->thread, NULL);
    l->runs = false;
}

void listener_close(listener *l) {
    listener_stop(l);
    for (int i = 0; i < 2; i++)
        if (l->pipe[i] >= 0)
            close(l->pipe[i]);
    pthread_mutex_destroy(&l->lock);
    web_end();
}
