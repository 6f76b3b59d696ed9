/* Perft: how many sequences of so many plies there are, the recorded numbers
 * against the library, and against the oracle as deep as it is quick. */
#include "case_words.h"
#include "umpire.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

enum { DEPTHS = 8, ORACLE_NODES = 6000 };

typedef struct perft_row {
    const char *name;
    const char *edition;
    const char *board;
    ff_seat turn;
    const char *before; /* moves played first, so that there is a past to look at */
    unsigned depths;
    uint64_t nodes[DEPTHS];
} perft_row;

/* The first row is OpenSpiel's yorktown, whose numbers are published; the others
 * were counted by both umpires. */
static const perft_row ROWS[] = {
    {"yorktown",
     "ucc",
     "FEBMBEFEEFBGIBHIBEDBGJDDDHCGJGDHDLIFKDDHAA__AA__AAAA__AA__"
     "AASTQQNSQPTSUPWPVRPXPURNQONNQSNVPTNQRRTYUP",
     FF_RED,
     "",
     5,
     {10, 50, 636, 5974, 84021}},
    {"yorktown, Blue first",
     "tournament",
     "FEBMBEFEEFBGIBHIBEDBGJDDDHCGJGDHDLIFKDDHAA__AA__AAAA__AA__"
     "AASTQQNSQPTSUPWPVRPXPURNQONNQSNVPTNQRRTYUP",
     FF_BLUE,
     "",
     4,
     {5, 48, 451, 5717}},
    {"forty a side, opened",
     "travel-en",
     "GBEHBIEJBIDDBHECMEHEGFIDKGJLFHBDDDFDFGDBAA__AA__AAAA__AA__"
     "AAPRUWRSPXRSPSTOPTUQPTNNQVPUVNQNSTPQPQNYNR",
     FF_RED,
     "e4-e5 e7-e6",
     4,
     {15, 196, 2812, 40718}},
    {"ranks fight",
     "anniversary",
     "MBAAAAAAAAAAAAAAAAAAAAAAAAAAAALDAAEKAAAAAA__NO__AAAA__AA__"
     "AAPXAAAAAAAAAAAAAAAAAAAAAAAAAAQNAAAAAAAAAY",
     FF_RED,
     "",
     5,
     {15, 209, 3446, 59372, 1022978}},
    {"two scouts on a line, twice",
     "anniversary",
     "DAAAAAAAAMAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA__AA__AAAA__AA__"
     "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAARAAAAAAAAAY",
     FF_RED,
     "a1-a3 k9-k8 a3-a1 k8-k9",
     5,
     {8, 8, 111, 440, 5576}},
    {"a corridor, twice",
     "classic30",
     "GBAAAAAAAMABAAAAAAAABAAAAAAAAAAA__AA__AAAA__AA__AAAAAAAAAAAAAANAAAAAAAPNAAAAAAAY",
     FF_RED,
     "",
     7,
     {1, 5, 4, 32, 0, 0, 0}},
    {"five times",
     "soldiers",
     "AAAAAAAAAMAAAAAAAAAADBAAAAAAAAAAAAAAAAAAAA__AA__AAAA__AA__"
     "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAANAAAAAAAAASY",
     FF_RED,
     "a3-a4 i10-h10 a4-a3 h10-i10 a3-a4 i10-h10 a4-a3 h10-i10",
     5,
     {9, 9, 121, 238, 3418}},
    {"round the lake",
     "tournament",
     "AAAAAAAAAMAAAAAAAAAAAAAAAAAAAAAKASAAAAAAAA__AA__AAAA__AA__"
     "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAY",
     FF_RED,
     "b4-c4 d4-e4 c4-d4 e4-e5 d4-e4 e5-e6 e4-e5 e6-e7 e5-e6 e7-d7 e6-e7 d7-c7 e7-d7 c7-b7 d7-c7 "
     "b7-b6 c7-b7 b6-b5 b7-b6 b5-b4 b6-b5 b4-c4 b5-b4 c4-d4",
     7,
     {3, 9, 30, 110, 355, 1250, 3905}},
    {"round the lake, Blue next",
     "travel-de",
     "AAAAAAAAFMAAAAAAAAAAAAAAAAAAAAAKASAAAAAAAA__AA__AAAA__AA__"
     "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAARY",
     FF_RED,
     "b4-c4 d4-e4 c4-d4 e4-e5 d4-e4 e5-e6 e4-e5 e6-e7 e5-e6 e7-d7 e6-e7 d7-c7 e7-d7 c7-b7 d7-c7 "
     "b7-b6 c7-b7 b6-b5 b7-b6 b5-b4 b6-b5 b4-c4 b5-b4 c4-d4 b4-a4 d4-c4 a4-b4",
     5,
     {5, 30, 144, 845, 4844}},
    {"straight back, with exception",
     "travel-nl",
     "AAAAAAAAAMAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAKA__AA__AAAA__AA__"
     "AASAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAY",
     FF_RED,
     "a5-a6 a7-b7 a6-b6 b7-a7",
     7,
     {3, 9, 23, 69, 188, 609, 1787}},
    {"straight back, without exception",
     "travel-fr",
     "AAAAAAAAAMAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAKA__AA__AAAA__AA__"
     "AASAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAY",
     FF_RED,
     "a5-a6 a7-b7 a6-b6 b7-a7",
     7,
     {2, 6, 17, 51, 143, 458, 1352}},
    {"small board, pursued",
     "quick-arena",
     "DAAAAAAMAAAAAAAAAKASAAAAAA_AA_AAAA_AA_AAAAAAAAAAAAAAAAAAAAAAPAAY",
     FF_BLUE,
     "",
     5,
     {17, 287, 4311, 60264, 860064}},
    {"barrage",
     "barrage",
     "MBAAAAAAAAAAKAAAAAAAAAALAAAAEAAAAADCADAAAA__AA__AAAA__AA__"
     "AAAAPAWAAAAPAXAAAOAAAAAAAAAAANAAQAAAAAAYAA",
     FF_RED,
     "",
     4,
     {31, 1018, 30843, 978981}},
    {"gravon, five, scouts",
     "gravon",
     "DAMAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAHAAAAAAAA__AA__AAAA__AA__"
     "AAAAAATAAAAAAAAAAAAAAAAAAAAAAAAAAAYAAAAAAP",
     FF_BLUE,
     "",
     5,
     {19, 247, 4355, 69226, 1194636}},
};
enum { ROW_COUNT = sizeof ROWS / sizeof ROWS[0] };

static void play_before(umpire *judge, const char *text) {
    ff_span rest = ff_span_of(text);
    for (ff_span word = case_take_word(&rest); word.size; word = case_take_word(&rest)) {
        case_ply ply = {0};
        ff_event event;
        bool attack;
        assert_true(case_move_read(word, &ply, &attack));
        assert_int_equal(judge->attempt(judge, ply.from, ply.to, &event), FF_LEGAL);
    }
}

static umpire *begin_row(const perft_row *row, umpire_new *create) {
    const ff_edition *edition = ff_edition_find(ff_span_of(row->edition));
    assert_non_null(edition);
    assert_int_equal(strlen(row->board), edition->files * edition->rows);
    umpire *judge = create(edition, &(ff_options){.size = sizeof(ff_options), .no_limits = true});
    assert_true(umpire_put_letters(judge, edition->files, row->board));
    judge->begin(judge, row->turn);
    play_before(judge, row->before);
    return judge;
}

static void count_row(const perft_row *row, umpire_new *create, uint64_t most) {
    umpire *judge = begin_row(row, create);
    oracle_state before = judge->state(judge);
    for (unsigned depth = 1; depth <= row->depths; depth++) {
        uint64_t told = row->nodes[depth - 1];
        if (told > most) {
            break;
        }
        uint64_t counted = judge->perft(judge, depth);
        if (counted != told) {
            fail_msg("%s, %s: depth %u has %llu nodes, not %llu", row->name, judge->name, depth,
                     (unsigned long long)counted, (unsigned long long)told);
        }
    }
    oracle_state after = judge->state(judge);
    assert_memory_equal(&before, &after, sizeof before);
    judge->free(judge);
}

static void the_library_counts_as_recorded(void **state) {
    (void)state;
    for (int i = 0; i < ROW_COUNT; i++) {
        count_row(&ROWS[i], umpire_core_new, UINT64_MAX);
    }
}

static void the_oracle_counts_as_recorded(void **state) {
    (void)state;
    for (int i = 0; i < ROW_COUNT; i++) {
        count_row(&ROWS[i], umpire_oracle_new, ORACLE_NODES);
    }
}

static void depth_zero_is_one_node(void **state) {
    (void)state;
    umpire *judge = begin_row(&ROWS[0], umpire_core_new);
    assert_int_equal(judge->perft(judge, 0), 1);
    judge->free(judge);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_library_counts_as_recorded),
        cmocka_unit_test(the_oracle_counts_as_recorded),
        cmocka_unit_test(depth_zero_is_one_node),
    };
    return cmocka_run_group_tests_name("perft", tests, NULL, NULL);
}
