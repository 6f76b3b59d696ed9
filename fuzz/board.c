/* Any bytes as a board, a set-up, a move and a square, of the edition that the
 * first byte chooses. */
#include "fuzz.h"

#include <string.h>

static void board_try(ff_span text, const ff_edition *edition) {
    ff_position position, again;
    bool known[FF_SQUARES], known_again[FF_SQUARES];
    char written[FF_SQUARES + 1];
    ff_error error;
    if (!ff_board_parse(text, edition, &position, known, &error)) {
        must_be_told(&error);
        MUST(error.column > 0 && error.column <= text.size + 1);
        return;
    }
    ff_board_write(edition, &position, known, written);
    MUST(strlen(written) == text.size);
    for (size_t i = 0; i < text.size; i++)
        MUST(written[i] == (text.data[i] == 'a' ? 'A' : text.data[i]));
    MUST(ff_board_parse(ff_span_of(written), edition, &again, known_again, &error));
    MUST(memcmp(known, known_again, sizeof known) == 0);
}

static void setup_try(ff_span text, const ff_edition *edition) {
    ff_setup setup;
    ff_error error = {0};
    char written[FF_ZONE_MAX + 1];
    if (ff_setup_parse(text, edition, &setup, &error) != FF_SETUP_OK) {
        must_be_told(&error);
        return;
    }
    ff_setup_write(&setup, edition, written);
    MUST(ff_span_equals(text, written));
}

static void move_try(ff_span text) {
    unsigned from = 0, to = 0, square = 0;
    ff_error error;
    size_t used = ff_square_parse(text, &square);
    MUST(used <= text.size && used != 1);
    MUST(used == 0 || square < FF_SQUARES || square == FF_OFF_BOARD);
    if (!ff_move_parse(text, &from, &to, &error)) {
        must_be_told(&error);
        MUST(error.column > 0 && error.column <= text.size + 1);
        return;
    }
    char written[FF_MOVE_TEXT];
    unsigned from_again, to_again;
    if (from == FF_OFF_BOARD || to == FF_OFF_BOARD)
        return;
    ff_move_write(FF_MOVE(from, to), false, written);
    MUST(ff_move_parse(ff_span_of(written), &from_again, &to_again, &error));
    MUST(from == from_again && to == to_again);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (size == 0)
        return 0;
    const ff_edition *edition = ff_edition_at(data[0] % ff_edition_count());
    ff_span text = {(const char *)data + 1, size - 1};
    board_try(text, edition);
    setup_try(text, edition);
    move_try(text);
    return 0;
}
