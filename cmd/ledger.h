/* Where the games of a match go as they finish: the record file, the journal that
 * lets it go on later, and the line that tells how far it is. */
#ifndef FLAGFALL_LEDGER_H
#define FLAGFALL_LEDGER_H

#include "arena/match.h"
#include "cli/progress.h"

#include <stdio.h>

typedef struct ledger {
    const match_plan *plan;
    const char *record_path;
    const char *journal_path;
    FILE *record;  /* may be null */
    FILE *journal; /* may be null */
    progress_mode mode;
    progress progress;
} ledger;

/* Opens the files (paths may be null) and adds to `all` the games that the journal
 * holds of this very match. False after a complaint. */
bool ledger_open(ledger *l, const match_plan *plan, results *all);

/* A plan's `take`; the context is the ledger. */
bool ledger_take(void *context, const match_game *game, const results *all);

/* False after a complaint: not everything could be written. */
bool ledger_close(ledger *l);

#endif
