/* Signals and the terminal's settings. What a handler reads must be static: these are the one
 * place of the module with state of its own. */
#ifndef _XOPEN_SOURCE
#define _XOPEN_SOURCE 700
#endif
#include "tui/screen/restore.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

static const int ending[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT};
static const int crashing[] = {SIGSEGV, SIGBUS, SIGABRT, SIGFPE, SIGILL};
enum { ENDINGS = sizeof ending / sizeof *ending, CRASHES = sizeof crashing / sizeof *crashing };

static volatile sig_atomic_t came;
static int wake[2] = {-1, -1};
static struct termios found;
static struct sigaction before_ending[ENDINGS], before_crash[CRASHES];
static struct sigaction curses_resize;

/* What comes before the loop waits wakes it too. */
static void wake_loop(void) {
    char byte = 1;
    int error = errno;                          /* of what was interrupted */
    ssize_t written = write(wake[1], &byte, 1); /* where it is full it wakes anyway */
    (void)written;
    errno = error;
}

static void on_ending(int number) {
    came = number;
    wake_loop();
}

static void on_resize(int number) {
    curses_resize.sa_handler(number);
    wake_loop();
}

/* Leaves the other screen, shows the cursor, ends the mouse, colours and keypad: the sequences
 * of terminals that have a mouse, which others ignore. Only functions that a handler may call. */
static void on_crash(int number) {
    static const char sequences[] =
        "\033[?1000l\033[?1006l\033[?1049l\033[?25h\033[0m\033[?1l\033>";
    ssize_t written = write(STDOUT_FILENO, sequences, sizeof sequences - 1);
    (void)written;
    tcsetattr(STDIN_FILENO, TCSANOW, &found);
    signal(number, SIG_DFL);
    raise(number);
}

static void take(const int *numbers, int count, void (*handler)(int), struct sigaction *before) {
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_handler = handler;
    sigemptyset(&action.sa_mask);
    for (int i = 0; i < count; i++)
        sigaction(numbers[i], &action, &before[i]);
}

static void give_back(const int *numbers, int count, const struct sigaction *before) {
    for (int i = 0; i < count; i++)
        sigaction(numbers[i], &before[i], NULL);
}

void restore_begin(void) {
    came = 0;
    if (pipe(wake) != 0)
        wake[0] = wake[1] = -1;
    for (int i = 0; i < 2; i++)
        fcntl(wake[i], F_SETFL, O_NONBLOCK);
    curses_resize.sa_handler = SIG_DFL;
    tcgetattr(STDIN_FILENO, &found);
    take(ending, ENDINGS, on_ending, before_ending);
    take(crashing, CRASHES, on_crash, before_crash);
}

void restore_watch_size(void) {
    static const int resized[] = {SIGWINCH};
    sigaction(SIGWINCH, NULL, &curses_resize);
    if (curses_resize.sa_handler != SIG_DFL && curses_resize.sa_handler != SIG_IGN)
        take(resized, 1, on_resize, &curses_resize);
}

void restore_end(void) {
    if (curses_resize.sa_handler != SIG_DFL)
        sigaction(SIGWINCH, &curses_resize, NULL);
    give_back(ending, ENDINGS, before_ending);
    give_back(crashing, CRASHES, before_crash);
    for (int i = 0; i < 2; i++)
        if (wake[i] >= 0)
            close(wake[i]);
    wake[0] = wake[1] = -1;
}

int restore_signal(void) {
    char bytes[64];
    while (read(wake[0], bytes, sizeof bytes) > 0)
        ;
    return came;
}

void restore_note_hangup(void) {
    if (!came)
        came = SIGHUP;
}

int restore_file(void) {
    return wake[0];
}
