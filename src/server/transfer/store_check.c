/* The file is looked at as its engine sees it, then each game as a player would have it. A game
 * is read in one transaction, so that a server that writes meanwhile does not make it look
 * damaged. SQLite's own look at the whole file is one long transaction: what a server writes
 * meanwhile stays in its journal, which grows until the look is over. */
#define _POSIX_C_SOURCE 200809L

#include "server/transfer/store_check.h"

#include "server/store/store_open.h"
#include "server/store/store_parts.h"

#include <errno.h>
#include <fcntl.h>
#include <sodium.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { PROGRESS_EVERY = 1000 }; /* games */

typedef struct checking {
    struct store *store;
    const store_check_hears *hears;
    store_report *report;
} checking;

static void tell(const checking *at, const char *line) {
    at->report->problems++;
    at->hears->problem(at->hears->context, line);
}

static void tell_of_file(void *context, const char *problem) {
    char line[640];
    snprintf(line, sizeof line, "file problem=\"%s\"", problem);
    tell(context, line);
}

static const char *fault_of(const checking *at, int64_t number, store_game *game) {
    store_answer answer = store_find_number(at->store, number, game);
    if (answer == STORE_DAMAGED)
        return "row";
    if (answer == STORE_FAILED)
        return "store";
    return answer == STORE_FOUND ? at->hears->inspect(at->store, game) : NULL;
}

/* Would nobody find it by its id? */
static const char *index_fault_of(const checking *at, const store_game *game) {
    store_game again;
    if (!game->id[0])
        return NULL; /* deleted since it was listed */
    store_answer found = store_find_game(at->store, ff_span_of(game->id), &again);
    if (found == STORE_FAILED)
        return "store";
    return found == STORE_FOUND && again.number == game->number ? NULL : "index";
}

/* Where the store has failed or memory is out, nothing is known of the game: that is a problem, and
 * no damage. */
static void check_game(const checking *at, int64_t number) {
    store_game game;
    char line[128];
    at->store->engine->execute(at->store, at->store->engine->begin_reading);
    const char *fault = fault_of(at, number, &game);
    if (!fault)
        fault = index_fault_of(at, &game);
    at->store->engine->execute(at->store, "COMMIT");
    at->report->games++;
    if (!fault)
        return;
    at->report->damaged += strcmp(fault, "store") != 0 && strcmp(fault, "memory") != 0;
    if (game.id[0])
        snprintf(line, sizeof line, "game=%s problem=%s", game.id, fault);
    else
        snprintf(line, sizeof line, "game=? number=%lld problem=%s", (long long)number, fault);
    tell(at, line);
}

/* The next game's number, 0 where there is none. */
static int64_t next_number(const checking *at, struct statement *next, int64_t number) {
    int64_t found = 0;
    char line[160];
    store_bind_number(next, 1, number);
    store_answer answer = store_step(at->store, next, "listing games");
    if (answer == STORE_FOUND)
        found = store_column_number(next, 0);
    else if (answer == STORE_FAILED) {
        snprintf(line, sizeof line, "file problem=\"no game after number %lld can be listed\"",
                 (long long)number);
        tell(at, line);
    }
    store_reset(next);
    return found;
}

/* Games are listed one by one, each by a look of its own: a list that is open while games are read
 * would hold one state of the file, and a server's journal would grow as long as the check takes.
 */
static void check_games(const checking *at) {
    static const char sql[] = "SELECT number FROM game WHERE number > ?1 ORDER BY number LIMIT 1";
    struct statement *next = store_prepare(at->store, sql);
    if (!next)
        return tell(at, "file problem=\"games cannot be listed\"");
    for (int64_t number = 0; (number = next_number(at, next, number)) != 0;) {
        check_game(at, number);
        if (at->hears->progress && at->report->games % PROGRESS_EVERY == 0)
            at->hears->progress(at->hears->context, at->report->games);
    }
    store_finalize(next);
}

bool store_check(const char *path, const store_check_hears *hears, store_report *report,
                 ff_error *error) {
    *report = (store_report){0};
    struct store *store = sodium_init() < 0 ? NULL : store_open_reader(path, error);
    checking at = {store, hears, report};
    if (!store)
        return false;
    store->engine->check(store, tell_of_file, &at);
    check_games(&at);
    store_close(store);
    return true;
}

/* ---- backups ---- */

/* The copy was written through another descriptor; what the system still holds of it goes to the
 * disk all the same. */
static bool reach_disk(const char *path) {
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    bool good = fd >= 0 && fsync(fd) == 0;
    if (fd >= 0)
        close(fd);
    return good;
}

/* Under a name that is not there yet, until it is whole: a link takes no other's place. */
bool store_back_up(const char *path, const char *copy, const store_check_hears *hears,
                   store_report *report, ff_error *error) {
    char part[4096];
    if (snprintf(part, sizeof part, "%s-part", copy) >= (int)sizeof part)
        return ff_fail(error, FF_ERROR_RANGE, 0, 0, "the name is too long");
    if (access(copy, F_OK) == 0 || access(part, F_OK) == 0)
        return ff_fail(error, FF_ERROR_CONFLICT, 0, 0,
                       "the file, or one of that name and '-part', exists");
    bool good = engine_of(path)->copy(path, part, error) && store_check(part, hears, report, error);
    if (good && (!reach_disk(part) || link(part, copy) != 0))
        good = ff_fail(error, FF_ERROR_SYSTEM, 0, 0, "%s", strerror(errno));
    unlink(part);
    return good;
}
