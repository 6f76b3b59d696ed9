/* The game server: one port, one store, one event loop, and threads for the
 * computer players. docs/protocol.md is what it speaks. */
#ifndef FLAGFALL_SERVER_SERVER_H
#define FLAGFALL_SERVER_SERVER_H

#include "server/base/address.h"
#include "server/base/log.h"
#include "server/moderation/agreement.h"
#include "server/play/tables.h"
#include "server/play/uploaded_replay.h"
#include "server/push/push_services.h"
#include "server/session/adjudicator.h"

typedef struct server_options {
    const char *version;
    const char *host;  /* address or name to listen on */
    unsigned port;     /* 0: any that is free */
    const char *store; /* path of the SQLite file, or postgresql://.. */
    const char *node; /* the name of this one of several servers on the store; null: the only one */
    const char *public_host; /* name under which a proxy offers the server, or null */
    const char *web;         /* folder to serve the page from instead of the program, or null */
    struct proxies proxies;  /* that may say whose a request is, and whether it came by TLS */
    struct proxies metrics;  /* addresses that may read /metrics */
    unsigned connections;    /* at once, of all; fewer where the system gives fewer files */
    unsigned per_address;    /* and of one address */
    size_t unread;           /* bytes that may wait for all clients to read */
    log_level log;           /* what is said on stderr */
    push_services services;  /* that wake-ups may be sent to */
    const char *push_ca;     /* file of certificates by which they are known, or null */
    bool sandbox;            /* give up what is not needed, where the kernel can (sandbox.h) */
    const uploaded_format *formats; /* in which games are read and written beside records */
    analyse_record *analyse;        /* finished games, for the page; null: it does not */
    agree_record *agree;            /* the same, for the host; null: it does not */
    struct opponents opponents;
    ff_span puzzles;      /* further ones than the page's, a file's text; empty: none */
    unsigned watch_delay; /* seconds with which spectators see games under way */
    unsigned guest_games; /* seats that are kept of all guests together, */
    unsigned guest_share; /* and of those at one address */
    unsigned threads;     /* that think, 1 or more */
    unsigned budget_ms;   /* a computer's move */
    adjudicator_rules rules;
    bool manual_time; /* the clock stands still until the operator moves it: for tests */
    /* Called once, when the server answers under this address, "http://HOST:PORT/". */
    void (*listening)(void *context, const char *address);
    void *context;
} server_options;

/* Runs until SIGTERM or SIGINT. False with a message when it cannot begin: the
 * port is taken, the store is not usable. Sets the signal mask of the process and
 * ignores SIGPIPE and SIGXFSZ. To be called once, on the first thread. */
bool server_run(const server_options *options, ff_error *error);

/* Does an operator's command on a store on which no server runs, as `admin_do` does;
 * `said` gets what came of it. False with a message where a server runs after all, or
 * the store is not usable. */
bool server_operate(const char *store, ff_span words, bool *good, ff_buffer *said, ff_error *error);

#endif
