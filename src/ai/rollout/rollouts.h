/* Rollouts: what moves lead to when both sides go on as players do (Tesauro and Galperin, On-line
 * policy improvement using Monte-Carlo search, 1996; truncated, and in worlds of a belief, as
 * Ataraxos does, arXiv 2511.07312).
 *
 * In a world that the seat thinks possible a move is made, then both sides draw theirs from the
 * move policy, each by what it knows, and after some plies a network says what the seat may expect
 * of what it knows then. Moves are compared in the same worlds with the same lots, so that fewer
 * are needed to tell them apart. */
#ifndef FLAGFALL_AI_ROLLOUTS_H
#define FLAGFALL_AI_ROLLOUTS_H

#include "ai/belief/belief_sampler.h"
#include "ai/learned/net.h"
#include "base/thread_pool.h"

enum {
    ROLLOUT_PLIES = 16, /* after the move; the seat makes the last of them */
    ROLLOUT_MOVES = 10, /* that are compared, at most */
    ROLLOUT_LEAST = 8,  /* worlds: by fewer nothing is known */
    ROLLOUT_WORLDS = 16384,
    ROLLOUT_THREADS = 16, /* others would have nothing to do */
    /* How many positions of a search take as long as a ply, and as the value at the end. */
    ROLLOUT_PLY_COST = 2,
    ROLLOUT_VALUE_COST = 10,
    ROLLOUT_COST = ROLLOUT_PLIES * ROLLOUT_PLY_COST + ROLLOUT_VALUE_COST
};

typedef struct rollout_thread rollout_thread;

/* The work at hand: what is given to `rollouts_run`, and what its worlds say. */
typedef struct rollouts {
    rollout_thread *thread;
    unsigned count;
    struct rollout_work *work;
} rollouts;

/* For so many threads, 1 .. FF_THREADS_MAX, of which ROLLOUT_THREADS at most are used. False when
 * memory is out. To be freed by `rollouts_free`, which takes a struct of zeroes too. */
bool rollouts_init(rollouts *r, unsigned threads);
void rollouts_free(rollouts *r);

/* How many bytes that takes. */
size_t rollouts_bytes(unsigned threads);

/* What is asked: of whom, and when to leave off. */
typedef struct rollout_question {
    const ff_view *view; /* of a seat on turn */
    const net *net;
    belief_sampler *sampler;
    thread_pool *pool; /* null: the caller does it all */
    uint64_t seed;
    uint64_t positions;          /* that it may take, by the costs above */
    bool (*late)(void *context); /* asked before each world, by every thread */
    void *context;
} rollout_question;

/* A legal move, and what was found: by how much more it leads to than the first move of the list,
 * in a network's values, and the square of the standard error of that. `lead` is by how much more
 * was expected of it before, in the same; what is surely not the best, by both, is left alone. */
typedef struct rolled_move {
    ff_move move;
    double lead;
    double more, error2;
} rolled_move;

/* Compares 2 .. ROLLOUT_MOVES moves. Adds to `positions` what it took. With a bound on positions
 * the result depends on neither time nor threads. No allocation. How many worlds there were; with
 * none nothing was found. */
unsigned rollouts_run(rollouts *r, const rollout_question *q, rolled_move *list, size_t count,
                      uint64_t *positions);

#endif
