/* The end of a batch: what it has written is committed, and only then is anybody told. */
#ifndef FLAGFALL_SERVER_SESSION_BATCH_H
#define FLAGFALL_SERVER_SESSION_BATCH_H

#include "server/session/hub.h"

/* Ends the batch: true when all of it stands. */
bool hub_end_batch(struct hub *hub);

/* The last batch of a server that ends as it should. */
bool hub_farewell(struct hub *hub);

#endif
