/* The games of the queue as tasks of a farm, and back. What another rank sends is read as a
 * journal is: a game that is not whole and sound is none. */
#include "arena/spread.h"

#include "arena/journal.h"

#include <stdlib.h>

typedef struct coordination {
    spread *spread;
    game_queue *queue;
} coordination;

/* --- rank 0 --------------------------------------------------------------------------- */

static bool next(void *context, unsigned *task) {
    coordination *c = context;
    return game_queue_next(c->queue, false, task);
}

static void give_back(void *context, unsigned task) {
    coordination *c = context;
    game_queue_return(c->queue, task);
}

static bool read_sheet(ff_span text, unsigned game, sheet *s) {
    size_t offset = 0;
    s->watch = calloc(2, sizeof *s->watch);
    if (!s->watch || !journal_read(text, &offset, &s->game, s->watch) || s->game.index != game ||
        offset != text.size)
        return false;
    ff_buffer_add(&s->record, s->game.record.data, s->game.record.size);
    s->game.record = (ff_span){s->record.data, s->record.size};
    return !s->record.failed;
}

static bool done(void *context, unsigned task, ff_span result) {
    coordination *c = context;
    sheet s = {0};
    bool good = read_sheet(result, task, &s);
    if (good)
        game_queue_done(c->queue, task, &s);
    else
        sheet_free(&s);
    return good;
}

static bool over(void *context) {
    coordination *c = context;
    return game_queue_is_over(c->queue);
}

static void tell(void *context, const char *text) {
    coordination *c = context;
    game_queue_tell(c->queue, text);
}

static void coordinate(void *context, game_queue *queue) {
    spread *s = context;
    coordination c = {.spread = s, .queue = queue};
    const farm_tasks tasks = {&c, next, give_back, done, over, tell};
    s->all_here = farm_coordinate(s->link, s->job, &tasks);
}

bool spread_match(const match_plan *plan, results *all, spread *s) {
    return match_play_with(plan, all, coordinate, s);
}

/* --- other ranks ------------------------------------------------------------------------ */

static bool play(void *context, unsigned task, const atomic_bool *stop, ff_buffer *result) {
    const match_plan *plan = context;
    sheet s = {0};
    bool good = task < schedule_games(&plan->schedule) && table_play(plan, task, stop, &s);
    if (good)
        journal_add(&s.game, result);
    sheet_free(&s);
    return good;
}

bool spread_serve(const match_plan *plan, spread *s, ff_error *error) {
    const farm_work work = {(void *)(uintptr_t)plan, plan->jobs, play};
    return farm_serve(s->link, s->job, &work, &s->all_here, error);
}
