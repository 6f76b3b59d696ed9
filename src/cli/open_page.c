/* A page in the browser, by xdg-open. A process of its own waits for the address, since the
 * server that serves the page may start no programs any more. */
#define _POSIX_C_SOURCE 200809L
#include "cli/open_page.h"

#include <netinet/in.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum { ADDRESS = 512 };

/* Waits for the address; an end without one is a server that has not begun. */
static void wait_and_open(int file) {
    char address[ADDRESS];
    size_t size = 0;
    ssize_t part;
    while (size + 1 < sizeof address &&
           (part = read(file, address + size, sizeof address - 1 - size)) > 0)
        size += (size_t)part;
    address[size] = '\0';
    if (size > 0) {
        execlp("xdg-open", "xdg-open", address, (char *)NULL);
        fprintf(stderr, "flagfall: there is no xdg-open here: open %s in a browser\n", address);
    }
    _exit(0);
}

/* Does something on this machine listen on the port already? */
bool open_page_answers(unsigned port) {
    struct sockaddr_in there = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port)};
    there.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    int connection = socket(AF_INET, SOCK_STREAM, 0);
    bool answers =
        connection >= 0 && connect(connection, (struct sockaddr *)&there, sizeof there) == 0;
    if (connection >= 0)
        close(connection);
    return answers;
}

int open_page_begin(void) {
    int ends[2];
    if (pipe(ends) != 0)
        return -1;
    signal(SIGCHLD, SIG_IGN); /* nobody waits for it */
    pid_t process = fork();
    if (process == 0) {
        signal(SIGCHLD, SIG_DFL);
        close(ends[1]);
        wait_and_open(ends[0]);
    }
    close(ends[0]);
    if (process < 0)
        close(ends[1]);
    return process < 0 ? -1 : ends[1];
}

void open_page(int file, const char *address) {
    size_t size = strlen(address);
    if (write(file, address, size) != (ssize_t)size)
        fprintf(stderr, "flagfall: open %s in a browser\n", address);
    close(file);
}
