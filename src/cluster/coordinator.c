/* Rank 0 of a farm: hands out tasks and hears results. What must hold: a task stands in the
 * list of the rank that has it from when it is handed out until that rank answers, also when it
 * has been given back meanwhile; and it is given back once at most. */
#include "cluster/farm.h"
#include "cluster/farm_message.h"

#include <stdio.h>
#include <stdlib.h>

enum { TASKS_AT_A_TIME_MAX = 1024 };

typedef enum rank_state {
    RANK_SILENT, /* not heard of yet */
    RANK_WORKS,
    RANK_LOST, /* silent for too long */
    RANK_AWAY, /* told to go: it has only to say so */
    RANK_GONE
} rank_state;

typedef struct given_task {
    unsigned task;
    bool given_back; /* somebody else does it now, and this rank perhaps too */
} given_task;

typedef struct farm_rank {
    rank_state state;
    uint64_t heard_ms;
    unsigned room; /* tasks that it takes at a time */
    unsigned count;
    given_task *given;
} farm_rank;

typedef struct farm {
    cluster_link *link;
    const char *job;
    const farm_tasks *tasks;
    farm_rank *rank; /* by number; 0 is this one */
    uint64_t beat_ms;
    bool over;
} farm;

static void tell(const farm *f, unsigned rank, const char *what) {
    char text[160];
    snprintf(text, sizeof text, "rank %u %s", rank, what);
    f->tasks->tell(f->tasks->context, text);
}

static void give_back(farm *f, given_task *given) {
    if (!given->given_back)
        f->tasks->give_back(f->tasks->context, given->task);
    given->given_back = true;
}

static void give_all_back(farm *f, farm_rank *r) {
    for (unsigned i = 0; i < r->count; i++)
        give_back(f, &r->given[i]);
}

static void lose(farm *f, unsigned rank) {
    give_all_back(f, &f->rank[rank]);
    f->rank[rank].state = RANK_LOST;
    tell(f, rank, "is lost: others do its work");
}

/* One that has been told to go still counts: it has to say goodbye, or it is lost. */
static bool is_here(const farm_rank *r) {
    return r->state != RANK_LOST && r->state != RANK_GONE;
}

/* Sends a rank away. */
static void send_away(farm *f, unsigned rank, const farm_message *m) {
    give_all_back(f, &f->rank[rank]);
    f->rank[rank].state = RANK_AWAY;
    if (!farm_say(f->link, rank, m))
        lose(f, rank);
}

static void turn_away(farm *f, unsigned rank, const char *why) {
    send_away(f, rank, &(farm_message){.kind = FARM_TURNED, .rest = ff_span_of(why)});
    tell(f, rank, why);
}

/* --- what a rank says ------------------------------------------------------------------ */

static void hear_hello(farm *f, unsigned rank, const farm_message *m) {
    farm_rank *r = &f->rank[rank];
    if (r->given || m->task == 0 || m->task > TASKS_AT_A_TIME_MAX) {
        turn_away(f, rank, "says what makes no sense, and gets no work");
    } else if (!ff_span_equals(m->rest, f->job)) {
        turn_away(f, rank,
                  "was started for something else, and gets no work: all ranks need the same "
                  "program, files and options");
    } else {
        r->given = calloc(m->task, sizeof *r->given);
        r->room = r->given ? m->task : 0;
        r->state = RANK_WORKS;
    }
}

/* Takes a task out of the rank's list. Where it is not there it counts as given back. */
static given_task take_back(farm_rank *r, unsigned task) {
    given_task found = {task, true};
    for (unsigned i = 0; i < r->count; i++)
        if (r->given[i].task == task) {
            found = r->given[i];
            r->given[i] = r->given[--r->count];
            break;
        }
    return found;
}

/* A result that comes from somebody who was thought lost is as good as any. */
static void hear_result(farm *f, unsigned rank, const farm_message *m) {
    farm_rank *r = &f->rank[rank];
    unsigned had = r->count;
    given_task given = take_back(r, m->task);
    bool good = r->count < had && m->kind == FARM_RESULT &&
                f->tasks->done(f->tasks->context, m->task, m->rest);
    if (good)
        return;
    give_back(f, &given);
    if (r->state == RANK_WORKS)
        turn_away(f, rank,
                  m->kind == FARM_FAILED ? "cannot do its work (its memory is out?)"
                                         : "answers what is no result, and gets no work");
}

static void hear(farm *f, unsigned rank, const farm_message *m) {
    farm_rank *r = &f->rank[rank];
    r->heard_ms = f->link->now_ms(f->link);
    if (r->state == RANK_LOST && m->kind != FARM_BYE) {
        r->state = r->room ? RANK_WORKS : RANK_SILENT;
        tell(f, rank, "is here again");
    }
    if (m->kind == FARM_HELLO && r->state == RANK_SILENT)
        hear_hello(f, rank, m);
    else if (m->kind == FARM_RESULT || m->kind == FARM_FAILED)
        hear_result(f, rank, m);
    else if (m->kind == FARM_BYE)
        r->state = RANK_GONE;
}

static void hear_all(farm *f) {
    ff_buffer bytes = {0};
    farm_message m;
    unsigned from;
    while (f->link->receive(f->link, &from, &bytes)) {
        if (from == 0 || from >= f->link->ranks)
            continue;
        if (farm_read((ff_span){bytes.data, bytes.size}, &m))
            hear(f, from, &m);
        else if (bytes.size == 0 && is_here(&f->rank[from]))
            lose(f, from);
    }
    ff_buffer_free(&bytes);
}

/* --- what each round brings ---------------------------------------------------------------- */

/* Beats for those who listen, and losses. */
static void look_round(farm *f) {
    uint64_t now = f->link->now_ms(f->link);
    bool beat = now - f->beat_ms >= FARM_BEAT_MS;
    for (unsigned i = 1; i < f->link->ranks; i++) {
        farm_rank *r = &f->rank[i];
        if (is_here(r) && now - r->heard_ms > FARM_LOST_MS)
            lose(f, i);
        if (beat && is_here(r))
            farm_say(f->link, i, &(farm_message){.kind = FARM_BEAT});
    }
    if (beat)
        f->beat_ms = now;
}

/* A task for whoever has fewer than it takes. False where there is none left. */
static bool hand_out_one(farm *f, unsigned rank) {
    farm_rank *r = &f->rank[rank];
    farm_message m = {.kind = FARM_TASK};
    if (r->state != RANK_WORKS || r->count >= r->room)
        return true;
    if (!f->tasks->next(f->tasks->context, &m.task))
        return false;
    r->given[r->count++] = (given_task){.task = m.task};
    if (!farm_say(f->link, rank, &m))
        lose(f, rank);
    return true;
}

/* One each in turn, so that the last tasks are spread. */
static void hand_out(farm *f) {
    bool open = true;
    while (open) {
        unsigned had = 0, has = 0;
        for (unsigned i = 1; open && i < f->link->ranks; i++) {
            had += f->rank[i].count;
            open = hand_out_one(f, i);
            has += f->rank[i].count;
        }
        open = open && has > had;
    }
}

/* All who are left; they are told whether that is everybody. */
static void send_home(farm *f) {
    bool all_here = true;
    for (unsigned i = 1; i < f->link->ranks; i++)
        all_here &= f->rank[i].state != RANK_LOST;
    f->over = true;
    for (unsigned i = 1; i < f->link->ranks; i++)
        if (f->rank[i].state == RANK_WORKS || f->rank[i].state == RANK_SILENT)
            send_away(f, i, &(farm_message){.kind = FARM_HOME, .task = all_here});
}

static bool all_gone(const farm *f) {
    for (unsigned i = 1; i < f->link->ranks; i++)
        if (is_here(&f->rank[i]))
            return false;
    return true;
}

bool farm_coordinate(cluster_link *link, const char *job, const farm_tasks *tasks) {
    farm f = {.link = link, .job = job, .tasks = tasks, .beat_ms = link->now_ms(link)};
    f.rank = calloc(link->ranks, sizeof *f.rank);
    if (!f.rank)
        return false;
    for (unsigned i = 0; i < link->ranks; i++)
        f.rank[i].heard_ms = f.beat_ms; /* nobody is late at the beginning */
    while (!f.over || !all_gone(&f)) {
        hear_all(&f);
        look_round(&f);
        if (tasks->over(tasks->context))
            send_home(&f);
        else
            hand_out(&f);
        link->wait(link);
    }
    bool all_here = true;
    for (unsigned i = 1; i < link->ranks; i++) {
        all_here &= f.rank[i].state == RANK_GONE;
        free(f.rank[i].given);
    }
    free(f.rank);
    return all_here;
}
