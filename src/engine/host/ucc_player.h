/* A program of the 2012 competition as a player: the manager's side.
 *
 * The program is told what the protocol tells, all of it made from its own view.
 * It sets up an army of its own. */
#ifndef FLAGFALL_ENGINE_UCC_PLAYER_H
#define FLAGFALL_ENGINE_UCC_PLAYER_H

#include "engine/host/command.h"
#include "flagfall/player.h"

typedef struct ucc_program {
    const command_line *command; /* resolved */
    unsigned reply_ms;           /* within which it must answer */
} ucc_program;

/* Starts the program for one game; null when memory or processes are out. */
ff_player *ucc_player_new(const ucc_program *program);

/* What the program has done wrong, one line; null while there is nothing. */
const char *ucc_player_fault(const ff_player *player);

#endif
