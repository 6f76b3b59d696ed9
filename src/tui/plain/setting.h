/* What a game in the terminal is made of. */
#ifndef FLAGFALL_TUI_SETTING_H
#define FLAGFALL_TUI_SETTING_H

#include "flagfall/player.h"

#include <stdio.h>

typedef struct plain_setting {
    const ff_edition *edition;
    const ff_player_kind *opponent;
    ff_seat seat;  /* the person's */
    bool memory;   /* announced ranks are hidden from the person again */
    uint64_t seed; /* of the opponent and of random armies */
    FILE *in;
    FILE *out;
} plain_setting;

#endif
