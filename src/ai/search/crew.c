#include "ai/search/crew.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum {
    HISTORY = FF_PLIES_MAX + 2 * SEARCH_DEPTH,
    HEAP = 8192 /* that the heap may take beside a member's two pieces of memory */
};

struct crew_member {
    crew *crew;
    search search;
    pthread_t thread;
    bool started;
    ff_move moves[HISTORY];
};

bool crew_init(crew *c, unsigned count, size_t bytes) {
    size_t own = count * (sizeof *c->member + HEAP);
    *c = (crew){0};
    if (bytes < own + count * sizeof(finding))
        return false;
    c->member = calloc(count, sizeof *c->member);
    if (!c->member)
        return false;
    for (; c->count < count; c->count++)
        if (!transpositions_init(&c->member[c->count].search.known, (bytes - own) / count)) {
            crew_free(c);
            return false;
        }
    return true;
}

void crew_free(crew *c) {
    for (unsigned i = 0; i < c->count; i++)
        transpositions_free(&c->member[i].search.known);
    free(c->member);
    *c = (crew){0};
}

static void copy_history(crew_member *m, const ff_view *view) {
    m->search.history =
        (ff_history){.moves = m->moves, .size = view->history.size, .capacity = HISTORY};
    if (view->history.size)
        memcpy(m->moves, view->history.moves, view->history.size * sizeof *m->moves);
}

void crew_begin(crew *c, const judgement *j, const ff_view *view, const crew_limits *limits) {
    for (unsigned i = 0; i < c->count; i++) {
        crew_member *m = &c->member[i];
        m->crew = c;
        m->search.limit = limits->nodes == UINT64_MAX ? UINT64_MAX : (limits->nodes + i) / c->count;
        m->search.late = limits->late;
        m->search.context = limits->context;
        copy_history(m, view);
        search_begin(&m->search, j);
    }
}

static void *work(void *context) {
    crew_member *m = context;
    crew *c = m->crew;
    while (!m->search.stopped) {
        unsigned next = atomic_fetch_add(&c->next, 1);
        if (next >= c->tasks)
            break;
        task *t = &c->task[next];
        t->value = search_move(&m->search, t->world, t->move, c->depth, t->alpha);
    }
    return NULL;
}

/* Where no thread can be had the others do its part. */
static void start(crew *c) {
    for (unsigned i = 1; i < c->count && i < c->tasks; i++) {
        crew_member *m = &c->member[i];
        m->started = pthread_create(&m->thread, NULL, work, m) == 0;
    }
}

static void join(crew *c) {
    for (unsigned i = 1; i < c->count; i++) {
        if (c->member[i].started)
            pthread_join(c->member[i].thread, NULL);
        c->member[i].started = false;
    }
}

bool crew_work(crew *c, task *list, unsigned count, int depth) {
    c->task = list;
    c->tasks = count;
    c->depth = depth;
    atomic_store(&c->next, 0);
    start(c);
    work(&c->member[0]);
    join(c);
    bool done = true;
    for (unsigned i = 0; i < c->count; i++)
        done &= !c->member[i].search.stopped;
    return done;
}

uint64_t crew_nodes(const crew *c) {
    uint64_t sum = 0;
    for (unsigned i = 0; i < c->count; i++)
        sum += c->member[i].search.nodes;
    return sum;
}
