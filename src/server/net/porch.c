#define _GNU_SOURCE /* memmem */

#include "server/net/porch.h"

#include "server/http/http.h"

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
    ff_address address;
    uint64_t came_ms;
};

struct ff_porch {
    int epoll;
    size_t room;
    size_t count;
    porch_visitor *visit;
    void *context;
    caller *oldest;
    caller *youngest;
    char head[PORCH_HEAD_LIMIT]; /* what is being looked at */
};

ff_porch *porch_new(size_t room, porch_visitor *visit, void *context) {
    ff_porch *porch = calloc(1, sizeof *porch);
    if (!porch)
        return NULL;
    porch->room = room;
    porch->visit = visit;
    porch->context = context;
    porch->epoll = epoll_create1(EPOLL_CLOEXEC);
    if (porch->epoll >= 0)
        return porch;
    free(porch);
    return NULL;
}

/* Takes a caller off the list; its descriptor is left open. */
static void let_go(ff_porch *porch, caller *gone) {
    *(gone->before ? &gone->before->next : &porch->oldest) = gone->next;
    *(gone->next ? &gone->next->before : &porch->youngest) = gone->before;
    porch->count--;
    free(gone);
}

void porch_free(ff_porch *porch) {
    if (!porch)
        return;
    while (porch->oldest) {
        close(porch->oldest->fd);
        let_go(porch, porch->oldest);
    }
    close(porch->epoll);
    free(porch);
}

#define LINE(next, name, value) name ": " value "\r\n"
#define LAST_HEADERS HTTP_SECURITY(LINE) "connection: close\r\ncontent-length: 0\r\n\r\n"

/* A word of why, where one is heard. */
static void say_why(int fd, porch_end end) {
    static const char too_long[] = "HTTP/1.1 431 Request Header Fields Too Large\r\n" LAST_HEADERS;
    static const char too_late[] = "HTTP/1.1 408 Request Timeout\r\n" LAST_HEADERS;
    const char *text = end == PORCH_TOO_LONG ? too_long : end == PORCH_TOO_LATE ? too_late : "";
    if (send(fd, text, strlen(text), MSG_NOSIGNAL | MSG_DONTWAIT) < 0)
        return; /* then not */
}

static void finish(ff_porch *porch, caller *gone, porch_end end) {
    int fd = gone->fd;
    ff_address address = gone->address;
    let_go(porch, gone);
    /* A descriptor that lives on must not wake us any more. */
    epoll_ctl(porch->epoll, EPOLL_CTL_DEL, fd, NULL);
    if (end != PORCH_CAME_IN) {
        say_why(fd, end);
        close(fd);
    }
    porch->visit(porch->context, fd, &address, end);
}

/* Looks at what has arrived without taking it. A head that is longer than we look is
 * too long. */
static void look_at(ff_porch *porch, caller *at) {
    ssize_t size = recv(at->fd, porch->head, sizeof porch->head, MSG_PEEK | MSG_DONTWAIT);
    if (size < 0 && (errno == EAGAIN || errno == EINTR))
        return;
    if (size <= 0)
        finish(porch, at, PORCH_LEFT);
    else if (memmem(porch->head, (size_t)size, "\r\n\r\n", 4))
        finish(porch, at, PORCH_CAME_IN);
    else if ((size_t)size == sizeof porch->head)
        finish(porch, at, PORCH_TOO_LONG);
}

/* Edges alone wake us: bytes that stay where they are would do so for ever. */
void porch_add(ff_porch *porch, int fd, const ff_address *address, uint64_t now_ms) {
    caller *added = malloc(sizeof *added);
    struct epoll_event event = {.events = EPOLLIN | EPOLLRDHUP | EPOLLET, .data = {.ptr = added}};
    if (!added || epoll_ctl(porch->epoll, EPOLL_CTL_ADD, fd, &event) != 0) {
        free(added);
        close(fd);
        porch->visit(porch->context, fd, address, PORCH_LEFT);
        return;
    }
    *added = (caller){.fd = fd, .address = *address, .came_ms = now_ms, .before = porch->youngest};
    *(porch->youngest ? &porch->youngest->next : &porch->oldest) = added;
    porch->youngest = added;
    porch->count++;
    if (porch->count > porch->room)
        finish(porch, porch->oldest, PORCH_TOO_LATE);
}

/* One caller an event, and nobody else goes on its account, so that what the events
 * point to lives. */
void porch_look(ff_porch *porch) {
    struct epoll_event events[EVENTS];
    int count = epoll_wait(porch->epoll, events, EVENTS, 0);
    for (int i = 0; i < count; i++)
        look_at(porch, events[i].data.ptr);
}

int porch_fd(const ff_porch *porch) {
    return porch->epoll;
}

void porch_tick(ff_porch *porch, uint64_t now_ms) {
    while (porch->oldest && now_ms - porch->oldest->came_ms >= PORCH_WAIT_MS)
        finish(porch, porch->oldest, PORCH_TOO_LATE);
}

size_t porch_count(const ff_porch *porch) {
    return porch->count;
}
