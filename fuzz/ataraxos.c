/* Any bytes as the text of one of Ataraxos's games. */
#include "interchange/ataraxos.h"
#include "gravon.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    must_hold(data, size, ataraxos_read, ataraxos_write);
    return 0;
}
