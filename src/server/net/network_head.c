/* Heads of requests: a table of the headers that are read. Each is absent, present or too
 * long, and one that is too long refuses the request; so no limit of ours makes a header that
 * came look like one that did not. */
#include "server/net/network_parts.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

#define HEADER(token, name, most)                                                                  \
    { WSI_TOKEN_##token, offsetof(network_head, name), most }

static const struct {
    enum lws_token_indexes token;
    size_t offset;
    size_t most; /* bytes */
} headers[] = {
    HEADER(HOST, host, HTTP_HOST_SIZE),
    HEADER(ORIGIN, origin, HTTP_HOST_SIZE + 16),
    HEADER(HTTP_COOKIE, cookie, NETWORK_HEADER_SIZE),
    HEADER(HTTP_AUTHORIZATION, bearer, 1024),
    HEADER(HTTP_IF_NONE_MATCH, unchanged, 1024),
    HEADER(HTTP_ACCEPT_ENCODING, encodings, 1024),
    HEADER(X_FORWARDED_FOR, forwarded, NETWORK_HEADER_SIZE),
    HEADER(HTTP_CONTENT_LENGTH, length, 64),
    HEADER(HTTP_TRANSFER_ENCODING, transfer, 256),
    HEADER(HTTP_EXPECT, expect, 64),
    HEADER(CONNECTION, connection, 256),
    HEADER(VERSION, version, 16),
    HEADER(UPGRADE, upgrade, 64),
    HEADER(PROTOCOL, protocol, 256),
};

/* The library joins headers of one name, with a comma between them. */
static http_header read_header(struct lws *wsi, enum lws_token_indexes token, size_t most,
                               struct arena *memory) {
    int length = lws_hdr_total_length(wsi, token);
    if (length <= 0)
        return (http_header){HEADER_ABSENT, {"", 0}};
    size_t room = (size_t)length + 1;
    char *text = (size_t)length <= most ? arena_take(memory, room) : NULL;
    int copied = text ? lws_hdr_copy(wsi, text, (int)room, token) : -1;
    if (copied < 0)
        return (http_header){HEADER_TOO_LONG, {"", 0}};
    return (http_header){HEADER_PRESENT, {text, (size_t)copied}};
}

/* The library has no name for this one. */
static http_header read_scheme(struct lws *wsi, struct arena *memory) {
    static const char name[] = "x-forwarded-proto:";
    int length = lws_hdr_custom_length(wsi, name, sizeof name - 1);
    if (length <= 0)
        return (http_header){HEADER_ABSENT, {"", 0}};
    char *text = length <= 64 ? arena_take(memory, (size_t)length + 1) : NULL;
    if (!text || lws_hdr_custom_copy(wsi, text, length + 1, name, sizeof name - 1) < 0)
        return (http_header){HEADER_TOO_LONG, {"", 0}};
    return (http_header){HEADER_PRESENT, {text, (size_t)length}};
}

/* Of one that is there and empty the library tells the same length as of none. */
static bool stands_there(struct lws *wsi, enum lws_token_indexes token) {
    char end;
    return lws_hdr_total_length(wsi, token) > 0 ||
           lws_hdr_copy_fragment(wsi, &end, 1, token, 0) >= 0;
}

bool network_read_head(struct lws *wsi, struct arena *memory, network_head *head) {
    /* Nor has it a token for Forwarded (RFC 7239); that it is there is enough. */
    static const char forwarded[] = "forwarded:";
    char version[16];
    bool good = true;
    for (size_t i = 0; i < sizeof headers / sizeof *headers; i++) {
        http_header *to = (http_header *)((char *)head + headers[i].offset);
        *to = read_header(wsi, headers[i].token, headers[i].most, memory);
        good &= to->state != HEADER_TOO_LONG;
    }
    head->scheme = read_scheme(wsi, memory);
    head->passed_on = lws_hdr_custom_length(wsi, forwarded, sizeof forwarded - 1) >= 0;
    head->bodiless = !stands_there(wsi, WSI_TOKEN_HTTP_CONTENT_LENGTH) &&
                     !stands_there(wsi, WSI_TOKEN_HTTP_TRANSFER_ENCODING);
    int length = lws_hdr_copy(wsi, version, sizeof version, WSI_TOKEN_HTTP);
    head->old = length != 8 || memcmp(version, "HTTP/1.1", 8) != 0;
    return good && head->scheme.state != HEADER_TOO_LONG;
}

/* ---- what requests have in common ---- */

static bool says(const http_header *header, const char *word) {
    return header->text.size == strlen(word) &&
           strncasecmp(header->text.data, word, header->text.size) == 0;
}

/* Somebody has passed it on whom the server was not told of, or in words that it does not
 * read: who has sent it is not known, and least of all that it is the host. */
static bool is_relayed(const network_peer *peer, const network_head *head) {
    bool told = head->forwarded.state == HEADER_PRESENT;
    return told ? !peer->proxied : head->passed_on;
}

/* Whatever the head says is taken into the request first; then the refusal, of a name that is not
 * ours before that of a rate. */
unsigned network_meet(network_peer *peer, const network_head *head, http_request *request) {
    struct network *network = network_of(peer->wsi);
    const network_options *options = &network->options;
    if (peer->proxied) {
        struct address client =
            proxies_client(&options->proxies, &peer->address, head->forwarded.text);
        /* A proxy's connection brings requests of one client after the other. */
        if (peer->entered)
            address_quota_leave(network->quota, &peer->client);
        peer->entered = false;
        peer->client = client;
    }
    request->old = head->old;
    request->secure = peer->proxied && says(&head->scheme, "https");
    request->relayed = is_relayed(peer, head);
    request->address = peer->client;
    request->connection = peer;
    request->bearer = http_bearer(head->bearer.text);
    request->unchanged = head->unchanged.text;
    request->gzip = http_takes_gzip(head->encodings.text);
    request->has_origin = head->origin.state == HEADER_PRESENT;
    request->from_our_page = http_origin_is_ours(&options->hosts, head->origin.text);
    request->has_cookie = cookies_read(options->cookie_key, head->cookie.text, request->secure,
                                       options->service->now(options->site), &request->cookie);
    char address[ADDRESS_TEXT];
    bool welcome = limits_take(&network->requests, address_group_text(&peer->client, address),
                               network_now_ms(network));
    if (!http_host_is_ours(&options->hosts, head->host.text))
        return 403;
    return welcome ? 0 : 429;
}

bool network_settle(network_peer *peer) {
    if (!peer->entered)
        peer->entered = address_quota_enter(network_of(peer->wsi)->quota, &peer->client);
    return peer->entered;
}
