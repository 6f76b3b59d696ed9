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

/* A unit's output (clipped rectifier): from 0 to 1, in NET_ONE parts. */
static inline int32_t cut(int32_t x) {
    return x < 0 ? 0 : x > NET_ONE ? NET_ONE : x;
}

static int value(const net *n, const net_sums *sums) {
    int16_t unit[NET_UNITS];
    for (int i = 0; i < NET_UNITS; i++)
        unit[i] = (int16_t)cut(sums->unit[i]);
    int64_t out = (int64_t)sums->straight * NET_ONE + n->last_bias;
    for (int j = 0; j < NET_MIDDLE; j++) {
        int32_t sum = n->middle_bias[j];
        for (int i = 0; i < NET_UNITS; i++)
            sum += unit[i] * n->middle[j][i];
        out += cut(sum / NET_ONE) * n->last[j];
    }
    int64_t size = out < 0 ? -out : out;
    return (int)(out * NET_WIN / (NET_ONE * NET_ONE + size));
}

const net_kernel NET = {add, take, value};
