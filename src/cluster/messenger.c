/* The link of this process: a program beside it that carries its messages by MPI.
 *
 * MPI is not in this program for two reasons: every run of it would load MPI's libraries, and one
 * of these (libevent) has functions of the same names as the server's libev. The launcher knows
 * us by our environment, which our child has from us. */
#define _POSIX_C_SOURCE 200809L
#include "base/clock.h"
#include "cluster/frame.h"
#include "cluster/link.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#define PROGRAM "flagfall-mpi"

extern char **environ;

enum { WAIT_MS = 5, START_SECONDS = 120 };

typedef struct messenger {
    cluster_link link; /* first */
    int socket;
    pid_t process;
    frame_reader reader;
} messenger;

/* --- the link ---------------------------------------------------------------------------- */

static bool messenger_send(cluster_link *self, unsigned to, ff_span message) {
    messenger *m = (messenger *)self;
    return frame_write(m->socket, &m->reader, to, message);
}

static bool messenger_receive(cluster_link *self, unsigned *from, ff_buffer *message) {
    messenger *m = (messenger *)self;
    uint32_t peer;
    ff_span bytes;
    ff_buffer_clear(message);
    if (!frame_next(&m->reader, &peer, &bytes)) {
        frame_read_some(&m->reader, m->socket);
        if (!frame_next(&m->reader, &peer, &bytes))
            return false;
    }
    ff_buffer_add(message, bytes.data, bytes.size);
    *from = peer;
    return !message->failed;
}

static void messenger_wait(cluster_link *self) {
    messenger *m = (messenger *)self;
    frame_wait(m->reader.ended ? -1 : m->socket, WAIT_MS);
}

static uint64_t messenger_now_ms(cluster_link *self) {
    (void)self;
    return clock_now_ns() / 1000000;
}

static void messenger_free(messenger *m) {
    if (m->socket >= 0)
        close(m->socket);
    while (m->process > 0 && waitpid(m->process, NULL, 0) < 0 && errno == EINTR)
        ;
    ff_buffer_free(&m->reader.in);
    free(m);
}

static void messenger_close(cluster_link *self, bool all_here) {
    messenger *m = (messenger *)self;
    char byte = all_here;
    frame_write(m->socket, &m->reader, FRAME_CLOSE, (ff_span){&byte, 1});
    messenger_free(m);
}

/* --- starting it -------------------------------------------------------------------------- */

/* How many the launcher says it has started; 1 where there is no launcher. */
static unsigned long started(void) {
    /* Open MPI's own launcher, Slurm's, and others by PMI. */
    static const char *const names[] = {"OMPI_COMM_WORLD_SIZE", "SLURM_STEP_NUM_TASKS", "PMI_SIZE"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        const char *text = getenv(names[i]);
        if (text && *text >= '0' && *text <= '9')
            return strtoul(text, NULL, 10);
    }
    return 1;
}

/* The path of the messenger: installed, or just built. False where it is not there. */
static bool find_program(char path[PATH_MAX]) {
    static const char *const folders[] = {FLAGFALL_HELPERS_FOLDER "/", ""};
    char self[PATH_MAX];
    ssize_t size = readlink("/proc/self/exe", self, sizeof self - 1);
    if (size <= 0)
        return false;
    self[size] = 0;
    int folder = (int)(strrchr(self, '/') - self + 1);
    for (size_t i = 0; i < sizeof folders / sizeof *folders; i++)
        if (snprintf(path, PATH_MAX, "%.*s%s" PROGRAM, folder, self, folders[i]) < PATH_MAX &&
            access(path, X_OK) == 0)
            return true;
    return false;
}

/* Our end does not go on to programs that we start; theirs is FRAME_SOCKET. */
static bool start(messenger *m, char *path) {
    int ends[2];
    char *words[] = {path, NULL};
    posix_spawn_file_actions_t actions;
    if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends) != 0)
        return false;
    m->socket = ends[0];
    fcntl(ends[0], F_SETFD, FD_CLOEXEC);
    bool good = posix_spawn_file_actions_init(&actions) == 0;
    if (good) {
        if (ends[1] == FRAME_SOCKET) /* it stays open */
            good = fcntl(ends[1], F_SETFD, 0) == 0;
        else
            good = fcntl(ends[1], F_SETFD, FD_CLOEXEC) == 0 &&
                   posix_spawn_file_actions_adddup2(&actions, ends[1], FRAME_SOCKET) == 0;
        good = good && posix_spawn(&m->process, path, &actions, NULL, words, environ) == 0;
        posix_spawn_file_actions_destroy(&actions);
    }
    close(ends[1]);
    return good;
}

/* Its first words: who we are among how many. */
static bool read_ranks(messenger *m) {
    uint32_t rank;
    ff_span bytes;
    for (int second = 0; second < START_SECONDS && !m->reader.ended; second++) {
        if (frame_next(&m->reader, &rank, &bytes)) {
            m->link.rank = rank;
            m->link.ranks = bytes.size == 4 ? frame_get(bytes.data) : 0;
            return m->link.rank < m->link.ranks;
        }
        frame_wait(m->socket, 1000);
        frame_read_some(&m->reader, m->socket);
    }
    return false;
}

static cluster_link *start_messenger(char *path, ff_error *error) {
    messenger *m = calloc(1, sizeof *m);
    if (!m) {
        ff_fail(error, FF_ERROR_NO_MEMORY, 0, 0, "memory is out");
        return NULL;
    }
    m->link = (cluster_link){.send = messenger_send,
                             .receive = messenger_receive,
                             .wait = messenger_wait,
                             .now_ms = messenger_now_ms,
                             .close = messenger_close};
    m->socket = -1;
    if (start(m, path) && read_ranks(m))
        return &m->link;
    ff_fail(error, FF_ERROR_SYSTEM, 0, 0, PROGRAM " does not start, which carries messages by MPI");
    messenger_free(m);
    return NULL;
}

cluster_link *cluster_open(ff_error *error) {
    char path[PATH_MAX];
    unsigned long ranks = started();
    *error = (ff_error){0};
    if (ranks < 2)
        return NULL;
    if (find_program(path))
        return start_messenger(path, error);
    ff_fail(error, FF_ERROR_UNSUPPORTED, 0, 0,
            "%lu of us were started together, and " PROGRAM ", by which they work together, is not "
            "there: build it where libopenmpi-dev is installed",
            ranks);
    return NULL;
}
