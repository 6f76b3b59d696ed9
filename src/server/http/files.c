/* The page: files that are in the program, packed once at the start; or, for who works on the page,
 * a folder. What must hold: only names made of plain parts are looked up, so that no path leaves
 * the folder. */
#include "server/http/files.h"

#include "server/http/assets.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

struct files {
    const char *folder;
    size_t count;
    ff_buffer *packed; /* of each file of the program; empty where that gains nothing */
};

/* ---- what a file is sent as ---- */

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
        {".wasm", "application/wasm"},
    };
    const char *dot = strrchr(name, '.');
    for (size_t i = 0; dot && i < sizeof types / sizeof *types; i++)
        if (strcmp(dot, types[i][0]) == 0)
            return types[i][1];
    return "application/octet-stream";
}

/* ---- compression ---- */

/* As gzip; `out` stays empty where memory is out, or less than an eighth is gained: then
 * unpacking would cost the browser more than the bytes do. */
static void pack(const server_asset *asset, ff_buffer *out) {
    enum { GZIP_WINDOW = 15 + 16, MEMORY = 8 };
    z_stream stream = {.next_in = (unsigned char *)asset->data, .avail_in = (uInt)asset->size};
    if (deflateInit2(&stream, Z_BEST_COMPRESSION, Z_DEFLATED, GZIP_WINDOW, MEMORY,
                     Z_DEFAULT_STRATEGY) != Z_OK)
        return;
    size_t room = asset->size - asset->size / 8;
    stream.next_out = malloc(room + 1);
    stream.avail_out = (uInt)room;
    void *packed = stream.next_out;
    if (packed && deflate(&stream, Z_FINISH) == Z_STREAM_END)
        ff_buffer_add(out, packed, room - stream.avail_out);
    free(packed);
    deflateEnd(&stream);
}

struct files *files_new(const char *folder) {
    struct files *files = calloc(1, sizeof *files);
    if (!files)
        return NULL;
    files->folder = folder;
    while (server_assets[files->count].name)
        files->count++;
    files->packed = calloc(files->count + 1, sizeof *files->packed);
    if (!files->packed) {
        free(files);
        return NULL;
    }
    for (size_t i = 0; !folder && i < files->count; i++)
        pack(&server_assets[i], &files->packed[i]);
    return files;
}

void files_free(struct files *files) {
    if (!files)
        return;
    for (size_t i = 0; i < files->count; i++)
        ff_buffer_free(&files->packed[i]);
    free(files->packed);
    free(files);
}

/* ---- finding ---- */

static bool find_embedded(const struct files *files, const char *name, const http_request *request,
                          http_reply *reply, ff_span *body) {
    for (size_t i = 0; i < files->count; i++) {
        const server_asset *asset = &server_assets[i];
        const ff_buffer *packed = &files->packed[i];
        if (strcmp(asset->name, name) != 0)
            continue;
        bool gzip = request->gzip && packed->size > 0;
        reply->lasting = asset->lasting;
        reply->varies = packed->size > 0;
        reply->encoding = gzip ? "gzip" : NULL;
        *body = gzip ? (ff_span){packed->data, packed->size}
                     : (ff_span){(const char *)asset->data, asset->size};
        /* Other bytes, another tag. */
        snprintf(reply->tag, sizeof reply->tag, gzip ? "\"%.20s-gz\"" : "\"%.20s\"", asset->tag);
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

/* Read anew for each request: who works on the page sees the file as it is now. */
static bool find_in_folder(const char *folder, const char *name, http_reply *reply, ff_span *body) {
    ff_buffer text = {0};
    char path[1024], hex[17];
    uint8_t hash[crypto_generichash_BYTES_MIN];
    int size = snprintf(path, sizeof path, "%s/%s", folder, name);
    bool read = size > 0 && (size_t)size < sizeof path && read_whole(path, &text);
    text.failed |= !read;
    if (!arena_adopt(reply->memory, &text, body))
        return false;
    crypto_generichash(hash, sizeof hash, (const unsigned char *)body->data, body->size, NULL, 0);
    sodium_bin2hex(hex, sizeof hex, hash, 8);
    snprintf(reply->tag, sizeof reply->tag, "\"%s\"", hex);
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

enum { NAME_SIZE = 256 };

/* The name of a path without its slash; "/" is the page. */
static bool name_of(ff_span path, char name[NAME_SIZE]) {
    if (path.size < 1 || path.size >= NAME_SIZE || path.data[0] != '/' ||
        memchr(path.data, 0, path.size))
        return false;
    memcpy(name, path.data + 1, path.size - 1);
    name[path.size - 1] = 0;
    if (!name[0])
        snprintf(name, NAME_SIZE, "index.html");
    return is_plain_name(name);
}

void files_answer(const struct files *files, const http_request *request, http_reply *reply) {
    char name[NAME_SIZE];
    ff_span body;
    bool found = name_of(request->path, name) &&
                 (files->folder ? find_in_folder(files->folder, name, reply, &body)
                                : find_embedded(files, name, request, reply, &body));
    if (found)
        reply_page(reply, http_tag_matches(request->unchanged, reply->tag) ? 304 : 200,
                   type_of(name), body);
    else
        reply_text(reply, 404, "there is no such page\n");
}
