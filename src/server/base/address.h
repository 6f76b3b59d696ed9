/* Addresses of clients, and the proxies that may say whose they are. Values; any
 * thread. */
#ifndef FLAGFALL_SERVER_BASE_ADDRESS_H
#define FLAGFALL_SERVER_BASE_ADDRESS_H

#include "flagfall/base.h"

enum { ADDRESS_TEXT = 48, PROXIES_MAX = 16 };

/* An IPv4 address is kept as ::ffff:a.b.c.d, so that it is one however it came. */
struct address {
    uint8_t bytes[16];
};

/* Reads "192.0.2.1", "2001:db8::1" or "[2001:db8::1]", each with or without a port. */
bool address_parse(ff_span text, struct address *address);

/* Without brackets and port: "192.0.2.1", "2001:db8::1". */
void address_write(const struct address *address, char text[ADDRESS_TEXT]);

/* Of the other end of a connected socket. False where it has none. */
bool address_of_socket(int fd, struct address *address);

/* What limits count by: an IPv6 address without its last 64 bits, of which anybody
 * has as many as he likes; an IPv4 address as it is. And the same as text, which `text` holds. */
struct address address_group(const struct address *address);
ff_span address_group_text(const struct address *address, char text[ADDRESS_TEXT]);

/* Are they the same address, to the last bit? */
bool address_equals(const struct address *a, const struct address *b);

/* The proxies that this server believes: addresses, or networks such as 10.0.0.0/8. */
struct proxies {
    struct {
        struct address address;
        unsigned bits; /* of the 128 that must agree */
    } at[PROXIES_MAX];
    size_t count;
};

/* Reads a list with commas between; false with a message where one is wrong or there
 * are more than PROXIES_MAX. */
bool proxies_parse(struct proxies *proxies, const char *list, ff_error *error);

/* Is it one of these addresses, or in one of these networks? */
bool proxies_include(const struct proxies *proxies, const struct address *address);

/* Whose request it is that has come from `peer`: the last address in X-Forwarded-For
 * (may be empty) that no configured proxy has written of another one; `peer` itself
 * where that is no proxy. */
struct address proxies_client(const struct proxies *proxies, const struct address *peer,
                              ff_span forwarded);

#endif
