/* Replies as values, and the head that is sent before one. What must hold: a reply is ended once,
 * and one that a worker makes once more, by its result (`end`); what is sent of it lives in its own
 * memory or as long as the program. */
#include "server/http/reply.h"

#include "flagfall/json.h"
#include "server/http/http.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

/* ---- ending ---- */

static void end(http_reply *reply, reply_state state) {
    assert(reply->state == REPLY_OPEN || reply->state == REPLY_LATER);
    assert(reply->state == REPLY_OPEN || state == REPLY_WHOLE);
    reply->state = state;
}

void reply_page(http_reply *reply, unsigned status, const char *type, ff_span body) {
    end(reply, REPLY_WHOLE);
    reply->status = status;
    reply->type = type;
    reply->body = body;
}

static const char plain[] = "text/plain; charset=utf-8";

void reply_text(http_reply *reply, unsigned status, const char *text) {
    reply_page(reply, status, plain, ff_span_of(text));
}

void reply_body(http_reply *reply, unsigned status, const char *type, ff_buffer *body) {
    ff_span text;
    if (!arena_adopt(reply->memory, body, &text)) {
        reply_text(reply, 500, "the server is out of memory\n");
        return;
    }
    reply_page(reply, status, type, text);
    reply->owned = text.size;
}

static void refuse(http_reply *reply, unsigned status, ff_span reason, ff_span message) {
    ff_buffer body = {0};
    ff_buffer_text(&body, "{\"error\":");
    ff_json_string(&body, message);
    ff_buffer_text(&body, ",\"reason\":");
    ff_json_string(&body, reason);
    ff_buffer_text(&body, "}\n");
    reply_body(reply, status, "application/json", &body);
}

void reply_refusal(http_reply *reply, unsigned status, const char *reason, const char *message) {
    refuse(reply, status, ff_span_of(reason), ff_span_of(message));
}

void reply_text_as_refusal(http_reply *reply) {
    ff_span text = reply->body;
    if (reply->state != REPLY_WHOLE || reply->status < 400 || reply->type != plain)
        return;
    if (text.size > 0 && text.data[text.size - 1] == '\n')
        text.size--;
    reply->state = REPLY_OPEN;
    refuse(reply, reply->status, ff_span_of(http_status_of(reply->status)->reason), text);
}

void reply_stream(http_reply *reply, struct client *client, http_lines *lines) {
    end(reply, REPLY_STREAM);
    reply->when_stored = true;
    reply->status = 200;
    reply->type = "application/x-ndjson";
    reply->client = client;
    reply->lines = lines;
}

/* ---- workers ---- */

void http_job_init(http_job *made, void (*work)(job *), void (*free)(job *)) {
    made->job = (job){.work = work, .free = free};
    made->memory = (struct arena){0};
    made->reply = (http_reply){.memory = &made->memory};
}

void http_job_clear(http_job *gone) {
    arena_free(&gone->memory);
}

/* A worker's reply comes after its batch: it can have no part in what that batch stores. */
bool reply_by_worker(http_reply *reply, struct workers *workers, http_job *asked) {
    asked->ticket = reply->ticket;
    address_group_text(&reply->from, asked->job.address);
    if (!workers_ask(workers, &asked->job))
        return false;
    end(reply, REPLY_LATER);
    return true;
}

void reply_from_job(http_reply *reply, http_job *done) {
    struct arena *memory = reply->memory;
    bool hang_up = reply->hang_up;
    assert(reply->state == REPLY_LATER && done->reply.state == REPLY_WHOLE);
    arena_join(memory, &done->memory);
    *reply = done->reply;
    reply->memory = memory;
    reply->hang_up |= hang_up;
}

void reply_replace(http_reply *reply, unsigned status, const char *reason, const char *message) {
    *reply = (http_reply){.memory = reply->memory,
                          .hang_up = reply->hang_up,
                          .client = reply->client,
                          .lines = reply->lines};
    reply_refusal(reply, status, reason, message);
}

/* ---- heads ---- */

static void add(ff_buffer *out, const char *name, const char *value) {
    ff_buffer_text(out, name);
    ff_buffer_text(out, ": ");
    ff_buffer_text(out, value);
    ff_buffer_text(out, "\r\n");
}

static void add_allowed(ff_buffer *out, unsigned methods) {
    static const char *const texts[] = {
        [HTTP_GET] = "GET, HEAD", [HTTP_POST] = "POST", [HTTP_GET | HTTP_POST] = "GET, HEAD, POST"};
    if (methods < sizeof texts / sizeof *texts && texts[methods])
        add(out, "allow", texts[methods]);
}

/* What has no tag is of one moment or one person, and is kept by nobody. */
static void add_caching(ff_buffer *out, const http_reply *reply) {
    add(out, "cache-control",
        !reply->tag[0]   ? "no-store"
        : reply->lasting ? "public, max-age=31536000, immutable"
                         : "no-cache");
    if (reply->tag[0])
        add(out, "etag", reply->tag);
    if (reply->varies)
        add(out, "vary", "accept-encoding");
    if (reply->encoding)
        add(out, "content-encoding", reply->encoding);
}

/* What belongs to a status. */
static void add_advice(ff_buffer *out, unsigned status) {
    if (status == 401)
        add(out, "www-authenticate", "Bearer");
    if (status == 429 || status == 503)
        add(out, "retry-after", "5");
    if (status == 426) {
        add(out, "sec-websocket-version", "13");
        add(out, "upgrade", "websocket");
    }
}

#define SECURITY(next, name, value) add(out, name, value);

void reply_write_head(const http_reply *reply, const http_framing *framing, ff_buffer *out) {
    const http_status_text *status = http_status_of(reply->status);
    ff_buffer_format(out, "HTTP/1.1 %s %s\r\n", status->word, status->phrase);
    if (reply->embedded) {
        HTTP_EMBEDDED(SECURITY)
    } else {
        HTTP_SECURITY(SECURITY)
    }
    add(out, "content-type", reply->type);
    add_caching(out, reply);
    if (reply->cookie[0])
        add(out, "set-cookie", reply->cookie);
    if (framing->secure)
        add(out, "strict-transport-security", "max-age=31536000");
    if (reply->file[0])
        ff_buffer_format(out, "content-disposition: attachment; filename=\"%s\"\r\n", reply->file);
    if (reply->next[0])
        ff_buffer_format(out, "link: <%s>; rel=\"next\"\r\n", reply->next);
    add_allowed(out, reply->allowed);
    add_advice(out, reply->status);
    if (framing->last)
        add(out, "connection", reply->status == 426 ? "upgrade, close" : "close");
    if (reply->state != REPLY_STREAM)
        ff_buffer_format(out, "content-length: %zu\r\n", reply->body.size);
    else if (framing->chunked)
        add(out, "transfer-encoding", "chunked");
    ff_buffer_text(out, "\r\n");
}
