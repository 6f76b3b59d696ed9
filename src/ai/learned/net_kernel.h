/* The network's loops, included by one file for each kind of processor, which defines NET as
 * the name of its table of functions. Plain loops over whole layers: the compiler makes
 * vectors of them, and integers come out the same however it does. */
#include "ai/learned/net.h"

static void add(const net *n, net_sums *sums, const uint16_t *inputs, size_t count) {
    for (size_t i = 0; i < count; i++) {
        const int16_t *row = n->row[inputs[i]];
        for (int unit = 0; unit < NET_UNITS; unit++)
            sums->unit[unit] += row[unit];
        sums->straight += n->straight[inputs[i]];
    }
}

static void take(const net *n, net_sums *sums, const uint16_t *inputs, size_t count) {
    for (size_t i = 0; i < count; i++) {
        const int16_t *row = n->row[inputs[i]];
        for (int unit = 0; unit < NET_UNITS; unit++)
            sums->unit[unit] -= row[unit];
        sums->straight -= n->straight[inputs[i]];
    }
}

/* What a unit gives for its sum (a leaky rectifier), in NET_ONE parts. */
static inline int32_t unit_output(int32_t x) {
    const int32_t most = NET_UNIT_MOST * NET_ONE;
    x = x < 0 ? x / NET_LEAK : x;
    return x > most ? most : x < -most ? -most : x;
}

/* From any sum, in NET_ONE * NET_ONE parts, to -NET_WIN .. NET_WIN: see net.h. Fifteen bits behind
 * the point are as many as the value has, and leave room for the products. */
static inline int squash(int64_t sum) {
    const int64_t one = NET_WIN + 1, end = 3 * one;
    int64_t x = sum / (NET_ONE * NET_ONE / one);
    x = x > end ? end : x < -end ? -end : x;
    int64_t y = x * (27 * one * one + x * x) / (27 * one * one + 9 * x * x);
    return (int)(y > NET_WIN ? NET_WIN : y < -NET_WIN ? -NET_WIN : y);
}

static int value(const net *n, const net_sums *sums) {
    int16_t unit[NET_UNITS];
    for (int i = 0; i < NET_UNITS; i++)
        unit[i] = (int16_t)unit_output(sums->unit[i]);
    int32_t middle[NET_MIDDLE];
    for (int j = 0; j < NET_MIDDLE; j++) {
        int32_t sum = 0;
        for (int i = 0; i < NET_UNITS; i++)
            sum += unit[i] * n->middle[j][i];
        middle[j] = sum;
    }
    int64_t out = (int64_t)sums->straight * NET_ONE + n->last_bias;
    for (int j = 0; j < NET_MIDDLE; j++)
        out += unit_output((middle[j] + n->middle_bias[j]) / NET_ONE) * n->last[j];
    return squash(out);
}

const net_kernel NET = {add, take, value};
