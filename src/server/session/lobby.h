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

#include "server/matchmaking/match_queue.h"
#include "server/play/tables.h"
#include "server/session/fair_list.h"
#include "server/watch/live_list.h"

struct hub;
struct client;

enum {
    LOBBY_LISTED = 50,       /* challenges, games to watch, and pools of the queue */
    LOBBY_LIVE_PAGE = 20,    /* games of a page of all that may be watched */
    LOBBY_PAUSE_MS = 500,    /* between two tellings, */
    LOBBY_PAUSE_EACH_MS = 2, /* and so much longer for each subscriber */
    LOBBY_TOLD = 100,        /* subscribers that are told in one pulse */
};

typedef struct lobby_news lobby_news;

/* A client's subscription. Begins as {0} but for its client, with which it goes. */
typedef struct lobby_place lobby_place;
struct lobby_place {
    lobby_place *next, *before; /* of those who subscribe */
    struct client *client;
    bool on;
    uint64_t told; /* the version that it has */
};

/* What the lobby asks of those around it. */
typedef struct lobby_host {
    struct hub *hub;
    struct store *store;
    struct tables *tables;
    struct match_queue *queue;
    void (*send)(struct hub *hub, struct client *client, const ff_buffer *text);
    const struct person *(*person)(const struct client *client);
    /* Is that person connected? How many are? */
    bool (*is_connected)(const struct hub *hub, const struct person *person);
    size_t (*count_persons)(const struct hub *hub);
    /* Has it not read yet what it has been sent? */
    bool (*is_behind)(const struct client *client);
} lobby_host;

struct lobby {
    lobby_host host;
    lobby_place *places; /* of all subscribers */
    fair_list *offers;   /* games of those who are here: challenges to everybody, */
    fair_list *games;    /* and such as may be watched */
    live_list live;      /* all of these, whether their players are here or not */
    lobby_news *news;    /* as last read; null where it has changed since */
    bool stale;          /* it is not what was last told */
    bool telling;        /* some have not been told yet of this version */
    uint64_t told_ms;    /* when that was */
    uint64_t version;    /* grows with each telling */
    unsigned long seen;  /* the tables' turnover at the last look */
    size_t subscribers;
};

/* False when memory is out; to be closed even then. */
bool lobby_open(struct lobby *lobby, const lobby_host *host);
void lobby_close(struct lobby *lobby);

/* A connection of this person has come, from an address by store_origin_of, or has gone. */
void lobby_enter(struct lobby *lobby, const struct person *person, int64_t origin);
void lobby_leave(struct lobby *lobby, const struct person *person);

/* A game is as it is in `game`: it is offered, may be watched, or neither any more. */
void lobby_note(struct lobby *lobby, const store_game *game);

/* What is told is not as it is any more. */
void lobby_change(struct lobby *lobby);

/* Subscribes, which is answered by the lobby as it is, or ends the subscription. False
 * where the store cannot be read. */
bool lobby_subscribe(struct lobby *lobby, lobby_place *place, bool on);

/* Writes the message `live`: games that may be watched, the best rated first, of those behind the
 * game of that id (empty: from the first). False where the store cannot be read. */
bool lobby_write_live(struct lobby *lobby, ff_span after, ff_buffer *out);

/* Tells what is new, if it is time, to as many as one pulse may tell. To be called a few times a
 * second, `now_ms` on any steady clock. */
void lobby_pulse(struct lobby *lobby, uint64_t now_ms);

#endif
