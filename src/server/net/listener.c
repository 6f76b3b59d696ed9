/* The port. What must hold: each descriptor given out is non-blocking, and no program that this one
 * might start inherits it; a client that stops answering is given up by the system. */
#define _POSIX_C_SOURCE 200809L

#include "server/net/listener.h"

#include <errno.h>
#include <fcntl.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum {
    BACKLOG = 1024,
    SILENCE_MS = 60000,    /* that a client may leave what was sent unanswered */
    SEND_BUFFER = 1 << 18, /* bytes that the system keeps for one connection that does not read */
};

static bool make_nonblocking(int fd) {
    return fcntl(fd, F_SETFL, O_NONBLOCK) == 0 && fcntl(fd, F_SETFD, FD_CLOEXEC) == 0;
}

static int listen_on(const struct addrinfo *address) {
    int on = 1;
    int fd = socket(address->ai_family, address->ai_socktype, address->ai_protocol);
    if (fd < 0)
        return -1;
    /* A port may be taken again at once after a stop, but never shared. */
    setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
    if (bind(fd, address->ai_addr, address->ai_addrlen) == 0 && listen(fd, BACKLOG) == 0 &&
        make_nonblocking(fd))
        return fd;
    int error = errno;
    close(fd);
    errno = error;
    return -1;
}

static unsigned port_of(int fd) {
    struct sockaddr_storage address;
    socklen_t size = sizeof address;
    if (getsockname(fd, (struct sockaddr *)&address, &size) != 0)
        return 0;
    if (address.ss_family == AF_INET6)
        return ntohs(((struct sockaddr_in6 *)&address)->sin6_port);
    return ntohs(((struct sockaddr_in *)&address)->sin_port);
}

int listener_open(const char *host, unsigned *port, ff_error *error) {
    struct addrinfo wanted = {.ai_socktype = SOCK_STREAM, .ai_flags = AI_PASSIVE}, *found;
    char service[16];
    snprintf(service, sizeof service, "%u", *port);
    int failed = getaddrinfo(host, service, &wanted, &found);
    if (failed) {
        ff_fail(error, FF_ERROR_SYSTEM, 0, 0, "cannot listen on '%s': %s", host,
                gai_strerror(failed));
        return -1;
    }
    int fd = listen_on(found);
    if (fd < 0 && errno == EADDRINUSE)
        ff_fail(error, FF_ERROR_SYSTEM, 0, 0, "port %u of %s is in use; choose another with --port",
                *port, host);
    else if (fd < 0)
        ff_fail(error, FF_ERROR_SYSTEM, 0, 0, "cannot listen on %s, port %u: %s", host, *port,
                strerror(errno));
    else
        *port = port_of(fd);
    freeaddrinfo(found);
    return fd;
}

int listener_accept(int listener) {
    int on = 1, size = SEND_BUFFER, silence = SILENCE_MS;
    int fd = accept(listener, NULL, NULL);
    if (fd < 0)
        return -1;
    setsockopt(fd, SOL_SOCKET, SO_SNDBUF, &size, sizeof size);
    setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    setsockopt(fd, IPPROTO_TCP, TCP_USER_TIMEOUT, &silence, sizeof silence);
    if (make_nonblocking(fd))
        return fd;
    close(fd);
    return -1;
}
