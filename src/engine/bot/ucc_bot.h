/* A computer player as a program of the 2012 competition. */
#ifndef FLAGFALL_ENGINE_UCC_BOT_H
#define FLAGFALL_ENGINE_UCC_BOT_H

#include "flagfall/player.h"

#include <stdio.h>

/* Plays one game on two streams until QUIT. False with the reason, and its line
 * counted from the first one read, when the manager says what cannot be, or stops
 * before QUIT. The player is the caller's. */
bool ucc_bot_play(ff_player *player, unsigned budget_ms, FILE *in, FILE *out, ff_error *error);

#endif
