/* Networks as bytes: a head in words, then weights.
 *
 *     flagfall-net 2\n
 *     KEY VALUE\n ...            who made it, from what, by which command; its licence
 *     \n
 *     a bit for each input: does it have a row? (least bit first)
 *     for each that has: 64 weights and the straight one, 16 bits each
 *     the middle, the last weights: 16 bits; the three biases: 32 bits
 *     a hash of all bytes before it: 64 bits
 *
 * All numbers are little-endian. An input without a row was never learned, and counts for
 * nothing. */
#ifndef FLAGFALL_AI_NET_FILE_H
#define FLAGFALL_AI_NET_FILE_H

#include "ai/learned/net.h"

/* Adds a network to `out`. `head` is lines of "KEY VALUE", each ended, no empty one. */
void net_write(const net *n, const char *head, ff_buffer *out);

/* Reads one; false with what is wrong. Any bytes will do. */
bool net_read(ff_span bytes, net *n, ff_error *error);

/* With how many pieces a side a network that `net_read` has taken has learned: what its head
 * calls `pieces`; FF_ZONE_MAX where it does not tell. */
unsigned net_pieces(ff_span bytes);

/* The value of a key in the head of a network that `net_read` has taken; empty where it
 * does not tell. */
ff_span net_head(ff_span bytes, const char *key);

#endif
