/* The games of the queue as tasks of a farm, and back. What another rank sends is read as a
 * journal is: a game that is not whole and sound is none. */
#include "arena/spread.h"

#include "arena/journal.h"
#include "arena/table.h"

/* --- rank 0: the context is the queue ---------------------------------------------------- */

static bool next(void *context, unsigned *task) {
    return game_queue_next(context, false, task);
}

static void give_back(void *context, unsigned task) {
    game_queue_return(context, task);
}

static bool done(void *context, unsigned task, ff_span result) {
    size_t offset = 0;
    sheet s;
    bool good = sheet_read(result, &offset, &s) && s.game.index == task && offset == result.size;
    if (good)
        game_queue_done(context, task, &s);
    else
        sheet_free(&s);
    return good;
}

static bool over(void *context) {
    return game_queue_is_over(context);
}

static void tell(void *context, const char *text) {
    game_queue_tell(context, text);
}

static void coordinate(void *context, game_queue *queue) {
    spread *s = context;
    const farm_tasks tasks = {queue, next, give_back, done, over, tell};
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
