/* The puzzles in memory: lines in one text, and an array of who stands where in it. Kept as lines,
 * a puzzle takes some hundred bytes; read, it would take as many kilobytes. What must hold between
 * calls: entries are in the order of their names, each once. */
#include "server/puzzles/puzzle_shelf.h"

#include "base/array.h"
#include "server/http/assets.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

typedef struct shelf_entry {
    uint64_t id;
    size_t begin, size; /* of its line, in `lines` */
} shelf_entry;

struct puzzle_shelf {
    ff_buffer lines;
    shelf_entry *entry;
    size_t count, room;
};

puzzle_shelf *puzzle_shelf_new(void) {
    return calloc(1, sizeof(puzzle_shelf));
}

void puzzle_shelf_free(puzzle_shelf *shelf) {
    if (!shelf)
        return;
    ff_buffer_free(&shelf->lines);
    free(shelf->entry);
    free(shelf);
}

static bool add(puzzle_shelf *shelf, const puzzle *p) {
    shelf_entry *entry = array_with_room(shelf->entry, shelf->count, &shelf->room, sizeof *entry);
    if (!entry)
        return false;
    shelf->entry = entry;
    size_t begin = shelf->lines.size;
    puzzle_write(p, &shelf->lines);
    shelf->entry[shelf->count++] = (shelf_entry){puzzle_id(p), begin, shelf->lines.size - begin};
    return !shelf->lines.failed;
}

/* Of two of one name the one that came first. */
static int by_id(const void *a, const void *b) {
    const shelf_entry *left = a, *right = b;
    if (left->id != right->id)
        return left->id < right->id ? -1 : 1;
    return left->begin < right->begin ? -1 : left->begin > right->begin;
}

/* The texts of those that are left out stay in `lines`: nobody finds them there. */
static void put_in_order(puzzle_shelf *shelf) {
    size_t kept = 0;
    if (shelf->count == 0)
        return;
    qsort(shelf->entry, shelf->count, sizeof *shelf->entry, by_id);
    for (size_t i = 1; i < shelf->count; i++)
        if (shelf->entry[i].id != shelf->entry[kept].id)
            shelf->entry[++kept] = shelf->entry[i];
    shelf->count = kept + 1;
}

/* Lines are written anew and not copied, so that a shelf holds each puzzle in one way however its
 * file spells it. Entries are in disorder after a failure: a server with such a file does not
 * start. */
bool puzzle_shelf_add(puzzle_shelf *shelf, ff_span text, ff_error *error) {
    puzzle_reader reader;
    puzzle_line line;
    puzzle p;
    uint64_t game;
    puzzle_reader_init(&reader, text);
    while ((line = puzzle_reader_next(&reader, &p, &game, error)) != PUZZLE_LINE_END) {
        if (line == PUZZLE_LINE_ERROR)
            return false;
        if (line != PUZZLE_LINE_PUZZLE)
            continue;
        if (shelf->count == PUZZLE_SHELF_MOST)
            return ff_fail(error, FF_ERROR_UNSUPPORTED, reader.line, 1,
                           "a server has %d puzzles at most", PUZZLE_SHELF_MOST);
        if (!add(shelf, &p))
            return ff_fail(error, FF_ERROR_NO_MEMORY, 0, 0, "out of memory");
    }
    put_in_order(shelf);
    return true;
}

bool puzzle_shelf_add_own(puzzle_shelf *shelf, ff_error *error) {
    static const char stem[] = "puzzles-", end[] = ".txt";
    for (const server_asset *at = server_assets; at->name; at++) {
        size_t size = strlen(at->name);
        if (strncmp(at->name, stem, sizeof stem - 1) == 0 && size > sizeof end &&
            strcmp(at->name + size - (sizeof end - 1), end) == 0)
            return puzzle_shelf_add(shelf, (ff_span){(const char *)at->data, at->size}, error);
    }
    return true;
}

size_t puzzle_shelf_count(const puzzle_shelf *shelf) {
    return shelf->count;
}

uint64_t puzzle_shelf_id(const puzzle_shelf *shelf, size_t index) {
    assert(index < shelf->count);
    return shelf->entry[index].id;
}

static int compare_id(const void *id, const void *entry) {
    uint64_t wanted = *(const uint64_t *)id, its = ((const shelf_entry *)entry)->id;
    return (wanted > its) - (wanted < its);
}

bool puzzle_shelf_place(const puzzle_shelf *shelf, uint64_t id, size_t *place) {
    const shelf_entry *found = shelf->count > 0 ? bsearch(&id, shelf->entry, shelf->count,
                                                          sizeof *shelf->entry, compare_id)
                                                : NULL;
    if (found)
        *place = (size_t)(found - shelf->entry);
    return found;
}

bool puzzle_shelf_find(const puzzle_shelf *shelf, uint64_t id, puzzle *p) {
    size_t place;
    if (!puzzle_shelf_place(shelf, id, &place))
        return false;
    const shelf_entry *at = &shelf->entry[place];
    return puzzle_read((ff_span){shelf->lines.data + at->begin, at->size}, p, NULL);
}
