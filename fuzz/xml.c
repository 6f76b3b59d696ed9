/* Any bytes as a game in Gravon's XML: refused, or written and read again (gravon.h). */
#include "gravon.h"

#include "interchange/xml.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    must_hold(data, size, xml_read, xml_write);
    return 0;
}
