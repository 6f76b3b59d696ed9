/* By which rules the adjudicator ends games, and what it remembers between two looks. In the
 * hub's state, and the adjudicator's alone (adjudicator.h). */
#ifndef FLAGFALL_SERVER_SESSION_ADJUDICATOR_STATE_H
#define FLAGFALL_SERVER_SESSION_ADJUDICATOR_STATE_H

#include "server/store/store_games.h"

/* When games end for which nobody comes, in milliseconds of the time that counts; and how long
 * that may wait. */
typedef struct adjudicator_rules {
    int64_t claim_timed_ms; /* until a game with a clock may be claimed, */
    int64_t claim_ms;       /* or one without */
    int64_t idle_ms;        /* of a game in which nobody acts */
    int64_t challenge_ms;   /* of a challenge that nobody takes, */
    int64_t gone_ms;        /* and of one in the lobby whose person is gone */
    int64_t unstarted_ms;   /* until a game that has not begun, or never did, is forgotten */
    int64_t origin_ms;      /* and where a guest's seat was taken from */
    /* How long finished games of guests alone, of anybody, and chat at finished games are
     * kept; 0: for ever. */
    int64_t keep_guest_games_ms, keep_games_ms, keep_chat_ms;
    int64_t vacation_days; /* that an account's clocks may stand in a year; 0: none */
} adjudicator_rules;

/* A challenge in the lobby whose person is not connected, since when. */
typedef struct adjudicator_gone {
    int64_t number; /* of the game */
    int64_t since;
} adjudicator_gone;

/* Such challenges, by growing numbers. */
typedef struct adjudicator_list {
    adjudicator_gone *gone;
    size_t count, room;
} adjudicator_list;

enum { ADJUDICATOR_STAGES = 6 /* kinds of games that it looks at, one after another */ };

/* How far the adjudicator's look at all games has come (adjudicator.h). */
typedef struct adjudicator_memory {
    int64_t next_ms;    /* when it begins again */
    bool looking;       /* it is under way: */
    unsigned stage;     /* which games it looks at, */
    store_ended after;  /* those that come after this one (by numbers alone: time 0) */
    int64_t keeping_ms; /* when it looks again for what is not kept any longer */
    bool keeping;       /* this time it does, */
    store_ended kept[ADJUDICATOR_STAGES]; /* after those that it has seen and that are kept, */
    int64_t anew_ms;                      /* which it looks at again then */
    adjudicator_list before, now;         /* who was gone at the last look, and at this one */
    uint64_t flag_batch;                  /* in which a clock was looked at last, */
    unsigned flagged;                     /* and how many games have ended by theirs in it */
} adjudicator_memory;

#endif
