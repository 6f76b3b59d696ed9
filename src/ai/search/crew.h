/* Searchers who share the work of a move: one thread each, with a history and a
 * transposition table of its own, so that nobody waits for anybody. */
#ifndef FLAGFALL_AI_CREW_H
#define FLAGFALL_AI_CREW_H

#include <stdatomic.h>

#include "ai/search/search.h"
#include "flagfall/player.h"

/* What a move is worth in a world. */
typedef struct task {
    const frame *world;
    ff_move move;
    int alpha; /* the value is exact above it */
    int value; /* the answer */
} task;

typedef struct crew_member crew_member;

typedef struct crew {
    crew_member *member;
    unsigned count;
    /* The work at hand. */
    task *task;
    unsigned tasks;
    int depth;
    atomic_uint next; /* nobody has begun with it yet */
} crew;

/* When to leave off. */
typedef struct crew_limits {
    uint64_t nodes;              /* of all together; UINT64_MAX: any number */
    bool (*late)(void *context); /* asked now and then, by every thread */
    void *context;
} crew_limits;

/* A crew of 1 .. FF_THREADS_MAX that takes at most so many bytes. False where that is too little
 * or memory is out. To be freed by `crew_free`, which takes a crew of zeroes too. */
bool crew_init(crew *c, unsigned count, size_t bytes);
void crew_free(crew *c);

/* Begins with the move of a view, as if there had been none before. What is given must
 * stay where it is until the last `crew_work`. No allocation. */
void crew_begin(crew *c, const judgement *j, const ff_view *view, const crew_limits *limits);

/* Does all tasks, `depth` plies looked at each; false where a limit ended it, the values
 * then mean nothing. With one member all is done on the thread of the caller, in their
 * order, and without an allocation; with more who does what is chance. */
bool crew_work(crew *c, task *list, unsigned count, int depth);

/* Positions looked at since `crew_begin`. */
uint64_t crew_nodes(const crew *c);

#endif
