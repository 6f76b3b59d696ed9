/* Thinkers: computer players on threads of their own.
 *
 * A question carries copies of all that it needs, because a view points into a
 * game that may change or go while the computer thinks. Each question is put to a
 * fresh player, seeded by the game's seed (players mix in how far the game is): the
 * same state gives the same answer, in this server or in the next one after a kill.
 * The line of questions is bounded. Answers come back in a list; one byte counter
 * (an eventfd) says that there is one.
 *
 * Asking and taking are for one thread, the event loop's. */
#ifndef FLAGFALL_SERVER_PLAY_THINKERS_H
#define FLAGFALL_SERVER_PLAY_THINKERS_H

#include "flagfall/player.h"
#include "server/store/store_games.h"

/* Either a set-up (where `view` is null) or a move. */
typedef struct thinkers_question {
    const char *game; /* its id */
    unsigned act;     /* how many acts the game had: a later answer is stale */
    const ff_player_kind *kind;
    uint64_t seed;
    ff_seat seat;
    const ff_edition *edition;
    const ff_view *view;
    unsigned budget_ms; /* for a move, if that is less than the thinkers have; 0: it is not */
} thinkers_question;

typedef struct thinkers_answer {
    char game[GAME_ID_SIZE];
    unsigned act;
    ff_seat seat;
    bool failed; /* memory ran out; ask again later */
    bool is_move;
    ff_move move;
    ff_setup setup;
} thinkers_answer;

typedef struct ff_thinkers ff_thinkers;

/* `threads` 0: nobody thinks but in `thinkers_think` (tests). `limit` questions
 * at once at most; `budget_ms` a move. Null when the system refuses. */
ff_thinkers *thinkers_new(unsigned threads, unsigned limit, unsigned budget_ms);

/* Waits for the move that is being thought about, a budget at most. */
void thinkers_free(ff_thinkers *thinkers);

/* As many questions as can be are in the line or not taken back. */
bool thinkers_is_full(ff_thinkers *thinkers);

/* How many questions are in the line or not taken back. */
unsigned thinkers_count(ff_thinkers *thinkers);

/* False when the line is full or memory is out. */
bool thinkers_ask(ff_thinkers *thinkers, const thinkers_question *question);

/* Takes an answer; false when there is none. */
bool thinkers_take(ff_thinkers *thinkers, thinkers_answer *answer);

/* Readable while there are answers; `thinkers_take` makes it unreadable. */
int thinkers_fd(const ff_thinkers *thinkers);

/* Answers one question on this thread; false when none waits. */
bool thinkers_think(ff_thinkers *thinkers);

#endif
