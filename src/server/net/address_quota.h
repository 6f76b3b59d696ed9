/* How many connections each address has, how many bytes of bodies the server holds for it, and
 * how many of what it does not read. Only those that have something are remembered, so that the
 * table is as bounded as the connections are.
 *
 * One thread. */
#ifndef FLAGFALL_SERVER_NET_ADDRESS_QUOTA_H
#define FLAGFALL_SERVER_NET_ADDRESS_QUOTA_H

#include "server/base/address.h"

#include <stddef.h>

typedef struct address_quota address_quota;

/* `most` is what one address (of IPv6: the first 64 bits) may have. Null when memory
 * is out. */
address_quota *address_quota_new(unsigned most);
void address_quota_free(address_quota *quota);

/* A connection comes; false where its address has as many as it may, or memory is out.
 * Each that came is to leave. */
bool address_quota_enter(address_quota *quota, const struct address *address);
void address_quota_leave(address_quota *quota, const struct address *address);

/* Holds so many bytes for the address; false where it would have more than `share`, or
 * memory is out. What is held alone may have any size. They are to be released. */
bool address_quota_hold(address_quota *quota, const struct address *address, size_t bytes,
                        size_t share);
void address_quota_release(address_quota *quota, const struct address *address, size_t bytes);

/* What one connection of the address leaves unread was `before` bytes and is `now`. Returns what
 * all of them do; SIZE_MAX, and nothing has changed, when memory is out. Begins and ends with
 * nothing; less, or the same, always succeeds. */
size_t address_quota_unread(address_quota *quota, const struct address *address, size_t before,
                            size_t now);

#endif
