/* Games from lists of pieces; a list that is wrong fails the test. */
#include "board.h"

#include <ctype.h>
#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

unsigned square_at(const char *name) {
    unsigned square = FF_OFF_BOARD;
    assert_int_equal(ff_square_parse(ff_span_of(name), &square), strlen(name));
    return square;
}

/* The seat and rank of a letter, either case. */
static void put_letter(ff_position *position, unsigned square, char letter) {
    for (int seat = FF_RED; seat <= FF_BLUE; seat++)
        for (int rank = FF_SPY; rank < FF_RANKS; rank++)
            if (ff_piece_letter((ff_seat)seat, (ff_rank)rank) == toupper((unsigned char)letter)) {
                ff_position_put(position, (int)square, (ff_seat)seat, (ff_rank)rank);
                return;
            }
    fail_msg("no piece has the letter %c", letter);
}

/* The next word of a text, empty at its end. */
static const char *next_word(const char *text, char word[16]) {
    text += strspn(text, " ");
    size_t size = strcspn(text, " ");
    assert_true(size < 16);
    memcpy(word, text, size);
    word[size] = '\0';
    return text + size;
}

ff_game *game_with(const ff_edition *edition, const ff_options *options, const char *pieces) {
    ff_position position;
    bool known[FF_SQUARES] = {false};
    char word[16];
    ff_position_clear(&position);
    for (pieces = next_word(pieces, word); word[0]; pieces = next_word(pieces, word)) {
        unsigned square = square_at(word + 1);
        put_letter(&position, square, word[0]);
        known[square] = islower((unsigned char)word[0]);
    }
    ff_game *game = ff_game_from(edition, options, &position, known);
    assert_non_null(game);
    return game;
}

static const ff_edition *edition_of(const char *id) {
    const ff_edition *edition = ff_edition_find(ff_span_of(id));
    assert_non_null(edition);
    return edition;
}

ff_game *game_on(const char *edition, const char *pieces) {
    return game_with(edition_of(edition), NULL, pieces);
}

ff_game *game_random(const char *edition, uint64_t seed) {
    ff_rng rng;
    ff_rng_seed(&rng, seed);
    ff_game *game = ff_game_new(edition_of(edition), NULL);
    assert_non_null(game);
    for (int seat = FF_RED; seat <= FF_BLUE; seat++) {
        ff_setup setup;
        ff_setup_random(&setup, edition_of(edition), &rng);
        assert_true(ff_game_set_up(game, (ff_seat)seat, &setup, NULL));
    }
    return game;
}

ff_reason play(ff_game *game, const char *move) {
    unsigned from, to;
    assert_true(ff_move_parse(ff_span_of(move), &from, &to, NULL));
    ff_view view = view_for(game, FF_NOBODY);
    return ff_game_move(game, (ff_seat)view.turn, from, to);
}

void play_all(ff_game *game, const char *moves) {
    char word[16];
    for (moves = next_word(moves, word); word[0]; moves = next_word(moves, word)) {
        ff_reason reason = play(game, word);
        if (reason != FF_LEGAL)
            fail_msg("%s is refused: %s", word, ff_reason_word(reason));
    }
}

ff_view view_for(const ff_game *game, ff_seat viewer) {
    ff_view view;
    ff_game_view(game, viewer, false, &view);
    return view;
}

ff_view memory_view_for(const ff_game *game, ff_seat viewer) {
    ff_view view;
    ff_game_view(game, viewer, true, &view);
    return view;
}

ff_cell cell_at(const ff_view *view, const char *square) {
    return view->cell[square_at(square)];
}
