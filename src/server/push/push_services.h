/* The push services that the server sends to. A subscription's address is what a browser says, so
 * it is only used where it is https and of a service that is known: those of the browsers that
 * there are, and those that the host allows beside them. Values. */
#ifndef FLAGFALL_SERVER_PUSH_PUSH_SERVICES_H
#define FLAGFALL_SERVER_PUSH_PUSH_SERVICES_H

#include "flagfall/base.h"

struct sockaddr;

enum {
    PUSH_ENDPOINT_SIZE = 1024, /* room for a subscription's address */
    PUSH_HOST_SIZE = 256,
    PUSH_ORIGIN_SIZE = PUSH_HOST_SIZE + 16, /* "https://HOST:PORT" */
    PUSH_SERVICES_MAX = 16,
};

typedef struct push_service {
    char host[PUSH_HOST_SIZE]; /* "*.example.net": any host below it */
    unsigned port;
    bool allowed; /* by the host: it may be at a private address */
} push_service;

typedef struct push_services {
    push_service at[PUSH_SERVICES_MAX];
    size_t count;
} push_services;

/* Those that are known, and what the host's list allows: HOST or HOST:PORT with commas between,
 * `*.HOST` for all below one. False with a message where the list is wrong. */
bool push_services_open(push_services *services, const char *list, ff_error *error);

/* The service of a subscription's address, and its origin. Null where it is of none. */
const push_service *push_services_find(const push_services *services, const char *endpoint,
                                       char origin[PUSH_ORIGIN_SIZE]);

/* May this address be connected to without the host's leave: is it everybody's, and not of a
 * private network, this machine or a link? */
bool push_address_is_public(const struct sockaddr *address);

#endif
