/* Streams of lines: answers that go on until either side closes. */
#include "server/network_parts.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BEAT_MS = 5000 }; /* of silence before an empty line is sent */

void network_enlist(ff_network *network, http_exchange *exchange) {
    exchange->listed = true;
    exchange->before = NULL;
    exchange->next = network->listed;
    if (exchange->next)
        exchange->next->before = exchange;
    network->listed = exchange;
}

void network_strike(ff_network *network, http_exchange *exchange) {
    if (!exchange->listed)
        return;
    *(exchange->before ? &exchange->before->next : &network->listed) = exchange->next;
    if (exchange->next)
        exchange->next->before = exchange->before;
    network->streams -= exchange->streaming;
    exchange->listed = exchange->streaming = false;
}

void network_end_turn(ff_network *network, bool committed) {
    for (http_exchange *at = network->listed; at; at = at->next) {
        if (at->stored)
            continue;
        at->stored = true;
        if (!committed) {
            at->answer.wait = HTTP_TURN;
            at->answer.cookie[0] = at->answer.tag[0] = at->answer.file[0] = 0;
            ff_buffer_free(&at->answer.owned);
            http_answer_refusal(&at->answer, 503, "store",
                                "the server cannot store anything at the moment; nothing was "
                                "changed");
        }
        lws_callback_on_writable(at->wsi);
    }
}

static int begin(struct lws *wsi, http_exchange *exchange) {
    ff_network *network = network_of(wsi);
    exchange->answer.status = network_settle(wsi) ? 200 : 429;
    network_note_answer(wsi, exchange);
    if (!network_send_head(wsi, exchange) || exchange->answer.status != 200)
        return -1;
    exchange->begun = exchange->streaming = true;
    exchange->said_ms = network_now_ms(network);
    network->streams++;
    lws_set_timeout(wsi, NO_PENDING_TIMEOUT, 0);
    return 0;
}

/* One chunk of the chunked encoding; an empty one is the end. */
static bool send_chunk(struct lws *wsi, http_exchange *exchange, ff_span text) {
    size_t size = text.size + 32;
    unsigned char *chunk = malloc(LWS_PRE + size);
    if (!chunk)
        return false;
    char *to = (char *)chunk + LWS_PRE;
    int head = snprintf(to, size, "%zx\r\n", text.size);
    memcpy(to + head, text.data, text.size);
    memcpy(to + head + text.size, "\r\n", 2);
    size_t whole = (size_t)head + text.size + 2;
    bool sent = lws_write(wsi, chunk + LWS_PRE, whole, LWS_WRITE_HTTP) >= (int)whole;
    exchange->said_ms = network_now_ms(network_of(wsi));
    free(chunk);
    return sent;
}

/* The next message as a line, where it makes one. */
static bool send_line(struct lws *wsi, http_exchange *exchange, const ff_span *message) {
    http_answer *answer = &exchange->answer;
    ff_buffer line = {0};
    answer->lines->write(answer->lines, *message, &line);
    hub_message_sent(answer->client);
    bool sent = !line.failed &&
                (line.size == 0 || send_chunk(wsi, exchange, (ff_span){line.data, line.size}));
    ff_buffer_free(&line);
    return sent;
}

int network_write_stream(struct lws *wsi, http_session *session) {
    http_exchange *exchange = session->exchange;
    ff_client *client = exchange->answer.client;
    if (!exchange->begun && begin(wsi, exchange) != 0)
        return -1;
    const ff_span *message = hub_next_message(client);
    if (message && !send_line(wsi, exchange, message))
        return -1;
    if (hub_next_message(client)) {
        lws_callback_on_writable(wsi);
    } else if (network_of(wsi)->leaving || client_is_leaving(client)) {
        send_chunk(wsi, exchange, (ff_span){"", 0});
        return -1;
    } else if (network_now_ms(network_of(wsi)) - exchange->said_ms >= BEAT_MS) {
        return send_chunk(wsi, exchange, (ff_span){"\n", 1}) ? 0 : -1;
    }
    return 0;
}

void network_beat_streams(ff_network *network) {
    uint64_t now = network_now_ms(network);
    for (http_exchange *at = network->listed; at; at = at->next)
        if (at->streaming && (network->leaving || now - at->said_ms >= BEAT_MS))
            lws_callback_on_writable(at->wsi);
}
