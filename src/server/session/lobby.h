/* The lobby: what is offered and what may be watched, told to those who have subscribed.
 *
 * However often it changes, each subscriber is told the newest state a few times a second
 * at most, and not before it has read what it was told last. What is the same for all is
 * read and written once, and told to a part of the subscribers in each pulse (`hub_pulse`).
 *
 * There are LOBBY_LISTED places for challenges and as many for games to watch. They are given
 * in fair turns over addresses and persons (fair_list.h): who offers much, with however many
 * guests, leaves room for everybody else. */
#ifndef FLAGFALL_SERVER_SESSION_LOBBY_H
#define FLAGFALL_SERVER_SESSION_LOBBY_H

#include "server/session/fair_list.h"
#include "server/store/store_games.h"

typedef struct ff_hub ff_hub;
typedef struct ff_client ff_client;

enum {
    LOBBY_LISTED = 50,       /* challenges, and games to watch */
    LOBBY_PAUSE_MS = 500,    /* between two tellings, */
    LOBBY_PAUSE_EACH_MS = 2, /* and so much longer for each subscriber */
    LOBBY_TOLD = 100,        /* subscribers that are told in one pulse */
};

typedef struct lobby_news lobby_news;

typedef struct ff_lobby {
    fair_list *offers;  /* games of those who are here: challenges to everybody, */
    fair_list *games;   /* and such as may be watched */
    lobby_news *news;   /* as last read; null where it has changed since */
    bool stale;         /* it is not what was last told */
    bool telling;       /* some have not been told yet of this version */
    uint64_t told_ms;   /* when that was */
    uint64_t version;   /* grows with each telling */
    unsigned long seen; /* the tables' turnover at the last look */
    size_t subscribers;
} ff_lobby;

/* A client's subscription; begins as {0}. */
typedef struct lobby_place {
    bool on;
    uint64_t told; /* the version that it has */
} lobby_place;

/* False when memory is out; to be closed even then. */
bool lobby_open(ff_lobby *lobby);
void lobby_close(ff_lobby *lobby);

/* A connection of this person has come from an address, or has gone. */
void lobby_enter(ff_hub *hub, const ff_person *person, const char *address);
void lobby_leave(ff_hub *hub, const ff_person *person);

/* A game is as it is in `game`: it is offered, may be watched, or neither any more. */
void lobby_note(ff_hub *hub, const store_game *game);

/* What is told is not as it is any more. */
void lobby_change(ff_lobby *lobby);

/* Subscribes, which is answered by the lobby as it is, or ends the subscription. False
 * where the store cannot be read. */
bool lobby_subscribe(ff_hub *hub, ff_client *client, bool on);

/* Tells what is new, if it is time, to as many as one pulse may tell. To be called a few times a
 * second, `now_ms` on any steady clock. */
void lobby_pulse(ff_hub *hub, uint64_t now_ms);

#endif
