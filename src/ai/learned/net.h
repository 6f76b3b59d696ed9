/* The learned network, in integers, so that every machine finds the same value.
 *
 *     inputs that are on -> 64 units -> 32 units -> a number, and a weight of each input
 *                                                   straight to that number
 *
 * The first layer is a sum of rows, one for each input that is on, kept in an accumulator:
 * a move changes few inputs, so few rows are added and taken away (after Nasu, Efficiently
 * Updatable Neural-Network-based Evaluation Functions for Computer Shogi, 2018). Weights are
 * in 1024ths. A unit gives its sum, a quarter of it below 0 (so that a unit that is off still
 * learns), and NET_UNIT_MOST at most, either way. No sum can overflow.
 *
 * The value is what a seat may expect after its own move, of what it knows then: from
 * -NET_WIN to NET_WIN, by way of x (27 + x^2) / (27 + 9 x^2), which is close to tanh x and
 * reaches 1 at 3, where it ends: pieces that are ahead add up before it, not behind it. */
#ifndef FLAGFALL_AI_NET_H
#define FLAGFALL_AI_NET_H

#include "ai/learned/inputs.h"

enum { NET_UNITS = 64, NET_MIDDLE = 32, NET_ONE = 1024, NET_WIN = 32767 };

/* What a unit gives is cut off at, and what share of a sum below 0 it gives; what weights are cut
 * off at, so that no sum overflows. */
enum { NET_UNIT_MOST = 4, NET_LEAK = 4, NET_MIDDLE_MOST = 4 * NET_ONE };

typedef struct net {
    int16_t row[INPUTS][NET_UNITS];
    int16_t straight[INPUTS];
    int16_t middle[NET_MIDDLE][NET_UNITS]; /* NET_MIDDLE_MOST at most, either way */
    int16_t last[NET_MIDDLE];
    int32_t unit_bias[NET_UNITS];
    int32_t middle_bias[NET_MIDDLE]; /* in NET_ONE * NET_ONE parts */
    int32_t last_bias;               /* in NET_ONE * NET_ONE parts */
} net;

/* The first layer's sums for the inputs that are on. A plain value: a move is taken back by
 * going on with the copy from before. */
typedef struct net_sums {
    int32_t unit[NET_UNITS];
    int32_t straight;
} net_sums;

/* What is compiled for several kinds of processor, with the same results. */
typedef struct net_kernel {
    void (*add)(const net *n, net_sums *sums, const uint16_t *inputs, size_t count);
    void (*take)(const net *n, net_sums *sums, const uint16_t *inputs, size_t count);
    int (*value)(const net *n, const net_sums *sums);
} net_kernel;

extern const net_kernel net_portable;
#if defined(__x86_64__)
extern const net_kernel net_x86_64_v3;
#endif

/* The best for this processor. */
const net_kernel *net_kernel_best(void);

/* From nothing to the sums of a state. */
void net_begin(const net *n, const net_kernel *k, const inputs_state *s, net_sums *sums);

/* From the sums of one state to those of another. */
void net_go(const net *n, const net_kernel *k, const inputs_state *before,
            const inputs_state *after, net_sums *sums);

#endif
