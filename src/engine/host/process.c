/* Starting and ending a foreign program. What must hold: however this process ends, nothing of
 * the program is left, neither a process nor its folder. So between the two stands a warden, a
 * process that waits for nothing but our end: when the pipe to it is closed (by the kernel, if
 * we are killed) it kills all that is below it. */
#define _GNU_SOURCE /* pipe2, close_range */
#include "engine/host/process.h"

#include "base/clock.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum {
    NS_PER_MS = 1000000,
    PIPE_PIECES = 1000, /* that may stand in a pipe of 64 KiB, as they are read */
    ENDING_MS = 500     /* from the end of a program's output to its own */
};

struct process {
    pid_t warden;
    int leash;                   /* the warden waits until this is closed */
    int to;                      /* the program's input; does not block */
    int from;                    /* its output */
    const command_line *command; /* read while it starts only */
    int errors;                  /* where its standard error goes, or -1 */
    char *home;                  /* what is copied; null: nothing */
    char *folder;                /* of its own */
    char *file;                  /* what is run: mostly a copy in that folder */
    size_t used;                 /* bytes of `text` that the last line took */
    size_t size;
    char text[PROCESS_LINE_MAX + 2]; /* with its end, \r\n perhaps */
    char about[48];                  /* what `process_state_text` has said */
};

/* What the warden answers when it is asked how the program has ended: what waitid told of it. */
typedef struct ending {
    int code; /* CLD_EXITED, CLD_KILLED, CLD_DUMPED; 0: it has not */
    int status;
} ending;

/* The ends of the pipes that are not ours. */
typedef struct far_ends {
    int leash, in, out;
} far_ends;

/* What a program writes to standard error and is not yet passed on: less than a line. */
typedef struct complaint {
    size_t size;
    char text[4096];
} complaint;

/* --- the warden: between fork and exec, nothing but system calls --------------- */

static pid_t run(const char *const argv[]) {
    pid_t pid = fork();
    if (pid == 0) {
        execvp(argv[0], (char *const *)argv);
        _exit(127);
    }
    return pid;
}

/* The program itself. It dies with the warden even where that is killed. */
static void become_program(const process *p, const far_ends *far, int errors) {
    setpgid(0, 0);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (chdir(p->folder) == 0 && dup2(far->in, 0) == 0 && dup2(far->out, 1) == 1 &&
        (errors < 0 || dup2(errors, 2) == 2)) {
        close_range(3, ~0u, 0); /* also what we were started with */
        execv(p->file, p->command->word);
    }
    _exit(127);
}

/* Kills all processes whose parent is this one; orphans of them will be next. */
static void kill_children(void) {
    char list[4096];
    int file = open("/proc/thread-self/children", O_RDONLY | O_CLOEXEC);
    ssize_t size = file < 0 ? 0 : read(file, list, sizeof list);
    pid_t pid = 0;
    for (ssize_t i = 0; i < size; i++) {
        if (list[i] >= '0' && list[i] <= '9') {
            pid = pid * 10 + (list[i] - '0');
            continue;
        }
        if (pid > 0)
            kill(pid, SIGKILL);
        pid = 0;
    }
    if (file >= 0)
        close(file);
}

/* Until nobody is left, or five seconds of trying are over. */
static void kill_all(pid_t program) {
    const struct timespec moment = {0, 1000000};
    kill(-program, SIGKILL);
    for (int tries = 0; tries < 5000; tries++) {
        kill_children();
        pid_t dead;
        do
            dead = waitpid(-1, NULL, WNOHANG);
        while (dead > 0);
        if (dead < 0 && errno == ECHILD)
            return;
        nanosleep(&moment, NULL);
    }
}

/* The leash becomes standard input, and where complaints go standard output. */
static void take_leash(const process *p, const far_ends *far) {
    int nothing = open("/dev/null", O_RDWR | O_CLOEXEC);
    dup2(far->leash, 0);
    dup2(p->errors < 0 ? nothing : p->errors, 1);
    dup2(nothing, 2);
}

static void put(const char *text, size_t size) {
    while (size > 0) {
        ssize_t wrote = write(1, text, size);
        if (wrote < 0 && errno != EINTR)
            return; /* a full disk: what does not fit is lost */
        text += wrote > 0 ? wrote : 0;
        size -= wrote > 0 ? (size_t)wrote : 0;
    }
}

/* Passes on what is there to read, whole lines at once: others write to the same file, and a
 * program may put a line together of several pieces. False when no more will come. */
static bool pass_on(int errors, complaint *c) {
    ssize_t got = read(errors, c->text + c->size, sizeof c->text - c->size);
    if (got <= 0)
        return got < 0 && errno == EINTR;
    c->size += (size_t)got;
    const char *end = memrchr(c->text, '\n', c->size);
    size_t whole = end ? (size_t)(end + 1 - c->text) : c->size == sizeof c->text ? c->size : 0;
    put(c->text, whole);
    c->size -= whole;
    memmove(c->text, c->text + whole, c->size);
    return true;
}

/* How the program has ended. One whose output has just been closed may be about to: it has some
 * time. It is not reaped, so that nobody else is given its number. */
static ending ending_of(pid_t program) {
    const struct timespec moment = {0, 1000000};
    siginfo_t how = {0};
    for (int tries = 0; tries < ENDING_MS && program > 0 && how.si_pid == 0; tries++) {
        if (tries > 0)
            nanosleep(&moment, NULL);
        if (waitid(P_PID, (id_t)program, &how, WEXITED | WNOHANG | WNOWAIT) != 0)
            break;
    }
    return how.si_pid ? (ending){how.si_code, how.si_status} : (ending){0, 0};
}

/* Answers what came along the leash. False when our end of it is closed. */
static bool answer_leash(pid_t program) {
    char question;
    ssize_t got = read(0, &question, 1);
    if (got <= 0)
        return got < 0 && errno == EINTR;
    ending how = ending_of(program);
    return write(0, &how, sizeof how) == (ssize_t)sizeof how;
}

/* Waits until our end of the leash is closed, and passes complaints on meanwhile. */
static void watch(pid_t program, int errors, complaint *c) {
    struct pollfd ends[] = {{0, POLLIN, 0}, {errors, POLLIN, 0}};
    for (;;) {
        if (poll(ends, 2, -1) < 0) {
            if (errno != EINTR)
                return;
            continue;
        }
        if (ends[0].revents && !answer_leash(program))
            return;
        if (ends[1].revents && !pass_on(errors, c))
            ends[1].fd = -1;
    }
}

/* The rest of it, when all are killed: no more than a pipe holds, should one of them live on. */
static void pass_on_rest(int errors, complaint *c) {
    struct pollfd end = {errors, POLLIN, 0};
    int reads = PIPE_PIECES;
    while (reads-- > 0 && poll(&end, 1, 0) > 0 && pass_on(errors, c))
        continue;
    if (c->size > 0) {
        put(c->text, c->size);
        put("\n", 1);
    }
}

static void guard(const process *p, const far_ends *far) {
    const char *const copy[] = {"cp", "-RL", "--", p->home, p->folder, NULL};
    const char *const clear[] = {"rm", "-rf", "--", p->folder, NULL};
    complaint heard = {0};
    int errors[2] = {-1, -1};
    sigset_t none;
    sigemptyset(&none);
    setpgid(0, 0);                    /* a ^C at the terminal is not for the warden */
    prctl(PR_SET_CHILD_SUBREAPER, 1); /* orphans of the program become ours, and can be killed */
    sigprocmask(SIG_SETMASK, &none, NULL);
    signal(SIGPIPE, SIG_DFL);
    take_leash(p, far);
    pid_t copier = p->home ? run(copy) : 0;
    while (copier > 0 && waitpid(copier, NULL, 0) < 0 && errno == EINTR)
        continue;
    bool laid = p->errors < 0 || pipe2(errors, O_CLOEXEC) == 0;
    pid_t program = laid ? fork() : -1;
    if (program == 0)
        become_program(p, far, errors[1]);
    signal(SIGPIPE, SIG_IGN); /* complaints may go to a pipe that nobody reads any more */
    int from = errors[0] >= 0 ? dup2(errors[0], 3) : -1;
    close_range(from < 0 ? 3 : 4, ~0u, 0);
    watch(program, from, &heard);
    if (program > 0) {
        setpgid(program, program);
        kill_all(program);
    }
    pass_on_rest(from, &heard);
    execvp(clear[0], (char *const *)clear);
    _exit(127);
}

/* --- starting and ending ------------------------------------------------------- */

static void shut(int *descriptor) {
    if (*descriptor >= 0)
        close(*descriptor);
    *descriptor = -1;
}

/* One pipe; the end that writes is ours where `ours_writes`. */
static bool lay_pipe(bool ours_writes, int *ours, int *far) {
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0)
        return false;
    *ours = ends[ours_writes];
    *far = ends[!ours_writes];
    return true;
}

/* The leash speaks both ways. */
static bool lay_leash(int *ours, int *far) {
    int ends[2];
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0)
        return false;
    *ours = ends[0];
    *far = ends[1];
    return true;
}

/* The text in one piece, on the heap; null when memory is out. */
FF_PRINTF(1, 2) static char *text_of(const char *format, ...) {
    char *text = NULL;
    va_list list;
    va_start(list, format);
    int size = vasprintf(&text, format, list);
    va_end(list);
    return size < 0 ? NULL : text;
}

/* Makes the folder and the names in it. */
static bool move_in(process *p) {
    const command_line *c = p->command;
    const char *temporary = getenv("TMPDIR");
    p->home = c->home ? text_of("%s/.", c->home) : NULL; /* the contents, not the folder */
    p->folder = text_of("%s/flagfall-XXXXXX", temporary ? temporary : "/tmp");
    if ((c->home && !p->home) || !p->folder || !mkdtemp(p->folder))
        return false;
    bool copied = c->word[0][0] != '/';
    p->file = copied ? text_of("%s/%s", p->folder, c->word[0]) : strdup(c->word[0]);
    if (!p->file)
        rmdir(p->folder);
    return p->file;
}

static bool start_warden(process *p) {
    far_ends far = {-1, -1, -1};
    /* Writing must not block: a program that does not read is late, and we go on. */
    if (lay_leash(&p->leash, &far.leash) && lay_pipe(true, &p->to, &far.in) &&
        lay_pipe(false, &p->from, &far.out) && fcntl(p->to, F_SETFL, O_NONBLOCK) == 0) {
        p->warden = fork();
        if (p->warden == 0)
            guard(p, &far);
    }
    shut(&far.leash);
    shut(&far.in);
    shut(&far.out);
    return p->warden > 0;
}

process *process_start(const command_line *c, int errors) {
    process *p = calloc(1, sizeof *p);
    if (!p)
        return NULL;
    p->leash = p->to = p->from = -1;
    p->warden = -1;
    p->command = c;
    p->errors = errors;
    bool housed = move_in(p);
    if (housed && start_warden(p))
        return p;
    if (housed)
        rmdir(p->folder);
    process_end(p);
    return NULL;
}

void process_end(process *p) {
    shut(&p->to);
    shut(&p->from);
    shut(&p->leash);
    while (p->warden > 0 && waitpid(p->warden, NULL, 0) < 0 && errno == EINTR)
        continue;
    free(p->home);
    free(p->folder);
    free(p->file);
    free(p);
}

/* --- speaking -------------------------------------------------------------------- */

static uint64_t now_ms(void) {
    return clock_now_ns() / NS_PER_MS;
}

/* Waits until the descriptor is ready, at most up to the deadline. */
static process_state await(int descriptor, short events, uint64_t deadline) {
    for (;;) {
        struct pollfd one = {descriptor, events, 0};
        uint64_t now = now_ms();
        int ready = poll(&one, 1, now < deadline ? (int)(deadline - now) : 0);
        if (ready > 0)
            return PROCESS_GOOD;
        if (ready == 0)
            return PROCESS_LATE;
        if (errno != EINTR)
            return PROCESS_ENDED;
    }
}

process_state process_write(process *p, const ff_buffer *text, unsigned ms) {
    uint64_t deadline = now_ms() + ms;
    for (size_t done = 0; done < text->size;) {
        ssize_t wrote = write(p->to, text->data + done, text->size - done);
        if (wrote >= 0) {
            done += (size_t)wrote;
            continue;
        }
        if (errno != EAGAIN && errno != EINTR)
            return PROCESS_ENDED;
        process_state state = await(p->to, POLLOUT, deadline);
        if (state != PROCESS_GOOD)
            return state;
    }
    return PROCESS_GOOD;
}

/* Adds what the program has said to what is there. */
static process_state fill(process *p, uint64_t deadline) {
    if (p->size == sizeof p->text)
        return PROCESS_WORDY;
    process_state state = await(p->from, POLLIN, deadline);
    if (state != PROCESS_GOOD)
        return state;
    ssize_t got = read(p->from, p->text + p->size, sizeof p->text - p->size);
    if (got > 0)
        p->size += (size_t)got;
    return got > 0 || (got < 0 && errno == EINTR) ? PROCESS_GOOD : PROCESS_ENDED;
}

process_state process_read(process *p, unsigned ms, ff_span *line) {
    uint64_t deadline = now_ms() + ms;
    p->size -= p->used;
    memmove(p->text, p->text + p->used, p->size);
    p->used = 0;
    const char *end;
    while (!(end = memchr(p->text, '\n', p->size))) {
        process_state state = fill(p, deadline);
        if (state != PROCESS_GOOD)
            return state;
    }
    *line = (ff_span){p->text, (size_t)(end - p->text)};
    if (line->size > PROCESS_LINE_MAX && line->data[PROCESS_LINE_MAX] != '\r')
        return PROCESS_WORDY;
    p->used = line->size + 1;
    return PROCESS_GOOD;
}

ff_span process_rest(const process *p) {
    return (ff_span){p->text + p->used, p->size - p->used};
}

/* Asks the warden. */
static ending ask_ending(const process *p) {
    ending how = {0, 0};
    if (write(p->leash, "?", 1) != 1 ||
        await(p->leash, POLLIN, now_ms() + 2 * ENDING_MS) != PROCESS_GOOD ||
        read(p->leash, &how, sizeof how) != (ssize_t)sizeof how)
        return (ending){0, 0};
    return how;
}

static const char *tell_ending(process *p) {
    ending how = ask_ending(p);
    if (how.code == 0)
        return "has closed its input or output";
    snprintf(p->about, sizeof p->about, "has ended, %s %d",
             how.code == CLD_EXITED ? "status" : "signal", how.status);
    return p->about;
}

const char *process_state_text(process *p, process_state state) {
    switch (state) {
    case PROCESS_LATE:
        return "has not answered in time";
    case PROCESS_ENDED:
        return tell_ending(p);
    case PROCESS_WORDY:
        snprintf(p->about, sizeof p->about, "says a line of more than %d bytes", PROCESS_LINE_MAX);
        return p->about;
    case PROCESS_GOOD:
        break;
    }
    return "is well";
}
