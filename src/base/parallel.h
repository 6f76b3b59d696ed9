/* Work shared out among threads. */
#ifndef FLAGFALL_BASE_PARALLEL_H
#define FLAGFALL_BASE_PARALLEL_H

/* Does one item on the thread of that number, 0 being the caller's own. */
typedef void parallel_work(void *context, unsigned thread, unsigned item);

enum { PARALLEL_MOST = 256 };

/* Has every item from 0 to `items` - 1 done once, by at most `threads` (1 .. PARALLEL_MOST)
 * threads, and returns when all are done. With one thread they are done in their order, without an
 * allocation; with more, who does what is chance. Where the system gives fewer threads, these do
 * it all. */
void parallel_run(unsigned threads, unsigned items, parallel_work *work, void *context);

#endif
