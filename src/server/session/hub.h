/* The hub: everybody who is connected, and the batches in which they are served.
 *
 * A batch is what one round of the event loop brings. All that it wants to send is
 * held back until its end; then the store commits, and only then are the messages
 * released. Where the store fails, none of them is: each request of the batch is
 * refused with `store` instead, and the tables go back to what the store has.
 *
 * One thread. Knows nothing of sockets: whoever carries the messages gives
 * `ready` and takes them with `hub_next_message`. */
#ifndef FLAGFALL_SERVER_SESSION_HUB_H
#define FLAGFALL_SERVER_SESSION_HUB_H

#include "server/base/log.h"
#include "server/base/metrics.h"
#include "server/base/timer_heap.h"
#include "server/identity/attempts.h"
#include "server/identity/identity.h"
#include "server/play/computer_workers.h"
#include "server/play/tables.h"
#include "server/session/lobby.h"
#include "server/session/outbox.h"
#include "server/session/presence.h"
#include "server/store/store_host.h"

enum {
    HUB_OUTBOX_LIMIT = 2 << 20, /* bytes that a client may leave unread */
    HUB_FOLLOWED_GAMES = 8,     /* games that one connection hears of */
    HUB_ADDRESS_SIZE = 48,      /* of a connection, as text */
};

/* When games end for which nobody comes, all in milliseconds of the time that counts. */
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
} adjudicator_memory;

/* What is given must outlive the hub. */
typedef struct hub_options {
    const char *version;
    ff_store *store;
    ff_opponents opponents;
    computer_workers *computers;
    ff_workers *passwords;  /* that hash them */
    int64_t watch_delay_ms; /* with which spectators see games under way */
    unsigned guest_games;   /* seats at games that are kept of all guests together, */
    unsigned guest_share;   /* and of those from one address */
    /* There is something to be taken for this connection, or it is to be cut. */
    void (*ready)(void *connection, bool cut);
    ff_metrics *metrics; /* may be null */
    const ff_log *log;
    time_source *time; /* what time it is; null: the system's */
    adjudicator_rules rules;
} hub_options;

/* What every client is told of the server, made once. */
typedef struct hub_catalogue {
    ff_buffer opening; /* of the welcome, up to what is the person's */
} hub_catalogue;

struct ff_hub {
    hub_options options;
    ff_tables *tables;
    ff_presence *presence;
    ff_lobby lobby;
    hub_catalogue catalogue;
    ff_rng rng;           /* for suggested armies */
    limits_table tries;   /* of codes and passwords, by address */
    ff_attempts attempts; /* of passwords */
    uint64_t bytes;       /* that have been held for clients */
    uint64_t joined;      /* clients that have ever come */
    ff_client *clients;
    ff_client *active;  /* those who have messages in this batch */
    ff_client *heralds; /* those who hear of all their games */
    timer_heap stays;   /* when browsers that are signed in are looked at again */
    adjudicator_memory adjudicator;
    char notice[NOTICE_SIZE]; /* the host's words to everybody, or empty */
};

/* Null when memory is out. */
ff_hub *hub_new(const hub_options *options);
void hub_free(ff_hub *hub);

/* A connection comes from an address, with a cookie's hash, and goes. Null when memory is
 * out or the store cannot tell whose it is. */
ff_client *hub_join(ff_hub *hub, const ff_person *cookie, const char *address, void *connection);
void hub_leave(ff_hub *hub, ff_client *client);

/* The same for a person who is known without a cookie. No browser has the client's. */
ff_client *hub_join_as(ff_hub *hub, const ff_person *person, const char *address, void *connection);

/* Who is connected, the same as long as the connection lasts; and by which cookie. */
const ff_identity *client_identity(const ff_client *client);
const ff_person *client_person(const ff_client *client);
const ff_person *client_cookie(const ff_client *client);
const char *client_address(const ff_client *client);

/* A number that no other client has had, to find it by if it is still there. */
uint64_t client_number(const ff_client *client);
ff_client *hub_find_client(ff_hub *hub, uint64_t number);

/* The connections of that browser, or of that person but for one browser, are closed when
 * they have been sent what there is for them; not if the batch cannot be stored. */
void hub_dismiss_browser(ff_hub *hub, const ff_person *cookie);
void hub_dismiss_others(ff_hub *hub, const ff_person *person, const ff_person *cookie);

/* Is it to be closed when nothing is left to be sent? And has it been sent away, be it in
 * this batch? Then it may not be who it was, and asks for nothing any more. */
bool client_is_leaving(const ff_client *client);
bool client_is_dismissed(const ff_client *client);

/* For going through `clients`; and what the lobby keeps of a client. */
ff_client *client_next(const ff_client *client);
lobby_place *client_lobby(ff_client *client);

/* The time goes on: tells what waits for it. To be called a few times a second, `now_ms`
 * on any steady clock, in the batch that is open. */
void hub_pulse(ff_hub *hub, uint64_t now_ms);

/* The connections of bots with that person's token. */
void hub_dismiss_bots(ff_hub *hub, const ff_person *person);

/* The connections of that address. */
void hub_dismiss_address(ff_hub *hub, const char *address);

/* The host's words to everybody, now and to whoever comes; empty: no more. */
void hub_announce(ff_hub *hub, const char *text);

/* How many bytes have been held for clients since the hub began: what telling has cost. */
uint64_t hub_bytes(const ff_hub *hub);

/* Holds a message for a client until the end of the batch. */
void hub_send(ff_hub *hub, ff_client *client, const ff_buffer *text);

/* The same for a text that others are sent too: it is not copied (outbox.h). Null is one for
 * which memory was out: the client cannot be told what it should be, and is cut. */
void hub_send_text(ff_hub *hub, ff_client *client, outbox_text *text);

/* Holds a message that is sent only if the store fails at the end of the batch. */
void hub_send_on_failure(ff_hub *hub, ff_client *client, const ff_buffer *text);

/* The client hears of the game from now on; where it is new to it, or `from_start`
 * is set, it will be told every event. Past HUB_FOLLOWED_GAMES it no longer hears
 * of the one that it has followed longest. It looks through the eyes of its person's
 * seat, or a spectator's; the others hear when that person has come or gone. */
void hub_follow(ff_hub *hub, ff_client *client, ff_table *table, bool from_start);

/* A person acts at the table without a client there: it was there at this moment. */
void hub_visit(ff_hub *hub, ff_table *table, const ff_person *person);

/* How the game stands for that person, with all its events: as `hub_tell` tells it. Nothing
 * where its state cannot be read. */
void hub_write_game(ff_hub *hub, ff_table *table, const ff_person *person, ff_buffer *out);

/* The client no longer hears of the game. */
void hub_unfollow(ff_hub *hub, ff_client *client, ff_table *table);

/* Those who sit at one table and hear of it hear of the other one from now on. */
void hub_lead(ff_hub *hub, ff_table *from, ff_table *to);

/* From now on the client is told of a game that it follows by what has changed (telling.h);
 * before that, by all but the events that it has heard. */
void hub_tell_changes(ff_client *client);

/* Tells one follower how the game stands, or all what is new of it. */
void hub_tell(ff_hub *hub, ff_client *client, ff_table *table);
void hub_publish(ff_hub *hub, ff_table *table);

/* Says something else to those followers for whom `hears` holds, by their eyes. */
typedef bool hub_hears(void *context, const ff_client *client, ff_seat eyes);
void hub_say(ff_hub *hub, ff_table *table, const ff_buffer *text, hub_hears *hears, void *context);

/* The client hears from now on of all games of its person, and of those that are offered
 * to it, whatever else it follows: each change as the row of a list (`encode_event`). */
void hub_herald(ff_hub *hub, ff_client *client);

/* Tells all followers, if the store fails at the end of the batch, that it has. */
void hub_warn_on_failure(ff_hub *hub, ff_table *table);

/* How many different persons are connected. */
size_t hub_count_persons(const ff_hub *hub);
/* The time has gone on: to be called whenever something has woken the loop. */
void hub_tick(ff_hub *hub);

/* The server's time as of the last tick, in milliseconds since 1970. */
int64_t hub_now(const ff_hub *hub);

/* Ends the batch: true when all of it stands. */
bool hub_end_batch(ff_hub *hub);

/* How long somebody must have been away from this table for a claim. */
int64_t hub_claim_ms(const ff_hub *hub, const ff_table *table);

/* The last batch of a server that ends as it should. */
bool hub_farewell(ff_hub *hub);

/* How many milliseconds the loop may sleep until a batch is due for which nobody asks;
 * INT64_MAX: as long as it likes. */
int64_t hub_wait(const ff_hub *hub);

/* The next message that may be sent, null where there is none; then that it has
 * been sent. The OUTBOX_HEADROOM bytes before it may be written to. */
const ff_span *hub_next_message(const ff_client *client);
void hub_message_sent(ff_client *client);

/* How many bytes may be sent to it and have not been. */
size_t client_unread(const ff_client *client);

#endif
