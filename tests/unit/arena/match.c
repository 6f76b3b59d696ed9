/* Matches: fair, counted right, and failing in good order. */
#define _POSIX_C_SOURCE 200809L
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <cmocka.h>

#include "arena/journal.h"
#include "arena/match.h"
#include "arena/stopwatch.h"
#include "flagfall.h"

static ff_player *create_kind(const void *context, uint64_t seed) {
    return ff_player_new(context, seed);
}

static match_entrant entrant(const char *name) {
    return (match_entrant){
        .name = name, .context = ff_computer_find(ff_span_of(name)), .create = create_kind};
}

static void draw_army(const ff_edition *edition, ff_rng *rng, ff_setup *setup) {
    ff_preset_make(edition, 0, rng, setup);
}

/* Two players and their match. */
typedef struct duel {
    match_entrant entrant[2];
    match_plan plan;
    results all;
} duel;

static duel *duel_of(match_entrant one, match_entrant other, unsigned games, unsigned jobs) {
    duel *d = calloc(1, sizeof *d);
    assert_non_null(d);
    d->entrant[0] = one;
    d->entrant[1] = other;
    d->plan = (match_plan){.edition = ff_edition_find(ff_span_of("barrage")),
                           .options = {.size = sizeof(ff_options), .ply_limit = 4000},
                           .entrant = d->entrant,
                           .schedule = {.players = 2, .games = games},
                           .jobs = jobs,
                           .seed = 1,
                           .set_up = draw_army};
    assert_true(results_init(&d->all, &d->plan.schedule));
    return d;
}

static void duel_free(duel *d) {
    results_free(&d->all);
    free(d);
}

/* What the records say, game after game, to compare two matches. */
static bool take_record(void *context, const match_game *game, const results *all) {
    (void)all;
    ff_buffer_add(context, game->record.data, game->record.size);
    return true;
}

static char *records_of(unsigned jobs, ff_buffer *out) {
    duel *d = duel_of(entrant("one-ply"), entrant("random"), 9, jobs);
    d->plan.take = take_record;
    d->plan.context = out;
    assert_true(match_play(&d->plan, &d->all));
    duel_free(d);
    return out->data;
}

static void the_games_do_not_depend_on_the_number_of_threads(void **state) {
    (void)state;
    ff_buffer one = {0}, four = {0};
    assert_string_equal(records_of(1, &one), records_of(4, &four));
    ff_buffer_free(&one);
    ff_buffer_free(&four);
}

static void draw_any_army(const ff_edition *edition, ff_rng *rng, ff_setup *setup) {
    ff_setup_random(setup, edition, rng);
}

/* Who plays a match again with the next seed wants other games. */
static void the_next_seed_gives_other_games(void **state) {
    (void)state;
    enum { GAMES = 32, TAG = 64 };
    char(*setup)[TAG] = calloc(2 * GAMES, TAG);
    assert_non_null(setup);
    unsigned count = 0;
    for (uint64_t seed = 8; seed < 10; seed++) {
        duel *d = duel_of(entrant("one-ply"), entrant("random"), 2 * GAMES, 1);
        ff_buffer text = {0};
        d->plan.seed = seed;
        d->plan.set_up = draw_any_army;
        d->plan.take = take_record;
        d->plan.context = &text;
        assert_true(match_play(&d->plan, &d->all));
        ff_buffer_byte(&text, 0);
        unsigned game = 0;
        for (const char *at = text.data; (at = strstr(at, "[RedSetup ")); at++, game++)
            if (game % 2 == 0)
                memcpy(setup[count++], at, TAG - 1);
        assert_int_equal(game, 2 * GAMES);
        ff_buffer_free(&text);
        duel_free(d);
    }
    for (unsigned i = 0; i < count; i++)
        for (unsigned j = 0; j < i; j++)
            assert_string_not_equal(setup[i], setup[j]);
    free(setup);
}

static void what_one_wins_the_other_loses(void **state) {
    (void)state;
    duel *d = duel_of(entrant("one-ply"), entrant("random"), 20, 2);
    assert_true(match_play(&d->plan, &d->all));
    pairing_results one = results_of(&d->all, 0), other = results_of(&d->all, 1);
    assert_int_equal(tally_games(&one.tally), 20);
    assert_int_equal(one.tally.won, other.tally.lost);
    assert_int_equal(one.tally.lost, other.tally.won);
    assert_int_equal(one.won[FF_BY_FLAG], other.lost[FF_BY_FLAG]);
    assert_int_equal(one.tally.pairs[4], other.tally.pairs[0]);
    assert_true(one.tally.won > one.tally.lost);
    assert_true(d->all.watch[0].moves > 0 && d->all.watch[1].moves > 0);
    unsigned pairs = 0;
    for (int i = 0; i < 5; i++)
        pairs += one.tally.pairs[i];
    assert_int_equal(pairs, 10);
    duel_free(d);
}

/* A tag of a game's record. */
static void copy_tag(const match_game *game, const char *name, char *out, size_t size) {
    ff_record record = {.line = 0};
    ff_record_reader reader;
    ff_error error;
    ff_record_reader_init(&reader, game->record);
    assert_int_equal(ff_record_read(&reader, &record, &error), FF_READ_GAME);
    const char *value = ff_record_tag_value(&record, name);
    snprintf(out, size, "%s", value ? value : "");
    ff_record_free(&record);
}

/* Each game's red army and the name of who leads it. */
typedef struct seats {
    unsigned games;
    char army[8][FF_ZONE_MAX + 1];
    char red[8][16];
} seats;

static bool note_seats(void *context, const match_game *game, const results *all) {
    seats *c = context;
    (void)all;
    copy_tag(game, "RedSetup", c->army[c->games], sizeof *c->army);
    copy_tag(game, "Red", c->red[c->games++], sizeof *c->red);
    return true;
}

static void seats_are_changed_and_armies_stay(void **state) {
    (void)state;
    seats c = {0};
    duel *d = duel_of(entrant("one-ply"), entrant("random"), 4, 1);
    d->plan.take = note_seats;
    d->plan.context = &c;
    assert_true(match_play(&d->plan, &d->all));
    for (int pair = 0; pair < 4; pair += 2) {
        assert_string_equal(c.red[pair], "one-ply");
        assert_string_equal(c.red[pair + 1], "random");
        assert_string_equal(c.army[pair], c.army[pair + 1]);
    }
    assert_string_not_equal(c.army[0], c.army[2]);
    duel_free(d);
}

static void players_lead_their_own_armies_where_they_shall(void **state) {
    (void)state;
    seats c = {0};
    duel *d = duel_of(entrant("one-ply"), entrant("random"), 4, 1);
    d->plan.own_armies = true;
    d->plan.take = note_seats;
    d->plan.context = &c;
    assert_true(match_play(&d->plan, &d->all));
    assert_string_not_equal(c.army[0], c.army[1]);
    duel_free(d);
}

static void all_pairings_of_a_round_have_the_same_armies(void **state) {
    (void)state;
    seats c = {0};
    duel *d = duel_of(entrant("one-ply"), entrant("random"), 2, 2);
    match_entrant three[] = {entrant("random"), entrant("one-ply"), entrant("random")};
    results_free(&d->all);
    d->plan.entrant = three;
    d->plan.schedule.players = 3;
    d->plan.take = note_seats;
    d->plan.context = &c;
    assert_true(results_init(&d->all, &d->plan.schedule));
    assert_true(match_play(&d->plan, &d->all));
    assert_int_equal(c.games, 6);
    for (int game = 1; game < 6; game++)
        assert_string_equal(c.army[0], c.army[game]);
    for (unsigned player = 0; player < 3; player++) {
        pairing_results p = results_of(&d->all, player);
        assert_int_equal(tally_games(&p.tally), 4);
    }
    duel_free(d);
}

/* --- tests that end early --------------------------------------------------------- */

static unsigned games_of_test(double elo0, double elo1, unsigned jobs, ff_buffer *records) {
    sprt test = {elo0, elo1, 0.05, 0.05};
    duel *d = duel_of(entrant("one-ply"), entrant("random"), 10000, jobs);
    d->plan.test = &test;
    d->plan.take = take_record;
    d->plan.context = records;
    assert_true(match_play(&d->plan, &d->all));
    unsigned games = d->all.games;
    duel_free(d);
    return games;
}

static void a_test_ends_when_it_is_decided_at_the_same_game_on_any_threads(void **state) {
    (void)state;
    ff_buffer one = {0}, three = {0};
    unsigned games = games_of_test(0, 100, 1, &one);
    assert_true(games < 100 && games % 2 == 0);
    assert_int_equal(games_of_test(0, 100, 3, &three), games);
    assert_string_equal(one.data, three.data);
    ff_buffer_free(&one);
    ff_buffer_free(&three);
}

/* --- going on ----------------------------------------------------------------------- */

static bool keep_journal(void *context, const match_game *game, const results *all) {
    (void)all;
    journal_add(game, context);
    return true;
}

/* Plays a match of eight games of which the journal holds the first ones; the whole
 * journal afterwards. */
static void go_on_from(ff_buffer *journal, size_t size, double *ms) {
    duel *d = duel_of(entrant("one-ply"), entrant("random"), 8, 2);
    stopwatch *watch = calloc(2, sizeof *watch);
    match_game game;
    ff_span text = {journal->data, size}, match;
    size_t offset = 0;
    assert_non_null(watch);
    assert_true(journal_open(text, &match, &offset));
    assert_true(ff_span_equals(match, "this match"));
    while (journal_read(text, &offset, &game, watch)) {
        assert_int_equal(game.index, d->all.games);
        results_add(&d->all, &game);
    }
    ff_buffer again = {0};
    ff_buffer_add(&again, journal->data, offset);
    d->plan.take = keep_journal;
    d->plan.context = &again;
    assert_true(match_play(&d->plan, &d->all));
    assert_int_equal(d->all.games, 8);
    *ms = stopwatch_mean_ms(&d->all.watch[0]);
    ff_buffer_free(journal);
    *journal = again;
    free(watch);
    duel_free(d);
}

/* Without the lines that hold times. */
static void strip_times(const ff_buffer *journal, ff_buffer *out) {
    stopwatch *watch = calloc(2, sizeof *watch);
    ff_span text = {journal->data, journal->size}, match;
    match_game game;
    size_t offset = 0;
    assert_non_null(watch);
    assert_true(journal_open(text, &match, &offset));
    while (journal_read(text, &offset, &game, watch)) {
        ff_buffer_format(out, "%u %d %d %u\n", game.index, (int)game.result, (int)game.ending,
                         game.plies);
        ff_buffer_add(out, game.record.data, game.record.size);
    }
    assert_int_equal(offset, journal->size);
    free(watch);
}

static void a_match_goes_on_wherever_it_was_broken_off(void **state) {
    (void)state;
    ff_buffer whole = {0}, wanted = {0};
    double ms;
    journal_begin("this match", &whole);
    size_t begin = whole.size;
    go_on_from(&whole, whole.size, &ms);
    strip_times(&whole, &wanted);
    for (size_t size = begin; size <= whole.size; size += 1 + whole.size / 37) {
        ff_buffer part = {0}, got = {0};
        ff_buffer_add(&part, whole.data, size);
        go_on_from(&part, size, &ms);
        strip_times(&part, &got);
        assert_string_equal(wanted.data, got.data);
        assert_true(ms > 0);
        ff_buffer_free(&part);
        ff_buffer_free(&got);
    }
    ff_buffer_free(&whole);
    ff_buffer_free(&wanted);
}

static void a_journal_whose_head_was_cut_off_is_none(void **state) {
    (void)state;
    ff_buffer head = {0};
    ff_span match;
    size_t offset;
    journal_begin("this match", &head);
    for (size_t size = 0; size < head.size; size++)
        assert_false(journal_open((ff_span){head.data, size}, &match, &offset));
    assert_true(journal_open((ff_span){head.data, head.size}, &match, &offset));
    assert_true(ff_span_equals(match, "this match"));
    assert_int_equal(offset, head.size);
    ff_buffer_free(&head);
}

static void a_game_that_was_touched_is_not_believed(void **state) {
    (void)state;
    ff_buffer whole = {0};
    double ms;
    stopwatch *watch = calloc(2, sizeof *watch);
    journal_begin("this match", &whole);
    size_t begin = whole.size;
    go_on_from(&whole, whole.size, &ms);
    size_t first = begin;
    match_game game;
    assert_true(journal_read((ff_span){whole.data, whole.size}, &first, &game, watch));
    for (size_t at = begin; at < first; at++) {
        size_t offset = begin;
        whole.data[at] ^= 1;
        assert_false(journal_read((ff_span){whole.data, whole.size}, &offset, &game, watch));
        assert_int_equal(offset, begin);
        whole.data[at] ^= 1;
    }
    free(watch);
    ff_buffer_free(&whole);
}

/* --- clocks -------------------------------------------------------------------------- */

/* What a player was told and took: a random one that sleeps for more than its clock has,
 * sooner or later; its opponent needs a thousandth of the same time. */
typedef struct sleeper {
    ff_player player;
    ff_player *random;
    ff_limits limits;
} sleeper;

static ff_move sleep_and_move(ff_player *player, const ff_view *view, unsigned budget_ms) {
    sleeper *self = (sleeper *)player;
    assert_true(self->limits.clocks && self->limits.left_ms[view->viewer] <= 1000);
    assert_true(budget_ms > 0 && budget_ms <= 501);
    const struct timespec nap = {0, 130000000};
    nanosleep(&nap, NULL);
    return self->random->move(self->random, view, budget_ms);
}

static void hear_limits(ff_player *player, const ff_limits *limits) {
    ((sleeper *)player)->limits = *limits;
}

static void free_sleeper(ff_player *player) {
    ((sleeper *)player)->random->free(((sleeper *)player)->random);
    free(player);
}

static ff_player *create_sleeper(const void *context, uint64_t seed) {
    (void)context;
    sleeper *self = calloc(1, sizeof *self);
    assert_non_null(self);
    self->player = (ff_player){.size = sizeof(ff_player),
                               .move = sleep_and_move,
                               .free = free_sleeper,
                               .limit = hear_limits};
    self->random = ff_random_player_new(NULL, seed);
    assert_non_null(self->random);
    return &self->player;
}

static void who_needs_more_than_the_clock_has_lost(void **state) {
    (void)state;
    duel *d =
        duel_of((match_entrant){.name = "slow", .create = create_sleeper}, entrant("random"), 2, 1);
    d->plan.time.game_ms = 1000;
    d->plan.edition = ff_edition_find(ff_span_of("tournament"));
    assert_true(match_play(&d->plan, &d->all));
    assert_int_equal(d->all.pairing[0].lost[FF_BY_TIME], 2);
    duel_free(d);
}

/* --- players that cannot be relied on ----------------------------------------- */

static ff_move nonsense(ff_player *player, const ff_view *view, unsigned budget_ms) {
    (void)player;
    (void)view;
    (void)budget_ms;
    return FF_MOVE(0, 99);
}

static void free_player(ff_player *player) {
    free(player);
}

static ff_player *create_cheat(const void *context, uint64_t seed) {
    (void)context;
    (void)seed;
    ff_player *player = calloc(1, sizeof *player);
    assert_non_null(player);
    *player = (ff_player){.size = sizeof(ff_player), .move = nonsense, .free = free_player};
    return player;
}

static void an_illegal_move_loses_the_game(void **state) {
    (void)state;
    duel *d =
        duel_of((match_entrant){.name = "cheat", .create = create_cheat}, entrant("random"), 6, 1);
    assert_true(match_play(&d->plan, &d->all));
    assert_int_equal(d->all.pairing[0].tally.lost, 6);
    assert_int_equal(d->all.pairing[0].lost[FF_BY_FORFEIT], 6);
    duel_free(d);
}

static ff_player *create_sometimes(const void *context, uint64_t seed) {
    (void)context;
    return seed % 3 ? ff_random_player_new(NULL, seed) : NULL;
}

static void a_match_that_runs_out_of_memory_says_so(void **state) {
    (void)state;
    duel *d = duel_of((match_entrant){.name = "shaky", .create = create_sometimes},
                      entrant("random"), 40, 3);
    assert_false(match_play(&d->plan, &d->all));
    assert_true(d->all.games < 40);
    duel_free(d);
}

static bool refuse(void *context, const match_game *game, const results *all) {
    (void)context;
    (void)all;
    return game->index < 2;
}

static void a_match_whose_games_cannot_be_kept_ends(void **state) {
    (void)state;
    duel *d = duel_of(entrant("one-ply"), entrant("random"), 40, 3);
    d->plan.take = refuse;
    assert_false(match_play(&d->plan, &d->all));
    assert_int_equal(d->all.games, 3);
    duel_free(d);
}

static void the_stopwatch_is_right_to_a_sixteenth(void **state) {
    (void)state;
    stopwatch *watch = calloc(1, sizeof *watch);
    assert_non_null(watch);
    assert_true(stopwatch_percentile_ms(watch, 99) == 0);
    for (uint64_t ms = 1; ms <= 1000; ms++)
        stopwatch_add(watch, ms * 1000000);
    double p99 = stopwatch_percentile_ms(watch, 99);
    assert_true(p99 >= 990 && p99 <= 990 * 17 / 16.0);
    assert_true(stopwatch_mean_ms(watch) > 500.4 && stopwatch_mean_ms(watch) < 500.6);
    stopwatch_add(watch, UINT64_MAX);
    assert_true(stopwatch_percentile_ms(watch, 100) > 1e12);
    free(watch);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_games_do_not_depend_on_the_number_of_threads),
        cmocka_unit_test(the_next_seed_gives_other_games),
        cmocka_unit_test(what_one_wins_the_other_loses),
        cmocka_unit_test(seats_are_changed_and_armies_stay),
        cmocka_unit_test(players_lead_their_own_armies_where_they_shall),
        cmocka_unit_test(all_pairings_of_a_round_have_the_same_armies),
        cmocka_unit_test(a_test_ends_when_it_is_decided_at_the_same_game_on_any_threads),
        cmocka_unit_test(a_match_goes_on_wherever_it_was_broken_off),
        cmocka_unit_test(a_journal_whose_head_was_cut_off_is_none),
        cmocka_unit_test(a_game_that_was_touched_is_not_believed),
        cmocka_unit_test(who_needs_more_than_the_clock_has_lost),
        cmocka_unit_test(an_illegal_move_loses_the_game),
        cmocka_unit_test(a_match_whose_games_cannot_be_kept_ends),
        cmocka_unit_test(a_match_that_runs_out_of_memory_says_so),
        cmocka_unit_test(the_stopwatch_is_right_to_a_sixteenth),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
