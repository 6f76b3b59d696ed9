/* Ratings of accounts: which games count, in which group, and what they change. */
#ifndef FLAGFALL_SERVER_PLAY_RATINGS_H
#define FLAGFALL_SERVER_PLAY_RATINGS_H

#include "server/store/store_accounts.h"
#include "server/store/store_games.h"

/* Editions whose armies are alike in size share a rating: "full", "short" or "few".
 * Static text. */
const char *ratings_group(const ff_edition *edition);

/* To be called once, in the batch in which a game ends: where it is rated and was not
 * aborted both ratings are written, and the changes put into the seats. False when the
 * batch is spoilt. */
bool ratings_settle(struct store *store, const ff_edition *edition, store_game *game);

#endif
