/* Proxies that the host has not named (`--proxy`): whoever comes through one has its address, so
 * limits and bans of that address are everybody's. They are known by pages that are asked for with
 * the header of a proxy. Anybody can send that header: so what is noted here is bounded, is told
 * seldom, and spares an address from nothing unless it is of a private network. One thread. */
#ifndef FLAGFALL_SERVER_IDENTITY_RELAYS_H
#define FLAGFALL_SERVER_IDENTITY_RELAYS_H

#include "server/base/address.h"

enum {
    RELAYS_KEPT = 8,  /* addresses */
    RELAYS_MANY = 20, /* pages: fewer are not told of */
};

/* Zeroed: none is known. */
struct relays {
    struct {
        struct address address;
        int64_t origin; /* stands for the address (store_origin_of) */
        uint64_t pages;
        bool own; /* of a private network */
    } at[RELAYS_KEPT];
    unsigned count;
    int64_t quiet_ms[2]; /* until when nobody is told: of those elsewhere, of private networks */
};

/* A page was asked for through this address. How many have been, where the host is to be told of
 * it now: once an hour at most, and as often of all elsewhere together; else 0. */
uint64_t relays_note(struct relays *relays, const struct address *address, int64_t origin,
                     int64_t now);

/* Is it that of a proxy in a private network? Then closing it would keep out everybody. */
bool relays_share(const struct relays *relays, int64_t origin);

#endif
