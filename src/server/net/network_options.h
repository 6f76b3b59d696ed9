/* What the network is given when it begins. */
#ifndef FLAGFALL_SERVER_NET_NETWORK_OPTIONS_H
#define FLAGFALL_SERVER_NET_NETWORK_OPTIONS_H

#include "server/base/log.h"
#include "server/base/metrics.h"
#include "server/net/service.h"

enum { NETWORK_SOURCES = 9 };

/* Something else that wakes the loop: a descriptor, and what is done then; or workers whose
 * jobs are replies. */
typedef struct network_source {
    int fd;
    void (*act)(struct site *site);
    struct workers *jobs; /* null: `act` is called */
} network_source;

typedef struct network_options {
    const network_service *service;
    struct site *site; /* of the service */
    http_hosts hosts;
    struct proxies proxies; /* that are believed about whose a request is */
    const uint8_t *cookie_key;
    struct metrics *metrics;
    const struct log *log;
    const time_source *time; /* what time it is; null: the system's */
    unsigned connections;    /* at once, of all */
    unsigned per_address;    /* and of one address */
    size_t unread;           /* bytes that may wait for all clients to read */
    int listener;            /* the network closes it */
    int signals;             /* becomes readable when it is time to stop; the network closes it */
    network_source source[NETWORK_SOURCES];
    unsigned sources;
} network_options;

#endif
