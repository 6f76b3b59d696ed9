/* Games on a server, from what its stream tells: positions of a game played backwards. */
#include "tui/online/follow.h"

#include "flagfall/game.h"
#include "flagfall/notation.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

/* A random game, seen by Red: its views as they came. */
static void play(const char *edition, uint64_t seed, album *seen, ff_game *game) {
    ff_rng rng;
    ff_setup army;
    ff_view view;
    ff_move moves[FF_MOVES_MAX];
    const ff_edition *rules = ff_edition_find(ff_span_of(edition));
    ff_rng_seed(&rng, seed);
    for (int seat = FF_RED; seat <= FF_BLUE; seat++) {
        ff_setup_random(&army, rules, &rng);
        assert_true(ff_game_set_up(game, (ff_seat)seat, &army, NULL));
    }
    for (int ply = 0; ply < 300; ply++) {
        ff_game_view(game, FF_RED, false, &view);
        assert_true(album_put(seen, &view));
        ff_game_view(game, (ff_seat)view.turn, false, &view);
        size_t count = ff_view_moves(&view, moves);
        if (ff_game_is_over(game) || count == 0)
            break;
        ff_move move = moves[ff_rng_below(&rng, (uint32_t)count)];
        ff_game_move(game, (ff_seat)view.turn, FF_FROM(move), FF_TO(move));
    }
}

/* Whoever stood where, all own ranks and every rank that was known then are found again. */
static void assert_same_past(const album *seen, const album *found) {
    assert_int_equal(found->size, seen->size);
    for (size_t ply = 0; ply < seen->size; ply++) {
        const scene *a = &seen->scenes[ply], *b = &found->scenes[ply];
        assert_int_equal(a->turn, b->turn);
        assert_memory_equal(a->lost, b->lost, sizeof a->lost);
        assert_int_equal(a->last.move, b->last.move);
        for (int square = 0; square < FF_SQUARES; square++) {
            assert_int_equal(a->cell[square].seat, b->cell[square].seat);
            if (a->cell[square].rank != FF_HIDDEN)
                assert_int_equal(a->cell[square].rank, b->cell[square].rank);
        }
    }
}

static void earlier_positions_are_those_that_were_seen(void **state) {
    (void)state;
    static const char *const editions[] = {"tournament", "duel", "barrage"};
    for (int i = 0; i < 3; i++)
        for (uint64_t seed = 1; seed <= 5; seed++) {
            album seen = {0}, found = {0};
            ff_view view;
            ff_game *game = ff_game_new(ff_edition_find(ff_span_of(editions[i])), NULL);
            assert_non_null(game);
            play(editions[i], seed, &seen, game);
            ff_game_view(game, FF_RED, false, &view);
            size_t last = seen.size - 1;
            assert_true(follow_rewind(&found, &seen.scenes[last], view.events, last));
            assert_same_past(&seen, &found);
            album_free(&seen);
            album_free(&found);
            ff_game_free(game);
        }
}

static void assert_line(const char *line, follow_state expected) {
    follow f = {.language = FF_ENGLISH};
    assert_int_equal(follow_line(&f, ff_span_of(line), 0), expected);
    follow_free(&f);
}

/* A game where Blue's scout on a7, which has moved, and its bomb on b7, which has not, are known.
 */
static void follow_known(follow *f, const char *terms, const char *phase) {
    ff_buffer line = {0};
    char board[FF_SQUARES + 1];
    const ff_edition *edition = ff_edition_find(ff_span_of("tournament"));
    for (int i = 0; i < edition->files * edition->rows; i++)
        board[i] = edition->lake[FF_SQUARE(i % edition->files, i / edition->files)] ? '_' : 'A';
    board[edition->files * edition->rows] = '\0';
    memcpy(board, "GM", 2);
    memcpy(board + 6 * edition->files, "pn", 2);
    ff_buffer_format(&line,
                     "{\"type\":\"gameFull\",\"game\":\"one\",\"edition\":\"tournament\","
                     "\"phase\":\"%s\",\"seat\":\"red\",\"terms\":%s,\"view\":{\"board\":\"%s\","
                     "\"turn\":\"blue\",\"plies\":3,\"first\":0,\"events\":[{\"move\":\"b1-b2\"},"
                     "{\"move\":\"a8-a7\"},{\"move\":\"b2-b1\"}]}}",
                     phase, terms, board);
    f->language = FF_ENGLISH;
    assert_int_equal(follow_line(f, (ff_span){line.data, line.size}, 0), FOLLOW_GOES_ON);
    ff_buffer_free(&line);
}

static ff_cell cell_of(const follow *f, const char *square) {
    unsigned at;
    assert_int_equal(ff_square_parse(ff_span_of(square), &at), 2);
    return f->table.view.cell[at];
}

static void what_a_games_terms_hide_is_hidden(void **state) {
    (void)state;
    follow usual = {0}, bare = {0}, over = {0};
    follow_known(&usual, "{\"remember\":true,\"hints\":true}", "play");
    assert_int_equal(cell_of(&usual, "a7").rank, FF_SCOUT);
    assert_false(usual.table.no_hints);
    follow_known(&bare, "{\"remember\":false,\"hints\":false}", "play");
    assert_true(bare.table.no_hints);
    assert_int_equal(cell_of(&bare, "a7").rank, FF_HIDDEN);
    assert_true(cell_of(&bare, "a7").moved);
    assert_int_equal(cell_of(&bare, "b7").rank, FF_HIDDEN);
    assert_false(cell_of(&bare, "b7").moved);
    assert_int_equal(cell_of(&bare, "a1").rank, cell_of(&usual, "a1").rank);
    follow_known(&over, "{\"remember\":false}", "over");
    assert_int_equal(cell_of(&over, "b7").rank, FF_BOMB);
    follow_free(&usual);
    follow_free(&bare);
    follow_free(&over);
}

static void lines_of_another_kind_do_no_harm(void **state) {
    (void)state;
    assert_line("", FOLLOW_GOES_ON);
    assert_line("{", FOLLOW_GOES_ON);
    assert_line("[1, 2]", FOLLOW_GOES_ON);
    assert_line("{\"type\":\"chatLine\"}", FOLLOW_GOES_ON);
    assert_line("{\"type\":\"gameState\"}", FOLLOW_GOES_ON); /* nothing to which it belongs */
    assert_line("{\"type\":\"gameFull\"}", FOLLOW_UNKNOWN);
    assert_line("{\"type\":\"gameFull\",\"edition\":\"duel\"}", FOLLOW_GOES_ON);
    assert_line("{\"type\":\"gameFull\",\"edition\":\"duel\",\"phase\":\"play\",\"view\":"
                "{\"first\":7,\"events\":[],\"plies\":7}}",
                FOLLOW_LOST);
    assert_line("{\"type\":\"gameFull\",\"edition\":\"duel\",\"phase\":\"play\",\"view\":"
                "{\"events\":[{\"move\":\"z9-z8\"}],\"plies\":1,\"board\":\"\\u00e9zz\"}}",
                FOLLOW_LOST);
    assert_line("{\"type\":\"gameFull\",\"edition\":\"duel\",\"phase\":\"play\",\"view\":"
                "{\"plies\":0,\"board\":7,\"lost\":{\"red\":{\"?\":900}},\"moves\":[4,\"x\"]}}",
                FOLLOW_GOES_ON);
}

#define GAME(type, id, seat)                                                                       \
    "{\"type\":\"" type "\",\"game\":\"" id                                                        \
    "\",\"edition\":\"duel\",\"phase\":\"setup\",\"seat\":\"" seat                                 \
    "\",\"red\":{\"kind\":\"guest\"},\"blue\":{\"kind\":\"computer\",\"name\":\"level:1\"}}"
#define SAID(id, time, text)                                                                       \
    "{\"type\":\"chatLine\",\"game\":\"" id                                                        \
    "\",\"from\":\"blue\",\"username\":\"Vera\",\"time\":" time ",\"text\":\"" text "\"}"

static void take(follow *f, const char *line) {
    assert_int_equal(follow_line(f, ff_span_of(line), 0), FOLLOW_GOES_ON);
}

static void a_rematch_takes_the_place_of_the_game_before_it(void **state) {
    (void)state;
    follow f = {.language = FF_ENGLISH};
    take(&f, GAME("gameFull", "one", "red"));
    assert_true(f.table.computer);
    take(&f, SAID("one", "5", "well played"));
    take(&f, GAME("gameState", "two", "blue"));
    assert_string_equal(f.table.id, "two");
    assert_int_equal(f.table.seat, FF_BLUE);
    assert_int_equal(f.chat.size, 0);
    take(&f, GAME("gameState", "one", "red")); /* news of the game that was left */
    take(&f, SAID("one", "6", "again?"));
    assert_string_equal(f.table.id, "two");
    assert_int_equal(f.chat.size, 0);
    follow_free(&f);
}

static void whose_clock_stands_for_a_vacation_is_known(void **state) {
    (void)state;
    follow f = {.language = FF_ENGLISH};
    take(&f, "{\"type\":\"gameFull\",\"game\":\"one\",\"edition\":\"duel\",\"phase\":\"setup\","
             "\"seat\":\"red\",\"red\":{\"kind\":\"guest\",\"vacation\":false},"
             "\"blue\":{\"kind\":\"account\",\"name\":\"Vera\",\"vacation\":true}}");
    assert_true(f.table.vacation[FF_BLUE] && !f.table.vacation[FF_RED]);
    take(&f, GAME("gameState", "one", "red"));
    assert_false(f.table.vacation[FF_BLUE]);
    follow_free(&f);
}

static void what_is_said_again_when_a_stream_is_opened_again_is_not_told_twice(void **state) {
    (void)state;
    follow f = {.language = FF_ENGLISH};
    for (int times = 0; times < 2; times++) {
        take(&f, GAME("gameFull", "one", "red"));
        take(&f, SAID("one", "5", "hello"));
        take(&f, SAID("one", "5", "there"));
    }
    take(&f, SAID("one", "7", "hello"));
    assert_string_equal(f.chat.data, "Vera: hello\nVera: there\nVera: hello\n");
    follow_free(&f);
}

enum { MS = 1000000 }; /* in ns */

static void hear_at(follow *f, uint64_t now_ms, follow_state expected, const char *line) {
    assert_int_equal(follow_line(f, ff_span_of(line), now_ms * MS), expected);
}

static int64_t left_at(const follow *f, uint64_t now_ms) {
    return table_left_ms(&f->table, FF_RED, now_ms * MS);
}

static void clocks_stand_while_the_server_can_store_nothing(void **state) {
    (void)state;
    follow f = {.language = FF_ENGLISH};
    const char *game = "{\"type\":\"gameFull\",\"game\":\"one\",\"edition\":\"duel\","
                       "\"phase\":\"setup\",\"seat\":\"red\",\"clock\":{\"red\":60000,"
                       "\"blue\":60000,\"free\":0,\"running\":[\"red\"]}}";
    hear_at(&f, 100000, FOLLOW_GOES_ON, game);
    hear_at(&f, 103000, FOLLOW_CLOCKS,
            "{\"type\":\"outage\",\"on\":true,\"now\":9500,\"began\":8500,\"ended\":null}");
    assert_true(f.table.outage);
    assert_int_equal(left_at(&f, 103000), 58000); /* it has stood for a second already */
    assert_int_equal(left_at(&f, 900000), 58000);
    hear_at(&f, 110000, FOLLOW_CLOCKS,
            "{\"type\":\"outage\",\"on\":false,\"now\":16500,\"began\":8500,\"ended\":21500}");
    assert_false(f.table.outage);
    assert_int_equal(left_at(&f, 115000), 58000);
    assert_int_equal(left_at(&f, 118000), 55000);
    /* Another gap, before the game is told again: nothing is charged of either. */
    hear_at(&f, 120000, FOLLOW_CLOCKS,
            "{\"type\":\"outage\",\"on\":true,\"now\":26500,\"began\":26500,\"ended\":null}");
    assert_int_equal(left_at(&f, 130000), 53000);
    /* A stream that begins tells it behind the game, where it is so; of this gap the end was not
     * heard. */
    hear_at(&f, 140000, FOLLOW_GOES_ON, game);
    assert_false(f.table.outage);
    assert_int_equal(left_at(&f, 150000), 50000);
    follow_free(&f);
}

static void moments_that_no_server_can_mean_do_no_harm(void **state) {
    (void)state;
    follow f = {.language = FF_ENGLISH};
    hear_at(&f, 1000, FOLLOW_CLOCKS,
            "{\"type\":\"outage\",\"on\":true,\"now\":9223372036854775807,"
            "\"began\":-9223372036854775807,\"ended\":-9223372036854775807}");
    hear_at(&f, 1000, FOLLOW_CLOCKS,
            "{\"type\":\"outage\",\"on\":1,\"now\":-9223372036854775807,"
            "\"began\":9223372036854775807,\"ended\":\"never\"}");
    assert_false(f.table.outage);
    hear_at(&f, 1000, FOLLOW_CLOCKS, "{\"type\":\"outage\"}");
    follow_free(&f);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(clocks_stand_while_the_server_can_store_nothing),
        cmocka_unit_test(moments_that_no_server_can_mean_do_no_harm),
        cmocka_unit_test(earlier_positions_are_those_that_were_seen),
        cmocka_unit_test(what_a_games_terms_hide_is_hidden),
        cmocka_unit_test(lines_of_another_kind_do_no_harm),
        cmocka_unit_test(a_rematch_takes_the_place_of_the_game_before_it),
        cmocka_unit_test(whose_clock_stands_for_a_vacation_is_known),
        cmocka_unit_test(what_is_said_again_when_a_stream_is_opened_again_is_not_told_twice),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
