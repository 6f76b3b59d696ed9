/* Landlock by its system calls. A ruleset says which kinds of access are refused at all, and
 * rules give some of them back below a folder. Kernels differ in the kinds that they know:
 * asking for an unknown one is an error, so each is asked for from its version on. */
#define _GNU_SOURCE

#include "server/sandbox.h"

#include "server/database/engine.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/landlock.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

/* What newer kernels know and older headers do not; the numbers are the kernel's. */
enum {
    FS_REFER = 1 << 13,
    FS_TRUNCATE = 1 << 14,
    FS_IOCTL_DEVICE = 1 << 15,
    FS_FIRST = FS_REFER - 1, /* all kinds of the first version */
    NET_CONNECT_TCP = 1 << 1,
    SCOPE_ABSTRACT_SOCKET = 1 << 0,
    SCOPE_SIGNAL = 1 << 1,
};

/* Read to find a host's address and to know it by its certificate, where there are connections. */
static const char *const readable_to_connect[] = {
    "/etc/resolv.conf",
    "/etc/hosts",
    "/etc/host.conf",
    "/etc/nsswitch.conf",
    "/etc/gai.conf",
    "/run/systemd/resolve",
    "/etc/ssl/certs",
    "/etc/ssl/openssl.cnf",
    "/usr/share/ca-certificates",
    "/usr/local/share/ca-certificates",
    "/etc/ca-certificates/extracted",
    "/etc/pki/tls/certs",
    "/etc/pki/ca-trust/extracted",
};

enum { RULE_NET_PORT = 2, NAMES_PORT = 53 };

/* struct landlock_net_port_attr, likewise. */
typedef struct port_rule {
    uint64_t access, port;
} port_rule;

/* struct landlock_ruleset_attr as it is today. A kernel takes a longer one than it knows
 * where the rest is zero. */
typedef struct ruleset_kinds {
    uint64_t files, net, scope;
} ruleset_kinds;

/* From which version of Landlock on what can be refused. */
static const struct {
    int version;
    ruleset_kinds kinds;
} versions[] = {
    {1, {.files = FS_FIRST}},        {2, {.files = FS_REFER}},
    {3, {.files = FS_TRUNCATE}},     {4, {.net = NET_CONNECT_TCP}},
    {5, {.files = FS_IOCTL_DEVICE}}, {6, {.scope = SCOPE_ABSTRACT_SOCKET | SCOPE_SIGNAL}},
};

enum {
    READ = LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_READ_DIR,
    /* SQLite's journals and the operator's socket come and go. */
    KEEP = READ | LANDLOCK_ACCESS_FS_WRITE_FILE | LANDLOCK_ACCESS_FS_REMOVE_FILE |
           LANDLOCK_ACCESS_FS_MAKE_REG | LANDLOCK_ACCESS_FS_MAKE_SOCK | FS_TRUNCATE,
    OF_A_FILE = LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_WRITE_FILE | FS_TRUNCATE,
};

/* Read by libraries while we run: parts of libwebsockets that are loaded late, random
 * numbers, the time zone, names; and our own memory, by the metrics and the sanitizers. */
static const char *const readable[] = {
    "/usr/lib",     "/lib",      "/lib64",         "/etc/ld.so.cache",
    "/dev/urandom", "/dev/null", "/etc/localtime", "/usr/share/zoneinfo",
    "/proc/self",
};

static ruleset_kinds kinds_of(int version) {
    ruleset_kinds all = {0};
    for (size_t i = 0; i < sizeof versions / sizeof *versions; i++)
        if (versions[i].version <= version) {
            all.files |= versions[i].kinds.files;
            all.net |= versions[i].kinds.net;
            all.scope |= versions[i].kinds.scope;
        }
    return all;
}

/* Gives kinds of access back below a folder, or to a file. True where there is none, for the lists
 * above are of several distributions. What is refused to us anyway needs no rule. */
static bool allow(int ruleset, uint64_t handled, const char *path, uint64_t access) {
    struct stat about;
    int fd = open(path, O_PATH | O_CLOEXEC);
    if (fd < 0)
        return errno == ENOENT || errno == ENOTDIR || errno == EACCES;
    bool is_folder = fstat(fd, &about) == 0 && S_ISDIR(about.st_mode);
    struct landlock_path_beneath_attr rule = {
        .allowed_access = access & handled & (is_folder ? UINT64_MAX : OF_A_FILE),
        .parent_fd = fd,
    };
    bool added = syscall(SYS_landlock_add_rule, ruleset, LANDLOCK_RULE_PATH_BENEATH, &rule, 0) == 0;
    close(fd);
    return added;
}

/* The folder of a file: what is before the last slash. */
static bool allow_folder_of(int ruleset, uint64_t handled, const char *file) {
    char folder[PATH_MAX];
    const char *slash = strrchr(file, '/');
    size_t size = slash ? (size_t)(slash - file) : 0;
    if (size >= sizeof folder)
        return false;
    memcpy(folder, file, size);
    folder[size] = 0;
    return allow(ruleset, handled, !slash ? "." : size ? folder : "/", KEEP);
}

/* SQLite keeps its files beside the file that a link leads to, the operator's socket is
 * beside the link. Of a store that is no file only the socket is kept, in the folder that we are
 * in. */
static bool allow_store(int ruleset, uint64_t handled, const char *store) {
    char real[PATH_MAX];
    if (engine_of(store) != &engine_sqlite)
        return allow(ruleset, handled, ".", KEEP);
    return realpath(store, real) && allow_folder_of(ruleset, handled, real) &&
           allow_folder_of(ruleset, handled, store);
}

static bool allow_files(int ruleset, uint64_t handled, const sandbox_paths *paths) {
    bool done = allow_store(ruleset, handled, paths->store) &&
                (!paths->web || allow(ruleset, handled, paths->web, READ));
    for (size_t i = 0; done && i < sizeof readable / sizeof *readable; i++)
        done = allow(ruleset, handled, readable[i], READ);
    return done;
}

static bool allow_port(int ruleset, uint64_t handled, unsigned port) {
    port_rule rule = {NET_CONNECT_TCP, port};
    return !(handled & NET_CONNECT_TCP) ||
           syscall(SYS_landlock_add_rule, ruleset, RULE_NET_PORT, &rule, 0) == 0;
}

/* By TCP alone: Landlock knows no UDP, by which most names are found. */
static bool allow_connections(int ruleset, const ruleset_kinds *kinds, const sandbox_paths *paths) {
    const size_t count = sizeof readable_to_connect / sizeof *readable_to_connect;
    if (!paths->connects)
        return true;
    bool done = allow_port(ruleset, kinds->net, NAMES_PORT) &&
                (!paths->authorities || allow(ruleset, kinds->files, paths->authorities, READ));
    for (size_t i = 0; done && i < paths->ports; i++)
        done = allow_port(ruleset, kinds->net, paths->port[i]);
    for (size_t i = 0; done && i < count; i++)
        done = allow(ruleset, kinds->files, readable_to_connect[i], READ);
    return done;
}

/* Not without the promise to gain no rights by starting a program: one with more rights than ours
 * could be misled by what it cannot reach. */
bool sandbox_enter(const sandbox_paths *paths, ff_error *error) {
    int version =
        (int)syscall(SYS_landlock_create_ruleset, NULL, 0, LANDLOCK_CREATE_RULESET_VERSION);
    if (version < 1)
        return ff_fail(error, FF_ERROR_SYSTEM, 0, 0, "the kernel has no Landlock: %s",
                       strerror(errno));
    ruleset_kinds kinds = kinds_of(version);
    int ruleset = (int)syscall(SYS_landlock_create_ruleset, &kinds, sizeof kinds, 0);
    bool entered = ruleset >= 0 && allow_files(ruleset, kinds.files, paths) &&
                   allow_connections(ruleset, &kinds, paths) &&
                   prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
                   syscall(SYS_landlock_restrict_self, ruleset, 0) == 0;
    if (!entered)
        ff_fail(error, FF_ERROR_SYSTEM, 0, 0, "Landlock: %s", strerror(errno));
    if (ruleset >= 0)
        close(ruleset);
    return entered;
}
