/* What a request is answered with. A handler ends exactly once, by one of the functions that
 * begin with `reply_` and say so: with a whole reply, a worker that will make it, or a
 * stream. Whoever ends twice, or never, fails an assertion. All that a reply points to lives
 * in the memory of its request, or stays. */
#ifndef FLAGFALL_SERVER_HTTP_REPLY_H
#define FLAGFALL_SERVER_HTTP_REPLY_H

#include "base/arena.h"
#include "server/base/address.h"
#include "server/base/workers.h"
#include "server/http/cookies.h"
#include "server/http/tickets.h"

struct client;

/* What makes lines of a stream's messages. Derived by who streams. */
typedef struct http_lines http_lines;
struct http_lines {
    /* Appends the line of a message, or nothing. */
    void (*write)(http_lines *lines, ff_span message, ff_buffer *out);
    void (*free)(http_lines *lines);
};

typedef enum reply_state {
    REPLY_OPEN,   /* nobody has answered yet */
    REPLY_LATER,  /* a worker will */
    REPLY_WHOLE,  /* here it is */
    REPLY_STREAM, /* lines follow, until either side closes */
} reply_state;

typedef struct http_reply {
    reply_state state;
    bool when_stored;     /* it holds only if the batch is stored, and is not sent before */
    struct arena *memory; /* of the request */
    struct ticket ticket; /* of the request, for a worker, */
    struct address from;  /* which takes turns between addresses */
    unsigned status;
    const char *type; /* Content-Type */
    ff_span body;
    size_t owned; /* bytes of the body that are the request's own memory */
    /* What may be said beside, before or after it has ended. */
    const char *encoding;     /* Content-Encoding, or null */
    char tag[32];             /* ETag with its quotes, or empty: not to be kept by anybody */
    char file[64];            /* a name to save it as, or empty */
    char next[64];            /* the path where it goes on, or empty */
    char cookie[COOKIE_LINE]; /* Set-Cookie, or empty */
    bool lasting;             /* under this path there is never anything else */
    bool varies;              /* with Accept-Encoding */
    bool embedded;            /* it may stand in frames of other sites: HTTP_EMBEDDED */
    bool hang_up;             /* no other request on this connection */
    unsigned allowed;         /* methods, with status 405 */
    /* Of a stream; both are the reply's own. */
    struct client *client;
    http_lines *lines;
} http_reply;

/* ---- ending ---- */

/* A sentence as plain text, of the program. */
void reply_text(http_reply *reply, unsigned status, const char *text);

/* Takes the buffer over as the body; status 500 where it has failed. */
void reply_body(http_reply *reply, unsigned status, const char *type, ff_buffer *body);

/* A body of somebody who stays. */
void reply_page(http_reply *reply, unsigned status, const char *type, ff_span body);

/* {"error": sentence, "reason": word}, as every refusal under /api/ is. */
void reply_refusal(http_reply *reply, unsigned status, const char *reason, const char *message);

/* The messages of a client of the hub, as lines. */
void reply_stream(http_reply *reply, struct client *client, http_lines *lines);

/* A job whose end is a reply; derived by who asks. Its work ends `reply` as a handler would,
 * and it knows nothing of the request but its ticket. */
struct site;
typedef struct http_job http_job;
struct http_job {
    job job; /* first */
    struct ticket ticket;
    struct arena memory; /* of `reply` */
    http_reply reply;
    /* Called by the event loop when the job is done, whether somebody still waits for the
     * reply or not; null: nothing is to be told. */
    void (*tell)(const http_job *done, struct site *site);
};

/* Prepares a job; what it has is given back with
 * `http_job_clear`, by the job's `free`. */
void http_job_init(http_job *made, void (*work)(job *), void (*free)(job *));
void http_job_clear(http_job *gone);

/* The worker replies, to a request that changes nothing; one that holds only `when_stored` gets 503
 * where the batch was not. False, with the reply still open and the job still the caller's, where
 * too many wait already, of all or of the request's address. */
bool reply_by_worker(http_reply *reply, struct workers *workers, http_job *asked);

/* What a worker has made is the reply; its memory is the request's. */
void reply_from_job(http_reply *reply, http_job *done);

/* ---- for who sends it ---- */

/* In the place of whatever stands: what it was is forgotten but for its stream's client. */
void reply_replace(http_reply *reply, unsigned status, const char *reason, const char *message);

/* A refusal that was said as plain text becomes one as `reply_refusal` makes them. Any other reply
 * stays. */
void reply_text_as_refusal(http_reply *reply);

/* The head of the answer, up to the empty line; the reply's body follows, or of a stream its
 * lines, in chunks where that is said. */
typedef struct http_framing {
    bool chunked;
    bool secure; /* by TLS */
    bool last;   /* the connection closes afterwards */
} http_framing;
void reply_write_head(const http_reply *reply, const http_framing *framing, ff_buffer *out);

#endif
