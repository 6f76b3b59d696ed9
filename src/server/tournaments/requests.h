/* What is asked of tournaments, by messages, by bots and by the host. */
#ifndef FLAGFALL_SERVER_TOURNAMENTS_REQUESTS_H
#define FLAGFALL_SERVER_TOURNAMENTS_REQUESTS_H

#include "server/request/message_request.h"
#include "server/tournaments/tournaments.h"

/* The commands; a row of zeros ends them. */
extern const command_kind message_tournaments[];

/* Announces what the command says, for its account; for the host where there is none. False where
 * it has refused. */
bool requests_announce(struct request *request, tournament_row *row);

/* A tournament as the message `tournament`, standings from `first` on, for that person
 * (null: nobody); and the list as the message
 * `tournaments`, of those that are over with a smaller number than `before` (INT64_MAX: from the
 * newest, and those that are announced or run as well). False where the store cannot be read or
 * memory is out. */
bool requests_look(struct hub *hub, ff_span id, const struct person *person, unsigned first,
                   ff_buffer *out, bool *found);
bool requests_list(struct hub *hub, int64_t before, ff_buffer *out);

/* Tells the sender of which tournament the game is that it has opened, where it is of one. */
void requests_tell_of_game(struct request *request);

/* Is the request's game one of a tournament? */
bool requests_is_tournament_game(const struct request *request);

#endif
