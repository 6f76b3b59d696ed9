/* Where the games of a match go as they finish: the record file, the journal that
 * lets it go on later, and the line that tells how far it is. */
#ifndef FLAGFALL_CONTEST_LEDGER_H
#define FLAGFALL_CONTEST_LEDGER_H

#include "arena/match.h"
#include "cli/progress.h"
#include "contest/competitor.h"
#include "contest/record_file.h"

#include <stdio.h>

typedef struct ledger {
    const match_plan *plan;
    const char *record_path;
    const char *journal_path;
    record_file record;
    FILE *journal;    /* may be null */
    ff_buffer played; /* what the journal held at first, */
    size_t read;      /* and how much of it is whole games */
    progress_mode mode;
    progress progress;
    bool reading;   /* games of the journal: not told one by one */
    unsigned games; /* taken */
} ledger;

/* Appends what the games of a match depend on, in one line: the same for the same match. As many
 * players as the schedule has. */
void ledger_describe(const match_plan *plan, const player_terms *terms, const competitor *players,
                     ff_buffer *out);

/* Opens the files (paths may be null) of the match that was described so. False after a complaint:
 * the journal is of another match, or in use. */
bool ledger_open(ledger *l, const match_plan *plan, const char *match);

/* A plan's `begin`, `arrive`, `take` and `tell`; the context is the ledger. */
bool ledger_begin(void *context, struct game_queue *queue);
bool ledger_arrive(void *context, const match_game *game);
bool ledger_take(void *context, const match_game *game, const results *all);
void ledger_tell(void *context, const char *text);

/* False after a complaint: not everything could be written. */
bool ledger_close(ledger *l);

#endif
