/* What a client sends on a WebSocket: frames (RFC 6455, 5), read one after the other from
 * bytes that come in any pieces. The library that does the rest takes frames that are not
 * masked, which the standard forbids (5.1); so they are read here. Pure: no allocation, no
 * I/O; whole messages are put together by who asks. */
#ifndef FLAGFALL_SERVER_NET_FRAMES_H
#define FLAGFALL_SERVER_NET_FRAMES_H

#include "flagfall/base.h"

enum {
    FRAMES_CONTROL_MAX = 125, /* bytes of a control frame */
    FRAMES_HEAD_MAX = 14,
};

/* The close codes that are ours. */
enum {
    FRAMES_CLOSE_NORMAL = 1000,
    FRAMES_CLOSE_PROTOCOL = 1002,
    FRAMES_CLOSE_BINARY = 1003,
    FRAMES_CLOSE_TEXT = 1007, /* that is not UTF-8 */
    FRAMES_CLOSE_TOO_LONG = 1009,
    FRAMES_CLOSE_MEMORY = 1011,
};

typedef enum frames_event {
    FRAMES_MORE,    /* all has been read, and more is needed */
    FRAMES_TEXT,    /* some more of a message: `data` */
    FRAMES_MESSAGE, /* the same, and it ends here */
    FRAMES_PING,    /* `data` is to be sent back */
    FRAMES_PONG,
    FRAMES_CLOSE, /* the client closes; `code` is the answer */
    FRAMES_WRONG, /* against the standard: to be closed with `code` */
} frames_event;

/* Begins as {0}. */
struct frames {
    uint8_t head[FRAMES_HEAD_MAX];
    uint8_t head_size; /* bytes of it that have come */
    bool in_payload;   /* the head is whole */
    bool in_message;   /* a frame that did not end its message has come */
    uint8_t mask_at;   /* which byte of the mask is next */
    uint64_t left;     /* bytes of the payload that have not come */
    uint8_t control[FRAMES_CONTROL_MAX];
    uint8_t control_size;
};

/* Reads from `bytes`, which is what is left of them afterwards, up to the next thing that
 * happens. Payload is unmasked in its place, so the bytes are changed; `data` is valid until
 * the next call. After FRAMES_CLOSE and FRAMES_WRONG nothing more may be read. */
typedef struct frames_found {
    ff_span data;
    unsigned code;
} frames_found;
frames_event frames_read(struct frames *frames, char **bytes, size_t *size, frames_found *found);

/* How a text continues: is it UTF-8 so far? `state` begins as 0 and is 0 at the end of a
 * whole character. */
bool frames_is_utf8(uint32_t *state, ff_span text);

#endif
