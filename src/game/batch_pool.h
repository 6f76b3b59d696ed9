/* Threads that divide a range between them: each always has the same part of it, so that
 * nothing depends on who is first. */
#ifndef FLAGFALL_GAME_BATCH_POOL_H
#define FLAGFALL_GAME_BATCH_POOL_H

/* Work on `first` .. `end - 1`; `slice` is the number of the part, from 0. */
typedef void batch_work(void *context, unsigned slice, unsigned first, unsigned end);

typedef struct batch_pool batch_pool;

/* A pool of `threads` in all, the caller's included; fewer where no more can be had. Null
 * when memory is out. */
batch_pool *batch_pool_new(unsigned threads);
void batch_pool_free(batch_pool *pool);

unsigned batch_pool_threads(const batch_pool *pool);

/* Has 0 .. `count - 1` worked on and returns when all is done. A null pool is this thread
 * alone. */
void batch_pool_run(batch_pool *pool, batch_work *work, void *context, unsigned count);

#endif
