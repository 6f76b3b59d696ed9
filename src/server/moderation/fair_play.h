/* Finished games that the host wants compared with the computer: found by one thread, a game after
 * another, and kept (agreement.h). Nothing follows from what is found but what the host does. */
#ifndef FLAGFALL_SERVER_MODERATION_FAIR_PLAY_H
#define FLAGFALL_SERVER_MODERATION_FAIR_PLAY_H

#include "server/base/log.h"
#include "server/base/workers.h"
#include "server/moderation/agreement.h"

enum {
    FAIR_PLAY_GAMES = 20,   /* of an account that are looked at, the newest */
    FAIR_PLAY_WAITING = 60, /* that wait at once: the host may ask again */
    FAIR_PLAY_PLIES = 2000, /* of a game that is looked at, at most */
};

struct fair_play;

/* `threads` 0: nobody works but in `fair_play_work` (tests). Null when the system refuses. Store
 * and log must outlive it. */
struct fair_play *fair_play_new(struct store *store, agree_record *agree, unsigned threads,
                                const struct log *log);
void fair_play_free(struct fair_play *of);

/* Readable while something has been found; `fair_play_take` keeps it, in the store's batch, and
 * asks for the next. */
int fair_play_fd(const struct fair_play *of);
void fair_play_take(struct fair_play *of);

/* How much there is to do: games that wait are those of the whole line. */
workers_load fair_play_measure(struct fair_play *of);

/* Does one game on this thread; false when none waits. */
bool fair_play_work(struct fair_play *of);

/* Is it a game that can be looked at: over, after both armies stood, and sound? */
bool fair_play_is_finished(const store_game *game);

/* Appends what is known of such a game, a line a seat; of one of which nothing is, a line that
 * says so: it waits from now on (`of` null: it does not). False where the store cannot be read. */
bool fair_play_write_game(struct fair_play *of, struct store *store, const store_game *game,
                          ff_buffer *out);

/* The same of an account's newest finished games, by its seat, and last a line of all of them. */
bool fair_play_write_account(struct fair_play *of, struct store *store,
                             const struct person *account, ff_buffer *out);

#endif
