/* Erasing: what is left of persons who have had their data deleted goes out of the store and out
 * of the games in memory, a slice in a batch: who has much keeps nobody waiting. */
#ifndef FLAGFALL_SERVER_SESSION_ERASING_H
#define FLAGFALL_SERVER_SESSION_ERASING_H

#include "server/session/hub.h"

/* The person is nobody's any more (`erase` in docs/protocol.md), in the batch that is open:
 * account and sessions go, and its name out of the games in memory; the rest follows. False when
 * the batch is spoilt. */
bool erasing_begin(struct hub *hub, const struct person *person);

/* To be called often: takes a slice of somebody's, where nothing has been written yet in the batch
 * that is open. True while there is more. */
bool erasing_go_on(struct hub *hub);

#endif
