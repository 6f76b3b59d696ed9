/* The computer's seat: who is asked when, and what becomes of the answers. */
#ifndef FLAGFALL_SERVER_SESSION_COMPUTER_SEAT_H
#define FLAGFALL_SERVER_SESSION_COMPUTER_SEAT_H

#include "server/session/hub.h"

/* To be called whenever a game has changed or been opened: where the computer owes
 * a set-up or a move, it gets into the line. */
void computer_seat_expect(struct hub *hub, struct table *table);

/* Plays the answers that have come, in the batch that is open. An answer to a game
 * that has changed since is dropped. */
void computer_seat_play_answers(struct hub *hub);

/* Asks for the first games of the line, as far as the workers have room and the
 * store works. To be called after the end of a batch, so that only what is stored
 * is thought about. */
void computer_seat_ask(struct hub *hub);

#endif
