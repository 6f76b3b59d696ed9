/* Any bytes as what a client sends on a WebSocket. Read whole, byte by byte and in pieces of an
 * odd size they are the same, and the same as a second reading finds, which goes through all
 * bytes at once with RFC 6455 at hand and shares nothing with the first. */
#include "fuzz.h"

#include "../src/server/net/frames.h"

#include <string.h>

/* --- what is found, as text --------------------------------------------------------- */

static void tell(ff_buffer *out, frames_event event, unsigned code) {
    ff_buffer_format(out, "<%d %u>", (int)event, code);
}

static void read_all(const uint8_t *data, size_t size, size_t step, ff_buffer *out) {
    char *bytes = malloc(size + 1); /* payload is unmasked in its place */
    MUST(bytes);
    memcpy(bytes, data, size);
    struct frames frames = {0};
    frames_found found;
    frames_event event = FRAMES_MORE;
    for (size_t at = 0; at < size && event < FRAMES_CLOSE; at += step) {
        char *part = bytes + at;
        size_t left = size - at < step ? size - at : step;
        do {
            event = frames_read(&frames, &part, &left, &found);
            if (event != FRAMES_MORE && event != FRAMES_WRONG)
                ff_buffer_add(out, found.data.data, found.data.size);
            if (event != FRAMES_MORE && event != FRAMES_TEXT)
                tell(out, event, found.code);
        } while (event != FRAMES_MORE && event < FRAMES_CLOSE);
    }
    free(bytes);
}

/* --- the second reading ------------------------------------------------------------- */

/* How long the character is that these bytes begin with (RFC 3629, 3); 0: it is none. */
static size_t character_size(const uint8_t *text, size_t size) {
    static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
    size_t long_as = text[0] < 0x80         ? 1
                     : text[0] >> 5 == 0x06 ? 2
                     : text[0] >> 4 == 0x0e ? 3
                     : text[0] >> 3 == 0x1e ? 4
                                            : 0;
    if (long_as == 0 || long_as > size)
        return 0;
    uint32_t point = long_as == 1 ? text[0] : text[0] & (0x7fu >> long_as);
    for (size_t i = 1; i < long_as; i++) {
        if (text[i] >> 6 != 2)
            return 0;
        point = point << 6 | (text[i] & 0x3fu);
    }
    bool surrogate = point >= 0xd800 && point <= 0xdfff;
    return point < least[long_as] || surrogate || point > 0x10ffff ? 0 : long_as;
}

static bool is_text(const uint8_t *text, size_t size) {
    for (size_t at = 0, more; at < size; at += more)
        if ((more = character_size(text + at, size - at)) == 0)
            return false;
    return true;
}

/* A whole close frame's payload (5.5.1, 7.4). */
static void close_again(const uint8_t *payload, size_t size, ff_buffer *out) {
    unsigned code = size >= 2 ? payload[0] * 256u + payload[1] : 1000;
    bool reserved = code < 1000 || (code >= 1004 && code <= 1006) || (code >= 1012 && code <= 2999);
    if (size == 1 || reserved || code >= 5000) {
        tell(out, FRAMES_WRONG, 1002);
    } else if (size > 2 && !is_text(payload + 2, size - 2)) {
        tell(out, FRAMES_WRONG, 1007);
    } else {
        ff_buffer_add(out, (const char *)payload, size);
        tell(out, FRAMES_CLOSE, code);
    }
}

/* What is wrong with a frame's first two bytes (5.2, 5.4, 5.5) as far as they are there; 0:
 * nothing. `open`: a message has begun and not ended. */
static unsigned wrong_again(const uint8_t *frame, size_t size, bool open) {
    unsigned opcode = frame[0] % 16, length = size > 1 ? frame[1] % 128 : 0;
    bool known =
        opcode == 0 || opcode == 1 || opcode == 2 || opcode == 8 || opcode == 9 || opcode == 10;
    bool control = opcode >= 8, final = frame[0] >= 128, extended = frame[0] / 16 % 8 != 0;
    if (!known || extended || (control && !final) || (opcode == 0 && !open) ||
        ((opcode == 1 || opcode == 2) && open))
        return 1002;
    if (opcode == 2)
        return 1003;
    return size > 1 && (frame[1] < 128 || (control && length > 125)) ? 1002 : 0;
}

/* Bytes of the frame's head, and in `length` those of its payload. */
static size_t head_again(const uint8_t *frame, size_t size, uint64_t *length) {
    unsigned said = size > 1 ? frame[1] % 128 : 0;
    size_t bytes = said == 127 ? 8 : said == 126 ? 2 : 0;
    *length = bytes ? 0 : said;
    for (size_t i = 2; i < 2 + bytes && i < size; i++)
        *length = *length * 256 + frame[i];
    return 2 + bytes + 4;
}

static void read_again(const uint8_t *data, size_t size, ff_buffer *out) {
    uint8_t *payload = malloc(size + 1);
    MUST(payload);
    bool open = false;
    for (size_t at = 0; at < size;) {
        const uint8_t *frame = data + at;
        size_t left = size - at;
        unsigned opcode = frame[0] % 16, wrong = wrong_again(frame, left, open);
        uint64_t length;
        size_t head = head_again(frame, left, &length);
        uint64_t least = head == 8 ? 126 : head == 14 ? 65536 : 0;
        if (!wrong && left >= head && (length < least || length > INT64_MAX))
            wrong = 1002;
        if (wrong)
            tell(out, FRAMES_WRONG, wrong);
        if (wrong || left < head)
            break;
        bool whole = length <= left - head;
        size_t there = whole ? (size_t)length : left - head;
        for (size_t i = 0; i < there; i++)
            payload[i] = frame[head + i] ^ frame[head - 4 + i % 4];
        if (opcode < 8 || (whole && opcode != 8))
            ff_buffer_add(out, (const char *)payload, there);
        if (whole && opcode == 8)
            close_again(payload, there, out);
        else if (whole && opcode > 8)
            tell(out, opcode == 9 ? FRAMES_PING : FRAMES_PONG, 0);
        else if (whole && frame[0] >= 128)
            tell(out, FRAMES_MESSAGE, 0);
        if (opcode == 8)
            break;
        open = opcode < 8 ? frame[0] < 128 : open;
        at += head + there;
    }
    free(payload);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    const size_t steps[] = {size + 1, 1, 7};
    ff_buffer again = {0};
    read_again(data, size, &again);
    for (size_t i = 0; i < sizeof steps / sizeof *steps; i++) {
        ff_buffer read = {0};
        read_all(data, size, steps[i], &read);
        must_be_same(&read, &again);
        ff_buffer_free(&read);
    }
    ff_buffer_free(&again);
    uint32_t state = 0;
    bool so_far = frames_is_utf8(&state, (ff_span){(const char *)data, size});
    MUST((so_far && state == 0) == is_text(data, size));
    return 0;
}
