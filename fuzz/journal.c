/* A journal of a match: any bytes in its file. What no game can be read from is stepped over. */
#include "arena/journal.h"
#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    ff_span text = {(const char *)data, size}, match;
    match_game game;
    size_t offset = 0;
    stopwatch *watch = calloc(2, sizeof *watch);
    MUST(watch);
    if (journal_open(text, &match, &offset)) {
        size_t last = offset;
        do {
            MUST(offset >= last && offset <= size);
            while (journal_read(text, &offset, &game, watch)) {
                MUST(offset <= size);
                MUST(game.record.size <= size);
            }
            last = offset;
        } while (journal_skip(text, &offset));
    }
    free(watch);
    return 0;
}
