/* Computer workers: computer players on threads of their own.
 *
 * A question carries copies of all that it needs, because a view points into a
 * game that may change or go while the computer thinks. Each question is put to a
 * fresh player, seeded by the game's seed (players mix in how far the game is): the
 * same state gives the same answer, in this server or in the next one after a kill.
 * The line of questions is bounded. Answers come back in a list; one byte counter
 * (an eventfd) says that there is one.
 *
 * Asking and taking are for one thread, the event loop's. */
#ifndef FLAGFALL_SERVER_PLAY_COMPUTER_WORKERS_H
#define FLAGFALL_SERVER_PLAY_COMPUTER_WORKERS_H

#include "flagfall/player.h"
#include "server/base/workers.h"
#include "server/store/store_games.h"

/* Either a set-up (where `view` is null) or a move. */
typedef struct computer_workers_question {
    const char *game; /* its id */
    unsigned act;     /* how many acts the game had: a later answer is stale */
    const ff_player_kind *kind;
    uint64_t seed;
    ff_seat seat;
    const ff_edition *edition;
    const ff_view *view;
    unsigned budget_ms; /* for a move, if that is less than the workers have; 0: it is not */
} computer_workers_question;

typedef struct computer_workers_answer {
    char game[GAME_ID_SIZE];
    unsigned act;
    ff_seat seat;
    bool failed; /* memory ran out; ask again later */
    bool is_move;
    ff_move move;
    ff_setup setup;
} computer_workers_answer;

typedef struct computer_workers computer_workers;

/* `threads` 0: nobody thinks but in `computer_workers_think` (tests). `limit` questions
 * at once at most; `budget_ms` a move. Null when the system refuses. */
computer_workers *computer_workers_new(unsigned threads, unsigned limit, unsigned budget_ms);

/* Waits for the move that is being thought about, a budget at most. */
void computer_workers_free(computer_workers *computers);

/* As many questions as can be are in the line or not taken back. */
bool computer_workers_is_full(computer_workers *computers);

/* How much they have to do. */
workers_load computer_workers_measure(computer_workers *computers);

/* False when the line is full or memory is out. */
bool computer_workers_ask(computer_workers *computers, const computer_workers_question *question);

/* Takes an answer; false when there is none. */
bool computer_workers_take(computer_workers *computers, computer_workers_answer *answer);

/* Readable while there are answers; `computer_workers_take` makes it unreadable. */
int computer_workers_fd(const computer_workers *computers);

/* Answers one question on this thread; false when none waits. */
bool computer_workers_think(computer_workers *computers);

#endif
