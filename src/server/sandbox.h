/* The sandbox: what the process gives up before it listens to anybody, so that a fault that
 * lets somebody in lets him at little. From `sandbox_enter` on this thread, and every thread
 * that it starts, can
 *
 * - open files in the store's folder, read the page's folder, and read what the C library
 *   and the sanitizers need (`readable` in sandbox.c), and no other file;
 * - start no program, gain no rights by one, and send no signal to other processes;
 * - begin no TCP connection; a server that wakes people up, only to the ports of push services and
 *   of name servers, and reads what tells it names and certificates; so does one whose store is
 *   reached by TCP.
 *
 * It is Landlock (Linux 5.13 or newer, the whole list with 6.12), three system calls without
 * a library. What is open already stays so. There is no way back. */
#ifndef FLAGFALL_SERVER_SANDBOX_H
#define FLAGFALL_SERVER_SANDBOX_H

#include "flagfall/base.h"

enum { SANDBOX_PORTS = 20 };

typedef struct sandbox_paths {
    const char *store;       /* where it is; SQLite puts files beside its own */
    const char *web;         /* a folder, or null */
    bool connects;           /* to the ports below: to send wake-ups, or to the store */
    const char *authorities; /* a file of certificates beside the system's, or null */
    unsigned port[SANDBOX_PORTS];
    size_t ports;
} sandbox_paths;

/* Enters, before there are other threads: they would stay outside. False with a reason
 * where the kernel has no Landlock or does not let us use it; then nothing is different. */
bool sandbox_enter(const sandbox_paths *paths, ff_error *error);

#endif
