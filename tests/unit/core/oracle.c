/* The library and the oracle play the same random games: full armies, a few
 * pieces, editions that nobody has printed. In every position they must name the
 * same legal moves, the same reasons, the same events, counters and endings.
 *
 * FLAGFALL_ORACLE_POSITIONS says how many positions (100,000 if it does not),
 * FLAGFALL_ORACLE_SEED where the games begin. */
#include "random_game.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { PLIES = 700 };

/* How often what was met; what nobody met was not tested. */
struct tally {
    unsigned long positions, games;
    unsigned long refused[FF_REASONS]; /* by the first reason, pairs asked one by one */
    unsigned long exact;               /* of more-squares, in the mode without exception */
    unsigned long scouts;              /* of two-squares, runs of two squares or more */
    unsigned long strikes;             /* of two-squares, attacks */
    unsigned long strangled;           /* lost with nothing but forbidden moves left */
    unsigned long endings[FF_BY_ABORT + 1];
    unsigned long drawn_immobile;
};

/* One game seen by both. */
struct match {
    struct tally *tally;
    uint64_t seed;
    ff_edition edition;
    umpire *umpires[UMPIRES];
    ff_rng rng;
    ff_move last[2];
    ff_move played[PLIES];
    unsigned plies;
    ff_move legal[FF_MOVES_MAX];
    size_t legal_count;
};

static unsigned long number_from(const char *name, unsigned long otherwise) {
    const char *text = getenv(name);
    return text ? strtoul(text, NULL, 10) : otherwise;
}

/* Everything needed to see the difference again. */
static void disagree(const struct match *match, const char *what, unsigned from, unsigned to) {
    oracle_state state = match->umpires[1]->state(match->umpires[1]);
    print_error("game %llu, edition %s %ux%u two=%u chase=%d\n", (unsigned long long)match->seed,
                match->edition.id, match->edition.files, match->edition.rows,
                match->edition.two_squares, (int)match->edition.chase);
    for (int row = match->edition.rows - 1; row >= 0; row--) {
        for (int file = 0; file < match->edition.files; file++) {
            int square = FF_SQUARE(file, row);
            print_error(" %c%-2d",
                        match->edition.lake[square] ? '~' : ".rb"[(state.seat[square] + 1) % 3],
                        (int)state.rank[square]);
        }
        print_error("\n");
    }
    for (unsigned i = 0; i < match->plies; i++) {
        print_error("%d-%d ", FF_FROM(match->played[i]), FF_TO(match->played[i]));
    }
    fail_msg("library and oracle differ: %s (ply %u, %u-%u)", what, match->plies, from, to);
}

static void compare_states(const struct match *match) {
    oracle_state a = match->umpires[0]->state(match->umpires[0]);
    oracle_state b = match->umpires[1]->state(match->umpires[1]);
    if (a.turn != b.turn || a.result != b.result || a.ending != b.ending) {
        disagree(match, "turn, result or ending", a.result, b.result);
    }
    if (a.plies != b.plies || a.quiet != b.quiet) {
        disagree(match, "plies or quiet plies", a.quiet, b.quiet);
    }
    if (match->edition.chase != FF_CHASE_NONE && memcmp(a.chase, b.chase, sizeof a.chase) != 0) {
        disagree(match, "lengths of chases", a.chase[0], a.chase[1]);
    }
    for (unsigned square = 0; square < FF_SQUARES; square++) {
        if (a.seat[square] != b.seat[square] || a.rank[square] != b.rank[square]) {
            disagree(match, "board", square, square);
        }
        bool stands = a.seat[square] != FF_NOBODY;
        if (stands && (a.moved[square] != b.moved[square] || a.known[square] != b.known[square])) {
            disagree(match, "what is public", square, square);
        }
    }
}

static ff_reason compare_reasons(struct match *match, unsigned from, unsigned to) {
    ff_reason a = match->umpires[0]->check(match->umpires[0], from, to);
    ff_reason b = match->umpires[1]->check(match->umpires[1], from, to);
    if (a != b) {
        print_error("%s, but %s\n", ff_reason_word(a), ff_reason_word(b));
        disagree(match, "reason", from, to);
    }
    match->tally->refused[b]++;
    return b;
}

static void count_repetition(const struct match *match, const oracle_state *state, ff_reason reason,
                             unsigned from, unsigned to) {
    struct tally *tally = match->tally;
    unsigned step = from > to ? from - to : to - from;
    tally->exact += reason == FF_MORE_SQUARES && match->edition.chase == FF_CHASE_EXACT;
    tally->scouts += reason == FF_TWO_SQUARES && step != 1 && step != FF_FILES;
    tally->strikes += reason == FF_TWO_SQUARES && state->seat[to] != FF_NOBODY;
}

/* The oracle's legal moves, every pair asked of it; where a repetition rule
 * refuses, the library must say the same. */
static void collect_legal(struct match *match) {
    const umpire *judge = match->umpires[1];
    oracle_state state = judge->state(judge);
    match->legal_count = 0;
    for (unsigned from = 0; from < FF_SQUARES; from++) {
        for (unsigned to = 0; state.seat[from] == state.turn && to < FF_SQUARES; to++) {
            ff_reason reason = judge->check(judge, from, to);
            if (reason == FF_LEGAL) {
                match->legal[match->legal_count++] = FF_MOVE(from, to);
            } else if (reason >= FF_TWO_SQUARES) {
                compare_reasons(match, from, to);
                count_repetition(match, &state, reason, from, to);
            }
        }
    }
}

static int by_squares(const void *a, const void *b) {
    ff_move x = *(const ff_move *)a, y = *(const ff_move *)b;
    return FF_FROM(x) != FF_FROM(y) ? FF_FROM(x) - FF_FROM(y) : FF_TO(x) - FF_TO(y);
}

static void compare_moves(struct match *match) {
    ff_move moves[FF_MOVES_MAX];
    size_t count = match->umpires[0]->moves(match->umpires[0], moves);
    collect_legal(match);
    qsort(moves, count, sizeof *moves, by_squares);
    if (count != match->legal_count || memcmp(moves, match->legal, count * sizeof *moves) != 0) {
        disagree(match, "legal moves", (unsigned)count, (unsigned)match->legal_count);
    }
}

/* Squares of any value: mostly on the board, some beyond it, some the name of
 * no square. */
static unsigned any_square(ff_rng *rng) {
    static const unsigned strange[] = {100, 104, 127, 128, 254, FF_OFF_BOARD, 256, 65535, ~0u};
    bool good = ff_rng_below(rng, 8) > 0;
    return good ? ff_rng_below(rng, FF_SQUARES)
                : strange[ff_rng_below(rng, sizeof strange / sizeof strange[0])];
}

static unsigned own_square(struct match *match) {
    return match->legal_count
               ? FF_FROM(match->legal[ff_rng_below(&match->rng, (uint32_t)match->legal_count)])
               : any_square(&match->rng);
}

static void compare_some_reasons(struct match *match) {
    for (int i = 0; i < 12; i++) {
        compare_reasons(match, own_square(match), any_square(&match->rng));
        compare_reasons(match, any_square(&match->rng), any_square(&match->rng));
    }
}

static void compare_all_reasons(struct match *match) {
    for (unsigned from = 0; from <= FF_SQUARES; from++) {
        for (unsigned to = 0; to <= FF_SQUARES; to++) {
            compare_reasons(match, from, to);
        }
    }
}

static void compare_position(struct match *match) {
    compare_states(match);
    compare_moves(match);
    compare_some_reasons(match);
    if (match->tally->positions++ % 256 == 0) {
        compare_all_reasons(match);
    }
}

static ff_reason attempt_both(struct match *match, unsigned from, unsigned to) {
    ff_event events[UMPIRES] = {{0}, {0}};
    ff_reason reasons[UMPIRES];
    for (int i = 0; i < UMPIRES; i++) {
        reasons[i] = match->umpires[i]->attempt(match->umpires[i], from, to, &events[i]);
    }
    const ff_event *a = &events[0], *b = &events[1];
    bool same = a->move == b->move && a->battle == b->battle && a->attacker == b->attacker &&
                a->defender == b->defender && a->revealed == b->revealed;
    if (reasons[0] != reasons[1] || !same) {
        disagree(match, "what a move did", from, to);
    }
    return reasons[0];
}

/* Now and then somebody tries what may not be tried; it changes nothing, or it
 * forfeits the game. */
static void try_anything(struct match *match) {
    if (ff_rng_below(&match->rng, 64) == 0) {
        unsigned from = any_square(&match->rng), to = any_square(&match->rng);
        if (compare_reasons(match, from, to) != FF_LEGAL) {
            attempt_both(match, from, to);
            compare_states(match);
        }
    }
}

static bool is_over(const struct match *match) {
    return match->umpires[1]->state(match->umpires[1]).result != FF_ONGOING;
}

static void play_ply(struct match *match, const random_manner *manner) {
    oracle_state state = match->umpires[1]->state(match->umpires[1]);
    ff_move move =
        random_choice(&match->rng, manner, &state, match->last, match->legal, match->legal_count);
    match->played[match->plies++] = move;
    match->last[state.turn] = move;
    attempt_both(match, FF_FROM(move), FF_TO(move));
}

/* Has the player on turn lost with moves left, all of them forbidden? Then the
 * same board without its history is not lost. */
static bool is_strangled(const struct match *match, const oracle_state *state) {
    oracle *fresh = oracle_new(&match->edition, NULL);
    for (int square = 0; square < FF_SQUARES; square++) {
        if (state->seat[square] != FF_NOBODY) {
            oracle_put(fresh, square, state->seat[square], state->rank[square]);
        }
    }
    oracle_begin(fresh, state->turn);
    bool over = oracle_state_of(fresh).result != FF_ONGOING;
    oracle_free(fresh);
    return !over;
}

static void count_ending(const struct match *match) {
    oracle_state state = match->umpires[1]->state(match->umpires[1]);
    match->tally->games++;
    match->tally->endings[state.ending]++;
    match->tally->strangled += state.ending == FF_BY_IMMOBILE && is_strangled(match, &state);
    match->tally->drawn_immobile += state.result == FF_DRAW && state.ending == FF_BY_IMMOBILE;
}

static void play_match(struct match *match, unsigned longest) {
    random_manner manner = random_manner_of(&match->rng);
    compare_position(match);
    while (!is_over(match) && match->plies < longest) {
        play_ply(match, &manner);
        if (!is_over(match)) {
            compare_position(match);
            try_anything(match);
        }
    }
    compare_position(match);
    count_ending(match);
}

/* One game of eight begins with two armies of a built-in edition, half of them
 * with a few pieces of one, the others are in an edition that is made up. */
static void run_match(struct tally *tally, uint64_t seed) {
    struct match match = {.tally = tally, .seed = seed};
    ff_rng_seed(&match.rng, seed);
    unsigned kind = seed % 8;
    size_t builtin = (size_t)(seed / 8 % ff_edition_count());
    match.edition = kind <= 4 ? *ff_edition_at(builtin) : random_edition(&match.rng);
    ff_options options = random_options(&match.rng);
    for (int i = 0; i < UMPIRES; i++) {
        match.umpires[i] = umpire_kinds[i](&match.edition, &options);
    }
    bool armies = kind == 0 || kind == 5;
    (armies ? random_armies : random_sparse_position)(&match.rng, &match.edition, match.umpires);
    bool long_game = ff_rng_below(&match.rng, 10) == 0;
    play_match(&match, long_game ? PLIES : 120);
    for (int i = 0; i < UMPIRES; i++) {
        match.umpires[i]->free(match.umpires[i]);
    }
}

static void print_tally(const struct tally *tally) {
    print_message("%lu positions of %lu games; ends by flag %lu, immobile %lu (%lu drawn, %lu "
                  "strangled), limit %lu, forfeit %lu\n",
                  tally->positions, tally->games, tally->endings[FF_BY_FLAG],
                  tally->endings[FF_BY_IMMOBILE], tally->drawn_immobile, tally->strangled,
                  tally->endings[FF_BY_LIMIT], tally->endings[FF_BY_FORFEIT]);
    print_message("refused: two-squares %lu (%lu runs, %lu attacks), more-squares %lu (%lu without "
                  "exception)\n",
                  tally->refused[FF_TWO_SQUARES], tally->scouts, tally->strikes,
                  tally->refused[FF_MORE_SQUARES], tally->exact);
}

/* The random games are worth something only if they met everything. */
static void assert_all_was_met(const struct tally *tally) {
    for (ff_reason reason = FF_GAME_OVER; reason < FF_REASONS; reason++) {
        assert_true(tally->refused[reason] > 0);
    }
    assert_true(tally->refused[FF_TWO_SQUARES] >= tally->positions / 50);
    assert_true(tally->refused[FF_MORE_SQUARES] >= tally->positions / 200);
    assert_true(tally->exact && tally->scouts && tally->strikes && tally->strangled);
    assert_true(tally->endings[FF_BY_FLAG] && tally->endings[FF_BY_IMMOBILE]);
    assert_true(tally->endings[FF_BY_LIMIT] && tally->endings[FF_BY_FORFEIT]);
    assert_true(tally->drawn_immobile);
}

static void library_and_oracle_agree(void **state) {
    (void)state;
    struct tally tally = {0};
    unsigned long positions = number_from("FLAGFALL_ORACLE_POSITIONS", 100000);
    uint64_t seed = number_from("FLAGFALL_ORACLE_SEED", 1);
    while (tally.positions < positions) {
        run_match(&tally, seed++);
    }
    print_tally(&tally);
    if (positions >= 20000) {
        assert_all_was_met(&tally);
    }
}

/* Set-ups. */

static size_t draw_placings(ff_rng *rng, const ff_edition *edition, ff_seat seat,
                            oracle_placing placings[FF_SQUARES]) {
    ff_setup setup;
    size_t count = 0;
    ff_setup_random(&setup, edition, rng);
    for (unsigned k = 0; k < edition->files * (unsigned)edition->zone_rows; k++) {
        if (setup.rank[k] != FF_EMPTY) {
            int square = ff_edition_zone_square(edition, seat, k);
            placings[count++] = (oracle_placing){square, setup.rank[k]};
        }
    }
    return count;
}

/* Something may go wrong: another square, another rank, a piece less. */
static size_t spoil(ff_rng *rng, oracle_placing *placings, size_t count) {
    oracle_placing *one = &placings[ff_rng_below(rng, (uint32_t)count)];
    switch (ff_rng_below(rng, 4)) {
    case 0:
        one->square = (int)ff_rng_below(rng, FF_SQUARES + 20) - 10;
        break;
    case 1:
        one->rank = (ff_rank)(FF_SPY + ff_rng_below(rng, FF_RANKS - FF_SPY));
        break;
    case 2:
        return count - 1;
    }
    return count;
}

static void compare_armies(ff_rng *rng, const ff_edition *edition, unsigned seen[]) {
    oracle_placing placings[FF_SQUARES];
    ff_seat seat = (ff_seat)ff_rng_below(rng, 2);
    umpire *core = umpire_core_new(edition, NULL);
    size_t count = draw_placings(rng, edition, seat, placings);
    assert_int_equal(oracle_setup_check(edition, seat, placings, count), FF_SETUP_OK);
    count = spoil(rng, placings, count);
    ff_setup_reason told = oracle_setup_check(edition, seat, placings, count);
    assert_int_equal(core->setup_check(edition, seat, placings, count), told);
    seen[told]++;
    core->free(core);
}

static void the_same_armies_stand_right(void **state) {
    (void)state;
    ff_rng rng;
    unsigned seen[FF_SETUP_WRONG_COUNTS + 1] = {0};
    ff_rng_seed(&rng, 7);
    for (unsigned i = 0; i < 4000; i++) {
        ff_edition edition =
            i % 2 ? random_edition(&rng) : *ff_edition_at(i / 2 % ff_edition_count());
        compare_armies(&rng, &edition, seen);
    }
    assert_true(seen[FF_SETUP_OK] && seen[FF_SETUP_OUTSIDE_ZONE] && seen[FF_SETUP_OVERLAP] &&
                seen[FF_SETUP_WRONG_COUNTS]);
}

/* In every edition (A-25 of docs/rules.md: the soldiers text does not say). */
static void red_begins(void **state) {
    (void)state;
    ff_rng rng;
    ff_rng_seed(&rng, 8);
    for (size_t i = 0; i < ff_edition_count(); i++) {
        ff_rules rules;
        ff_position position;
        ff_setup red, blue;
        ff_rules_init(&rules, ff_edition_at(i), NULL);
        ff_setup_random(&red, ff_edition_at(i), &rng);
        ff_setup_random(&blue, ff_edition_at(i), &rng);
        ff_position_setup(&rules, &position, &red, &blue);
        assert_int_equal(position.turn, FF_RED);
    }
}

/* Counters are 16 bits wide: no game outlasts them, whatever the edition says. */
static void the_longest_game_is_drawn(void **state) {
    (void)state;
    const ff_edition *endless = ff_edition_find(ff_span_of("ucc"));
    for (int kind = 0; kind < UMPIRES; kind++) {
        umpire *judge = umpire_kinds[kind](endless, NULL);
        ff_event event;
        judge->put(judge, 0, FF_RED, FF_MAJOR);
        judge->put(judge, 99, FF_BLUE, FF_MAJOR);
        judge->begin(judge, FF_RED);
        for (unsigned ply = 0; ply < FF_PLIES_MAX; ply++) {
            unsigned red = ply / 2 % 2 ? 1 : 0, blue = ply / 2 % 2 ? 98 : 99;
            assert_int_equal(
                judge->attempt(judge, ply % 2 ? blue : red, ply % 2 ? 197 - blue : 1 - red, &event),
                FF_LEGAL);
        }
        oracle_state end = judge->state(judge);
        assert_int_equal(end.result, FF_DRAW);
        assert_int_equal(end.ending, FF_BY_LIMIT);
        assert_int_equal(end.plies, FF_PLIES_MAX);
        assert_int_equal(judge->check(judge, 0, 1), FF_GAME_OVER);
        judge->free(judge);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(library_and_oracle_agree),
        cmocka_unit_test(the_longest_game_is_drawn),
        cmocka_unit_test(the_same_armies_stand_right),
        cmocka_unit_test(red_begins),
    };
    return cmocka_run_group_tests_name("oracle", tests, NULL, NULL);
}
