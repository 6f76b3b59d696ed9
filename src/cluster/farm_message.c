/* The messages of a farm as bytes: one for the kind, four for a number, and the rest; the
 * number's lowest byte comes first. */
#include "cluster/farm_message.h"

enum { HEAD = 5 };

bool farm_say(cluster_link *link, unsigned to, const farm_message *message) {
    ff_buffer bytes = {0};
    ff_buffer_byte(&bytes, (char)message->kind);
    for (int shift = 0; shift < 32; shift += 8)
        ff_buffer_byte(&bytes, (char)(message->task >> shift & 0xff));
    ff_buffer_add(&bytes, message->rest.data, message->rest.size);
    bool good = !bytes.failed && link->send(link, to, (ff_span){bytes.data, bytes.size});
    ff_buffer_free(&bytes);
    return good;
}

bool farm_read(ff_span bytes, farm_message *message) {
    const unsigned char *byte = (const unsigned char *)bytes.data;
    if (bytes.size < HEAD || byte[0] < FARM_HELLO || byte[0] > FARM_BYE)
        return false;
    *message =
        (farm_message){.kind = (farm_kind)byte[0], .rest = {bytes.data + HEAD, bytes.size - HEAD}};
    for (int i = HEAD - 1; i > 0; i--)
        message->task = message->task << 8 | byte[i];
    return true;
}
