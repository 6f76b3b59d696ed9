/* Any bytes as a file of puzzles: each line is refused with a reason, or is a puzzle that is
 * written again as it was understood. */
#include "fuzz.h"

#include "puzzle/puzzle.h"

static void must_come_back(const puzzle *p) {
    ff_buffer first = {0}, second = {0};
    puzzle again;
    ff_error error;
    puzzle_write(p, &first);
    MUST(puzzle_read((ff_span){first.data, first.size}, &again, &error));
    puzzle_write(&again, &second);
    must_be_same(&first, &second);
    ff_buffer_free(&first);
    ff_buffer_free(&second);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    puzzle_reader reader;
    puzzle_line line;
    puzzle p;
    uint64_t game;
    ff_error error;
    puzzle_reader_init(&reader, (ff_span){(const char *)data, size});
    while ((line = puzzle_reader_next(&reader, &p, &game, &error)) != PUZZLE_LINE_END) {
        if (line == PUZZLE_LINE_PUZZLE)
            must_come_back(&p);
        else if (line == PUZZLE_LINE_ERROR)
            must_be_told(&error);
    }
    return 0;
}
