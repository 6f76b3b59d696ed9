/* WebSocket frames as RFC 6455 has them, of a client. What must hold: any bytes, in any pieces,
 * give the same frames or the same refusal; nothing is kept of a message but where its frame
 * stands. A frame is its head, byte by byte until it is whole, and then its payload. A control
 * frame may stand between two of a message; its payload is collected, a message's is handed on. */
#include "server/net/frames.h"

#include <assert.h>
#include <string.h>

enum { CONTINUATION, TEXT, BINARY, CLOSE = 8, PING, PONG };

static unsigned opcode_of(const struct frames *frames) {
    return frames->head[0] & 0x0f;
}

static bool is_final(const struct frames *frames) {
    return frames->head[0] & 0x80;
}

/* Bytes of the length after the first two, and of the mask. */
static size_t head_length(const struct frames *frames) {
    unsigned length = frames->head[1] & 0x7f;
    return 2 + (length == 126 ? 2 : length == 127 ? 8 : 0) + 4;
}

/* The codes of 7.4.1 with which the connection is closed, 0 where nothing is wrong: here for bits
 * that no extension was agreed on, unknown kinds, pieces of messages out of order (5.2, 5.4, 5.5).
 */
static unsigned wrong_first_byte(const struct frames *frames) {
    unsigned opcode = opcode_of(frames);
    bool known = opcode <= BINARY || (opcode >= CLOSE && opcode <= PONG);
    if ((frames->head[0] & 0x70) != 0 || !known || (opcode >= CLOSE && !is_final(frames)))
        return FRAMES_CLOSE_PROTOCOL;
    if (opcode < CLOSE && (opcode == CONTINUATION) != frames->in_message)
        return FRAMES_CLOSE_PROTOCOL;
    return opcode == BINARY ? FRAMES_CLOSE_BINARY : 0;
}

/* What a client sends is masked (5.1), and a control frame is short (5.5). */
static unsigned wrong_second_byte(const struct frames *frames) {
    bool masked = frames->head[1] & 0x80;
    bool long_control = opcode_of(frames) >= CLOSE && (frames->head[1] & 0x7f) > FRAMES_CONTROL_MAX;
    return masked && !long_control ? 0 : FRAMES_CLOSE_PROTOCOL;
}

/* The head is whole: the length must be written in as few bytes as can be. */
static unsigned begin_payload(struct frames *frames) {
    size_t bytes = head_length(frames) - 2 - 4;
    uint64_t length = bytes ? 0 : frames->head[1] & 0x7f;
    for (size_t i = 0; i < bytes; i++)
        length = length << 8 | frames->head[2 + i];
    if ((bytes == 2 && length < 126) || (bytes == 8 && (length < 65536 || length >> 63)))
        return FRAMES_CLOSE_PROTOCOL;
    frames->left = length;
    frames->in_payload = true;
    frames->mask_at = 0;
    frames->control_size = 0;
    return 0;
}

static unsigned take_head_byte(struct frames *frames, uint8_t byte) {
    assert(frames->head_size < FRAMES_HEAD_MAX);
    frames->head[frames->head_size++] = byte;
    if (frames->head_size == 1)
        return wrong_first_byte(frames);
    if (frames->head_size == 2)
        return wrong_second_byte(frames);
    return frames->head_size == head_length(frames) ? begin_payload(frames) : 0;
}

static void unmask(struct frames *frames, char *bytes, size_t size) {
    assert(frames->in_payload && frames->head_size == head_length(frames));
    const uint8_t *mask = frames->head + frames->head_size - 4;
    for (size_t i = 0; i < size; i++)
        bytes[i] = (char)((uint8_t)bytes[i] ^ mask[(frames->mask_at + i) & 3]);
    frames->mask_at = (uint8_t)((frames->mask_at + size) & 3);
}

static frames_event wrong(frames_found *found, unsigned code) {
    found->code = code;
    return FRAMES_WRONG;
}

/* What a client may say when it closes (7.4); anything else is against the standard. */
static bool is_close_code(unsigned code) {
    return (code >= 1000 && code <= 1003) || (code >= 1007 && code <= 1011) ||
           (code >= 3000 && code <= 4999);
}

static frames_event end_control(struct frames *frames, frames_found *found) {
    uint32_t state = 0;
    unsigned opcode = opcode_of(frames);
    found->data = (ff_span){(const char *)frames->control, frames->control_size};
    if (opcode != CLOSE)
        return opcode == PING ? FRAMES_PING : FRAMES_PONG;
    found->code = FRAMES_CLOSE_NORMAL;
    if (frames->control_size == 0)
        return FRAMES_CLOSE;
    found->code = (unsigned)frames->control[0] << 8 | frames->control[1];
    if (frames->control_size == 1 || !is_close_code(found->code))
        return wrong(found, FRAMES_CLOSE_PROTOCOL);
    ff_span reason = {found->data.data + 2, found->data.size - 2};
    if (!frames_is_utf8(&state, reason) || state)
        return wrong(found, FRAMES_CLOSE_TEXT);
    return FRAMES_CLOSE;
}

/* Takes as much of the payload as there is. */
static frames_event take_payload(struct frames *frames, char **bytes, size_t *size,
                                 frames_found *found) {
    size_t taken = frames->left < *size ? (size_t)frames->left : *size;
    unmask(frames, *bytes, taken);
    found->data = (ff_span){*bytes, taken};
    *bytes += taken;
    *size -= taken;
    frames->left -= taken;
    bool control = opcode_of(frames) >= CLOSE, whole = frames->left == 0, final = is_final(frames);
    if (control) {
        assert(frames->control_size + taken <= FRAMES_CONTROL_MAX);
        memcpy(frames->control + frames->control_size, found->data.data, taken);
        frames->control_size = (uint8_t)(frames->control_size + taken);
    }
    if (whole) {
        frames->in_payload = false;
        frames->head_size = 0;
    }
    if (control)
        return whole ? end_control(frames, found) : FRAMES_MORE;
    frames->in_message = !final;
    return whole && final ? FRAMES_MESSAGE : FRAMES_TEXT;
}

frames_event frames_read(struct frames *frames, char **bytes, size_t *size, frames_found *found) {
    *found = (frames_found){{"", 0}, 0};
    while (!frames->in_payload) {
        if (*size == 0)
            return FRAMES_MORE;
        unsigned code = take_head_byte(frames, (uint8_t) * *bytes);
        ++*bytes;
        --*size;
        if (code)
            return wrong(found, code);
    }
    return *size > 0 || frames->left == 0 ? take_payload(frames, bytes, size, found) : FRAMES_MORE;
}

/* The table-less way: `state` is how many bytes of a character are missing, and the least and
 * the most that the next one may be (RFC 3629, 4). */
bool frames_is_utf8(uint32_t *state, ff_span text) {
    uint32_t missing = *state & 0xff, least = *state >> 8 & 0xff, most = *state >> 16 & 0xff;
    for (size_t i = 0; i < text.size; i++) {
        uint8_t byte = (uint8_t)text.data[i];
        if (missing > 0) {
            if (byte < least || byte > most)
                return false;
            missing--;
            least = 0x80;
            most = 0xbf;
        } else if (byte >= 0x80) {
            if (byte < 0xc2 || byte > 0xf4)
                return false;
            missing = byte < 0xe0 ? 1 : byte < 0xf0 ? 2 : 3;
            least = byte == 0xe0 ? 0xa0 : byte == 0xf0 ? 0x90 : 0x80;
            most = byte == 0xed ? 0x9f : byte == 0xf4 ? 0x8f : 0xbf;
        }
    }
    *state = missing ? missing | least << 8 | most << 16 : 0;
    return true;
}
