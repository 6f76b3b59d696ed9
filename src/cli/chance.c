/* Seeds for games that are to differ. A program that can be foreseen is beaten once for all. */
#define _POSIX_C_SOURCE 200809L
#include "cli/chance.h"

#include <time.h>
#include <unistd.h>

/* The primes keep the three numbers from cancelling each other out. */
uint64_t chance_seed(void) {
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    return (uint64_t)now.tv_sec * 1000000007u + (uint64_t)now.tv_nsec * 31u + (uint64_t)getpid();
}
