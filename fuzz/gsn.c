#include "gravon.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    must_hold(data, size, ff_gsn_read, ff_gsn_write);
    return 0;
}
