/* The queue at work: who enters and leaves it, and how two who have met begin their game. Each
 * second one server finds the pairs. Where several share a store that is its keeper; a wish is a
 * row there (wish_rows.h), all of them read all rows into their queues (match_queue.h), and each
 * tells those who are connected to it. */
#ifndef FLAGFALL_SERVER_SEEKING_SEEKING_H
#define FLAGFALL_SERVER_SEEKING_SEEKING_H

#include "server/request/message_request.h"

/* Shares the queue with the other servers on the hub's store; to be ended before either. False
 * where memory or the store fails. */
bool seeking_open(struct hub *hub);
void seeking_close(struct hub *hub);

/* Enters a wish, in the batch that is open. */
match_entered seeking_enter(struct hub *hub, const match_wish *wish);

/* The person waits no more; all its connections but `but` (may be null) hear so. */
void seeking_leave(struct hub *hub, const struct person *person, const struct client *but);

/* Answers how it stands now with the sender. */
void seeking_answer(struct request *request);

/* Finds pairs and begins their games, where this server is the keeper, in the batch that is open.
 * To be called a few times a second. */
void seeking_pulse(struct hub *hub);

/* Another server has changed the person's wish. */
void seeking_hear(struct hub *hub, const struct person *person);

/* The queue may not be what the rows say: it is read anew by the next pulse. */
void seeking_doubt(struct hub *hub);

#endif
