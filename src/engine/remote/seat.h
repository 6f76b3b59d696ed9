/* A seat of a game on a server, played by a computer player: from the lines of the
 * game's stream to what is to be done. Knows nothing of the network. One thread. */
#ifndef FLAGFALL_BRIDGE_SEAT_H
#define FLAGFALL_BRIDGE_SEAT_H

#include "engine/bot/mirror.h"
#include "flagfall/player.h"

/* What is to be posted to "/api/bot/game/ID/": "setup", "move/a4-a5", "resign", "abort" (empty:
 * nothing), and the form that is its body: the army, or the plies before the move. */
typedef struct seat_act {
    char path[32];
    char form[160];
} seat_act;

typedef enum seat_state {
    SEAT_GOES_ON,
    SEAT_LOST, /* events are missing: the stream is to be opened again */
    SEAT_OVER,
} seat_state;

typedef struct bridge_seat {
    ff_player *player;
    /* What it has done wrong, one line; null: nothing. May be null. */
    const char *(*fault)(const ff_player *player);
    unsigned budget_ms; /* a move; less where a clock wants it */
    bool begun;         /* the mirror stands */
    unsigned answered;  /* plies of the last position that was answered, and one */
    bool army_given;    /* since the stream was opened, as the next: other changes may come first */
    bool given_up;      /* nothing more is done but wait for the end */
    mirror mirror;
    char trouble[192]; /* why it gave the game up; empty */
} bridge_seat;

/* Reads a line of the stream, and thinks where it is on turn. */
seat_state seat_take_line(bridge_seat *seat, ff_span line, seat_act *act);

/* Frees what it holds but the player. */
void seat_close(bridge_seat *seat);

#endif
