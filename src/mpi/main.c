/* flagfall-mpi: carries the messages of the process that has started it, by MPI (3.1: from one
 * to one, nothing else). It ends when told to, or when that process is gone.
 *
 * MPI's own waiting keeps a core busy, so nothing here waits in MPI: messages are asked for and
 * sent without blocking, and between two looks it waits for its socket. Errors are returned, so
 * that a lost rank does not end the others where the launcher lets them live (mpirun
 * --enable-recovery). */
#define _POSIX_C_SOURCE 200809L
#include "cluster/frame.h"

#include <limits.h>
#include <mpi.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { TAG = 1, WAIT_MS = 2, CLOSE_SECONDS = 20, LAST_WORD_SECONDS = 2 };

/* A message under way: MPI reads the bytes until the request is done. */
typedef struct sending {
    struct sending *next;
    MPI_Request request;
    char bytes[];
} sending;

typedef struct carrier {
    int socket;
    unsigned rank, ranks;
    frame_reader reader;
    sending *sending;
    bool closing;
    bool all_here; /* all ranks end together */
} carrier;

/* Frees what has arrived. */
static void sweep(carrier *c) {
    for (sending **at = &c->sending; *at;) {
        sending *s = *at;
        int done = 0;
        if (MPI_Test(&s->request, &done, MPI_STATUS_IGNORE) != MPI_SUCCESS || done) {
            *at = s->next;
            free(s);
        } else {
            at = &s->next;
        }
    }
}

/* False when memory is out, or MPI says that it cannot. */
static bool send_on(carrier *c, unsigned to, ff_span message) {
    sending *s = malloc(sizeof *s + message.size);
    if (!s)
        return false;
    if (message.size > 0)
        memcpy(s->bytes, message.data, message.size);
    if (MPI_Isend(s->bytes, (int)message.size, MPI_BYTE, (int)to, TAG, MPI_COMM_WORLD,
                  &s->request) != MPI_SUCCESS) {
        free(s);
        return false;
    }
    s->next = c->sending;
    c->sending = s;
    return true;
}

/* Hands the next message to our process; false where there is none, or it cannot be. */
static bool receive_one(carrier *c) {
    int there = 0, size = 0;
    MPI_Status status;
    MPI_Message handle;
    if (MPI_Improbe(MPI_ANY_SOURCE, TAG, MPI_COMM_WORLD, &there, &handle, &status) != MPI_SUCCESS ||
        !there || MPI_Get_count(&status, MPI_BYTE, &size) != MPI_SUCCESS || size < 0)
        return false;
    char *bytes = malloc((size_t)size + 1);
    bool good = bytes &&
                MPI_Mrecv(bytes, size, MPI_BYTE, &handle, MPI_STATUS_IGNORE) == MPI_SUCCESS &&
                frame_write(c->socket, &c->reader, (uint32_t)status.MPI_SOURCE,
                            (ff_span){bytes, (size_t)size});
    free(bytes);
    return good;
}

/* What our process says. */
static void read_frames(carrier *c) {
    uint32_t peer;
    ff_span bytes;
    frame_read_some(&c->reader, c->socket);
    while (!c->closing && frame_next(&c->reader, &peer, &bytes)) {
        if (peer == FRAME_CLOSE) {
            c->closing = true;
            c->all_here = bytes.size == 1 && bytes.data[0];
        } else {
            send_on(c, peer, bytes);
        }
    }
}

static void carry(carrier *c) {
    while (!c->closing && !c->reader.ended) {
        read_frames(c);
        while (receive_one(c))
            ;
        sweep(c);
        if (!c->closing)
            frame_wait(c->socket, WAIT_MS);
    }
}

/* The work is done and told: whoever does not come to the end is not waited for. */
static void leave(int signal) {
    (void)signal;
    _exit(0);
}

/* Waits until what was said last has arrived, and for the others. Where one is lost MPI would
 * wait for it: then it ends with this process. */
static _Noreturn void finish(carrier *c) {
    /* Where this rank ends before the others it tells those who work with it: rank 0 or, of rank 0,
     * all. Who has said goodbye before has no more to listen to. */
    unsigned told = c->all_here ? 0 : c->rank == 0 ? c->ranks : 1;
    for (unsigned i = 0; i < told; i++)
        if (i != c->rank)
            send_on(c, i, (ff_span){"", 0});
    signal(SIGALRM, leave);
    alarm(c->all_here ? CLOSE_SECONDS : LAST_WORD_SECONDS);
    while (c->sending) {
        sweep(c);
        frame_wait(-1, WAIT_MS);
    }
    if (c->all_here)
        MPI_Finalize();
    _exit(0); /* MPI's libraries leave memory behind, which leak checkers would tell of */
}

static bool start(carrier *c) {
    int provided, rank, ranks;
    char bytes[4];
    if (MPI_Init_thread(NULL, NULL, MPI_THREAD_SINGLE, &provided) != MPI_SUCCESS ||
        MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN) != MPI_SUCCESS ||
        MPI_Comm_rank(MPI_COMM_WORLD, &rank) != MPI_SUCCESS ||
        MPI_Comm_size(MPI_COMM_WORLD, &ranks) != MPI_SUCCESS)
        return false;
    c->rank = (unsigned)rank;
    c->ranks = (unsigned)ranks;
    frame_put(bytes, c->ranks);
    return frame_write(c->socket, &c->reader, c->rank, (ff_span){bytes, 4});
}

int main(int argc, char **argv) {
    carrier c = {.socket = FRAME_SOCKET};
    if (argc > 1) {
        fprintf(stderr, "%s is started by 'mpirun flagfall match ...' and by nobody else\n",
                argv[0]);
        return 2;
    }
    if (!start(&c))
        return 1;
    carry(&c);
    finish(&c);
}
