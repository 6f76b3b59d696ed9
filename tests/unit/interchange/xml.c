/* Gravon's XML, and the way of a game through all three formats. */
#include "interchange/xml.h"
#include "records.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define FIELD                                                                                      \
    "GBEHBIEJBIDDBHECMEHEGFIDKGJLFHBDDDFDFGDBAA__AA__AAAA__AA__"                                   \
    "AAPRUWRSPXRSPSTOPTUQPTNNQVPUVNQNSTP"                                                          \
    "QPQNYNR"
#define BLUE_SETUP "FBMBEDEDHGBEBJIDJEBBHDEIHDCHGDGFLDGFKIFD"

static void assert_reads(const char *xml, const char *expected, const char *expected_notes) {
    ff_record record = {0};
    ff_buffer notes = {0};
    ff_error error = {0};
    ff_buffer_text(&notes, "");
    if (!xml_read(ff_span_of(xml), &record, &notes, &error))
        fail_msg("line %zu, column %zu: %s", error.line, error.column, error.message);
    char *text = text_of(&record);
    assert_string_equal(text, expected);
    assert_string_equal(notes.data, expected_notes);
    free(text);
    ff_record_free(&record);
    ff_buffer_free(&notes);
}

static void assert_refuses(const char *xml, size_t line, const char *message) {
    ff_record record = {0};
    ff_error error;
    assert_false(xml_read(ff_span_of(xml), &record, NULL, &error));
    assert_string_equal(error.message, message);
    assert_int_equal(error.line, line);
    ff_record_free(&record);
}

static void a_game_of_the_archive_is_read(void **state) {
    (void)state;
    assert_reads(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<stratego>\n <game type=\"classic\">\n"
        "  <field content=\"" FIELD "\"/>\n  <move id=\"1\" source=\"E4\" target=\"E5\"/>\n"
        "  <move id=\"2\" source=\"E7\" target=\"E6\"/>\n"
        "  <player id=\"1\"> Ann &amp; Bea </player>\n  <player id=\"2\">J&#246;rg</player>\n"
        "  <result type=\"3\" winner=\"2\"/>\n </game>\n</stratego>\n",
        "[Edition \"gravon\"]\n[Red \"Ann & Bea\"]\n[Blue \"J\xc3\xb6rg\"]\n[RedSetup "
        "\"" FULL_SETUP "\"]\n[BlueSetup \"" BLUE_SETUP "\"]\n[Result \"blue\"]\n"
        "[Termination \"resign\"]\n\n1. e4-e5 e7-e6\n\n",
        "");
}

static void order_and_attributes_vary_and_the_unknown_is_skipped(void **state) {
    (void)state;
    assert_reads(
        "<stratego><result winner=\"3\" type=\"4\" x=\"y\"/><player name=\"Ann\"/><clock/>\n"
        "<player/><date><day/></date><game id=\"7\" type=\"classic\"><move/>\n"
        "<move target=\"E10\" source=\"e4\"/><field content=\"" FIELD "\"/></game>\n"
        "<game type=\"duell\"><move source=\"A1\" target=\"A2\"/></game></stratego>",
        "[Edition \"gravon\"]\n[Red \"Ann\"]\n[RedSetup \"" FULL_SETUP
        "\"]\n[BlueSetup \"" BLUE_SETUP
        "\"]\n[Result \"draw\"]\n[Termination \"agreement\"]\n\n1. e4-e10\n\n",
        "line 2: no move; one has a source and a target, E4 and E5\n"
        "line 4: not read, a file holds one game\n"
        "3 unknown elements were skipped\n");
}

static void a_result_that_is_not_understood_is_told(void **state) {
    (void)state;
    assert_reads("<g><game type=\"duell\"/><result winner=\"0\" type=\"1\"/></g>",
                 "[Edition \"duel\"]\n\n",
                 "result: unknown winner '0'\n1 unknown elements were skipped\n");
    assert_reads("<stratego><game type=\"duell\"/><result winner=\"1\" type=\"x\"/></stratego>",
                 "[Edition \"duel\"]\n[Result \"red\"]\n\n", "result: unknown type of result -1\n");
}

static void what_is_no_game_is_refused(void **state) {
    (void)state;
    assert_refuses("", 1, "no element found");
    assert_refuses("<stratego>\n<game></stratego>", 2, "mismatched tag");
    assert_refuses("<stratego/>", 0, "expected an element game with a type, such as classic");
    assert_refuses("<game type=\"ultimate lightning\"/>", 0,
                   "the rules of 'ultimate lightning' are not among ours");
    assert_refuses("<game type=\"barrage\"><field content=\"AB\"/></game>", 0,
                   "field: 2 letters; a board of 10 by 10 has 100");
    assert_refuses("<!DOCTYPE a [\n<!ENTITY b \"bbbb\">]><game type=\"&b;\"/>", 2,
                   "the file declares an entity, which no game needs");
}

static void elements_may_not_be_nested_without_end(void **state) {
    (void)state;
    ff_buffer xml = {0};
    for (int i = 0; i < 100000; i++)
        ff_buffer_text(&xml, "<a>");
    assert_refuses(xml.data, 1, "too many elements inside one another");
    ff_buffer_free(&xml);
}

static void names_are_escaped(void **state) {
    (void)state;
    ff_record record = record_of("[Edition \"gravon\"]\n[Red \" <A&B> \xef\xbf\xbf\"]\n[RedSetup "
                                 "\"" FULL_SETUP "\"]\n[BlueSetup \"" FULL_SETUP "\"]\n"),
              again = {0};
    ff_buffer out = {0}, notes = {0};
    ff_error error;
    assert_true(xml_write(&record, &out, &notes, &error));
    assert_non_null(strstr(out.data, "<player id=\"1\">&lt;A&amp;B&gt; ?</player>"));
    assert_string_equal(notes.data, "the game has no result, so none is written\n");
    assert_true(xml_read((ff_span){out.data, out.size}, &again, NULL, &error));
    assert_string_equal(ff_record_tag_value(&again, "Red"), "<A&B> ?");
    ff_buffer_free(&out);
    ff_buffer_free(&notes);
    ff_record_free(&record);
    ff_record_free(&again);
}

/* A random game of an edition, with every tag that Gravon can keep. */
static ff_record random_record(const ff_edition *edition, uint64_t seed) {
    ff_rules rules;
    ff_rng rng;
    ff_setup setup[2];
    ff_position position;
    ff_history history = {0};
    ff_record record = {0};
    char letters[FF_ZONE_MAX + 1];
    ff_rng_seed(&rng, seed);
    ff_rules_init(&rules, edition, NULL);
    ff_setup_random(&setup[0], edition, &rng);
    ff_setup_random(&setup[1], edition, &rng);
    ff_position_setup(&rules, &position, &setup[0], &setup[1]);
    assert_true(ff_record_add_tag(&record, "Edition", ff_span_of(edition->id)));
    assert_true(ff_record_add_tag(&record, "Red", ff_span_of("Zo\xc3\xab & Co")));
    assert_true(ff_record_add_tag(&record, "Blue", ff_span_of("Flagfall 7")));
    ff_setup_write(&setup[0], edition, letters);
    assert_true(ff_record_add_tag(&record, "RedSetup", ff_span_of(letters)));
    ff_setup_write(&setup[1], edition, letters);
    assert_true(ff_record_add_tag(&record, "BlueSetup", ff_span_of(letters)));
    assert_true(ff_history_reserve(&history, FF_PLIES_MAX));
    while (position.result == FF_ONGOING && position.plies < 3000) {
        ff_move moves[FF_MOVES_MAX];
        size_t count = ff_moves(&rules, &position, &history, moves);
        ff_move move = moves[ff_rng_below(&rng, (uint32_t)count)];
        ff_position_play(&rules, &position, &history, move);
        assert_true(ff_record_add_move(&record, FF_FROM(move), FF_TO(move), false, ff_span_of("")));
    }
    if (position.result == FF_ONGOING || position.ending == FF_BY_LIMIT) {
        assert_true(ff_record_add_tag(&record, "Result", ff_span_of("draw")));
        assert_true(ff_record_add_tag(&record, "Termination", ff_span_of("agreement")));
    } else {
        const char *result = ff_result_word(position.result), *by = ff_ending_word(position.ending);
        assert_true(ff_record_add_tag(&record, "Result", ff_span_of(result)));
        assert_true(ff_record_add_tag(&record, "Termination", ff_span_of(by)));
    }
    ff_history_free(&history);
    return record;
}

static void assert_same_tag(const ff_record *a, const ff_record *b, const char *name) {
    assert_string_equal(ff_record_tag_value(a, name), ff_record_tag_value(b, name));
}

/* Everything but the edition, which becomes the one that Gravon's type means. */
static void assert_same_game(const ff_record *a, const ff_record *b) {
    static const char *const names[] = {"Red",       "Blue",   "RedSetup",
                                        "BlueSetup", "Result", "Termination"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        assert_same_tag(a, b, names[i]);
    assert_int_equal(a->move_count, b->move_count);
    for (size_t i = 0; i < a->move_count; i++) {
        assert_int_equal(a->moves[i].from, b->moves[i].from);
        assert_int_equal(a->moves[i].to, b->moves[i].to);
    }
}

static void a_game_goes_through_gsn_and_xml_and_comes_back(void **state) {
    (void)state;
    static const char *const editions[][2] = {
        {"gravon", "gravon"},      {"tournament", "gravon"},
        {"travel-en", "gravon"},   {"travel-fr", "gravon"},
        {"anniversary", "gravon"}, {"soldiers", "gravon"},
        {"ucc", "gravon"},         {"barrage", "barrage"},
        {"duel", "duel"},          {"anniversary-duel", "duel"},
        {"travel-duel-de", "duel"}};
    for (size_t i = 0; i < sizeof editions / sizeof *editions; i++) {
        ff_record record = random_record(ff_edition_find(ff_span_of(editions[i][0])), i);
        ff_record from_gsn = {0}, from_xml = {0};
        ff_buffer gsn = {0}, xml = {0}, notes = {0};
        ff_error error;
        ff_buffer_text(&notes, "");
        assert_true(ff_gsn_write(&record, &gsn, NULL, &error));
        assert_true(ff_gsn_read((ff_span){gsn.data, gsn.size}, &from_gsn, &notes, &error));
        assert_same_game(&record, &from_gsn);
        assert_true(xml_write(&from_gsn, &xml, &notes, &error));
        assert_true(xml_read((ff_span){xml.data, xml.size}, &from_xml, &notes, &error));
        assert_same_game(&record, &from_xml);
        assert_string_equal(ff_record_tag_value(&from_xml, "Edition"), editions[i][1]);
        assert_string_equal(notes.data, ""); /* nothing more is lost on the second leg */
        ff_record_free(&record);
        ff_record_free(&from_gsn);
        ff_record_free(&from_xml);
        ff_buffer_free(&gsn);
        ff_buffer_free(&xml);
        ff_buffer_free(&notes);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_game_of_the_archive_is_read),
        cmocka_unit_test(order_and_attributes_vary_and_the_unknown_is_skipped),
        cmocka_unit_test(a_result_that_is_not_understood_is_told),
        cmocka_unit_test(what_is_no_game_is_refused),
        cmocka_unit_test(elements_may_not_be_nested_without_end),
        cmocka_unit_test(names_are_escaped),
        cmocka_unit_test(a_game_goes_through_gsn_and_xml_and_comes_back),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
