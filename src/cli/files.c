/* Files and editions that arguments name. What is wrong is told in one line on standard
 * error. */
#include "cli/files.h"

#include "flagfall/edition_text.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

static bool stream_read(FILE *stream, ff_buffer *out) {
    char block[65536];
    size_t size;
    while ((size = fread(block, 1, sizeof block, stream)) > 0)
        ff_buffer_add(out, block, size);
    return !ferror(stream);
}

bool file_read(const char *path, ff_buffer *out) {
    bool standard = strcmp(path, "-") == 0;
    FILE *stream = standard ? stdin : fopen(path, "rb");
    if (!stream) {
        complain("%s: %s", path, strerror(errno));
        return false;
    }
    bool good = stream_read(stream, out);
    int error = errno;
    if (!standard)
        fclose(stream);
    if (!good)
        complain("%s: %s", path, strerror(error));
    else if (out->failed)
        complain("%s: too big for the memory of this machine", path);
    return good && !out->failed;
}

double files_size(int argc, char **argv) {
    double size = 0;
    for (int i = 1; i < argc; i++) {
        struct stat file;
        if (stat(argv[i], &file) != 0 || !S_ISREG(file.st_mode))
            return 0;
        size += (double)file.st_size;
    }
    return size;
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
