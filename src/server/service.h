/* The game as something that the network serves: its routes, its clients and its batches, for
 * the table that the network calls (net/service.h). Wiring between the rooms, and nothing else. */
#ifndef FLAGFALL_SERVER_SERVICE_H
#define FLAGFALL_SERVER_SERVICE_H

#include "server/api/routes.h"
#include "server/moderation/agreement.h"
#include "server/net/network_options.h"

typedef struct service_options {
    const char *web;         /* folder of the page, or null: the program's own */
    const char *public_host; /* as of server_options */
    const uploaded_format *formats;
    analyse_record *analyse;        /* null: this server analyses no games */
    agree_record *agree;            /* null: nor for the host */
    struct proxies metrics_readers; /* who may read /metrics */
    const struct log *log;
    int admin; /* the operator's socket, or -1; the service closes it */
} service_options;

/* What is served, over a hub that outlives it. False when memory is out or the system gives no
 * threads; to be ended with `service_close` all the same, after the network. */
bool service_open(struct site *site, const service_options *options, struct hub *hub);
void service_close(struct site *site);

/* What the network is to be told of it: the service, its site, its key and what else wakes the
 * loop. */
void service_offer(struct site *site, network_options *options);

#endif
