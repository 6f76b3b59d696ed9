/* Sums of the first layer for states, by whichever loops suit the processor. What must hold:
 * going from state to state leads to the same sums as beginning at the last one. */
#include "ai/learned/net.h"

#include <string.h>

#include "base/processor.h"

const net_kernel *net_kernel_best(void) {
#if defined(__x86_64__)
    if (processor_is_x86_64_v3())
        return &net_x86_64_v3;
#endif
    return &net_portable;
}

void net_begin(const net *n, const net_kernel *k, const inputs_state *s, net_sums *sums) {
    uint16_t list[INPUTS_MAX];
    memcpy(sums->unit, n->unit_bias, sizeof sums->unit);
    sums->straight = 0;
    k->add(n, sums, list, inputs_list(s, list));
}

void net_go(const net *n, const net_kernel *k, const inputs_state *before,
            const inputs_state *after, net_sums *sums) {
    inputs_change change;
    inputs_compare(before, after, &change);
    k->take(n, sums, change.list_off, change.off);
    k->add(n, sums, change.list_on, change.on);
}
