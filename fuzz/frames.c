/* Any bytes as what a client sends on a WebSocket. Read whole and byte by byte they are the
 * same; nothing that is not masked passes, and no payload is longer than it was said to be. */
#include "fuzz.h"

#include "../src/server/net/frames.h"

#include <string.h>

/* All that is found, as text: what happened, and with which bytes. */
static void read_all(char *bytes, size_t size, size_t step, ff_buffer *out) {
    ff_frames frames = {0};
    frames_found found;
    frames_event event = FRAMES_MORE;
    for (size_t at = 0; at < size && event < FRAMES_CLOSE; at += step) {
        char *part = bytes + at;
        size_t left = size - at < step ? size - at : step;
        do {
            event = frames_read(&frames, &part, &left, &found);
            if (event != FRAMES_TEXT && event != FRAMES_MORE)
                ff_buffer_format(out, "<%d %u>", event == FRAMES_MESSAGE ? 0 : (int)event,
                                 found.code);
            if (event != FRAMES_MORE)
                ff_buffer_add(out, found.data.data, found.data.size);
            MUST(event != FRAMES_WRONG || found.code >= 1002);
        } while (event != FRAMES_MORE && event < FRAMES_CLOSE);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    ff_buffer whole = {0}, pieces = {0};
    char *copy = malloc(size + 1);
    MUST(copy);
    memcpy(copy, data, size);
    read_all(copy, size, size + 1, &whole);
    memcpy(copy, data, size);
    read_all(copy, size, 1, &pieces);
    free(copy);
    /* A message's last part tells that it is the last before or after its bytes. */
    MUST(whole.failed == pieces.failed);
    MUST((size < 2 || (data[1] & 0x80)) || (whole.size > 0 && whole.data[1] == '6'));
    ff_buffer_free(&whole);
    ff_buffer_free(&pieces);
    return 0;
}
