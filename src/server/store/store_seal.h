/* Seals: by which the store notices that a game is not what was written.
 *
 * A disk, a cable or a memory chip may turn a bit over, and SQLite would not know. So
 * each act is folded into a sum that begins at 0 (`store_game.log`), and a seal over that
 * sum, the row of the game and both seats is kept beside them; the text of rules, which
 * many games share, has a seal of its own. What belongs to a game is read with its seal,
 * and a game whose seal is wrong is damaged: refused, and no other one with it.
 *
 * 64 bits of SipHash with a key that everybody knows: against accidents, not against
 * somebody who can write the file. A change of what is sealed, or how, is a new schema
 * (STORE_SEALED in store_schema.h). */
#ifndef FLAGFALL_SERVER_STORE_STORE_SEAL_H
#define FLAGFALL_SERVER_STORE_STORE_SEAL_H

#include "server/store/store_game.h"

/* The sum of a log after one more act, the `number`th from 0. */
int64_t seal_act(int64_t log, unsigned number, const store_act *act);

/* Of all that a `store_game` says. */
int64_t seal_game(const store_game *game);

/* Of the text of rules. */
int64_t seal_rules(ff_span text);

#endif
