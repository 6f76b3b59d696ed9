/* Connections whose first request has not come stand here, for some fifty bytes each, and cost no
 * more: their bytes are looked at and left to the system. What must hold: callers stand in the
 * order in which they came, so that the first in the list is the first whose time is up, and makes
 * room. */
#define _GNU_SOURCE /* memmem */

#include "server/net/accept_queue.h"

#include "server/http/http.h"

#include <assert.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

enum { EVENTS = 256 };

typedef struct caller caller;
struct caller {
    caller *next; /* younger */
    caller *before;
    int fd;
    struct address address;
    uint64_t came_ms;
    size_t seen; /* bytes of the head in which its end is not */
};

struct accept_queue {
    int epoll;
    size_t room;
    size_t count;
    accept_queue_visitor *visit;
    void *context;
    caller *oldest;
    caller *youngest;
    char head[ACCEPT_QUEUE_HEAD_LIMIT]; /* what is being looked at */
};

accept_queue *accept_queue_new(size_t room, accept_queue_visitor *visit, void *context) {
    accept_queue *queue = calloc(1, sizeof *queue);
    if (!queue)
        return NULL;
    queue->room = room;
    queue->visit = visit;
    queue->context = context;
    queue->epoll = epoll_create1(EPOLL_CLOEXEC);
    if (queue->epoll >= 0)
        return queue;
    free(queue);
    return NULL;
}

/* Takes a caller off the list; its descriptor is left open. */
static void let_go(accept_queue *queue, caller *gone) {
    assert(gone->before || queue->oldest == gone);
    *(gone->before ? &gone->before->next : &queue->oldest) = gone->next;
    *(gone->next ? &gone->next->before : &queue->youngest) = gone->before;
    assert(queue->count > 0);
    queue->count--;
    free(gone);
}

void accept_queue_free(accept_queue *queue) {
    if (!queue)
        return;
    while (queue->oldest) {
        close(queue->oldest->fd);
        let_go(queue, queue->oldest);
    }
    close(queue->epoll);
    free(queue);
}

#define LINE(next, name, value) name ": " value "\r\n"
#define LAST_HEADERS HTTP_SECURITY(LINE) "connection: close\r\ncontent-length: 0\r\n\r\n"

/* A word of why, where one is heard. */
static void say_why(int fd, accept_queue_end end) {
    static const char too_long[] = "HTTP/1.1 431 Request Header Fields Too Large\r\n" LAST_HEADERS;
    static const char too_late[] = "HTTP/1.1 408 Request Timeout\r\n" LAST_HEADERS;
    const char *text = end == ACCEPT_QUEUE_TOO_LONG   ? too_long
                       : end == ACCEPT_QUEUE_TOO_LATE ? too_late
                                                      : "";
    if (send(fd, text, strlen(text), MSG_NOSIGNAL | MSG_DONTWAIT) < 0)
        return; /* then not */
}

/* The visitor is told last, when the queue is whole again. */
static void finish(accept_queue *queue, caller *gone, accept_queue_end end) {
    int fd = gone->fd;
    struct address address = gone->address;
    let_go(queue, gone);
    /* A descriptor that lives on must not wake us any more. */
    epoll_ctl(queue->epoll, EPOLL_CTL_DEL, fd, NULL);
    if (end != ACCEPT_QUEUE_CAME_IN) {
        say_why(fd, end);
        close(fd);
    }
    queue->visit(queue->context, fd, &address, end);
}

/* Looks at what has arrived without taking it, from where the end could begin: who sends a head
 * byte by byte is not to have all of it looked through each time. A head that is longer than we
 * look is too long. */
static void look_at(accept_queue *queue, caller *at) {
    ssize_t size = recv(at->fd, queue->head, sizeof queue->head, MSG_PEEK | MSG_DONTWAIT);
    if (size < 0 && (errno == EAGAIN || errno == EINTR))
        return;
    size_t from = at->seen > 3 ? at->seen - 3 : 0;
    if (size <= 0)
        finish(queue, at, ACCEPT_QUEUE_LEFT);
    else if (memmem(queue->head + from, (size_t)size - from, "\r\n\r\n", 4))
        finish(queue, at, ACCEPT_QUEUE_CAME_IN);
    else if ((size_t)size == sizeof queue->head)
        finish(queue, at, ACCEPT_QUEUE_TOO_LONG);
    else
        at->seen = (size_t)size;
}

/* Edges alone wake us: bytes that stay where they are would do so for ever. */
void accept_queue_add(accept_queue *queue, int fd, const struct address *address, uint64_t now_ms) {
    caller *added = malloc(sizeof *added);
    struct epoll_event event = {.events = EPOLLIN | EPOLLRDHUP | EPOLLET, .data = {.ptr = added}};
    if (!added || epoll_ctl(queue->epoll, EPOLL_CTL_ADD, fd, &event) != 0) {
        free(added);
        close(fd);
        queue->visit(queue->context, fd, address, ACCEPT_QUEUE_LEFT);
        return;
    }
    *added = (caller){.fd = fd, .address = *address, .came_ms = now_ms, .before = queue->youngest};
    *(queue->youngest ? &queue->youngest->next : &queue->oldest) = added;
    queue->youngest = added;
    queue->count++;
    if (queue->count > queue->room)
        finish(queue, queue->oldest, ACCEPT_QUEUE_TOO_LATE);
    assert(queue->count <= queue->room);
}

/* One caller an event, and nobody else goes on its account (visitors add nothing, accept_queue.h),
 * so that what the events point to lives. */
void accept_queue_look(accept_queue *queue) {
    struct epoll_event events[EVENTS];
    int count = epoll_wait(queue->epoll, events, EVENTS, 0);
    for (int i = 0; i < count; i++)
        look_at(queue, events[i].data.ptr);
}

int accept_queue_fd(const accept_queue *queue) {
    return queue->epoll;
}

void accept_queue_tick(accept_queue *queue, uint64_t now_ms) {
    while (queue->oldest && now_ms - queue->oldest->came_ms >= ACCEPT_QUEUE_WAIT_MS)
        finish(queue, queue->oldest, ACCEPT_QUEUE_TOO_LATE);
}

size_t accept_queue_count(const accept_queue *queue) {
    return queue->count;
}
