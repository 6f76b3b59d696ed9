/* What a process and its messenger (src/mpi) say to each other over a socket: frames of a
 * peer, a size and so many bytes.
 *
 * The messenger's first frame has the own rank as its peer and 4 bytes: how many ranks there
 * are. From then on a frame to the messenger is a message to that peer, one from it a message of
 * that peer. To FRAME_CLOSE goes the last one: a byte, 1 where all ranks end together. */
#ifndef FLAGFALL_CLUSTER_FRAME_H
#define FLAGFALL_CLUSTER_FRAME_H

#include "flagfall/base.h"

#define FRAME_CLOSE UINT32_MAX

enum { FRAME_BYTES_MAX = 1 << 30, FRAME_SOCKET = 3 }; /* the messenger's end, as it starts */

/* Bytes that have come and are no whole frame yet. Start from `{0}`, free `in`. */
typedef struct frame_reader {
    ff_buffer in;
    size_t taken; /* of `in` */
    bool ended;   /* the other end is gone, or has sent what is no frame */
} frame_reader;

/* Reads what is there, without waiting. */
void frame_read_some(frame_reader *r, int socket);

/* Writes a frame whole. What comes meanwhile is read, so that two who write to each other do not
 * wait for each other. False where the other end is gone. */
bool frame_write(int socket, frame_reader *r, uint32_t peer, ff_span bytes);

/* The next whole frame; its bytes stay until the next call of any of these functions. False where
 * there is none. */
bool frame_next(frame_reader *r, uint32_t *peer, ff_span *bytes);

/* Waits until something can be read, so many milliseconds at most. */
void frame_wait(int socket, int ms);

/* A number as 4 bytes, the lowest first, as frames have them. */
void frame_put(char bytes[4], uint32_t number);
uint32_t frame_get(const char bytes[4]);

#endif
