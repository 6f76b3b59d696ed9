/* Random events for exchanges, without a socket: requests, bodies in pieces, replies of all
 * kinds, workers who come late, batches that fail, room and none, lateness and going. Checked
 * against a model: a handler is asked at most once for a request, and never by a connection
 * that closes; what is held, the streams' clients and the tickets are all given back; a stale
 * ticket finds nobody. */
#include "fuzz.h"

#include "../src/server/http/exchange.h"

#include <string.h>

enum { CONNECTIONS = 3, CLIENTS = 64 };

typedef struct connection {
    struct world *world;
    http_exchange exchange;
    bool begun;  /* a request has come that has not been asked for */
    bool queued; /* and waits for its turn */
    bool closed; /* it has hung up */
    bool stream;
    unsigned news; /* messages for its stream */
} connection;

typedef struct world {
    const uint8_t *at, *end;
    uint64_t now;
    size_t held;
    unsigned clients; /* of streams, that have not left */
    bool leaving;
    struct tickets tickets;
    struct workers *workers;
    connection connection[CONNECTIONS];
} world;

static uint8_t next(world *w) {
    return w->at < w->end ? *w->at++ : 0;
}

/* ---- the host ---- */

static const ff_span no_data = {"", 0};

static void write_line(http_lines *lines, ff_span message, ff_buffer *out) {
    (void)lines;
    if (message.data[0] != 'q')
        ff_buffer_add(out, message.data, message.size);
}

static void free_lines(http_lines *lines) {
    free(lines);
}

static void work(job *wanted) {
    http_job *asked = (http_job *)wanted;
    ff_buffer text = {0};
    ff_buffer_text(&text, "from a worker\n");
    reply_body(&asked->reply, 200, "text/plain", &text);
}

static void free_job(job *gone) {
    http_job_clear((http_job *)gone);
    free(gone);
}

static void reply_with_stream(world *w, connection *c, http_reply *reply) {
    http_lines *lines = malloc(sizeof *lines);
    MUST(lines);
    *lines = (http_lines){write_line, free_lines};
    w->clients++;
    c->stream = true;
    reply->client = (struct client *)c;
    reply_stream(reply, (struct client *)c, lines);
}

static void reply_with_job(world *w, http_reply *reply) {
    http_job *asked = malloc(sizeof *asked);
    MUST(asked);
    http_job_init(asked, work, free_job);
    if (reply_by_worker(reply, w->workers, asked))
        return;
    free_job(&asked->job);
    reply_refusal(reply, 503, "too-many", "too many wait");
}

static void ask(void *host, http_exchange *exchange) {
    world *w = host;
    connection *c = exchange->connection;
    ff_buffer text = {0};
    uint8_t how = next(w);
    MUST(c->begun && !c->closed && !c->queued);
    MUST(tickets_find(&w->tickets, exchange->ticket) == exchange);
    c->begun = false;
    exchange->reply.when_stored = how & 0x10;
    exchange->reply.hang_up |= how & 0x20;
    switch (how & 0x07) {
    case 0:
    case 1:
        reply_text(&exchange->reply, how & 1 ? 304 : 200, "short\n");
        break;
    case 2:
        reply_refusal(&exchange->reply, 400, "word", "a sentence");
        break;
    case 3:
        for (int i = 0; i < 500; i++)
            ff_buffer_text(&text, "a long answer\n");
        reply_body(&exchange->reply, 200, "text/plain", &text);
        break;
    case 4:
    case 5:
        exchange->reply.when_stored = false;
        reply_with_job(w, &exchange->reply);
        break;
    default:
        reply_with_stream(w, c, &exchange->reply);
    }
}

static void await_turn(void *of, bool wanted) {
    connection *c = of;
    MUST(!wanted || (c->begun && !c->closed && !c->queued));
    c->queued = wanted;
}

static ptrdiff_t send_some(void *of, const char *bytes, size_t size) {
    world *w = ((connection *)of)->world;
    uint8_t room = next(w);
    MUST(bytes && size > 0);
    if (room == 0xff)
        return -1;
    return room < 0x40 ? 0 : room > 0xc0 || room > size ? (ptrdiff_t)size : room;
}

static void await_room(void *of, bool wanted) {
    (void)of, (void)wanted;
}

static void next_request(void *of) {
    MUST(((connection *)of)->exchange.phase == EXCHANGE_HEAD);
}

static void hang_up(void *of) {
    connection *c = of;
    MUST(!c->queued);
    c->closed = true;
}

static const ff_span *message(void *host, const struct client *client) {
    static const ff_span said = {"said\n", 5}, quiet = {"quiet", 5};
    const connection *c = (const connection *)client;
    (void)host;
    return c->news == 0 ? NULL : c->news % 3 ? &said : &quiet;
}

static void message_sent(void *host, struct client *client) {
    (void)host;
    ((connection *)client)->news--;
}

static bool is_over(void *host, struct client *client) {
    (void)client;
    return ((world *)host)->leaving;
}

static void leave(void *host, struct client *client) {
    connection *c = (connection *)client;
    MUST(c->stream);
    c->stream = false;
    ((world *)host)->clients--;
}

static bool hold(void *host, http_exchange *exchange, size_t bytes) {
    world *w = host;
    MUST(w->held >= exchange->held);
    w->held -= exchange->held;
    exchange->held = 0;
    if (bytes > 6000 && next(w) < 0x40)
        return false;
    w->held += exchange->held = bytes;
    return true;
}

static void note(void *host, const http_exchange *exchange) {
    (void)host;
    MUST(exchange->reply.status >= 200);
}

static uint64_t now_ms(void *host) {
    return ((world *)host)->now;
}

static const exchange_host host = {.await_turn = await_turn,
                                   .ask = ask,
                                   .send = send_some,
                                   .await_room = await_room,
                                   .pause = await_room,
                                   .next = next_request,
                                   .hang_up = hang_up,
                                   .message = message,
                                   .message_sent = message_sent,
                                   .is_over = is_over,
                                   .leave = leave,
                                   .hold = hold,
                                   .note = note,
                                   .now_ms = now_ms};

/* ---- what happens ---- */

static bool begin(world *w, connection *c) {
    if (!exchange_begin(&c->exchange))
        return false;
    c->begun = true;
    c->exchange.request.method = next(w) & 1 ? HTTP_GET : HTTP_HEAD;
    c->exchange.request.old = next(w) & 1;
    return true;
}

static void announce(world *w, connection *c) {
    size_t size = next(w);
    if (begin(w, c) && hold(w, &c->exchange, size) && exchange_expect(&c->exchange, size))
        exchange_step(&c->exchange, ON_ANNOUNCED, no_data);
}

static void refuse(world *w, connection *c) {
    if (!begin(w, c))
        return;
    reply_text(&c->exchange.reply, 413, "too long\n");
    c->begun = false;
    exchange_step(&c->exchange, ON_REFUSED, no_data);
}

static void go(world *w, connection *c) {
    exchange_step(&c->exchange, ON_GONE, no_data);
    MUST(!c->stream && !c->queued && c->exchange.held == 0 && c->exchange.ticket.generation == 0);
    MUST(c->exchange.phase == EXCHANGE_HEAD && !c->exchange.memory.last);
    exchange_init(&c->exchange, &host, w, c, &w->tickets);
    c->begun = c->closed = false;
    c->news = 0;
}

static void take_turn(connection *c) {
    if (!c->queued)
        return;
    c->queued = false;
    exchange_step(&c->exchange, ON_TURN, no_data);
}

static void take_jobs(world *w) {
    for (job *done; (done = workers_take(w->workers)); done->free(done)) {
        http_job *taken = (http_job *)done;
        http_exchange *exchange = tickets_find(&w->tickets, taken->ticket);
        if (!exchange || exchange->phase != EXCHANGE_WAITING)
            continue;
        MUST(exchange->reply.state == REPLY_LATER);
        reply_from_job(&exchange->reply, taken);
        exchange_step(exchange, ON_REPLY, no_data);
    }
}

static void happen(world *w) {
    static const char part[256] = "a body";
    uint8_t what = next(w);
    connection *c = &w->connection[what % CONNECTIONS];
    http_exchange *exchange = &c->exchange;
    switch (what / CONNECTIONS % 17) {
    case 0:
        if (begin(w, c))
            exchange_step(exchange, ON_REQUEST, no_data);
        break;
    case 1:
        announce(w, c);
        break;
    case 2:
        exchange_step(exchange, ON_PART, (ff_span){part, next(w)});
        break;
    case 3:
        exchange_step(exchange, ON_WHOLE, no_data);
        break;
    case 4:
        refuse(w, c);
        break;
    case 5:
    case 6:
        exchange_step(exchange, ON_WRITABLE, no_data);
        break;
    case 7:
        exchange_step(exchange, ON_STRANGE, no_data);
        break;
    case 8:
        w->now += 137u * next(w);
        exchange_tick(exchange);
        break;
    case 9:
        go(w, c);
        break;
    case 10:
        for (int i = 0; i < CONNECTIONS; i++)
            exchange_settle(&w->connection[i].exchange, what & 1);
        break;
    case 11:
        workers_work(w->workers);
        break;
    case 12:
        take_jobs(w);
        break;
    case 13:
        c->news += next(w) % 8;
        exchange_step(exchange, ON_WRITABLE, no_data);
        break;
    case 14:
        w->leaving = what & 1;
        break;
    case 15:
        take_turn(c);
        break;
    default: /* a head where there can be none */
        if (exchange->phase != EXCHANGE_HEAD)
            exchange_step(exchange, (exchange_event)(next(w) % ON_TURN), no_data);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static struct workers *workers;
    if (!workers)
        MUST((workers = workers_new(0, 4)));
    world w = {.at = data, .end = data + size, .now = 1000, .workers = workers};
    for (int i = 0; i < CONNECTIONS; i++) {
        w.connection[i].world = &w;
        exchange_init(&w.connection[i].exchange, &host, &w, &w.connection[i], &w.tickets);
    }
    while (w.at < w.end)
        happen(&w);
    for (int i = 0; i < CONNECTIONS; i++)
        go(&w, &w.connection[i]);
    MUST(w.held == 0 && w.clients == 0 && tickets_are_returned(&w.tickets));
    while (workers_work(workers))
        continue;
    take_jobs(&w);
    MUST(workers_count(workers) == 0);
    tickets_free(&w.tickets);
    return 0;
}
