/* The record of a match as a file, compressed where its name says so. A compressed file is
 * members of gzip (RFC 1952) one after another: any gzip reads them as one file, and each can
 * be read without the others, so what is written is good even if the match never ends. */
#include "contest/record_file.h"

#include "cli/files.h"
#include "cli/record_sum.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

enum { MEMBER_BYTES = 1 << 18 }; /* a member of a single game would hardly be compressed */

bool record_file_open(record_file *f, const char *path, bool summed) {
    if (!path)
        return true;
    f->path = path;
    f->packed = name_is_packed(path);
    f->summed = summed;
    f->file = strcmp(path, "-") == 0 ? stdout : fopen(path, "wb");
    if (!f->file)
        complain("%s: %s", path, strerror(errno));
    return f->file;
}

/* What waits, as a member. */
static bool write_member(record_file *f) {
    z_stream z = {.next_in = (unsigned char *)f->waiting.data,
                  .avail_in = (unsigned)f->waiting.size};
    if (f->waiting.failed ||
        deflateInit2(&z, 9, Z_DEFLATED, 15 + 16, 9, Z_DEFAULT_STRATEGY) != Z_OK)
        return complain("memory is out") == EXIT_DONE;
    size_t room = deflateBound(&z, z.avail_in);
    unsigned char *out = malloc(room);
    z.next_out = out;
    z.avail_out = (unsigned)room;
    bool good = out && deflate(&z, Z_FINISH) == Z_STREAM_END &&
                stream_write(f->file, f->path, out, z.total_out);
    if (!out)
        complain("memory is out");
    deflateEnd(&z);
    free(out);
    ff_buffer_clear(&f->waiting);
    return good;
}

bool record_file_add(record_file *f, ff_span record) {
    if (!f->file)
        return true;
    if (f->summed)
        record_sum_write(record, &f->waiting);
    ff_buffer_add(&f->waiting, record.data, record.size);
    if (f->packed)
        return f->waiting.size < MEMBER_BYTES ? !f->waiting.failed : write_member(f);
    bool good = !f->waiting.failed
                    ? stream_write(f->file, f->path, f->waiting.data, f->waiting.size)
                    : complain("memory is out") == EXIT_DONE;
    ff_buffer_clear(&f->waiting);
    return good;
}

bool record_file_close(record_file *f) {
    bool good = f->waiting.size == 0 || write_member(f);
    ff_buffer_free(&f->waiting);
    if (!f->file || f->file == stdout)
        return good;
    if (fclose(f->file) == 0)
        return good;
    complain("%s: %s", f->path, strerror(errno));
    return false;
}
