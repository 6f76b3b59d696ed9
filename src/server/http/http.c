/* What headers mean. Pure: a header comes as text, and whatever it holds is read or refused, never
 * kept. */
#include "server/http/http.h"

#include "format/words.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

/* ---- statuses ---- */

const http_status_text *http_status_of(unsigned code) {
    static const http_status_text rows[] = {
        {200, "200", "OK", NULL},
        {304, "304", "Not Modified", NULL},
        {400, "400", "Bad Request", "bad-message"},
        {401, "401", "Unauthorized", "token"},
        {403, "403", "Forbidden", "host"},
        {404, "404", "Not Found", "unknown-page"},
        {405, "405", "Method Not Allowed", "method"},
        {410, "410", "Gone", "moved"},
        {411, "411", "Length Required", "length"},
        {413, "413", "Content Too Large", "too-large"},
        {417, "417", "Expectation Failed", "expectation"},
        {426, "426", "Upgrade Required", "upgrade"},
        {429, "429", "Too Many Requests", "rate"},
        {431, "431", "Request Header Fields Too Large", "header"},
        {500, "500", "Internal Server Error", "memory"},
        {503, "503", "Service Unavailable", "busy"}};
    size_t i = 0, last = sizeof rows / sizeof *rows - 1;
    while (i < last && rows[i].code != code)
        i++;
    assert(rows[i].code == code);
    return &rows[i];
}

/* ---- hosts and origins ---- */

static void add_host(http_hosts *hosts, const char *name, unsigned port) {
    if (hosts->count == HTTP_HOSTS_MAX)
        return;
    char *to = hosts->name[hosts->count++];
    assert(name[0]);
    if (port)
        snprintf(to, HTTP_HOST_SIZE, "%.240s:%u", name, port);
    else
        snprintf(to, HTTP_HOST_SIZE, "%s", name);
}

/* What a browser may call us. Any other name is refused: a page elsewhere could let its own name
 * point to this machine (DNS rebinding) and read what is answered. */
void http_hosts_init(http_hosts *hosts, const char *host, unsigned port, const char *public_host) {
    *hosts = (http_hosts){0};
    /* On the usual port browsers leave it out. */
    unsigned shown = port == 80 ? 0 : port;
    add_host(hosts, "127.0.0.1", shown);
    add_host(hosts, "localhost", shown);
    add_host(hosts, "[::1]", shown);
    char name[HTTP_HOST_SIZE];
    bool is_v6 = strchr(host, ':') != NULL;
    snprintf(name, sizeof name, is_v6 ? "[%.200s]" : "%.200s", host);
    add_host(hosts, name, shown);
    if (public_host)
        add_host(hosts, public_host, 0);
}

#define LETTERS "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"

bool http_host_is_good(const char *host) {
    bool is_v6 = host[0] == '[';
    size_t size = strspn(host + is_v6, is_v6 ? LETTERS ":." : LETTERS ".-_");
    const char *rest = host + is_v6 + size;
    unsigned long port;
    if (size == 0 || strlen(host) >= HTTP_HOST_SIZE || (is_v6 && *rest++ != ']'))
        return false;
    return !*rest || (*rest == ':' && span_number(ff_span_of(rest + 1), 65535, &port));
}

bool http_host_is_ours(const http_hosts *hosts, ff_span host) {
    for (size_t i = 0; i < hosts->count; i++)
        if (strlen(hosts->name[i]) == host.size &&
            strncasecmp(hosts->name[i], host.data, host.size) == 0)
            return true;
    return false;
}

bool http_origin_is_ours(const http_hosts *hosts, ff_span origin) {
    static const char *const schemes[] = {"http://", "https://"};
    for (size_t i = 0; i < sizeof schemes / sizeof *schemes; i++) {
        size_t size = strlen(schemes[i]);
        if (origin.size > size && strncasecmp(origin.data, schemes[i], size) == 0)
            return http_host_is_ours(hosts, (ff_span){origin.data + size, origin.size - size});
    }
    return false;
}

/* ---- headers ---- */

static bool begins(ff_span text, const char *word) {
    size_t size = strlen(word);
    return text.size >= size && strncasecmp(text.data, word, size) == 0;
}

ff_span http_take_item(ff_span *list, char separator) {
    const char *end = memchr(list->data, separator, list->size);
    size_t size = end ? (size_t)(end - list->data) : list->size;
    ff_span item = {list->data, size};
    size_t used = end ? size + 1 : size;
    *list = (ff_span){list->data + used, list->size - used};
    return span_trim(item);
}

ff_span http_bearer(ff_span header) {
    if (!begins(header, "Bearer "))
        return (ff_span){header.data, 0};
    return span_trim((ff_span){header.data + 7, header.size - 7});
}

/* "q=0", "q=0.00": not wanted. */
static bool is_refused(ff_span parameters) {
    while (parameters.size > 0) {
        ff_span item = http_take_item(&parameters, ';');
        bool zero = begins(item, "q=0");
        for (size_t i = 3; zero && i < item.size; i++)
            zero = item.data[i] == '.' || item.data[i] == '0';
        if (zero)
            return true;
    }
    return false;
}

bool http_takes_gzip(ff_span header) {
    while (header.size > 0) {
        ff_span item = http_take_item(&header, ',');
        ff_span name = item.size > 0 ? http_take_item(&item, ';') : item;
        if (name.size == 4 && begins(name, "gzip"))
            return !is_refused(item);
    }
    return false;
}

/* Digits alone, as RFC 9110 (8.6) has it: a sign, a list or a space is refused, since another
 * server on the way might read it otherwise. */
bool http_length_read(ff_span header, size_t limit, size_t *length) {
    size_t number = 0;
    for (size_t i = 0; i < header.size; i++) {
        if (header.data[i] < '0' || header.data[i] > '9' || number > limit)
            return false;
        number = number * 10 + (size_t)(header.data[i] - '0');
    }
    *length = number;
    return header.size > 0 && number <= limit;
}

bool http_tag_matches(ff_span header, const char *tag) {
    while (header.size > 0) {
        ff_span item = http_take_item(&header, ',');
        if (begins(item, "W/"))
            item = (ff_span){item.data + 2, item.size - 2};
        if (ff_span_equals(item, tag) || ff_span_equals(item, "*"))
            return true;
    }
    return false;
}
