/* Which services may be sent to. What must hold: an address is taken apart by the library that then
 * connects to it, so that both understand the same by it; a reader of our own could be made to see
 * another host in it. */
#include "server/push/push_services.h"

#include "server/base/address.h"

#include <assert.h>
#include <curl/curl.h>
#include <netinet/in.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { HTTPS_PORT = 443 };

/* Of Chrome and Edge on phones, of Firefox, of Edge and of Safari. */
static const char known[] =
    "fcm.googleapis.com,*.push.services.mozilla.com,*.notify.windows.com,*.push.apple.com";

static bool read_host(push_service *service, const char *text, size_t size) {
    const char *colon = memchr(text, ':', size);
    size_t host = colon ? (size_t)(colon - text) : size;
    if (host == 0 || host >= sizeof service->host)
        return false;
    memcpy(service->host, text, host);
    service->host[host] = 0;
    service->port = HTTPS_PORT;
    if (!colon)
        return true;
    char *end;
    unsigned long port = strtoul(colon + 1, &end, 10);
    service->port = (unsigned)port;
    return end == text + size && end != colon + 1 && port > 0 && port < 65536;
}

static bool add(push_services *services, const char *list, bool allowed, ff_error *error) {
    while (*list) {
        size_t size = strcspn(list, ",");
        push_service service = {.allowed = allowed};
        if (!read_host(&service, list, size))
            return ff_fail(error, FF_ERROR_SYNTAX, 0, 0,
                           "'%.*s' is not HOST or HOST:PORT of a push service", (int)size, list);
        if (services->count == PUSH_SERVICES_MAX)
            return ff_fail(error, FF_ERROR_RANGE, 0, 0, "there may be %d push services at most",
                           PUSH_SERVICES_MAX);
        services->at[services->count++] = service;
        list += size + (list[size] == ',');
    }
    return true;
}

/* The host's own come first: what it allows is allowed. */
bool push_services_open(push_services *services, const char *list, ff_error *error) {
    services->count = 0;
    return add(services, list, true, error) && add(services, known, false, error);
}

/* "*.example.net" fits what ends with ".example.net" and has something before it: neither
 * example.net itself nor badexample.net. */
static bool fits(const push_service *service, const char *host, unsigned port) {
    if (service->port != port)
        return false;
    if (service->host[0] != '*')
        return strcasecmp(service->host, host) == 0;
    size_t below = strlen(service->host + 1), size = strlen(host);
    return size > below && strcasecmp(service->host + 1, host + size - below) == 0;
}

/* False where there is a user's name or a fragment: no service gives such an address, and other
 * programs (a log, a proxy) may read it differently. */
static bool split(const char *endpoint, char host[PUSH_HOST_SIZE], unsigned *port) {
    static const CURLUPart barred[] = {CURLUPART_USER, CURLUPART_PASSWORD, CURLUPART_FRAGMENT};
    char *scheme = NULL, *name = NULL, *number = NULL, *extra = NULL;
    CURLU *url = curl_url();
    bool good = url && curl_url_set(url, CURLUPART_URL, endpoint, 0) == CURLUE_OK &&
                curl_url_get(url, CURLUPART_SCHEME, &scheme, 0) == CURLUE_OK &&
                curl_url_get(url, CURLUPART_HOST, &name, 0) == CURLUE_OK &&
                curl_url_get(url, CURLUPART_PORT, &number, CURLU_DEFAULT_PORT) == CURLUE_OK &&
                strcmp(scheme, "https") == 0 && strlen(name) < PUSH_HOST_SIZE;
    for (size_t i = 0; good && i < sizeof barred / sizeof *barred; i++)
        good = curl_url_get(url, barred[i], &extra, 0) != CURLUE_OK;
    if (good) {
        strcpy(host, name);
        *port = (unsigned)strtoul(number, NULL, 10);
    }
    curl_free(scheme);
    curl_free(name);
    curl_free(number);
    curl_free(extra);
    curl_url_cleanup(url);
    return good;
}

/* Nothing but the characters of an address (RFC 3986, section 2), so that neither a line's end nor
 * a control character comes into a request or a log. */
static bool has_good_characters(const char *text) {
    size_t size = strspn(text, "!#$%&'()*+,-./0123456789:;=?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[]_"
                               "abcdefghijklmnopqrstuvwxyz~");
    return size > 0 && size < PUSH_ENDPOINT_SIZE && text[size] == 0;
}

const push_service *push_services_find(const push_services *services, const char *endpoint,
                                       char origin[PUSH_ORIGIN_SIZE]) {
    char host[PUSH_HOST_SIZE];
    unsigned port;
    const push_service *service = services->at, *end = services->at + services->count;
    if (!has_good_characters(endpoint) || !split(endpoint, host, &port))
        return NULL;
    while (service < end && !fits(service, host, port))
        service++;
    if (port == HTTPS_PORT)
        snprintf(origin, PUSH_ORIGIN_SIZE, "https://%s", host);
    else
        snprintf(origin, PUSH_ORIGIN_SIZE, "https://%s:%u", host, port);
    return service < end ? service : NULL;
}

/* ---- addresses ---- */

/* Not everybody's, by IANA's registries of special purposes (RFC 6890). An IPv4 address is kept as
 * ::ffff:a.b.c.d, so it is in none of the networks of IPv6 here. */
static const char private_4[] =
    "0.0.0.0/8,10.0.0.0/8,100.64.0.0/10,127.0.0.0/8,169.254.0.0/16,172.16.0.0/12,192.0.0.0/24,"
    "192.0.2.0/24,192.168.0.0/16,198.18.0.0/15,198.51.100.0/24,203.0.113.0/24,224.0.0.0/3";
static const char private_6[] = "2001::/23,2001:db8::/32,2002::/16";
static const char public_6[] = "2000::/3";

/* The lists above are ours: one that cannot be read is a mistake in this file. Where assertions are
 * off, it keeps everybody out rather than letting everybody in. */
static bool is_in(const char *networks, const struct address *address) {
    struct proxies list;
    ff_error error;
    bool read = proxies_parse(&list, networks, &error);
    assert(read);
    return !read || proxies_include(&list, address);
}

bool push_address_is_public(const struct sockaddr *address) {
    struct address read = {{0}};
    static const uint8_t mapped[12] = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff};
    if (address->sa_family == AF_INET) {
        memcpy(read.bytes, mapped, sizeof mapped);
        memcpy(read.bytes + 12, &((const struct sockaddr_in *)(const void *)address)->sin_addr, 4);
    } else if (address->sa_family == AF_INET6) {
        memcpy(read.bytes, &((const struct sockaddr_in6 *)(const void *)address)->sin6_addr, 16);
    } else {
        return false;
    }
    if (memcmp(read.bytes, mapped, sizeof mapped) == 0)
        return !is_in(private_4, &read);
    return is_in(public_6, &read) && !is_in(private_6, &read);
}
