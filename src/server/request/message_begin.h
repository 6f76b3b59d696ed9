/* What messages that begin a game share: `new`, `challenge`, `join`, `rematch`. */
#ifndef FLAGFALL_SERVER_REQUEST_MESSAGE_BEGIN_H
#define FLAGFALL_SERVER_REQUEST_MESSAGE_BEGIN_H

#include "server/request/message_request.h"

enum {
    GAMES_OPEN_LIMIT = 20, /* games that one guest may have going on */
    GAMES_LIMIT = 2000,    /* and in all */
    CHALLENGES_LIMIT = 10, /* of these, offered and not taken */
};

/* Each of these has refused where it is false. */

/* The seat that was wished, drawn by lot for `random`. */
bool begin_find_seat(struct request *request, ff_seat *seat);

/* May the person have one more game? */
bool begin_has_room(struct request *request);

/* Seats the person who asks. Rated games are for accounts. */
bool begin_sit(struct request *request, const ff_edition *edition, store_game *row, ff_seat seat);

/* Seats who sat on a seat of another game, asking or not: a guest who has not asked with the
 * address of that seat, and not with that of who asks. */
bool begin_sit_again(struct request *request, const ff_edition *edition, store_game *row,
                     ff_seat seat, const store_seat *sat);

/* Fills in the rest of a new game, with nobody in either seat yet. */
void begin_row(store_game *row, const ff_edition *edition, ff_seat by);

/* Seats a computer player by its name, which is copied. */
void begin_seat_computer(store_game *row, ff_seat seat, const char *name);

/* Begins the game; `edition` null: a built-in one. */
bool begin_table(struct request *request, const store_game *row, const ff_edition *edition);

#endif
