/* A row of a table of routes: which requests it is for, what they may cost, and who answers
 * them. Knows nothing of sockets. */
#ifndef FLAGFALL_SERVER_HTTP_ROUTE_H
#define FLAGFALL_SERVER_HTTP_ROUTE_H

#include "server/base/cost.h"
#include "server/http/http.h"
#include "server/http/reply.h"

/* A `*` in the pattern stands for one part of the path, as long as it likes but for
 * slashes. */
typedef struct http_route {
    unsigned methods; /* http_method, added up; HEAD goes with GET */
    const char *pattern;
    cost cost;         /* of all commands that it may bring */
    size_t body_limit; /* bytes of a POST's body */
    void (*answer)(struct site *site, const http_request *request, http_reply *reply);
} http_route;

#endif
