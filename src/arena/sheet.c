/* What a game has come to, with memory of its own: a game read from a journal points into its
 * text, a sheet has a copy that outlives it. */
#include "arena/sheet.h"

#include "arena/journal.h"

#include <stdlib.h>

void sheet_free(sheet *s) {
    ff_buffer_free(&s->record);
    free(s->watch);
    s->watch = NULL;
}

bool sheet_read(ff_span journal, size_t *offset, sheet *s) {
    *s = (sheet){.watch = calloc(2, sizeof *s->watch)};
    s->record.failed = !s->watch;
    if (!s->watch || !journal_read(journal, offset, &s->game, s->watch))
        return false;
    ff_buffer_add(&s->record, s->game.record.data, s->game.record.size);
    s->game.record = (ff_span){s->record.data, s->record.size};
    return !s->record.failed;
}
