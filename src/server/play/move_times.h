/* How long each move of a game has taken, as a plain list: for who looks at the game when it is
 * over. Times are in milliseconds, of the time that counts (server_clock.h), pauses left out. */
#ifndef FLAGFALL_SERVER_PLAY_MOVE_TIMES_H
#define FLAGFALL_SERVER_PLAY_MOVE_TIMES_H

#include "flagfall/base.h"

#include <stdint.h>

/* Start from {0}. */
struct move_times {
    uint32_t *ms; /* of each ply */
    unsigned plies;
    size_t room;
    int64_t since; /* when the present move was begun, or gone on with */
    int64_t spent; /* on it before that */
    bool runs;     /* somebody is to move, and there is no pause */
    bool failed;   /* memory was out: nothing is known of this game */
};

void move_times_free(struct move_times *times);

/* A move is to be made from now on: the first one, or the next. */
void move_times_begin(struct move_times *times, int64_t now);

/* It has been made. */
void move_times_add(struct move_times *times, int64_t now);

/* So many plies are left of those that were made. */
void move_times_take_back(struct move_times *times, unsigned plies, int64_t now);

/* A pause goes on from now, or none. */
void move_times_pause(struct move_times *times, bool on, int64_t now);

/* Is there a time for each of so many plies? Not where there are none. */
bool move_times_know(const struct move_times *times, unsigned plies);

/* Appends them as a record's tag has it (docs/formats.md): seconds, to a tenth. */
void move_times_write(const struct move_times *times, ff_buffer *out);

#endif
