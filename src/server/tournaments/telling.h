/* What is said of tournaments: to who asks, to who watches one, to who has been paired. */
#ifndef FLAGFALL_SERVER_TOURNAMENTS_TELLING_H
#define FLAGFALL_SERVER_TOURNAMENTS_TELLING_H

#include "server/session/hub.h"
#include "server/tournaments/tournament.h"

enum {
    TELLING_PAUSE_MS = 1000,    /* between two tellings to watchers, */
    TELLING_PAUSE_EACH_MS = 10, /* and so much longer for each of them */
    TELLING_PAGE = 50,          /* lines of the standings */
    TELLING_GAMES = 64,         /* the latest games */
};

/* The members of one row of a list. */
void telling_row(ff_buffer *out, const tournament_row *row, unsigned players);

/* The message `tournament`: the row, a page of the standings from place `from` (0: the first), the
 * latest games; and what `person` has to do with it (null: nobody asks). False when memory is out.
 */
bool telling_write(ff_buffer *out, const tournament *of, const struct person *person, unsigned from,
                   int64_t now);

/* Tells a client of which tournament a game is, where it is of one. */
void telling_game(struct hub *hub, struct client *client, const tournament_row *row,
                  const char *game, unsigned round);

/* Those who watch it are told how it stands: returns how many. And the two of a game, that it has
 * begun. */
unsigned telling_changed(struct hub *hub, const tournament *of);
void telling_paired(struct hub *hub, const tournament *of, const tournament_game *game);

#endif
