/* The browser's cookie over HTTP: a new one for who comes without, and `POST /api/session`,
 * which gives one for a ticket. What must hold: the new cookie is told only after the store
 * has it, and only to our own page with the cookie that the ticket was made for. */
#include "server/api/routes.h"
#include "server/encoding/encode.h"
#include "server/identity/sessions.h"
#include "server/session/connections.h"
#include "server/store/store_guests.h"

#include <jansson.h>
#include <string.h>

/* Whoever comes so has the proxy's address, and shares its limits: the host is told. */
static void note_relay(struct site *site, const struct address *address) {
    char text[ADDRESS_TEXT];
    address_group_text(address, text);
    uint64_t pages = relays_note(&site->hub->relays, address, store_origin_of(site->store, text),
                                 hub_now(site->hub));
    metrics_count(site->metrics, METRICS_RELAYED);
    if (pages)
        log_event(site->log, LOG_ERROR, "unnamed-proxy",
                  "address=%s pages=%llu mend=\"serve --proxy %s, if this is a proxy of yours\"",
                  text, (unsigned long long)pages, text);
}

/* An old cookie is given anew before it runs out, so that who comes now and then stays who it is.
 */
void route_session_greet(struct site *site, const http_request *request, http_reply *reply) {
    struct cookie cookie = request->cookie;
    struct identity who;
    int64_t now = hub_now(site->hub);
    if (request->relayed)
        note_relay(site, &request->address);
    session_answer known =
        request->has_cookie ? sessions_identify(site->store, &cookie, now, &who) : SESSION_NONE;
    if (known == SESSION_NONE)
        cookies_make(&cookie);
    else if (known != SESSION_FOUND || !cookies_is_old(&cookie, now))
        return;
    cookies_write(store_session_key(site->store), &cookie, request->secure, now, reply->cookie);
    reply->tag[0] = 0; /* no cache keeps the answer, or others would get this cookie */
}

static void answer_ticket(struct site *site, const http_request *request, ff_span ticket,
                          http_reply *reply) {
    struct cookie fresh;
    session_answer good =
        request->has_cookie && request->from_our_page
            ? sessions_redeem(site->store, &request->cookie.key, ticket, hub_now(site->hub), &fresh)
            : SESSION_NONE;
    if (good == SESSION_FAILED)
        reply_refusal(reply, 503, "store", "the server cannot store anything at the moment");
    else if (good == SESSION_NONE)
        reply_refusal(reply, 403, "ticket",
                      "this ticket is not of this browser, has been used, or is too old");
    else {
        hub_dismiss_browser(site->hub, &request->cookie.key);
        /* The network sends it, with its cookie, when the batch has been stored; or a refusal. */
        reply->when_stored = true;
        reply_page(reply, 200, "application/json", ff_span_of("{}\n"));
        cookies_write(store_session_key(site->store), &fresh, request->secure, hub_now(site->hub),
                      reply->cookie);
    }
}

void route_session(struct site *site, const http_request *request, http_reply *reply) {
    json_error_t wrong;
    json_t *body = json_loadb(request->body.data, request->body.size, 0, &wrong);
    const json_t *ticket = json_object_get(body, "ticket");
    if (json_is_string(ticket))
        answer_ticket(site, request,
                      (ff_span){json_string_value(ticket), json_string_length(ticket)}, reply);
    else
        reply_refusal(reply, 400, "bad-message", "the body is {\"ticket\": \"...\"}");
    json_decref(body);
}
