/* The operator's socket beside the store, which only the server's own user can open. What must
 * hold: a request is read, served and answered in one batch of its own, and the loop waits for none
 * of its parts longer than SERVER_WAIT_MS. (Whoever may open the socket may stop the server too:
 * the bound is against a program that hangs, not against a user who means harm.) */
#define _POSIX_C_SOURCE 200809L

#include "server/api/admin.h"

#include "server/database/engine.h"
#include "server/session/batch.h"

#include <errno.h>
#include <fcntl.h>
#include <sodium.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/un.h>
#include <unistd.h>

enum { SERVER_WAIT_MS = 200, ADMIN_WAIT_MS = 10000, ADMIN_TRIES = 20 };

/* A store that is no file has a hash for its name, in the folder that we are in. */
bool admin_socket_path(const char *store, char path[108]) {
    static const uint8_t key[crypto_shorthash_KEYBYTES] = "admin socket";
    uint8_t hash[crypto_shorthash_BYTES];
    char name[2 * sizeof hash + 1];
    crypto_shorthash(hash, (const uint8_t *)store, strlen(store), key);
    sodium_bin2hex(name, sizeof name, hash, sizeof hash);
    int size = engine_of(store) == &engine_sqlite ? snprintf(path, 108, "%s-admin", store)
                                                  : snprintf(path, 108, "flagfall-%s-admin", name);
    return size > 0 && size < 108;
}

static bool set_address(struct sockaddr_un *address, const char *store) {
    *address = (struct sockaddr_un){.sun_family = AF_UNIX};
    return admin_socket_path(store, address->sun_path);
}

static void wait_at_most(int fd, int milliseconds) {
    struct timeval time = {milliseconds / 1000, milliseconds % 1000 * 1000};
    setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &time, sizeof time);
    setsockopt(fd, SOL_SOCKET, SO_SNDTIMEO, &time, sizeof time);
}

/* Only where several servers share a store may another be found. One that is at work, with a full
 * line of those who want to be answered, says EAGAIN. */
static bool is_answered(const struct sockaddr_un *address) {
    int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    bool answered =
        fd >= 0 &&
        (connect(fd, (const struct sockaddr *)address, sizeof *address) == 0 || errno == EAGAIN);
    if (fd >= 0)
        close(fd);
    return answered;
}

/* What lies there otherwise is of a server that is gone. The mask lets the socket be its owner's
 * alone from its first moment: to change that afterwards would leave a gap. */
int admin_listen(const char *store) {
    struct sockaddr_un address;
    if (!set_address(&address, store) || is_answered(&address))
        return -1;
    int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    mode_t before = umask(0177);
    unlink(address.sun_path);
    bool good =
        fd >= 0 && bind(fd, (struct sockaddr *)&address, sizeof address) == 0 && listen(fd, 4) == 0;
    umask(before);
    if (good)
        return fd;
    if (fd >= 0)
        close(fd);
    return -1;
}

void admin_leave(const char *store) {
    char path[108];
    if (admin_socket_path(store, path))
        unlink(path);
}

static void send_all(int fd, const char *data, size_t size) {
    while (size > 0) {
        ssize_t sent = send(fd, data, size, MSG_NOSIGNAL);
        if (sent <= 0)
            return;
        data += sent;
        size -= (size_t)sent;
    }
}

/* Until the other end has said all, or there is no room. */
static size_t receive_all(int fd, char *data, size_t room) {
    size_t size = 0;
    ssize_t part;
    while (size < room && (part = recv(fd, data + size, room - size, 0)) > 0)
        size += (size_t)part;
    return size;
}

/* Why nothing of a command stands. Another server may have been faster: then the store is well. */
static bool tell_lost(const struct store *store, ff_error *error) {
    if (store_has_conflicted(store))
        return ff_fail(error, FF_ERROR_CONFLICT, 0, 0,
                       "another server changed the same at this moment, and nothing was changed "
                       "here: give the command once more");
    return ff_fail(error, FF_ERROR_SYSTEM, 0, 0, "the store fails, look whether it was done: %s",
                   store_trouble(store));
}

/* The answer: a sign, `+` or `-`, and what is to be printed. The batch ends first, so that what is
 * said to be done is stored. A `?` alone says that nothing came in time, as where the machine is so
 * busy that the other end has not got to it: it may ask once more. */
static void answer(struct hub *hub, int fd) {
    char words[ADMIN_REQUEST];
    ff_buffer out = {0};
    ff_error error;
    size_t size = receive_all(fd, words, sizeof words);
    if (size == 0) {
        send_all(fd, "?", 1);
        return;
    }
    bool good = admin_do(hub, (ff_span){words, size}, &out, &error);
    if (!hub_end_batch(hub) && good)
        good = tell_lost(hub->options.store, &error);
    send_all(fd, good ? "+" : "-", 1);
    if (good)
        send_all(fd, out.data ? out.data : "", out.size);
    else
        send_all(fd, error.message, strlen(error.message));
    ff_buffer_free(&out);
}

void admin_serve(struct hub *hub, int listener) {
    int fd = accept(listener, NULL, NULL);
    if (fd < 0)
        return;
    fcntl(fd, F_SETFL, 0);
    wait_at_most(fd, SERVER_WAIT_MS);
    answer(hub, fd);
    close(fd);
}

/* Asks once; the sign is 0 where no answer came. False where no server listens. */
static bool ask_once(const char *store, ff_span words, char *sign, ff_buffer *out) {
    struct sockaddr_un address;
    char part[4096];
    size_t size;
    int fd = set_address(&address, store) ? socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0) : -1;
    if (fd < 0 || connect(fd, (struct sockaddr *)&address, sizeof address) != 0) {
        if (fd >= 0)
            close(fd);
        return false;
    }
    wait_at_most(fd, ADMIN_WAIT_MS);
    send_all(fd, words.data, words.size);
    shutdown(fd, SHUT_WR);
    if (receive_all(fd, sign, 1) == 0)
        *sign = 0;
    while ((size = receive_all(fd, part, sizeof part)) > 0)
        ff_buffer_add(out, part, size);
    close(fd);
    return true;
}

bool admin_ask(const char *store, ff_span words, bool *good, ff_buffer *out) {
    char sign = '?';
    for (int tries = 0; sign == '?' && tries < ADMIN_TRIES; tries++)
        if (!ask_once(store, words, &sign, out))
            return false;
    if (sign == '?')
        ff_buffer_text(out, "the server has not heard it in time: give the command once more");
    *good = sign == '+';
    return true;
}
