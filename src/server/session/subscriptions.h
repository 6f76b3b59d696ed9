/* Subscriptions: who hears of which game, through whose eyes, and what is told of it. */
#ifndef FLAGFALL_SERVER_SESSION_SUBSCRIPTIONS_H
#define FLAGFALL_SERVER_SESSION_SUBSCRIPTIONS_H

#include "server/session/client.h"

/* The client hears of the game from now on; where it is new to it, or `from_start`
 * is set, it will be told every event. Past HUB_FOLLOWED_GAMES it no longer hears
 * of the one that it has followed longest. It looks through the eyes of its person's
 * seat, or a spectator's; the others hear when that person has come or gone. */
void hub_follow(struct hub *hub, struct client *client, struct table *table, bool from_start);

/* A person acts at the table without a client there: it was there at this moment. */
void hub_visit(struct hub *hub, struct table *table, const struct person *person);

/* How the game stands for that person, with all its events: as `hub_tell` tells it. Nothing
 * where its state cannot be read. */
void hub_write_game(struct hub *hub, struct table *table, const struct person *person,
                    ff_buffer *out);

/* The client no longer hears of the game. */
void hub_unfollow(struct hub *hub, struct client *client, struct table *table);

/* Those who sit at one table and hear of it hear of the other one from now on. */
void hub_lead(struct hub *hub, struct table *from, struct table *to);

/* Tells one follower how the game stands, or all what is new of it. */
void hub_tell(struct hub *hub, struct client *client, struct table *table);
void hub_publish(struct hub *hub, struct table *table);

/* After a lost batch: tells the followers alone how the game stands, where somebody has come or
 * gone whom they were not told of. */
void hub_retell(struct hub *hub, struct table *table);

/* What another server has done in the game is told to whom it concerns (tables_refresh). */
void hub_publish_refreshed(struct hub *hub, struct table *table, unsigned concerns);

/* Before somebody acts in it (tables_hold); what others have done is told. */
void hub_hold(struct hub *hub, struct table *table);

/* A game that nobody follows here has changed: tells those who hear of all their games, and the
 * lobby. */
void hub_tell_row(struct hub *hub, const store_game *row);

/* Something is new for those of one seat alone, and nobody else is told even that. */
void hub_publish_to(struct hub *hub, struct table *table, ff_seat seat);

/* Says something else to those followers for whom `hears` holds, by their eyes. */
typedef bool hub_hears(void *context, const struct client *client, ff_seat eyes);
void hub_say(struct hub *hub, struct table *table, const ff_buffer *text, hub_hears *hears,
             void *context);

/* The client hears from now on of all games of its person, and of those that are offered
 * to it, whatever else it follows: each change as the row of a list (`encode_event`). */
void hub_herald(struct client *client);

/* Tells all followers, if the store fails at the end of the batch, that it has. */
void hub_warn_on_failure(struct hub *hub, struct table *table);

/* ---- for the hub's other files ---- */

/* The client goes: it hears of nothing any more. */
void subscriptions_end(struct hub *hub, struct client *client);

/* The time has gone on: those who see games later are told what they may see now. */
void subscriptions_advance(struct hub *hub);

/* The batch has ended: what the client has been told stands, or is taken back. */
void subscriptions_settle(struct client *client, bool committed);

/* The game never came to be: nobody follows it any more. */
void subscriptions_orphan(void *context, struct table *table);

/* The game has been found damaged: those who follow it are told, whatever becomes of the batch. */
void subscriptions_tell_damaged(struct hub *hub, const struct table *table);

#endif
