/* Connections: the hub's beginning and end, and who comes to it and goes. */
#ifndef FLAGFALL_SERVER_SESSION_CONNECTIONS_H
#define FLAGFALL_SERVER_SESSION_CONNECTIONS_H

#include "server/session/client.h"

/* Null when memory is out. */
struct hub *hub_new(const hub_options *options);
void hub_free(struct hub *hub);

/* A connection comes from an address, with a cookie's hash, and goes. Null when memory is
 * out or the store cannot tell whose it is. */
struct client *hub_join(struct hub *hub, const struct person *cookie, const char *address,
                        void *connection);
void hub_leave(struct hub *hub, struct client *client);

/* The same for a person who is known without a cookie. No browser has the client's. */
struct client *hub_join_as(struct hub *hub, const struct person *person, const char *address,
                           void *connection);

/* The client's page is looked at, or is not any more. */
void hub_watch(struct hub *hub, struct client *client, bool on);

/* The connections of that browser, or of that person but for one browser, are closed when
 * they have been sent what there is for them; not if the batch cannot be stored. */
void hub_dismiss_browser(struct hub *hub, const struct person *cookie);
void hub_dismiss_others(struct hub *hub, const struct person *person, const struct person *cookie);

/* The time goes on: tells what waits for it. To be called a few times a second, `now_ms`
 * on any steady clock, in the batch that is open. */
void hub_pulse(struct hub *hub, uint64_t now_ms);

/* The connections of bots with that person's token. */
void hub_dismiss_bots(struct hub *hub, const struct person *person);

/* The connections of that address. */
void hub_dismiss_address(struct hub *hub, const char *address);

/* The host's words to everybody, now and to whoever comes; empty: no more. */
void hub_announce(struct hub *hub, const char *text);

/* The server's last word: that it stops. */
void hub_announce_stop(struct hub *hub);

/* That the store fails and clocks stand, and until when, is told to everybody who is connected: of
 * each gap in the time that counts (server/play/server_clock.h) when it begins and when its end is
 * known. Once a second at most, so what begins and ends within one is told as one; its text is
 * written once for all. To be called as hub_pulse is. */
void hub_tell_outage(struct hub *hub, uint64_t now_ms);

/* A client that has come is told where clocks stand. */
void hub_greet(struct hub *hub, struct client *client);

#endif
