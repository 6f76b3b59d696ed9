/* That the sandbox holds: a child enters it and tries what it must not be able to, and what
 * the server needs. */
#define _GNU_SOURCE

#include "server/sandbox.h"

#include "server/database/sqlite.h"
#include "server/store/store_games.h"
#include "server/store/store_host.h"
#include "server/store/store_open.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

static char folder[] = "/tmp/flagfall-sandbox-XXXXXX";
static char outside[] = "/tmp/flagfall-outside-XXXXXX";
static char store[96], web[96], secret[96], escape[96];

static int version(void) {
    return (int)syscall(444, NULL, 0, 1); /* landlock_create_ruleset, its version */
}

static void write_file(const char *path) {
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs("text\n", file);
    fclose(file);
}

static int make_folders(void **state) {
    (void)state;
    assert_non_null(mkdtemp(folder));
    assert_non_null(mkdtemp(outside));
    snprintf(store, sizeof store, "%s/store/games.db", folder);
    snprintf(web, sizeof web, "%s/web", folder);
    snprintf(secret, sizeof secret, "%s/secret", outside);
    snprintf(escape, sizeof escape, "%s/web/escape", folder);
    char within[96];
    snprintf(within, sizeof within, "%s/store", folder);
    assert_int_equal(mkdir(within, 0700), 0);
    assert_int_equal(mkdir(web, 0700), 0);
    write_file(secret);
    write_file(store);
    assert_int_equal(symlink(secret, escape), 0);
    return unlink(store);
}

static int remove_folders(void **state) {
    static const char *const names[] = {"store/games.db",
                                        "store/games.db-wal",
                                        "store/games.db-shm",
                                        "web/escape",
                                        "store",
                                        "web",
                                        ""};
    char path[128];
    (void)state;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        snprintf(path, sizeof path, "%s/%s", folder, names[i]);
        remove(path);
    }
    remove(secret);
    return remove(outside);
}

/* What a child found: 0 where all was as it must be, else the line of what was not. */
#define WANT(condition)                                                                            \
    do {                                                                                           \
        if (!(condition))                                                                          \
            return __LINE__ % 250 + 1;                                                             \
    } while (0)

static int in_child(int (*tries)(void)) {
    int status;
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0)
        _exit(tries());
    assert_int_equal(waitpid(child, &status, 0), child);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 255;
}

static bool enter(void) {
    ff_error error;
    return sandbox_enter(&(sandbox_paths){.store = store, .web = web}, &error);
}

static bool is_refused(const char *path, int flags) {
    int fd = open(path, flags, 0600);
    if (fd >= 0)
        close(fd);
    return fd < 0 && errno == EACCES;
}

static bool can_read(const char *path) {
    int fd = open(path, O_RDONLY);
    if (fd >= 0)
        close(fd);
    return fd >= 0;
}

static int try_files(void) {
    ff_error error;
    struct store *opened = store_open(store, &error);
    WANT(opened && can_read(secret) && can_read(escape) && enter());
    WANT(is_refused(secret, O_RDONLY) && is_refused(secret, O_WRONLY));
    WANT(is_refused(escape, O_RDONLY)); /* a link in the page's folder leads nowhere */
    WANT(is_refused("/etc/passwd", O_RDONLY) && is_refused("/tmp", O_RDONLY | O_DIRECTORY));
    WANT(is_refused("/tmp/flagfall-sandbox-new", O_WRONLY | O_CREAT));
    WANT(unlink(secret) == -1 && errno == EACCES);
    WANT(can_read(web) && is_refused("/proc/1/environ", O_RDONLY));
    store_close(opened);
    return 0;
}

/* SQLite opens its journals as they are needed, and another connection may come. */
static int try_store(void) {
    char notice[NOTICE_SIZE];
    ff_error error;
    struct store *opened = store_open(store, &error);
    WANT(opened && enter());
    WANT(store_set_notice(opened, "kept") && store_commit(opened));
    store_close(opened);
    opened = store_open(store, &error);
    WANT(opened && store_read_notice(opened, notice) && strcmp(notice, "kept") == 0);
    WANT(store_probe(opened));
    store_close(opened);
    return 0;
}

/* A statement that may have to take back what it has changed notes the pages as they were: when
 * these are many, in a file. So does a sort. */
static int try_much_in_a_statement(void) {
    static const char sql[] =
        "BEGIN; CREATE TABLE much (number INTEGER UNIQUE, bytes BLOB);"
        "WITH RECURSIVE one (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM one WHERE n < 1000)"
        " INSERT INTO much SELECT n, zeroblob(1000) FROM one;"
        "UPDATE much SET number = -number, bytes = zeroblob(500); ROLLBACK";
    ff_error error;
    struct store *opened = store_open(store, &error);
    WANT(opened && enter());
    WANT(sqlite3_exec(sqlite_of(opened), sql, NULL, NULL, NULL) == SQLITE_OK);
    store_close(opened);
    return 0;
}

static int try_programs(void) {
    char *const words[] = {"true", NULL};
    WANT(access("/bin/true", X_OK) == 0 && enter());
    WANT(execv("/bin/true", words) == -1 && errno == EACCES);
    return 0;
}

/* A listener of our own, so that what fails is the sandbox's. */
static bool listen_here(struct sockaddr_in *to) {
    socklen_t size = sizeof *to;
    int listener = socket(AF_INET, SOCK_STREAM, 0);
    *to = (struct sockaddr_in){.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    return listener >= 0 && bind(listener, (struct sockaddr *)to, size) == 0 &&
           listen(listener, 1) == 0 && getsockname(listener, (struct sockaddr *)to, &size) == 0;
}

static bool can_connect(const struct sockaddr_in *to) {
    int fd = socket(AF_INET, SOCK_STREAM, 0);
    return fd >= 0 && connect(fd, (const struct sockaddr *)to, sizeof *to) == 0;
}

static int try_network(void) {
    struct sockaddr_in to;
    WANT(listen_here(&to) && can_connect(&to) && enter());
    WANT(!can_connect(&to) && errno == EACCES);
    return 0;
}

/* A server that wakes people up connects to the ports of push services, and reads certificates. */
static int try_some_ports(void) {
    struct sockaddr_in service, other;
    ff_error error;
    WANT(listen_here(&service) && listen_here(&other));
    sandbox_paths paths = {.store = store, .connects = true, .authorities = secret, .ports = 1};
    paths.port[0] = ntohs(service.sin_port);
    WANT(sandbox_enter(&paths, &error));
    WANT(can_connect(&service) && can_read(secret));
    WANT(!can_connect(&other) && errno == EACCES);
    WANT(is_refused("/etc/passwd", O_RDONLY) && is_refused(secret, O_WRONLY));
    return 0;
}

static int try_signals(void) {
    pid_t parent = getppid();
    WANT(kill(parent, 0) == 0 && enter());
    WANT(kill(parent, 0) == -1 && errno == EPERM);
    WANT(kill(getpid(), 0) == 0);
    return 0;
}

static void *read_secret(void *found) {
    *(bool *)found = is_refused(secret, O_RDONLY);
    return NULL;
}

static int try_thread(void) {
    pthread_t thread;
    bool refused = false;
    WANT(enter() && pthread_create(&thread, NULL, read_secret, &refused) == 0);
    WANT(pthread_join(thread, NULL) == 0 && refused);
    return 0;
}

static void try_in_sandbox(int least, int (*tries)(void)) {
    if (version() < least) {
        print_message("skipped: this kernel's Landlock has version %d, not %d\n", version(), least);
        skip();
    }
    assert_int_equal(in_child(tries), 0);
}

static void no_file_can_be_reached_outside_its_folders(void **state) {
    (void)state;
    try_in_sandbox(1, try_files);
}

static void the_store_works_within(void **state) {
    (void)state;
    try_in_sandbox(1, try_store);
}

static void a_statement_may_change_much(void **state) {
    (void)state;
    try_in_sandbox(1, try_much_in_a_statement);
}

static void no_program_can_be_started(void **state) {
    (void)state;
    try_in_sandbox(1, try_programs);
}

static void threads_are_in_it_too(void **state) {
    (void)state;
    try_in_sandbox(1, try_thread);
}

static void no_connection_can_be_begun(void **state) {
    (void)state;
    try_in_sandbox(4, try_network);
}

static void connections_go_to_the_ports_of_push_services_alone(void **state) {
    (void)state;
    try_in_sandbox(4, try_some_ports);
}

static void other_processes_cannot_be_signalled(void **state) {
    (void)state;
    try_in_sandbox(6, try_signals);
}

static int enter_without_store(void) {
    ff_error error;
    WANT(!sandbox_enter(&(sandbox_paths){.store = "/nowhere/at/all.db"}, &error));
    WANT(error.message[0] && can_read(secret));
    return 0;
}

static void who_cannot_enter_says_why_and_is_as_before(void **state) {
    (void)state;
    assert_int_equal(in_child(enter_without_store), 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_file_can_be_reached_outside_its_folders),
        cmocka_unit_test(the_store_works_within),
        cmocka_unit_test(a_statement_may_change_much),
        cmocka_unit_test(no_program_can_be_started),
        cmocka_unit_test(threads_are_in_it_too),
        cmocka_unit_test(no_connection_can_be_begun),
        cmocka_unit_test(connections_go_to_the_ports_of_push_services_alone),
        cmocka_unit_test(other_processes_cannot_be_signalled),
        cmocka_unit_test(who_cannot_enter_says_why_and_is_as_before),
    };
    return cmocka_run_group_tests(tests, make_folders, remove_folders);
}
