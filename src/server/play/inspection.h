/* Is a stored game sound? Looked at from outside, for the host: its seals, whether the log
 * can be played by the rules, and whether what is kept beside the log is what it comes to.
 * No hub and no clock: a game is read, played in a table of its own, and forgotten. */
#ifndef FLAGFALL_SERVER_PLAY_INSPECTION_H
#define FLAGFALL_SERVER_PLAY_INSPECTION_H

#include "server/store/store_games.h"

/* What is wrong with it, the first that applies: "row", "rules", "log" (these or what they
 * say of themselves cannot be read, or is not what was written), "replay" (the rules refuse
 * an act), "summary" (the row tells another phase, length or ending), "commitment" (an army
 * is not the one that was promised). Null: it is sound. `row` is as the store has it.
 * "memory" where that is out, "store" where the store fails: then nothing is known. */
const char *inspection_fault(struct store *store, const store_game *row);

/* Takes a damaged game as it can be read for what it was: seals it, with a summary made
 * from its log. In the store's batch. False with a message where what is left is no game. */
bool inspection_mend(struct store *store, ff_span id, ff_error *error);

#endif
