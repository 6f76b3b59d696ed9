/* A listening TCP socket. */
#ifndef FLAGFALL_SERVER_NET_LISTENER_H
#define FLAGFALL_SERVER_NET_LISTENER_H

#include "flagfall/base.h"

/* Listens on the first address of `host`; -1 with a message when that cannot be.
 * `port` is 0 for any, and is set to what it has become. */
int listener_open(const char *host, unsigned *port, ff_error *error);

/* The next connection that waits, set up for an event loop; -1 when none does. */
int listener_accept(int listener);

#endif
