/* Files and editions that arguments name. What is wrong is told in one line on standard
 * error. A file that gzip has made is read as what it holds. */
#include "cli/files.h"

#include "flagfall/edition_text.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <zlib.h>

/* --- gzip (RFC 1952) ------------------------------------------------------------------- */

/* A few bytes may hold as many as one likes, and somebody else may have made them; zlib counts
 * what it reads in 32 bits. */
enum { PACKED_MAX = 2000000000, UNPACKED_MAX = 2000000000 };

/* A member that is not whole and sound. */
typedef struct damage {
    size_t at; /* where it begins */
    const char *what;
} damage;

/* One member of several that may follow each other; false where it is not whole and sound. Too
 * much is taken as more than memory holds. */
static bool member_unpack(z_stream *z, ff_buffer *out) {
    unsigned char block[65536];
    int state = Z_OK;
    while (state == Z_OK && !out->failed) {
        z->next_out = block;
        z->avail_out = sizeof block;
        state = inflate(z, Z_NO_FLUSH);
        if (state == Z_OK || state == Z_STREAM_END)
            ff_buffer_add(out, block, sizeof block - z->avail_out);
        out->failed |= out->size > UNPACKED_MAX;
    }
    return state == Z_STREAM_END && inflateReset(z) == Z_OK;
}

static bool unpack(ff_span bytes, ff_buffer *out, damage *found) {
    z_stream z = {.next_in = (unsigned char *)(uintptr_t)bytes.data,
                  .avail_in = (unsigned)bytes.size};
    out->failed = bytes.size > PACKED_MAX || inflateInit2(&z, 15 + 16) != Z_OK;
    if (out->failed)
        return false;
    bool good = true;
    while (good && z.avail_in > 0 && !out->failed) {
        *found = (damage){bytes.size - z.avail_in, "it ends too early"};
        good = member_unpack(&z, out);
    }
    if (!good && z.msg)
        found->what = z.msg;
    inflateEnd(&z);
    return good;
}

/* What was read since `start` becomes what it holds, where gzip has made it. False where it is
 * damaged: what stands before the damage is not kept. */
static bool unpack_in_place(ff_buffer *out, size_t start, damage *found) {
    ff_buffer plain = {0};
    ff_span bytes = {out->data + start, out->size - start};
    if (out->failed || bytes.size < 3 || memcmp(bytes.data, "\x1f\x8b", 2) != 0)
        return true;
    bool good = unpack(bytes, &plain, found);
    out->size = start;
    out->failed |= plain.failed;
    if (good)
        ff_buffer_add(out, plain.data, plain.size);
    ff_buffer_free(&plain);
    return good || out->failed;
}

static void complain_of_damage(const char *path, const damage *found) {
    if (found->at == 0)
        complain("%s: compressed by gzip, and damaged or not whole (%s)", path, found->what);
    else
        complain("%s: compressed by gzip, and damaged or not whole from byte %zu on (%s); what is "
                 "before can be taken out: head -c %zu",
                 path, found->at, found->what, found->at);
}

bool file_read(const char *path, ff_buffer *out) {
    size_t start = out->size;
    bool standard = strcmp(path, "-") == 0;
    FILE *stream = standard ? stdin : fopen(path, "rb");
    if (!stream) {
        complain("%s: %s", path, strerror(errno));
        return false;
    }
    damage found = {0};
    char block[65536];
    for (size_t size; (size = fread(block, 1, sizeof block, stream)) > 0;)
        ff_buffer_add(out, block, size);
    bool good = !ferror(stream);
    int error = errno;
    if (!standard)
        fclose(stream);
    if (!good) {
        complain("%s: %s", path, strerror(error));
    } else if (!unpack_in_place(out, start, &found)) {
        complain_of_damage(path, &found);
        good = false;
    } else if (out->failed) {
        complain("%s: too big for memory, or it is compressed and holds more than %d bytes", path,
                 UNPACKED_MAX);
    }
    return good && !out->failed;
}

bool name_is_packed(const char *path) {
    size_t size = strlen(path);
    return size > 3 && strcmp(path + size - 3, ".gz") == 0;
}

double files_size(int argc, char **argv) {
    double size = 0;
    for (int i = 1; i < argc; i++) {
        struct stat file;
        if (stat(argv[i], &file) != 0 || !S_ISREG(file.st_mode) || name_is_packed(argv[i]))
            return 0;
        size += (double)file.st_size;
    }
    return size;
}

bool stream_write(FILE *stream, const char *path, const void *data, size_t size) {
    if (fwrite(data, 1, size, stream) == size && fflush(stream) == 0)
        return true;
    complain("%s: %s", path, strerror(errno));
    return false;
}

bool file_write(const char *path, const ff_buffer *text) {
    bool standard = !path || strcmp(path, "-") == 0;
    const char *name = standard ? "standard output" : path;
    FILE *stream = standard ? stdout : fopen(path, "wb");
    if (!stream) {
        complain("%s: %s", name, strerror(errno));
        return false;
    }
    bool good = !text->size || fwrite(text->data, 1, text->size, stream) == text->size;
    good &= fflush(stream) == 0;
    int error = errno;
    if (!standard && fclose(stream) != 0 && good) {
        error = errno;
        good = false;
    }
    if (!good)
        complain("%s: %s", name, strerror(error));
    return good;
}

/* Editions. */

bool edition_read(const char *path, ff_edition *edition) {
    ff_buffer text = {0};
    ff_error error;
    bool good = file_read(path, &text);
    if (good && !ff_edition_read((ff_span){text.data, text.size}, edition, &error)) {
        good = false;
        if (error.line > 0)
            complain("%s:%zu: %s", path, error.line, error.message);
        else
            complain("%s: %s", path, error.message);
    }
    ff_buffer_free(&text);
    return good;
}

bool edition_choose(const char *name, ff_edition *edition) {
    const ff_edition *found = ff_edition_find(ff_span_of(name));
    if (found) {
        *edition = *found;
        return true;
    }
    FILE *file = fopen(name, "rb");
    if (file) {
        fclose(file);
        return edition_read(name, edition);
    }
    complain("there is no edition '%s', nor a file of that name; 'flagfall editions' lists them",
             name);
    return false;
}

/* Records. */

static bool choose(const char *path, ff_span text, uint64_t number, ff_record *record) {
    ff_record_reader reader;
    ff_error error;
    ff_read read = FF_READ_GAME;
    uint64_t found = 0;
    ff_record_reader_init(&reader, text);
    while (found < number && read != FF_READ_END) {
        read = ff_record_read(&reader, record, &error);
        found += read != FF_READ_END;
    }
    if (read == FF_READ_GAME)
        return true;
    if (read == FF_READ_ERROR)
        complain("%s:%zu: %s", path, error.line, error.message);
    else
        complain("%s: there %s %llu game%s in it, not %llu", path, found == 1 ? "is" : "are",
                 (unsigned long long)found, found == 1 ? "" : "s", (unsigned long long)number);
    return false;
}

bool record_choose(const char *path, uint64_t number, ff_record *record) {
    ff_buffer text = {0};
    bool good =
        file_read(path, &text) && choose(path, (ff_span){text.data, text.size}, number, record);
    ff_buffer_free(&text);
    if (!good)
        ff_record_free(record);
    return good;
}
