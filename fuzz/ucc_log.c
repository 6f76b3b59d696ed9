/* Any bytes as a log of the competition of 2012. */
#include "interchange/ucc_log.h"
#include "gravon.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    must_hold(data, size, ucc_log_read, ucc_log_write);
    return 0;
}
