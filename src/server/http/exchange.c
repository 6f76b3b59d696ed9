/* A request from its head to the end of its answer: the step function and its table. Each action is
 * called with the new phase already set; an action that makes something happen at once says so by
 * calling `exchange_step` last, so the depth is bounded by the phases: QUEUED, WAITING, SENDING,
 * HEAD. What must hold is checked after each step (`check`). */
#include "server/http/exchange.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

static const ff_span no_data = {"", 0};

void exchange_init(http_exchange *exchange, const exchange_host *host, void *context,
                   void *connection, struct tickets *tickets) {
    *exchange = (http_exchange){
        .host = host, .context = context, .connection = connection, .tickets = tickets};
    exchange->reply.memory = &exchange->memory;
}

/* Whatever the request had is given back; the next one begins with nothing. */
static void forget(http_exchange *exchange) {
    if (exchange->reply.client)
        exchange->host->leave(exchange->context, exchange->reply.client);
    if (exchange->reply.lines)
        exchange->reply.lines->free(exchange->reply.lines);
    exchange->host->hold(exchange->context, exchange, 0);
    tickets_return(exchange->tickets, &exchange->ticket);
    arena_free(&exchange->memory);
    http_exchange kept = *exchange;
    exchange_init(exchange, kept.host, kept.context, kept.connection, kept.tickets);
    exchange->phase = kept.phase;
}

/* A client may send its next request before it has this one's answer (pipelining): it is not
 * read before its time, so that a head which comes in another phase is a fault of ours or an
 * attack, and ends the connection. */
bool exchange_begin(http_exchange *exchange) {
    if (exchange->phase == EXCHANGE_HEAD) {
        forget(exchange);
        exchange->began_ms = exchange->moved_ms = exchange->host->now_ms(exchange->context);
        if (tickets_issue(exchange->tickets, exchange, &exchange->ticket)) {
            exchange->reply.ticket = exchange->ticket;
            return true;
        }
    }
    exchange_step(exchange, ON_STRANGE, no_data);
    return false;
}

bool exchange_expect(http_exchange *exchange, size_t size) {
    assert(exchange->phase == EXCHANGE_HEAD && exchange->body_size == 0);
    exchange->body = arena_take(&exchange->memory, size);
    exchange->body_wanted = size;
    return exchange->body != NULL;
}

/* ---- actions ---- */

typedef void exchange_action(http_exchange *exchange, ff_span data);

static void nothing(http_exchange *exchange, ff_span data) {
    (void)exchange, (void)data;
}

static void hang_up(http_exchange *exchange, ff_span data) {
    (void)data;
    exchange->host->await_turn(exchange->connection, false);
    exchange->host->await_room(exchange->connection, false);
    exchange->host->hang_up(exchange->connection);
}

/* The connection has gone by itself: nothing is said to it any more, and a worker that still
 * thinks for it finds its ticket returned. */
static void go(http_exchange *exchange, ff_span data) {
    (void)data;
    exchange->host->await_turn(exchange->connection, false);
    exchange->host->await_room(exchange->connection, false);
    forget(exchange);
    exchange->phase = EXCHANGE_HEAD;
}

/* More than was announced is what an attacker sends who hopes that another server in front
 * counted differently (request smuggling): nobody guesses where the next request begins. */
static void keep(http_exchange *exchange, ff_span data) {
    if (data.size > exchange->body_wanted - exchange->body_size) {
        exchange_step(exchange, ON_STRANGE, no_data);
        return;
    }
    memcpy(exchange->body + exchange->body_size, data.data, data.size);
    exchange->body_size += data.size;
}

/* Nothing more is read until it is answered. */
static void queue(http_exchange *exchange, ff_span data) {
    (void)data;
    if (exchange->body_size < exchange->body_wanted) {
        exchange_step(exchange, ON_STRANGE, no_data);
        return;
    }
    exchange->request.body = (ff_span){exchange->body ? exchange->body : "", exchange->body_size};
    exchange->moved_ms = exchange->host->now_ms(exchange->context);
    exchange->host->pause(exchange->connection, true);
    exchange->host->await_turn(exchange->connection, true);
}

/* The handler ends exactly once; what is held waits for the batch. */
static void ask(http_exchange *exchange, ff_span data) {
    (void)data;
    exchange->moved_ms = exchange->host->now_ms(exchange->context);
    exchange->reply.from = exchange->request.address;
    exchange->host->ask(exchange->context, exchange);
    assert(exchange->reply.state != REPLY_OPEN);
    if (exchange->reply.state == REPLY_WHOLE && !exchange->reply.when_stored)
        exchange_step(exchange, ON_REPLY, no_data);
}

/* As much as there is room for of head and body; ON_SENT when that is all. An answer to HEAD,
 * and a 304, have the head of the whole answer and no body (RFC 9110). */
static void send_on(http_exchange *exchange, ff_span data) {
    (void)data;
    size_t head = exchange->head.size, whole = head + exchange->reply.body.size;
    if (exchange->request.method == HTTP_HEAD || exchange->reply.status == 304)
        whole = head;
    while (exchange->sent < whole) {
        bool in_head = exchange->sent < head;
        ff_span from = in_head ? exchange->head : exchange->reply.body;
        size_t at = in_head ? exchange->sent : exchange->sent - head;
        ptrdiff_t taken =
            exchange->host->send(exchange->connection, from.data + at, from.size - at);
        if (taken < 0) {
            exchange_step(exchange, ON_STRANGE, no_data);
            return;
        }
        if (taken == 0)
            break;
        assert((size_t)taken <= from.size - at);
        exchange->sent += (size_t)taken;
        exchange->moved_ms = exchange->host->now_ms(exchange->context);
    }
    bool all = exchange->sent == whole;
    exchange->host->await_room(exchange->connection, !all);
    if (all)
        exchange_step(exchange, ON_SENT, no_data);
    else
        exchange->host->pause(exchange->connection, true);
}

/* The length of a stream is not known when it begins: it is chunked, and for HTTP/1.0, which
 * has no chunks, it ends with the connection. */
static bool write_head(http_exchange *exchange) {
    ff_buffer text = {0};
    exchange->framing.secure = exchange->request.secure;
    exchange->framing.chunked = !exchange->request.old;
    exchange->framing.last =
        exchange->reply.hang_up || exchange->request.old || exchange->reply.state == REPLY_STREAM;
    reply_write_head(&exchange->reply, &exchange->framing, &text);
    exchange->host->note(exchange->context, exchange);
    return arena_adopt(&exchange->memory, &text, &exchange->head);
}

/* Under /api/ programs ask, which read JSON whatever comes. */
static bool is_programs(const http_request *request) {
    static const char start[] = "/api/";
    size_t size = sizeof start - 1;
    return request->path.size >= size && memcmp(request->path.data, start, size) == 0;
}

/* What is read slowly is limited, for an address and in all: then a short answer comes instead. */
static void begin_sending(http_exchange *exchange, ff_span data) {
    if (is_programs(&exchange->request))
        reply_text_as_refusal(&exchange->reply);
    if (!exchange->host->hold(exchange->context, exchange, exchange->reply.owned)) {
        exchange->reply.hang_up = true;
        reply_replace(&exchange->reply, 429, "rate",
                      "too much waits to be read: read what you have been sent, or try again in a "
                      "moment");
    }
    if (write_head(exchange))
        send_on(exchange, data);
    else
        exchange_step(exchange, ON_STRANGE, no_data);
}

/* Neither its turn nor its worker came in time. What the worker still makes finds it gone on. */
static void give_up(http_exchange *exchange, ff_span data) {
    exchange->host->await_turn(exchange->connection, false);
    reply_replace(&exchange->reply, 503, "busy",
                  "the server has had no time for this; try again in a moment");
    begin_sending(exchange, data);
}

/* Forgotten before the next head is asked for, so that one request's memory never serves
 * another, and an idle connection holds none. */
static void end(http_exchange *exchange, ff_span data) {
    bool last = exchange->framing.last;
    (void)data;
    forget(exchange);
    if (last) {
        exchange_step(exchange, ON_STRANGE, no_data);
        return;
    }
    exchange->host->pause(exchange->connection, false);
    exchange->host->next(exchange->connection);
}

/* ---- streams ---- */

/* What is on its way; true when all of it has gone. `sent` past the line (SIZE_MAX) says that
 * the connection has failed: `stream_on` closes it. */
static bool send_line(http_exchange *exchange) {
    while (exchange->sent < exchange->line.size) {
        ptrdiff_t taken =
            exchange->host->send(exchange->connection, exchange->line.data + exchange->sent,
                                 exchange->line.size - exchange->sent);
        if (taken <= 0) {
            exchange->sent = taken < 0 ? SIZE_MAX : exchange->sent;
            return false;
        }
        exchange->sent += (size_t)taken;
        exchange->moved_ms = exchange->host->now_ms(exchange->context);
    }
    return true;
}

/* One chunk of the chunked encoding; an empty one is the end. An old client gets the lines
 * as they are. Each has memory of its own, which the one before gives back. */
static bool put_line(http_exchange *exchange, ff_span text) {
    ff_buffer line = {0};
    if (exchange->framing.chunked)
        ff_buffer_format(&line, "%zx\r\n", text.size);
    ff_buffer_add(&line, text.data, text.size);
    if (exchange->framing.chunked)
        ff_buffer_text(&line, "\r\n");
    arena_free(&exchange->memory);
    exchange->sent = 0;
    return arena_adopt(&exchange->memory, &line, &exchange->line);
}

/* The next message as a line. False where it cannot be written. */
static bool take_message(http_exchange *exchange, const ff_span *message) {
    ff_buffer text = {0};
    http_lines *lines = exchange->reply.lines;
    lines->write(lines, *message, &text);
    exchange->host->message_sent(exchange->context, exchange->reply.client);
    bool good =
        !text.failed && (text.size == 0 || put_line(exchange, (ff_span){text.data, text.size}));
    ff_buffer_free(&text);
    return good;
}

static void stream_on(http_exchange *exchange, ff_span data) {
    const ff_span *message;
    bool good = true, over = false;
    (void)data;
    while (good && !over && send_line(exchange)) {
        if (exchange->last)
            over = true;
        else if ((message = exchange->host->message(exchange->context, exchange->reply.client)))
            good = take_message(exchange, message);
        else if (exchange->host->is_over(exchange->context, exchange->reply.client))
            exchange->last = good = put_line(exchange, no_data);
        else
            break;
    }
    bool waits = exchange->sent < exchange->line.size;
    exchange->host->await_room(exchange->connection, waits);
    if (!good || over || exchange->sent == SIZE_MAX)
        exchange_step(exchange, ON_STRANGE, no_data);
}

/* What the request was is not needed any more: the memory is the lines'. Who asks with HEAD is
 * told how a stream begins, and gets none. */
static void begin_stream(http_exchange *exchange, ff_span data) {
    exchange->host->hold(exchange->context, exchange, 0);
    if (!write_head(exchange)) {
        exchange_step(exchange, ON_STRANGE, no_data);
        return;
    }
    exchange->line = exchange->head;
    exchange->last = exchange->request.method == HTTP_HEAD;
    exchange->sent = 0;
    stream_on(exchange, data);
}

/* ---- the table ---- */

typedef struct exchange_rule {
    exchange_phase next;
    exchange_action *action; /* null: the pair is not in the table */
} exchange_rule;

static const exchange_rule table[EXCHANGE_PHASES][EXCHANGE_EVENTS] = {
    [EXCHANGE_HEAD] = {[ON_REQUEST] = {EXCHANGE_QUEUED, queue},
                       [ON_ANNOUNCED] = {EXCHANGE_BODY, nothing},
                       [ON_REFUSED] = {EXCHANGE_SENDING, begin_sending},
                       [ON_WRITABLE] = {EXCHANGE_HEAD, nothing},
                       [ON_GONE] = {EXCHANGE_CLOSING, go}},
    [EXCHANGE_BODY] = {[ON_PART] = {EXCHANGE_BODY, keep},
                       [ON_WHOLE] = {EXCHANGE_QUEUED, queue},
                       [ON_WRITABLE] = {EXCHANGE_BODY, nothing},
                       [ON_GONE] = {EXCHANGE_CLOSING, go}},
    [EXCHANGE_QUEUED] = {[ON_TURN] = {EXCHANGE_WAITING, ask},
                         [ON_LATE] = {EXCHANGE_SENDING, give_up},
                         [ON_WRITABLE] = {EXCHANGE_QUEUED, nothing},
                         [ON_GONE] = {EXCHANGE_CLOSING, go}},
    [EXCHANGE_WAITING] = {[ON_REPLY] = {EXCHANGE_SENDING, begin_sending},
                          [ON_STREAM] = {EXCHANGE_STREAMING, begin_stream},
                          [ON_LATE] = {EXCHANGE_SENDING, give_up},
                          [ON_WRITABLE] = {EXCHANGE_WAITING, nothing},
                          [ON_GONE] = {EXCHANGE_CLOSING, go}},
    [EXCHANGE_SENDING] = {[ON_WRITABLE] = {EXCHANGE_SENDING, send_on},
                          [ON_SENT] = {EXCHANGE_HEAD, end},
                          [ON_GONE] = {EXCHANGE_CLOSING, go}},
    [EXCHANGE_STREAMING] =
        {[ON_WRITABLE] = {EXCHANGE_STREAMING, stream_on}, [ON_GONE] = {EXCHANGE_CLOSING, go}},
    [EXCHANGE_CLOSING] =
        {[ON_WRITABLE] = {EXCHANGE_CLOSING, nothing}, [ON_GONE] = {EXCHANGE_CLOSING, go}},
};

/* Only what is true of a phase by itself; what leads to it is the table above. */
static void check(const http_exchange *exchange) {
    exchange_phase now = exchange->phase;
    reply_state reply = exchange->reply.state;
    assert(now < EXCHANGE_PHASES);
    assert(exchange->body_size <= exchange->body_wanted);
    assert((now != EXCHANGE_BODY && now != EXCHANGE_QUEUED) || reply == REPLY_OPEN);
    assert(now != EXCHANGE_SENDING || reply == REPLY_WHOLE);
    assert(now != EXCHANGE_STREAMING || reply == REPLY_STREAM);
    assert(now != EXCHANGE_HEAD || !exchange->held);
    (void)now, (void)reply;
}

/* A pair that is not in the table is not answered but closed: there is no state to go on from
 * that somebody has thought of. */
void exchange_step(http_exchange *exchange, exchange_event event, ff_span data) {
    static const exchange_rule close_it = {EXCHANGE_CLOSING, hang_up};
    exchange_rule rule = table[exchange->phase][event];
    if (!rule.action)
        rule = close_it;
    exchange->phase = rule.next;
    rule.action(exchange, data);
    check(exchange);
}

/* ---- time, and the end of a batch ---- */

bool exchange_is_held(const http_exchange *exchange) {
    return exchange->phase == EXCHANGE_WAITING && exchange->reply.when_stored;
}

void exchange_settle(http_exchange *exchange, bool stored) {
    if (!exchange_is_held(exchange))
        return;
    exchange->reply.when_stored = false;
    if (stored && exchange->reply.state == REPLY_LATER)
        return; /* its worker answers */
    if (!stored)
        reply_replace(&exchange->reply, 503, "store",
                      "the server cannot store anything at the moment: try again, unless it has "
                      "been done by then");
    exchange_step(exchange, exchange->reply.state == REPLY_STREAM ? ON_STREAM : ON_REPLY, no_data);
}

/* An empty line now and then: proxies and routers cut what is silent for long, and a client sees
 * by it that the server is there. */
static void beat(http_exchange *exchange) {
    static const ff_span empty_line = {"\n", 1};
    bool all = exchange->sent == exchange->line.size;
    if (all && !put_line(exchange, empty_line))
        exchange_step(exchange, ON_STRANGE, no_data);
    else
        exchange_step(exchange, ON_WRITABLE, no_data);
}

/* A body counts from its beginning, however it trickles; else each step begins the time anew. */
void exchange_tick(http_exchange *exchange) {
    static const uint64_t limits[EXCHANGE_PHASES] = {[EXCHANGE_BODY] = EXCHANGE_BODY_MS,
                                                     [EXCHANGE_QUEUED] = EXCHANGE_WAIT_MS,
                                                     [EXCHANGE_WAITING] = EXCHANGE_WAIT_MS,
                                                     [EXCHANGE_SENDING] = EXCHANGE_SEND_MS};
    uint64_t limit = limits[exchange->phase], now = exchange->host->now_ms(exchange->context);
    uint64_t since = exchange->phase == EXCHANGE_BODY ? exchange->began_ms : exchange->moved_ms;
    if (limit && now - since > limit)
        exchange_step(exchange, ON_LATE, no_data);
    else if (exchange->phase == EXCHANGE_STREAMING && now - since >= EXCHANGE_BEAT_MS)
        beat(exchange);
}
