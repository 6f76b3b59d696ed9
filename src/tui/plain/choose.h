/* A list to choose from, line by line. */
#ifndef FLAGFALL_TUI_CHOOSE_H
#define FLAGFALL_TUI_CHOOSE_H

#include "tui/model/menu.h"

#include <stdio.h>

typedef struct choose_setting {
    menu *menu;
    int news; /* a file that can be read when there is news */
    bool (*update)(void *context);
    void *context;
    bool ascii;
    FILE *in, *out;
} choose_setting;

/* Until something is chosen, or the person leaves, or the input ends (menu.leaves). False when
 * memory is out. */
bool choose_plain(const choose_setting *setting);

#endif
