/* The operator's commands, over a hub: in the server, or in a process of its own while no
 * server runs. */
#ifndef FLAGFALL_SERVER_API_ADMIN_H
#define FLAGFALL_SERVER_API_ADMIN_H

#include "server/session/hub.h"

enum {
    ADMIN_REQUEST = 4096, /* bytes of a command with its words */
    ADMIN_PAGE = 200,     /* lines of a list that are read at once */
};

/* How the last line of a list begins that goes on: the word to ask for the rest follows. */
#define ADMIN_MORE "more="

/* Does a command ("list", "close GAME", .., the words each ended by a zero byte), in the
 * open batch. `out` gets what is to be printed. False, with a message for the operator,
 * where it cannot be done. */
bool admin_do(struct hub *hub, ff_span words, ff_buffer *out, ff_error *error);

/* Are these words a command, and as many as it takes? Else false with a message; what they say is
 * looked at by `admin_do`. */
bool admin_understands(ff_span words, ff_error *error);

/* A line a command, for help. */
const char *admin_help(void);

/* ---- between the server and `flagfall admin`: a socket beside the store ---- */

/* "STORE-admin". False where the name is too long for a socket. */
bool admin_socket_path(const char *store, char path[108]);

/* Listens, for the owner of the store alone; -1 where that cannot be, or another server on the same
 * store (store_nodes.h) listens there. */
int admin_listen(const char *store);

/* Once nobody listens any more: takes the socket's name out of its folder. */
void admin_leave(const char *store);

/* Serves one that has come: reads its command, does it, ends the batch, and answers. Waits
 * a fraction of a second at most. */
void admin_serve(struct hub *hub, int listener);

/* Asks the server that runs on this store. True when it has answered: `good` says whether
 * it has done it, `out` what it said. False where none runs. */
bool admin_ask(const char *store, ff_span words, bool *good, ff_buffer *out);

#endif
