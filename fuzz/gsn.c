/* Any bytes as a game in Gravon's line format: refused, or written and read again (gravon.h). */
#include "gravon.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    must_hold(data, size, ff_gsn_read, ff_gsn_write);
    return 0;
}
