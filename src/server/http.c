#include "server/http.h"

#include "server/assets.h"

#include <sodium.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

/* ---- hosts and origins ---- */

static void add_host(http_hosts *hosts, const char *name, unsigned port) {
    if (hosts->count == HTTP_HOSTS_MAX)
        return;
    char *to = hosts->name[hosts->count++];
    if (port)
        snprintf(to, HTTP_HOST_SIZE, "%s:%u", name, port);
    else
        snprintf(to, HTTP_HOST_SIZE, "%s", name);
}

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

/* ---- cookies ---- */

enum { COOKIE_BYTES = 32 };

void http_cookie_make(char cookie[HTTP_COOKIE_SIZE]) {
    uint8_t secret[COOKIE_BYTES];
    randombytes_buf(secret, sizeof secret);
    sodium_bin2hex(cookie, HTTP_COOKIE_SIZE, secret, sizeof secret);
    sodium_memzero(secret, sizeof secret);
}

static bool read_secret(ff_span value, ff_person *cookie) {
    uint8_t secret[COOKIE_BYTES];
    size_t size = 0;
    if (value.size != 2 * COOKIE_BYTES ||
        sodium_hex2bin(secret, sizeof secret, value.data, value.size, NULL, &size, NULL) != 0 ||
        size != sizeof secret)
        return false;
    static const char purpose[] = "flagfall guest";
    crypto_generichash(cookie->key, sizeof cookie->key, secret, sizeof secret,
                       (const unsigned char *)purpose, sizeof purpose - 1);
    sodium_memzero(secret, sizeof secret);
    return true;
}

/* "a=b; flagfall=HEX; c=d": the first of that name counts. */
bool http_cookie_read(ff_span header, ff_person *cookie) {
    static const char name[] = HTTP_COOKIE_NAME "=";
    size_t size = sizeof name - 1;
    const char *at = header.data, *end = header.data + header.size;
    while (at < end) {
        const char *stop = memchr(at, ';', (size_t)(end - at));
        if (!stop)
            stop = end;
        while (at < stop && *at == ' ')
            at++;
        if ((size_t)(stop - at) > size && memcmp(at, name, size) == 0)
            return read_secret((ff_span){at + size, (size_t)(stop - at) - size}, cookie);
        at = stop + 1;
    }
    return false;
}

/* ---- files ---- */

static const char *type_of(const char *name) {
    static const char *const types[][2] = {
        {".html", "text/html; charset=utf-8"},
        {".js", "text/javascript; charset=utf-8"},
        {".css", "text/css; charset=utf-8"},
        {".svg", "image/svg+xml"},
        {".json", "application/json"},
        {".png", "image/png"},
        {".webp", "image/webp"},
        {".ico", "image/vnd.microsoft.icon"},
        {".woff2", "font/woff2"},
        {".txt", "text/plain; charset=utf-8"},
        {".webmanifest", "application/manifest+json"},
        {".ogg", "audio/ogg"},
    };
    const char *dot = strrchr(name, '.');
    for (size_t i = 0; dot && i < sizeof types / sizeof *types; i++)
        if (strcmp(dot, types[i][0]) == 0)
            return types[i][1];
    return "application/octet-stream";
}

static bool find_embedded(http_file *file, const char *name) {
    for (const server_asset *asset = server_assets; asset->name; asset++) {
        if (strcmp(asset->name, name) != 0)
            continue;
        file->body = (ff_span){(const char *)asset->data, asset->size};
        snprintf(file->tag, sizeof file->tag, "\"%s\"", asset->tag);
        return true;
    }
    return false;
}

static bool read_whole(const char *path, ff_buffer *out) {
    char block[16384];
    size_t size;
    FILE *stream = fopen(path, "rb");
    if (!stream)
        return false;
    while ((size = fread(block, 1, sizeof block, stream)) > 0)
        ff_buffer_add(out, block, size);
    bool good = !ferror(stream) && !out->failed;
    fclose(stream);
    return good;
}

static bool find_in_folder(http_file *file, const char *name, const char *folder) {
    char path[1024];
    int size = snprintf(path, sizeof path, "%s/%s", folder, name);
    if (size < 0 || (size_t)size >= sizeof path || !read_whole(path, &file->owned))
        return false;
    uint8_t hash[crypto_generichash_BYTES_MIN];
    crypto_generichash(hash, sizeof hash, (const unsigned char *)file->owned.data, file->owned.size,
                       NULL, 0);
    char hex[17];
    sodium_bin2hex(hex, sizeof hex, hash, 8);
    snprintf(file->tag, sizeof file->tag, "\"%s\"", hex);
    file->body = (ff_span){file->owned.data ? file->owned.data : "", file->owned.size};
    return true;
}

/* Letters, digits, dots, dashes and single slashes; no part begins with a dot. */
static bool is_plain_name(const char *name) {
    char before = '/';
    for (; *name; before = *name++) {
        bool word = (*name >= 'a' && *name <= 'z') || (*name >= 'A' && *name <= 'Z') ||
                    (*name >= '0' && *name <= '9') || *name == '-' || *name == '_';
        if (!word && (before == '/' || (*name != '.' && *name != '/')))
            return false;
    }
    return before != '/';
}

bool http_file_find(http_file *file, ff_span path, const char *folder) {
    char name[256];
    *file = (http_file){0};
    if (path.size < 1 || path.size >= sizeof name || path.data[0] != '/' ||
        memchr(path.data, 0, path.size))
        return false;
    memcpy(name, path.data + 1, path.size - 1);
    name[path.size - 1] = 0;
    if (!name[0])
        snprintf(name, sizeof name, "index.html");
    if (!is_plain_name(name))
        return false;
    file->type = type_of(name);
    bool found = folder ? find_in_folder(file, name, folder) : find_embedded(file, name);
    if (!found)
        ff_buffer_free(&file->owned);
    return found;
}
