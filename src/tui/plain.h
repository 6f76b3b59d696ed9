/* A game in the terminal, line by line: sentences out, words in. No cursor is
 * moved and nothing depends on colour, so that it works with a screen reader, in
 * a dumb terminal and through a pipe. */
#ifndef FLAGFALL_TUI_PLAIN_H
#define FLAGFALL_TUI_PLAIN_H

#include "flagfall/player.h"

#include <stdio.h>

/* What a game is made of. Presets are somebody else's: both functions may be
 * null, where there are none. */
typedef struct plain_setting {
    const ff_edition *edition;
    const ff_player_kind *opponent;
    ff_seat seat;  /* the person's */
    bool memory;   /* announced ranks are hidden from the person again */
    uint64_t seed; /* of the opponent and of random armies */
    FILE *in;
    FILE *out;
    bool (*preset_make)(const ff_edition *edition, ff_span name, ff_rng *rng, ff_setup *setup);
    void (*preset_list)(const ff_edition *edition, ff_buffer *out); /* a line each */
} plain_setting;

typedef enum plain_status {
    PLAIN_DONE,  /* played to its end, or left with `quit` */
    PLAIN_CUT,   /* the input ended before the game did */
    PLAIN_FAILED /* memory is out */
} plain_status;

plain_status plain_play(const plain_setting *setting);

#endif
