/* A game in the terminal, line by line: sentences out, words in. No cursor is
 * moved and nothing depends on colour, so that it works with a screen reader, in
 * a dumb terminal and through a pipe. */
#ifndef FLAGFALL_TUI_PLAIN_H
#define FLAGFALL_TUI_PLAIN_H

#include "tui/plain/setting.h"

typedef enum plain_status {
    PLAIN_DONE,  /* played to its end, or left with `quit` */
    PLAIN_CUT,   /* the input ended before the game did */
    PLAIN_FAILED /* memory is out */
} plain_status;

plain_status plain_play(const plain_setting *setting);

#endif
