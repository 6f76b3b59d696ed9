/* What is agreed before a game, as the store keeps it and as play goes by it. Plain values. */
#ifndef FLAGFALL_SERVER_STORE_GAME_TERMS_H
#define FLAGFALL_SERVER_STORE_GAME_TERMS_H

#include <stdbool.h>
#include <stdint.h>

/* The clock, in seconds. */
typedef struct clock_terms {
    uint32_t bank;      /* 10 to 86,400 */
    uint32_t free;      /* of each move, before the bank runs; 0 to 600 */
    uint32_t increment; /* that each move adds to the bank; 0 to 600 */
    uint32_t setup;     /* for the army, 15 to 86,400; 0: as long as one likes */
} clock_terms;

enum {
    CLOCK_BANK_MIN = 10,
    CLOCK_SETUP_MIN = 15,
    CLOCK_BANK_MAX = 86400, /* and of `setup` */
    CLOCK_MOVE_MAX = 600,   /* of `free` and `increment` */
};

/* What was agreed before the game. */
typedef struct game_terms {
    bool timed; /* has a clock */
    clock_terms clock;
    bool memory, remember, hints, watch, open, rated;
} game_terms;

#endif
