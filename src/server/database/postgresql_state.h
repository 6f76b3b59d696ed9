/* What the files of PostgreSQL's engine share: its connection, and plain SQL on it. */
#ifndef FLAGFALL_SERVER_DATABASE_POSTGRESQL_STATE_H
#define FLAGFALL_SERVER_DATABASE_POSTGRESQL_STATE_H

#include "server/database/engine.h"

#include <libpq-fe.h>

enum {
    OWNER_SIZE = 33, /* 128 bits in hexadecimal, terminated */
    CLAIM_WAIT_MS = 3000,
    NODE_LOCK_MS = 2000, /* that a node waits for rows which another changes */
    SENT_MAX = 256,      /* statements that are waited for together */
    ASKED_MAX = 64,      /* reads that are asked for before they are made */
};
#define NODE_HUNG "10s" /* that a node may say nothing to the database */

struct postgresql {
    PGconn *db;
    open_mode mode;
    unsigned session;       /* how often a connection has been made */
    unsigned statements;    /* that have been named */
    bool ready;             /* the session is set up, and a writer's has the lock */
    bool connecting;        /* again, and not there yet; */
    bool connecting_reads;  /* it waits for what the other end says */
    int64_t retry_ms, wait; /* when the next attempt may begin, and how long the one after waits */
    char owner[OWNER_SIZE]; /* which server's the store is: ours, drawn as it was opened */
    bool lost;              /* another server has had the store */
    bool cut;               /* by ourselves: what it would answer nobody knows */
    PGresult **answer[SENT_MAX]; /* of what was sent, in this order: see postgresql_pipeline.h */
    unsigned sent;
    struct {
        ff_buffer key; /* the statement's name and values */
        PGresult *rows;
    } asked[ASKED_MAX]; /* `asks` of them: see pipeline_ask */
    unsigned asks;
    uint64_t changes;     /* rows that the last statement has changed which was waited for */
    uint64_t round_trips; /* that were waited for */
    bool careful;         /* each statement is waited for: somewhere the database is damaged */
    bool damaged;
    bool conflict; /* what has failed last did so because somebody else was faster */
    char said[160];
    /* Of a node (postgresql_nodes.h): */
    int schema;       /* that it knows */
    int number;       /* by which others know it */
    bool alone;       /* nobody else was on the store as it was opened */
    bool keeps;       /* this session has the keeper's lock */
    bool missed;      /* news may have been missed */
    int wake;         /* an epoll descriptor that is readable when news may have come */
    int watched;      /* the socket that it watches, or -1 */
    int64_t ahead_ms; /* of the database's clock, before ours */
    int64_t clock_us; /* the same before the stopwatch, by the last look at it */
};

/* The first line of libpq's message, or of the server's. Clears the result. False. */
bool postgresql_note(struct postgresql *own, PGresult *result);

/* Is there no connection now: lost, cut, or on the way again? As far as is known without asking:
 * one that is silent counts as there. */
bool postgresql_is_away(const struct postgresql *own);

/* Plain SQL, for a connection that stands: what comes of it, the caller's to clear; or the first
 * column of the only row, as text or a number: false where it fails or there is no row. */
PGresult *postgresql_exec(struct postgresql *own, const char *sql);
bool postgresql_run(struct postgresql *own, const char *sql);
bool postgresql_ask(struct postgresql *own, const char *sql, char *text, size_t size);
bool postgresql_ask_number(struct postgresql *own, const char *sql, int64_t *number);

/* Takes one of the locks of a store, by a function of PostgreSQL's (pg_advisory_lock, ..): it is
 * the session's, and goes with it. False where it is not free within `wait_ms`: `taken` says
 * whether it was that. */
enum { LOCK_CLAIM = 0x46464c31 /* "FFL1" */, LOCK_START, LOCK_KEEPER };
#define LOCK_COUNTS "1179012149" /* "FFL5", of a transaction (postgresql_nodes.c) */
bool postgresql_lock(struct postgresql *own, const char *function, int which, int wait_ms,
                     bool *taken);

/* Tells what another server on the store means for us; false. */
bool postgresql_is_taken(struct postgresql *own);

#endif
