/* What a start owes to the games that went on when the server ended. */
#ifndef FLAGFALL_SERVER_SESSION_RESUME_H
#define FLAGFALL_SERVER_SESSION_RESUME_H

#include "server/session/hub.h"

/* After a start, once for all games that go on: those whose clocks run are known from now on,
 * and where a computer owes something it is asked. False when the store cannot be read. */
bool hub_resume(struct hub *hub);

#endif
