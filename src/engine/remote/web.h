/* The bridge's way to a server: requests with a token, over HTTP or HTTPS (libcurl).
 * Each call has a connection of its own; from any thread. */
#ifndef FLAGFALL_BRIDGE_WEB_H
#define FLAGFALL_BRIDGE_WEB_H

#include "flagfall/base.h"

#include <stdatomic.h>

typedef struct web {
    const char *server;      /* "https://play.example.org", without a slash at its end */
    const char *token;       /* null: a guest, known by the cookie in */
    const char *jar;         /* this file, which `web_visit` fills */
    const atomic_bool *stop; /* ends what is under way, */
    unsigned grace_ms;       /* which has so long to end by itself then */
    uint64_t (*now)(void);   /* what time it is, ns; null: clock_now_ns */
} web;

/* To be called once, before there are threads. False where the library will not. */
bool web_begin(void);
void web_end(void);

/* Asks for the page as a guest: afterwards the jar holds the server's cookie, that of the last
 * visit if there was one; only its owner can read it. To be called before there are threads, which
 * share the umask. Returns the HTTP status, 0 where nobody answers. */
long web_visit(const web *to);

/* Posts a form (may be empty). Returns the HTTP status, 0 where nobody answers; `answer`
 * (may be null) takes what was said. */
long web_post(const web *to, const char *path, const char *form, ff_buffer *answer);

/* Asks for something. Returns the HTTP status, 0 where nobody answers. */
long web_get(const web *from, const char *path, ff_buffer *answer);

/* Appends a text as a path or a form has it: what is no letter, digit or -._~ as %20. */
void web_add_escaped(ff_buffer *out, const char *text);

/* Waits for so long, or until it is to stop. */
void web_pause(const web *of, unsigned ms);

/* Reads lines until the server ends the stream, is silent for longer than its empty lines
 * are apart (docs/bots.md: for WEB_SILENCE_SECONDS), or `take` is false. Returns the HTTP status, 0
 * where nobody answers. */
enum { WEB_SILENCE_SECONDS = 12 }; /* an empty line comes every five */
typedef bool web_take(void *context, ff_span line);
long web_stream(const web *from, const char *path, web_take *take, void *context);

#endif
