/* HTTP without the network: who may ask, and what a file is sent as. */
#ifndef FLAGFALL_SERVER_HTTP_H
#define FLAGFALL_SERVER_HTTP_H

#include "flagfall/base.h"
#include "server/store.h"

enum {
    HTTP_HOSTS_MAX = 6,
    HTTP_HOST_SIZE = 256,
    HTTP_COOKIE_SIZE = 65, /* 256 random bits in hex, terminated */
};

#define HTTP_COOKIE_NAME "flagfall"

/* The names under which this server may be addressed, "127.0.0.1:8080". Anything
 * else is a stranger's page that has found its way to us (DNS rebinding). */
typedef struct http_hosts {
    char name[HTTP_HOSTS_MAX][HTTP_HOST_SIZE];
    size_t count;
} http_hosts;

/* `host` is what the server listens on; `public_host` (may be null) is a name with
 * or without a port under which a proxy offers it. */
void http_hosts_init(http_hosts *hosts, const char *host, unsigned port, const char *public_host);

/* Is this value of a Host header one of ours? Of an Origin header: http or https
 * on one of ours? */
bool http_host_is_ours(const http_hosts *hosts, ff_span host);
bool http_origin_is_ours(const http_hosts *hosts, ff_span origin);

/* A new secret for a guest; whose games a cookie stands for. */
void http_cookie_make(char cookie[HTTP_COOKIE_SIZE]);
bool http_cookie_read(ff_span header, ff_person *cookie);

/* A file of the page. `owned` holds the bytes where they came from a folder. */
typedef struct http_file {
    ff_span body;
    const char *type; /* Content-Type */
    char tag[24];     /* ETag, with its quotes */
    ff_buffer owned;
} http_file;

/* Finds the file of a path ("/" is the page). From `folder` if it is not null, from
 * the program otherwise. False where there is none. The caller frees `owned`. */
bool http_file_find(http_file *file, ff_span path, const char *folder);

#endif
