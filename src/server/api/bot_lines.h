/* The lines of a bot's streams, made of the messages that a page would get. */
#ifndef FLAGFALL_SERVER_API_BOT_LINES_H
#define FLAGFALL_SERVER_API_BOT_LINES_H

#include "server/http/reply.h"

/* Of one game: `gameFull`, then `gameState`, `chatLine` and `outage`. Null when memory is out. */
http_lines *bot_lines_game(void);

/* Of all that happens to a bot, from the rows of its games (`event`): `challenge`,
 * `gameStart`, `gameFinish`, `challengeCanceled`; each once. And `outage`. */
http_lines *bot_lines_events(void);

/* Of the lobby: `lobby` as the page is told it, and again when it has changed. */
http_lines *bot_lines_lobby(void);

#endif
