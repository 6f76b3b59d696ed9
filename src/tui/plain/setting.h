/* What a game in sentences is made of. */
#ifndef FLAGFALL_TUI_SETTING_H
#define FLAGFALL_TUI_SETTING_H

#include "tui/model/table.h"
#include "tui/text/text.h"

#include <stdio.h>

typedef struct plain_setting {
    host *host; /* stays the caller's */
    ff_language language;
    bool ascii;    /* letters beyond ASCII cannot be shown */
    uint64_t seed; /* of random armies */
    FILE *in;
    FILE *out;
} plain_setting;

#endif
