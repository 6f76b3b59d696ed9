#include "gravon.h"

#include "gravon/xml.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    must_hold(data, size, ff_xml_read, ff_xml_write);
    return 0;
}
