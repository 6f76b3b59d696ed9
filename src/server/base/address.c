/* Addresses of networks, as text and as bytes, and whom to believe about them. IPv4 is kept as IPv6
 * has it (RFC 4291, 2.5.5.2), so that one comparison does for both. What must hold: a proxy is
 * believed only where the one that came before it in the list is one of ours; so nobody chooses the
 * address by which limits count. */
#define _POSIX_C_SOURCE 200809L

#include "server/base/address.h"

#include "format/words.h"

#include <arpa/inet.h>
#include <assert.h>
#include <netinet/in.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>

static const uint8_t v4_prefix[12] = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff};

static bool is_v4(const struct address *address) {
    return memcmp(address->bytes, v4_prefix, sizeof v4_prefix) == 0;
}

static struct address from_v4(const void *four) {
    struct address address;
    memcpy(address.bytes, v4_prefix, sizeof v4_prefix);
    memcpy(address.bytes + sizeof v4_prefix, four, 4);
    return address;
}

/* The address without brackets and port: one colon is a port's, more are IPv6. */
static ff_span bare(ff_span text) {
    const char *end = text.data + text.size;
    const char *colon = memchr(text.data, ':', text.size);
    if (text.size > 0 && text.data[0] == '[') {
        const char *close = memchr(text.data, ']', text.size);
        return close ? (ff_span){text.data + 1, (size_t)(close - text.data - 1)} : (ff_span){0};
    }
    if (colon && !memchr(colon + 1, ':', (size_t)(end - colon - 1)))
        text.size = (size_t)(colon - text.data);
    return text;
}

bool address_parse(ff_span text, struct address *address) {
    char copy[ADDRESS_TEXT];
    struct in_addr four;
    ff_span name = text.size > 0 ? bare(text) : text;
    if (name.size == 0 || name.size >= sizeof copy || memchr(name.data, 0, name.size))
        return false;
    memcpy(copy, name.data, name.size);
    copy[name.size] = 0;
    if (inet_pton(AF_INET, copy, &four) == 1) {
        *address = from_v4(&four);
        return true;
    }
    return inet_pton(AF_INET6, copy, address->bytes) == 1;
}

void address_write(const struct address *address, char text[ADDRESS_TEXT]) {
    const char *written =
        is_v4(address) ? inet_ntop(AF_INET, address->bytes + sizeof v4_prefix, text, ADDRESS_TEXT)
                       : inet_ntop(AF_INET6, address->bytes, text, ADDRESS_TEXT);
    if (!written)
        snprintf(text, ADDRESS_TEXT, "?");
}

bool address_of_socket(int fd, struct address *address) {
    struct sockaddr_storage from = {0};
    socklen_t size = sizeof from;
    *address = (struct address){{0}};
    if (getpeername(fd, (struct sockaddr *)&from, &size) != 0)
        return false;
    if (from.ss_family == AF_INET)
        *address = from_v4(&((struct sockaddr_in *)&from)->sin_addr);
    else if (from.ss_family == AF_INET6)
        memcpy(address->bytes, &((struct sockaddr_in6 *)&from)->sin6_addr, sizeof address->bytes);
    else
        return false;
    return true;
}

struct address address_group(const struct address *address) {
    struct address group = *address;
    if (!is_v4(address))
        memset(group.bytes + 8, 0, 8);
    return group;
}

ff_span address_group_text(const struct address *address, char text[ADDRESS_TEXT]) {
    struct address group = address_group(address);
    address_write(&group, text);
    return ff_span_of(text);
}

bool address_equals(const struct address *a, const struct address *b) {
    return memcmp(a->bytes, b->bytes, sizeof a->bytes) == 0;
}

/* ---- proxies ---- */

/* "10.0.0.0/8" or a single address. */
static bool add_proxy(struct proxies *proxies, ff_span text) {
    struct address address;
    const char *slash = memchr(text.data, '/', text.size);
    ff_span name = {text.data, slash ? (size_t)(slash - text.data) : text.size};
    if (proxies->count == PROXIES_MAX || !address_parse(name, &address))
        return false;
    unsigned bits = 0, whole = is_v4(&address) ? 32 : 128;
    const char *end = text.data + text.size;
    for (const char *at = slash ? slash + 1 : end; at < end; at++) {
        if (*at < '0' || *at > '9' || bits > whole)
            return false;
        bits = bits * 10 + (unsigned)(*at - '0');
    }
    if (slash && (bits > whole || slash + 1 == end))
        return false;
    /* Counted from the front of the 128 bits that every address has here. */
    proxies->at[proxies->count].address = address;
    proxies->at[proxies->count++].bits = 128 - whole + (slash ? bits : whole);
    return true;
}

bool proxies_parse(struct proxies *proxies, const char *list, ff_error *error) {
    *proxies = (struct proxies){0};
    for (const char *at = list; *at;) {
        size_t size = strcspn(at, ",");
        if (!add_proxy(proxies, (ff_span){at, size}))
            return ff_fail(error, FF_ERROR_SYNTAX, 0, 0,
                           "'%.*s' is no address or network (192.0.2.1, 10.0.0.0/8 or "
                           "2001:db8::1, %d at most)",
                           size < 60 ? (int)size : 60, at, PROXIES_MAX);
        at += size + (at[size] == ',');
    }
    return true;
}

bool proxies_include(const struct proxies *proxies, const struct address *address) {
    for (size_t i = 0; i < proxies->count; i++) {
        /* Are the first `bits` of both the same? */
        const uint8_t *own = proxies->at[i].address.bytes, *other = address->bytes;
        unsigned bytes = proxies->at[i].bits / 8, rest = proxies->at[i].bits % 8;
        assert(proxies->at[i].bits <= 8 * sizeof address->bytes);
        if (memcmp(own, other, bytes) == 0 &&
            (rest == 0 || (own[bytes] ^ other[bytes]) >> (8 - rest) == 0))
            return true;
    }
    return false;
}

/* Takes the last word of a list away, without its spaces. */
static ff_span take_last(ff_span *list) {
    size_t begin = list->size;
    while (begin > 0 && list->data[begin - 1] != ',')
        begin--;
    ff_span word = {list->data + begin, list->size - begin};
    list->size = begin > 0 ? begin - 1 : 0;
    return span_trim(word);
}

/* Each proxy writes behind the list whom it was called by. So the list is read from its end, and
 * a word is believed where the one that wrote it is ours; what a client wrote itself stands before
 * the first of these. */
struct address proxies_client(const struct proxies *proxies, const struct address *peer,
                              ff_span forwarded) {
    struct address client = *peer, before;
    while (forwarded.size > 0 && proxies_include(proxies, &client)) {
        ff_span word = take_last(&forwarded);
        if (!address_parse(word, &before))
            break;
        client = before;
    }
    return client;
}
