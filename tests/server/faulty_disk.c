/* A disk that fails when it is told to, for a server under test: loaded before the C
 * library (LD_PRELOAD). While the file that FLAGFALL_FAULT names begins with `f`, fsync
 * and fdatasync fail with EIO; while it begins with `w`, pwrite writes half of what it is
 * given and then finds the disk full. Otherwise, and without the file, all is well.
 * SQLite writes and syncs by these four functions, and nobody else in the server does. */
#define _GNU_SOURCE

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/types.h>
#include <unistd.h>

static char fault(void) {
    const char *path = getenv("FLAGFALL_FAULT");
    char kind = 0;
    int before = errno, fd = path ? open(path, O_RDONLY | O_CLOEXEC) : -1;
    if (fd >= 0) {
        if (read(fd, &kind, 1) != 1)
            kind = 0;
        close(fd);
    }
    errno = before;
    return kind;
}

static int fail_to_sync(const char *name, int fd) {
    int (*real)(int) = (int (*)(int))dlsym(RTLD_NEXT, name);
    if (fault() != 'f')
        return real(fd);
    errno = EIO;
    return -1;
}

int fsync(int fd) {
    return fail_to_sync("fsync", fd);
}

int fdatasync(int fd) {
    return fail_to_sync("fdatasync", fd);
}

typedef ssize_t writes(int, const void *, size_t, off64_t);

static ssize_t write_or_be_full(const char *name, int fd, const void *data, size_t size,
                                off64_t at) {
    writes *real = (writes *)dlsym(RTLD_NEXT, name);
    if (fault() != 'w')
        return real(fd, data, size, at);
    if (size > 1)
        return real(fd, data, size / 2, at);
    errno = ENOSPC;
    return -1;
}

ssize_t pwrite(int fd, const void *data, size_t size, off_t at) {
    return write_or_be_full("pwrite", fd, data, size, at);
}

ssize_t pwrite64(int fd, const void *data, size_t size, off64_t at) {
    return write_or_be_full("pwrite64", fd, data, size, at);
}
