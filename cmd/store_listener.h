/* Who hears how a server's store is looked through: problems as lines, and how far it is. */
#ifndef FLAGFALL_STORE_LISTENER_H
#define FLAGFALL_STORE_LISTENER_H

#include "cli/progress.h"
#include "server/transfer/store_check.h"

typedef struct store_listener {
    bool json;
    progress progress;
} store_listener;

/* Begins to tell how many games have been looked at; `progress_end` ends it. */
store_check_hears store_listener_begin(store_listener *listener);

/* Prints what came of it. The exit status: are there problems? */
int store_report_print(const store_report *report, bool json);

#endif
