/* HTTP without the network: requests as values, who may ask, and what
 * headers say. Pure. */
#ifndef FLAGFALL_SERVER_HTTP_HTTP_H
#define FLAGFALL_SERVER_HTTP_HTTP_H

#include "server/base/address.h"
#include "server/http/cookies.h"

enum {
    HTTP_HOSTS_MAX = 6,
    HTTP_HOST_SIZE = 256,
};

/* ---- what every answer says, errors too ---- */

/* HEADER(number of the next or 0, name, value) for each. */
#define HTTP_SECURITY(HEADER)                                                                      \
    HEADER(1, "content-security-policy",                                                           \
           "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; "          \
           "font-src 'self'; img-src 'self' data:; connect-src 'self'; worker-src 'self'; "        \
           "manifest-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'")     \
    HEADER(2, "x-content-type-options", "nosniff")                                                 \
    HEADER(3, "referrer-policy", "no-referrer")                                                    \
    HEADER(4, "cross-origin-opener-policy", "same-origin")                                         \
    HEADER(0, "cross-origin-resource-policy", "same-origin")

/* In their place, of what may stand in a frame of any site: a page without a cookie, a form or a
 * store of its own (its origin is nobody's, by `sandbox`), which reads itself again and opens the
 * game in a window. */
#define HTTP_EMBEDDED(HEADER)                                                                      \
    HEADER(1, "content-security-policy",                                                           \
           "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; "         \
           "frame-ancestors *; base-uri 'none'; form-action 'none'; "                              \
           "sandbox allow-scripts allow-popups allow-popups-to-escape-sandbox")                    \
    HEADER(2, "x-content-type-options", "nosniff")                                                 \
    HEADER(3, "referrer-policy", "no-referrer")                                                    \
    HEADER(4, "access-control-allow-origin", "*")                                                  \
    HEADER(0, "cross-origin-resource-policy", "cross-origin")

/* A status that the server answers with: "404", "Not Found". Its words stay. `reason` is what a
 * program is told where no other word is given. */
typedef struct http_status_text {
    unsigned code;
    const char *word, *phrase, *reason;
} http_status_text;

/* Its row in the table of them, where it has to be. */
const http_status_text *http_status_of(unsigned code);

/* ---- requests ---- */

typedef enum http_method { HTTP_GET = 1, HTTP_HEAD = 2, HTTP_POST = 4 } http_method;

/* A request that has arrived. Spans are valid while it is answered. */
typedef struct http_request {
    http_method method;
    ff_span path;      /* decoded, without the query */
    ff_span bearer;    /* of Authorization; empty where there is none */
    ff_span unchanged; /* If-None-Match */
    ff_span body;
    struct address address; /* the client's, as far as proxies are believed */
    bool has_origin;        /* of some page */
    bool from_our_page;     /* and that is ours */
    bool has_cookie;        /* one that reads like ours; sessions.h knows whether it is */
    bool secure;            /* by TLS, says a proxy that is believed */
    bool relayed;           /* it says so itself, and for whom is not known */
    bool old;               /* HTTP/1.0: one request a connection, and no chunks */
    bool gzip;              /* understands it */
    void *connection;       /* for a client of the service */
    uint64_t now_ms;        /* when it is answered, on a steady clock */
    struct cookie cookie;
} http_request;

/* ---- who may ask ---- */

/* The names under which this server may be addressed, "127.0.0.1:8080". Anything
 * else is a stranger's page that has found its way to us (DNS rebinding). */
typedef struct http_hosts {
    char name[HTTP_HOSTS_MAX][HTTP_HOST_SIZE];
    size_t count;
} http_hosts;

/* `host` is what the server listens on; `public_host` (may be null) is a name with
 * or without a port under which a proxy offers it. */
void http_hosts_init(http_hosts *hosts, const char *host, unsigned port, const char *public_host);

/* May a browser call a server so: is it NAME, NAME:PORT or [ADDRESS]:PORT, as in a Host header? */
bool http_host_is_good(const char *host);

/* Is this value of a Host header one of ours? Of an Origin header: http or https
 * on one of ours? */
bool http_host_is_ours(const http_hosts *hosts, ff_span host);
bool http_origin_is_ours(const http_hosts *hosts, ff_span origin);

/* ---- headers ---- */

/* Takes the text before the next separator away from a list, without the spaces around it. */
ff_span http_take_item(ff_span *list, char separator);

/* The token of "Bearer TOKEN"; empty where it is something else. */
ff_span http_bearer(ff_span header);

/* Does Accept-Encoding say that gzip is understood? */
bool http_takes_gzip(ff_span header);

/* Content-Length as a number; false where it is none, or more than `limit`. */
bool http_length_read(ff_span header, size_t limit, size_t *length);

/* Does If-None-Match name this tag? */
bool http_tag_matches(ff_span header, const char *tag);

#endif
