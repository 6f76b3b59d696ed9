/* Listening to a server: a visit, a thread that hears what it says, and a pipe by which that thread
 * wakes the screen's. What the two share stands in the owner's struct, under this lock. */
#ifndef FLAGFALL_TUI_LISTENER_H
#define FLAGFALL_TUI_LISTENER_H

#include "engine/remote/web.h"
#include <pthread.h>

typedef struct listener {
    web web;              /* its `stop` is the one below */
    atomic_bool stop;     /* the thread is to end */
    pthread_mutex_t lock; /* guards what the thread hands over */
    int pipe[2];          /* [0] can be read when there is news */
    pthread_t thread;
    bool runs;
} listener;

/* Of a server, where one is known by a token, or by a jar of cookies (web.h): these are to stay.
 * False when memory is out: then there is nothing to close. */
bool listener_init(listener *l, const char *server, const char *token, const char *jar);

/* Makes the pipe, and visits the server where one has no token. False with why not. */
bool listener_visit(listener *l, ff_error *error);

/* `hear` is the thread, which looks at `stop`. False with why there is none. */
bool listener_start(listener *l, void *(*hear)(void *), void *context, ff_error *error);

/* Of the thread: wakes the screen's. Not to be called under the lock: the pipe may be full, and
 * only the screen's thread empties it. */
void listener_tell(listener *l);

/* Of the thread: waits before a stream that has ended is opened again, or until it is to stop. */
void listener_pause(const listener *l);

/* Takes one byte of the pipe: false where there is none. */
bool listener_take(listener *l);

/* Ends the thread, where there is one. What it shares is the caller's alone afterwards. */
void listener_stop(listener *l);

/* Stops, and gives back what `listener_init` and `listener_visit` have taken. */
void listener_close(listener *l);

#endif
