/* Messages on a socket, each behind its length. What must hold: neither end ever waits for the
 * other while the other waits for it. So nothing blocks: whoever cannot write reads until it
 * can. */
#define _POSIX_C_SOURCE 200809L
#include "cluster/frame.h"

#include <assert.h>
#include <errno.h>
#include <poll.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum { HEAD = 8 };

void frame_put(char bytes[4], uint32_t number) {
    for (int i = 0; i < 4; i++)
        bytes[i] = (char)(number >> 8 * i & 0xff);
}

uint32_t frame_get(const char bytes[4]) {
    uint32_t number = 0;
    for (int i = 3; i >= 0; i--)
        number = number << 8 | (unsigned char)bytes[i];
    return number;
}

void frame_read_some(frame_reader *r, int socket) {
    char bytes[65536];
    ssize_t size;
    assert(r->taken <= r->in.size);
    if (r->taken > 0) /* what has been taken makes room */
        memmove(r->in.data, r->in.data + r->taken, r->in.size - r->taken);
    r->in.size -= r->taken;
    r->taken = 0;
    while ((size = recv(socket, bytes, sizeof bytes, MSG_DONTWAIT)) > 0 && !r->in.failed)
        ff_buffer_add(&r->in, bytes, (size_t)size);
    r->ended |= r->in.failed || size == 0 ||
                (size < 0 && errno != EAGAIN && errno != EWOULDBLOCK && errno != EINTR);
}

bool frame_next(frame_reader *r, uint32_t *peer, ff_span *bytes) {
    size_t left = r->in.size - r->taken;
    if (left < HEAD)
        return false;
    const char *head = r->in.data + r->taken;
    size_t size = frame_get(head + 4);
    if (size > FRAME_BYTES_MAX)
        r->ended = true;
    if (size > FRAME_BYTES_MAX || left - HEAD < size)
        return false;
    *peer = frame_get(head);
    *bytes = (ff_span){head + HEAD, size};
    r->taken += HEAD + size;
    return true;
}

void frame_wait(int socket, int ms) {
    struct pollfd fd = {.fd = socket, .events = POLLIN};
    poll(&fd, 1, ms);
}

/* --- writing ------------------------------------------------------------------------------ */

static bool send_all(int socket, frame_reader *r, const char *data, size_t size) {
    while (size > 0) {
        ssize_t sent = send(socket, data, size, MSG_NOSIGNAL | MSG_DONTWAIT);
        if (sent < 0 && (errno == EAGAIN || errno == EWOULDBLOCK)) {
            /* Until there is room; what comes meanwhile is read: the other end may wait, too. */
            struct pollfd fd = {.fd = socket, .events = r->ended ? POLLOUT : POLLOUT | POLLIN};
            poll(&fd, 1, -1);
            if (fd.revents & POLLIN)
                frame_read_some(r, socket);
        } else if (sent < 0 && errno != EINTR) {
            return false;
        }
        data += sent > 0 ? sent : 0;
        size -= sent > 0 ? (size_t)sent : 0;
    }
    return true;
}

bool frame_write(int socket, frame_reader *r, uint32_t peer, ff_span bytes) {
    char head[HEAD];
    if (bytes.size > FRAME_BYTES_MAX)
        return false;
    frame_put(head, peer);
    frame_put(head + 4, (uint32_t)bytes.size);
    return send_all(socket, r, head, HEAD) && send_all(socket, r, bytes.data, bytes.size);
}
