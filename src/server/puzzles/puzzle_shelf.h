/* The puzzles that a server has: those that come with the page, and those of the host's file. In
 * memory, read once; each is kept as its line and read again when it is asked. */
#ifndef FLAGFALL_SERVER_PUZZLES_PUZZLE_SHELF_H
#define FLAGFALL_SERVER_PUZZLES_PUZZLE_SHELF_H

#include "puzzle/puzzle.h"

enum { PUZZLE_SHELF_MOST = 100000 };

typedef struct puzzle_shelf puzzle_shelf;

/* Null when memory is out. */
puzzle_shelf *puzzle_shelf_new(void);
void puzzle_shelf_free(puzzle_shelf *shelf);

/* Adds the puzzles of a file's text; of two of one name the first stays. False with the line where
 * it cannot be read. */
bool puzzle_shelf_add(puzzle_shelf *shelf, ff_span text, ff_error *error);

/* Adds those that come with the page, which a page without offline play has not. */
bool puzzle_shelf_add_own(puzzle_shelf *shelf, ff_error *error);

/* Their names, in order. */
size_t puzzle_shelf_count(const puzzle_shelf *shelf);
uint64_t puzzle_shelf_id(const puzzle_shelf *shelf, size_t index);

/* False where there is none of that name. */
bool puzzle_shelf_place(const puzzle_shelf *shelf, uint64_t id, size_t *place);
bool puzzle_shelf_find(const puzzle_shelf *shelf, uint64_t id, puzzle *p);

#endif
