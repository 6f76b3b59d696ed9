/* The store of a hub_world as it was at one moment, to go back to as often as one likes:
 * for the fuzz target, which needs the same world some hundred times a second, and where
 * opening a store anew (its migrations, a hundred statements) cost more than all that is
 * tested.
 *
 * The store's memory is SQLite's own (sqlite3_deserialize). Going back copies the image
 * over it: that takes the file's change counter back too, which SQLite compares whenever
 * it takes a lock, so it forgets its pages but neither schema nor statements. What must
 * hold: no transaction is open, no statement is being stepped, and where the counter is the
 * image's so is everything else. */
#ifndef TESTS_HUB_SNAPSHOT_H
#define TESTS_HUB_SNAPSHOT_H

#include "server/database/sqlite.h"

#include <assert.h>
#include <string.h>

typedef struct hub_snapshot {
    unsigned char *image;
    size_t size;
} hub_snapshot;

/* ---- a disk that fails ---- */

/* SQLite's methods for the store's memory, and how many reads and writes of it still
 * succeed; after the one that fails they do again. -1: all do. */
static sqlite3_io_methods snapshot_disk;
static const sqlite3_io_methods *snapshot_memory;
static int snapshot_fuel = -1;
static bool snapshot_has_failed; /* since the last snapshot_restore */

static inline void snapshot_fail_after(int reads_and_writes) {
    snapshot_fuel = reads_and_writes;
}

static inline bool snapshot_fails(void) {
    bool fails = snapshot_fuel >= 0 && snapshot_fuel-- == 0;
    snapshot_has_failed |= fails;
    return fails;
}

static inline int snapshot_read(sqlite3_file *file, void *to, int size, sqlite3_int64 at) {
    return snapshot_fails() ? SQLITE_IOERR_READ : snapshot_memory->xRead(file, to, size, at);
}

static inline int snapshot_write(sqlite3_file *file, const void *from, int size, sqlite3_int64 at) {
    return snapshot_fails() ? SQLITE_IOERR_WRITE : snapshot_memory->xWrite(file, from, size, at);
}

/* Puts them between SQLite and the memory; with few pages kept, so that it reads often. None is
 * written before its commit (cache_spill): a store in memory has its journal in memory, and where
 * such an early write fails SQLite gives that journal up, and nothing takes back what has been
 * written. The log of a real store (WAL) needs no taking back. */
static inline bool snapshot_make_disk(struct store *store) {
    static const char few_pages[] = "PRAGMA cache_size = 10; PRAGMA cache_spill = OFF";
    sqlite3_file *file = NULL;
    if (sqlite3_file_control(sqlite_of(store), "main", SQLITE_FCNTL_FILE_POINTER, &file) !=
            SQLITE_OK ||
        sqlite3_exec(sqlite_of(store), few_pages, NULL, NULL, NULL) != SQLITE_OK)
        return false;
    snapshot_memory = file->pMethods;
    snapshot_disk = *snapshot_memory;
    snapshot_disk.xRead = snapshot_read;
    snapshot_disk.xWrite = snapshot_write;
    file->pMethods = &snapshot_disk;
    return true;
}

/* ---- there and back ---- */

/* The bytes of the store, where they are: SQLite gives them only of its own methods. */
static inline unsigned char *snapshot_live(const struct store *store, size_t *size) {
    sqlite3_int64 bytes = 0;
    sqlite3_file *file = NULL;
    sqlite3_file_control(sqlite_of(store), "main", SQLITE_FCNTL_FILE_POINTER, &file);
    file->pMethods = snapshot_memory;
    unsigned char *live =
        sqlite3_serialize(sqlite_of(store), "main", &bytes, SQLITE_SERIALIZE_NOCOPY);
    file->pMethods = &snapshot_disk;
    *size = (size_t)bytes;
    return live;
}

/* Keeps the store as it is, for as long as the program runs. False where memory is out. */
static inline bool snapshot_take(hub_snapshot *snapshot, struct store *store) {
    sqlite3_int64 size = 0;
    unsigned char *own = sqlite3_serialize(sqlite_of(store), "main", &size, 0);
    snapshot->image = own ? sqlite3_malloc64((sqlite3_uint64)size) : NULL;
    snapshot->size = (size_t)size;
    if (!snapshot->image)
        return false;
    memcpy(snapshot->image, own, snapshot->size);
    return sqlite3_deserialize(sqlite_of(store), "main", own, size, size,
                               SQLITE_DESERIALIZE_FREEONCLOSE | SQLITE_DESERIALIZE_RESIZEABLE) ==
               SQLITE_OK &&
           snapshot_make_disk(store);
}

/* How often anything has been committed, from the header of the file. */
static inline uint32_t snapshot_commits(const struct store *store) {
    size_t size;
    const unsigned char *live = snapshot_live(store, &size);
    assert(live && size >= 100);
    return (uint32_t)live[24] << 24 | (uint32_t)live[25] << 16 | (uint32_t)live[26] << 8 | live[27];
}

/* Everything is as it was when the snapshot was taken. */
static inline void snapshot_restore(const hub_snapshot *snapshot, struct store *store) {
    size_t size;
    assert(sqlite3_get_autocommit(sqlite_of(store)));
    unsigned char *live = snapshot_live(store, &size);
    assert(live && size >= snapshot->size);
    bool committed = memcmp(live + 24, snapshot->image + 24, 4) != 0;
    /* A batch that could not be stored has left nothing. */
    assert(committed || !snapshot_has_failed || memcmp(live, snapshot->image, snapshot->size) == 0);
    if (committed)
        memcpy(live, snapshot->image, snapshot->size);
    snapshot_has_failed = false;
    store->spoilt = false;
    store->working = true;
}

#endif
