/* Memory may run out anywhere in a match, in its journal and in our engine: whatever
 * allocation fails, nothing crashes, nothing is lost that was there, and the caller
 * is told. */
#define _POSIX_C_SOURCE 200809L
#include "failing_malloc.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "arena/journal.h"
#include "arena/match.h"
#include "arena/report.h"
#include "engine/bot/engine_bot.h"
#include "engine/host/command.h"
#include "flagfall.h"

static ff_player *create_random(const void *context, uint64_t seed) {
    (void)context;
    return ff_random_player_new(NULL, seed);
}

static void draw_army(const ff_edition *edition, ff_rng *rng, ff_setup *setup) {
    ff_setup_random(setup, edition, rng);
}

/* Keeps what fits into memory. */
static bool keep(void *context, const match_game *game, const results *all) {
    ff_buffer *journal = context;
    (void)all;
    journal_add(game, journal);
    return !journal->failed;
}

/* Plays four games. False when something was out of memory. */
static bool play(ff_buffer *journal, ff_buffer *report) {
    const match_entrant entrant[] = {{.name = "one", .create = create_random},
                                     {.name = "other", .create = create_random}};
    match_plan plan = {.edition = ff_edition_find(ff_span_of("quick-arena")),
                       .options = {.size = sizeof(ff_options), .ply_limit = 300},
                       .entrant = entrant,
                       .schedule = {.players = 2, .games = 4},
                       .jobs = 1,
                       .set_up = draw_army,
                       .take = keep,
                       .context = journal};
    results all;
    bool good = results_init(&all, &plan.schedule) && match_play(&plan, &all);
    if (good) {
        report_lines(&plan, &all, report);
        report_json(&plan, &all, report);
        good = !report->failed;
    }
    results_free(&all);
    return good;
}

/* Where there is no memory for threads, one plays all games. */
static void a_match_ends_in_good_order(void **state) {
    (void)state;
    bool failed = true;
    for (unsigned long n = 1; failed; n++) {
        ff_buffer journal = {0}, report = {0};
        malloc_fail_at(n);
        bool played = play(&journal, &report);
        failed = malloc_has_failed();
        malloc_fail_at(0);
        assert_true(played || failed);
        ff_buffer_free(&journal);
        ff_buffer_free(&report);
        assert_true(n < 10000);
    }
}

static void a_command_is_read_or_it_is_told_why_not(void **state) {
    (void)state;
    bool read = false;
    for (unsigned long n = 1; !read; n++) {
        command_line c = {.count = 0};
        ff_error error = {0};
        malloc_fail_at(n);
        read = command_line_parse(ff_span_of("sh 'a script.sh' x"), &c, &error) &&
               command_line_resolve(&c, &error);
        malloc_fail_at(0);
        assert_true(read || error.message[0]);
        command_line_free(&c);
        assert_true(n < 1000);
    }
}

static ff_player *create_one_ply(const engine_settings *settings, uint64_t seed) {
    (void)settings;
    return ff_player_new(ff_computer_find(ff_span_of("one-ply")), seed);
}

/* What our engine answers to a game, in a fixed room: memory is the engine's alone. */
static bool talk(char answer[4096]) {
    char lines[] = "flagfall 1\nnewgame red\nedition based-on = quick-arena\nedition id = q\n"
                   "setup\narmy BADKCAMAAAAADAAEABAAAEAL\n"
                   "begin BADKCAMAAAAADAAEABAAAEALAA_AA_AAAA_AA_AAA????A?A?A?AA?AAAAAAAA??\n"
                   "event red e2-e5 scout\nevent blue b6xb3 defender D B\nfoo\ngo\n";
    memset(answer, 0, 4096);
    engine_bot_plan plan = {.name = "x",
                            .author = "y",
                            .levels = 10,
                            .settings = {.level = 1, .movetime_ms = 1, .seed = 5, .memory_mb = 64},
                            .create = create_one_ply,
                            .in = fmemopen(lines, sizeof lines - 1, "r"),
                            .out = fmemopen(answer, 4096, "w")};
    assert_true(plan.in && plan.out);
    bool good = engine_bot_run(&plan);
    fclose(plan.in);
    fclose(plan.out);
    return good;
}

static void our_engine_says_so_or_goes_on(void **state) {
    (void)state;
    char whole[4096], answer[4096];
    assert_true(talk(whole));
    assert_non_null(strstr(whole, "\nbestmove "));
    bool failed = true;
    for (unsigned long n = 1; failed; n++) {
        malloc_fail_at(n);
        bool good = talk(answer);
        failed = malloc_has_failed();
        malloc_fail_at(0);
        assert_true(!good || strcmp(answer, whole) == 0 || strstr(answer, "memory is out"));
        assert_true(n < 1000);
    }
    assert_string_equal(answer, whole);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_match_ends_in_good_order),
        cmocka_unit_test(a_command_is_read_or_it_is_told_why_not),
        cmocka_unit_test(our_engine_says_so_or_goes_on),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
