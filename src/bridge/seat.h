/* A seat of a game on a server, played by a computer player: from the lines of the
 * game's stream to what is to be done. Knows nothing of the network. One thread. */
#ifndef FLAGFALL_BRIDGE_SEAT_H
#define FLAGFALL_BRIDGE_SEAT_H

#include "engine/mirror.h"
#include "flagfall/player.h"

/* What is to be posted, to "/api/bot/game/ID/", with `ply` where it is a move: "setup/LETTERS",
 * "move/a4-a5", "resign", "abort"; empty: nothing. */
enum { SEAT_ACT_SIZE = 160 };

typedef enum seat_state {
    SEAT_GOES_ON,
    SEAT_LOST, /* events are missing: the stream is to be opened again */
    SEAT_OVER,
} seat_state;

typedef struct bridge_seat {
    ff_player *player;
    unsigned budget_ms; /* a move; less where a clock wants it */
    bool begun;         /* the mirror stands */
    unsigned answered;  /* plies of the last position that was answered, and one */
    mirror mirror;
    char trouble[192]; /* why it gave the game up; empty */
} bridge_seat;

/* Reads a line of the stream, and thinks where it is on turn. */
seat_state seat_take_line(bridge_seat *seat, ff_span line, char act[SEAT_ACT_SIZE]);

/* Plies of the position that was answered last. */
unsigned seat_ply(const bridge_seat *seat);

/* Frees what it holds but the player. */
void seat_close(bridge_seat *seat);

#endif
