/* The rules as board pictures: every file of tests/cases is played through the
 * library and through the oracle. */
#include "case_reader.h"
#include "umpire.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static const char *const FILES[] = {"movement", "battle", "end", "two-squares", "chase", "set-up"};
enum { FILE_COUNT = sizeof FILES / sizeof FILES[0] };

/* One case as the test that cmocka runs. */
typedef struct case_test {
    const char *file;
    const rules_case *what;
    const ff_edition *edition;
    const umpire *judge;
} case_test;

/* Fails with the file and line that anybody can open. */
static void fail_at(const case_test *test, size_t line, const char *what) {
    fail_msg("tests/cases/%s.case:%zu: %s (%s, edition %s, %s)", test->file, line, what,
             test->what->id, test->edition->id, test->judge ? test->judge->name : "set-up");
}

/* What happened, in the words of the case files. */
static const char *tell_move(ff_reason reason, const ff_event *event, char text[64]) {
    static const char *const battle[] = {"a move", "attacker wins", "defender wins", "both fall",
                                         "takes the flag"};
    if (reason != FF_LEGAL) {
        snprintf(text, 64, "it was refused %s", ff_reason_word(reason));
    } else {
        snprintf(text, 64, "it was: %s%s", battle[event->battle],
                 event->revealed ? ", shows the scout" : "");
    }
    return text;
}

static bool move_is_as_told(const case_ply *ply, ff_reason reason, const ff_event *event) {
    switch (ply->outcome) {
    case CASE_REFUSED:
        return reason == ply->reason;
    case CASE_FORFEITS:
        return reason == FF_IMMOBILE;
    case CASE_LEGAL:
        break;
    }
    bool told = event->battle != FF_NO_BATTLE || event->revealed == ply->revealed;
    return reason == FF_LEGAL && event->battle == (uint8_t)ply->battle && told;
}

/* A battle tells both ranks, and nothing else does. */
static bool ranks_are_told(const oracle_state *before, const ff_event *event) {
    bool battle = event->battle != FF_NO_BATTLE;
    ff_rank attacker = before->rank[FF_FROM(event->move)];
    ff_rank defender = before->rank[FF_TO(event->move)];
    return event->attacker == (uint8_t)(battle ? attacker : FF_EMPTY) &&
           event->defender == (uint8_t)(battle ? defender : FF_EMPTY);
}

static void play_ply(const case_test *test, umpire *judge, const case_ply *ply) {
    char text[64];
    ff_event event = {0};
    oracle_state before = judge->state(judge);
    ff_reason check = judge->check(judge, ply->from, ply->to);
    ff_reason reason = judge->attempt(judge, ply->from, ply->to, &event);
    oracle_state after = judge->state(judge);
    if (check != reason) {
        fail_at(test, ply->line, "asking and trying give different answers");
    }
    if (!move_is_as_told(ply, reason, &event)) {
        fail_at(test, ply->line, tell_move(reason, &event, text));
    }
    if (reason == FF_LEGAL && !ranks_are_told(&before, &event)) {
        fail_at(test, ply->line, "a battle tells both ranks, and nothing else does");
    }
    if (ply->outcome == CASE_REFUSED && memcmp(&before, &after, sizeof before) != 0) {
        fail_at(test, ply->line, "a refusal changes nothing");
    }
}

static void check_standing(const case_test *test, const oracle_state *state) {
    for (size_t i = 0; i < test->what->after_count; i++) {
        const case_piece *piece = &test->what->after[i];
        ff_seat seat = state->seat[piece->square];
        ff_rank rank = state->rank[piece->square];
        if (seat != piece->seat || rank != piece->rank) {
            char found[4], text[64];
            case_piece_write(seat, rank, found);
            snprintf(text, sizeof text, "square %zu of \"after\" holds %s", i + 1, found);
            fail_at(test, test->what->result_line, text);
        }
    }
}

static void check_public(const case_test *test, const oracle_state *state) {
    for (int square = 0; test->what->tells_public && square < FF_SQUARES; square++) {
        bool known = state->seat[square] != FF_NOBODY && state->known[square];
        if (known != test->what->is_public[square]) {
            fail_at(test, test->what->result_line,
                    known ? "a rank more than \"public\" tells is public"
                          : "a rank of \"public\" is not public");
        }
    }
}

static void check_result(const case_test *test, const oracle_state *state) {
    char text[64];
    if (state->result != test->what->result || state->ending != test->what->ending) {
        snprintf(text, sizeof text, "the result is %s by %s", ff_result_word(state->result),
                 ff_ending_word(state->ending));
        fail_at(test, test->what->result_line, text);
    }
}

static void play_case(case_test *test, umpire *judge) {
    const rules_case *what = test->what;
    test->judge = judge;
    for (size_t i = 0; i < what->piece_count; i++) {
        const case_piece *piece = &what->pieces[i];
        judge->put(judge, (int)piece->square, piece->seat, piece->rank);
    }
    judge->begin(judge, what->turn);
    for (size_t i = 0; i < what->ply_count; i++) {
        play_ply(test, judge, &what->plies[i]);
    }
    oracle_state state = judge->state(judge);
    check_standing(test, &state);
    check_public(test, &state);
    check_result(test, &state);
}

static void check_army(case_test *test, umpire *judge) {
    const rules_case *what = test->what;
    oracle_placing placings[FF_SQUARES + CASE_EXTRA];
    char text[64];
    test->judge = judge;
    for (size_t i = 0; i < what->piece_count; i++) {
        const case_piece *piece = &what->pieces[i];
        if (piece->seat != what->seat) {
            fail_at(test, what->line, "a set-up shows the pieces of one seat");
        }
        placings[i] = (oracle_placing){(int)piece->square, piece->rank};
    }
    ff_setup_reason reason =
        judge->setup_check(test->edition, what->seat, placings, what->piece_count);
    if (reason != what->expected) {
        snprintf(text, sizeof text, "the army is %s", ff_setup_reason_word(reason));
        fail_at(test, what->line, text);
    }
}

static void run_case(void **state) {
    case_test *test = *state;
    for (size_t i = 0; i < test->what->edition_count; i++) {
        for (int kind = 0; kind < UMPIRES; kind++) {
            test->edition = test->what->editions[i];
            umpire *judge = umpire_kinds[kind](test->edition, &test->what->options);
            (test->what->is_setup ? check_army : play_case)(test, judge);
            judge->free(judge);
        }
    }
}

static bool read_whole(const char *path, ff_buffer *text) {
    char bytes[4096];
    FILE *stream = fopen(path, "rb");
    if (!stream) {
        return false;
    }
    for (size_t size; (size = fread(bytes, 1, sizeof bytes, stream)) > 0;) {
        ff_buffer_add(text, bytes, size);
    }
    bool good = !ferror(stream) && !text->failed;
    fclose(stream);
    return good;
}

/* Contradictions of the texts that no game shows: what a view hides, who begins
 * a game from set-ups, what pieces are called. Other tests hold those. */
static const int NOT_IN_A_GAME[] = {20, 25, 31};

static bool names(const char *settles, int number) {
    char want[16];
    snprintf(want, sizeof want, "A-%d", number);
    for (const char *at = strstr(settles, want); at; at = strstr(at + 1, want)) {
        char next = at[strlen(want)];
        if (next == ' ' || next == 0) {
            return true;
        }
    }
    return false;
}

static bool is_settled(const case_file *files, int number) {
    for (int file = 0; file < FILE_COUNT; file++) {
        for (size_t i = 0; i < files[file].count; i++) {
            if (names(files[file].cases[i].settles, number)) {
                return true;
            }
        }
    }
    for (size_t i = 0; i < sizeof NOT_IN_A_GAME / sizeof NOT_IN_A_GAME[0]; i++) {
        if (NOT_IN_A_GAME[i] == number) {
            return true;
        }
    }
    return false;
}

static void every_contradiction_has_a_case(void **state) {
    for (int number = 1; number <= 32; number++) {
        if (!is_settled(*state, number)) {
            fail_msg("no case settles A-%d of docs/rules.md", number);
        }
    }
}

static bool is_case(const case_file *files, const char *id) {
    char ten[24], eight[24];
    snprintf(ten, sizeof ten, "%s/10", id);
    snprintf(eight, sizeof eight, "%s/8", id);
    for (int file = 0; file < FILE_COUNT; file++) {
        for (size_t i = 0; i < files[file].count; i++) {
            const char *name = files[file].cases[i].id;
            if (!strcmp(name, id) || !strcmp(name, ten) || !strcmp(name, eight)) {
                return true;
            }
        }
    }
    return false;
}

/* Every `X12` of docs/rules.md is the name of a case. */
static void the_register_names_cases_that_exist(void **state) {
    ff_buffer text = {0};
    unsigned found = 0;
    assert_true(read_whole(TEST_ROOT "/../docs/rules.md", &text));
    for (const char *at = strchr(text.data, '`'); at; at = strchr(at + 1, '`')) {
        char id[8];
        if (sscanf(at, "`%3[MAETKS0-9]`", id) == 1 && strlen(id) == 3 && at[4] == '`') {
            if (!is_case(*state, id)) {
                fail_msg("docs/rules.md names %s, which is no case", id);
            }
            found++;
        }
    }
    assert_true(found > 50);
    ff_buffer_free(&text);
}

/* What is wrong with a case file is told with its line. */
static void broken_files_are_refused(void **state) {
    (void)state;
    static const struct {
        const char *text;
        size_t line;
    } broken[] = {
        {"title before a case\n", 1},
        {"\ncase x\nplanet mars\n", 3},
        {"case x\neditions nobody\n", 2},
        {"case x\nboard\n  2  .  .\n  2  .  .\n", 4},
        {"case x\nboard\n  2  .  .\n  1  .\n", 4},
        {"case x\nboard\n  1  .  R11\n", 3},
        {"case x\nboard\n  1  .  .\n     a  c\n", 4},
        {"case x\nplay\n  a1xa2\n", 3},
        {"case x\nplay\n  a1-a2  attacker wins\n", 3},
        {"case x\nplay\n  a1-a2  refused maybe\n", 3},
        {"case x\n\nresult red wins\n", 3},
        {"# nothing\n\ncase x\ntitle no board\n", 3},
        {"case x\ntitle t\neditions tournament\nboard\n  1  .  .\n     a  b\nresult goes on\n", 1},
    };
    for (size_t i = 0; i < sizeof broken / sizeof broken[0]; i++) {
        case_file file;
        ff_error error = {0};
        assert_false(case_file_read(&file, ff_span_of(broken[i].text), &error));
        assert_int_equal(error.line, broken[i].line);
        assert_true(error.message[0] != 0);
    }
}

static bool read_cases(const char *name, case_file *file, ff_buffer *text) {
    char path[1024];
    ff_error error = {0};
    snprintf(path, sizeof path, "%s/cases/%s.case", TEST_ROOT, name);
    if (!read_whole(path, text)) {
        fprintf(stderr, "%s: cannot be read\n", path);
        return false;
    }
    if (!case_file_read(file, (ff_span){text->data, text->size}, &error)) {
        fprintf(stderr, "%s:%zu: %s\n", path, error.line, error.message);
        return false;
    }
    return true;
}

/* One test a case, named after it. */
static size_t add_tests(const char *name, const case_file *file, struct CMUnitTest *tests,
                        case_test *states) {
    for (size_t i = 0; i < file->count; i++) {
        const rules_case *what = &file->cases[i];
        size_t size = strlen(what->id) + strlen(what->title) + 3;
        char *title = malloc(size);
        snprintf(title, size, "%s: %s", what->id, what->title);
        states[i] = (case_test){.file = name, .what = what};
        tests[i] = (struct CMUnitTest){title, run_case, NULL, NULL, &states[i]};
    }
    return file->count;
}

static int run_all(case_file files[FILE_COUNT]) {
    size_t count = 0, total = 3;
    for (int i = 0; i < FILE_COUNT; i++) {
        total += files[i].count;
    }
    struct CMUnitTest *tests = calloc(total, sizeof *tests);
    case_test *states = calloc(total, sizeof *states);
    for (int i = 0; i < FILE_COUNT; i++) {
        count += add_tests(FILES[i], &files[i], tests + count, states + count);
    }
    tests[count++] = (struct CMUnitTest){"every contradiction of the texts has a case",
                                         every_contradiction_has_a_case, NULL, NULL, files};
    tests[count++] = (struct CMUnitTest){"the register names cases that exist",
                                         the_register_names_cases_that_exist, NULL, NULL, files};
    tests[count++] = (struct CMUnitTest){"what is wrong with a case file is told with its line",
                                         broken_files_are_refused, NULL, NULL, NULL};
    int failed = _cmocka_run_group_tests("cases", tests, count, NULL, NULL);
    for (size_t i = 0; i < total - 3; i++) {
        free((void *)tests[i].name);
    }
    free(tests);
    free(states);
    return failed;
}

int main(void) {
    case_file files[FILE_COUNT] = {0};
    ff_buffer text[FILE_COUNT] = {0};
    bool good = true;
    for (int i = 0; i < FILE_COUNT; i++) {
        good &= read_cases(FILES[i], &files[i], &text[i]);
    }
    int failed = good ? run_all(files) : 1;
    for (int i = 0; i < FILE_COUNT; i++) {
        case_file_free(&files[i]);
        ff_buffer_free(&text[i]);
    }
    return failed;
}
