/* Pairings and tie-breaks are what federations have published: tests/pairing, by file. */
#include "pairing/swiss.h"
#include "pairing/tie_breaks.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { LINE = 1000, PLAYERS = 64, ROUNDS = 16 };

static FILE *open_cases(const char *name) {
    char path[600];
    snprintf(path, sizeof path, "%s/pairing/%s", TEST_ROOT, name);
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    return file;
}

/* The next line that says something; false at the end. */
static bool next_line(FILE *file, char line[LINE]) {
    while (fgets(line, LINE, file)) {
        line[strcspn(line, "\n")] = 0;
        if (line[0] && line[0] != '#')
            return true;
    }
    return false;
}

static void describe(const fixture_pair *pairs, unsigned count, char *text, size_t size) {
    text[0] = 0;
    for (unsigned i = 0; i < count; i++) {
        size_t used = strlen(text);
        if (pairs[i].black == CROSSTABLE_NOBODY)
            snprintf(text + used, size - used, "%s%u", i ? " " : "", pairs[i].white + 1u);
        else
            snprintf(text + used, size - used, "%s%u-%u", i ? " " : "", pairs[i].white + 1u,
                     pairs[i].black + 1u);
    }
}

/* ---- Berger tables ---- */

static void round_robins_go_by_the_berger_tables(void **state) {
    FILE *file = open_cases("berger.txt");
    char line[LINE], found[LINE];
    unsigned players = 0, round = 0, tables = 0;
    (void)state;
    while (next_line(file, line)) {
        fixture_pair pairs[PLAYERS];
        if (!strchr(line, '-')) {
            assert_int_equal(round, round_robin_rounds(players));
            players = (unsigned)atoi(line);
            round = 0;
            tables++;
            continue;
        }
        describe(pairs, round_robin_pair(players, round++, pairs), found, sizeof found);
        assert_string_equal(found, line);
    }
    assert_int_equal(round, round_robin_rounds(players));
    assert_int_equal(tables, 7);
    fclose(file);
}

static void who_would_meet_the_last_is_free_where_players_are_odd(void **state) {
    (void)state;
    for (unsigned players = 3; players < CROSSTABLE_PLAYERS_MAX; players += 2) {
        unsigned rounds = round_robin_rounds(players);
        assert_int_equal(rounds, players);
        for (unsigned round = 0; round < rounds; round++) {
            fixture_pair odd[PLAYERS], even[PLAYERS];
            unsigned count = round_robin_pair(players, round, odd);
            assert_int_equal(count, round_robin_pair(players + 1, round, even));
            for (unsigned i = 0; i < count; i++) {
                if (even[i].white != players && even[i].black != players) {
                    assert_memory_equal(&odd[i], &even[i], sizeof *odd);
                    continue;
                }
                assert_int_equal(odd[i].black, CROSSTABLE_NOBODY);
                assert_int_equal(odd[i].white,
                                 even[i].white == players ? even[i].black : even[i].white);
            }
        }
    }
}

/* ---- tournaments as text ---- */

static unsigned halves(char sign) {
    return sign == '1' || sign == '+' ? 2 : sign == '=' ? 1 : 0;
}

/* A round: "1-5 1-0  6-2 =-=  7 bye". */
static void read_round(crosstable *table, char *line) {
    unsigned round = table->rounds++;
    for (char *at = strtok(line, " "); at; at = strtok(NULL, " ")) {
        char *result = strtok(NULL, " ");
        unsigned white, black;
        assert_non_null(result);
        if (strcmp(result, "bye") == 0) {
            crosstable_set_bye(table, round, (unsigned)atoi(at) - 1);
            continue;
        }
        if (strcmp(result, "half") == 0) { /* a bye that was asked for: no server gives one */
            crosstable_at(table, (unsigned)atoi(at) - 1, round)->points = CROSSTABLE_DRAW;
            continue;
        }
        assert_int_equal(sscanf(at, "%u-%u", &white, &black), 2);
        bool forfeit = result[0] == '+' || result[0] == '-';
        crosstable_set_game(table, round, white - 1, black - 1, halves(result[0]),
                            halves(result[2]), forfeit);
    }
}

static int compare_pairs(const void *a, const void *b) {
    const fixture_pair *x = a, *y = b;
    return (x->white > y->white) - (x->white < y->white);
}

/* The next round as `found`, and the pairs that are expected, in the same order, as `asked`. Who is
 * not among them is away. */
static void pair_next(const crosstable *table, unsigned rounds, bool white, char *expected,
                      char found[LINE], char asked[LINE]) {
    fixture_pair pairs[PLAYERS], wanted[PLAYERS];
    bool plays[PLAYERS] = {false};
    unsigned count, wants = 0;
    for (char *at = strtok(expected, " "); at; at = strtok(NULL, " ")) {
        unsigned a, b;
        bool alone = sscanf(at, "%u-%u", &a, &b) != 2;
        wanted[wants++] =
            (fixture_pair){(uint16_t)(a - 1), alone ? CROSSTABLE_NOBODY : (uint16_t)(b - 1)};
        plays[a - 1] = true;
        if (!alone)
            plays[b - 1] = true;
    }
    const swiss_round round = {table, plays, rounds, white};
    assert_int_equal(swiss_pair(&round, pairs, &count), SWISS_PAIRED);
    qsort(pairs, count, sizeof *pairs, compare_pairs);
    qsort(wanted, wants, sizeof *wanted, compare_pairs);
    describe(pairs, count, found, LINE);
    describe(wanted, wants, asked, LINE);
}

/* How many rounds of the file come out as it says, of `cases`. What does not is told. */
static unsigned count_same(FILE *file, unsigned *cases) {
    char line[LINE], colour[8], found[LINE], asked[LINE];
    crosstable table = {0};
    unsigned players, rounds = 0, same = 0;
    while (next_line(file, line)) {
        if (sscanf(line, "tournament %u %u %7s", &players, &rounds, colour) == 3) {
            crosstable_free(&table);
            assert_true(crosstable_open(&table, players, rounds));
        } else if (strncmp(line, "then ", 5) == 0) {
            pair_next(&table, rounds, strcmp(colour, "white") == 0, line + 5, found, asked);
            ++*cases;
            if (strcmp(found, asked) == 0)
                same++;
            else
                print_message("tournament of %u, round %u: %s\nand not: %s\n", table.players,
                              table.rounds + 1, found, asked);
        } else
            read_round(&table, line);
    }
    crosstable_free(&table);
    fclose(file);
    return same;
}

static void swiss_rounds_are_those_that_the_articles_ask_for(void **state) {
    unsigned cases = 0, same = count_same(open_cases("swiss.txt"), &cases);
    (void)state;
    assert_int_equal(same, cases);
    assert_true(cases >= 8);
}

/* By hand: tests/pairing/compare names the file, and reads what is printed. */
static void rounds_of_another_engine_are_counted(void **state) {
    const char *name = getenv("FLAGFALL_SWISS");
    unsigned cases = 0;
    (void)state;
    if (!name)
        skip();
    FILE *file = fopen(name, "r");
    assert_non_null(file);
    unsigned same = count_same(file, &cases);
    print_message("same=%u rounds=%u\n", same, cases);
}

/* ---- tie-breaks ---- */

static const struct {
    tie_break which;
    double unit;
} columns[] = {{TIE_BUCHHOLZ, 2},         {TIE_BUCHHOLZ_CUT_1, 2}, {TIE_MEDIAN_BUCHHOLZ, 2},
               {TIE_SONNEBORN_BERGER, 4}, {TIE_PROGRESSIVE, 2},    {TIE_WINS, 1}};

static void check_rank(const tie_ranking *ranking, unsigned players, const char *line) {
    char word[8][8];
    assert_int_equal(sscanf(line, "rank %7s %7s %7s %7s %7s %7s %7s %7s", word[0], word[1], word[2],
                            word[3], word[4], word[5], word[6], word[7]),
                     8);
    const tie_ranking *of = ranking;
    while (of < ranking + players && of->player + 1 != (unsigned)atoi(word[0]))
        of++;
    assert_true(of < ranking + players);
    assert_float_equal((double)of->score / 2, atof(word[1]), 0);
    for (int i = 0; i < 6; i++)
        if (strcmp(word[i + 2], "-") != 0 &&
            of->value[columns[i].which] / columns[i].unit != atof(word[i + 2]))
            fail_msg("column %d of \"%s\" is %g", i + 3, line,
                     of->value[columns[i].which] / columns[i].unit);
}

static void check_order(const tie_ranking *ranking, unsigned players, const char *wanted) {
    char found[LINE] = "";
    for (unsigned i = 0; i < players; i++) {
        size_t used = strlen(found);
        snprintf(found + used, sizeof found - used, "%s%u", i ? " " : "", ranking[i].player + 1);
    }
    assert_string_equal(found, wanted);
}

static void tie_breaks_are_what_the_articles_come_to(void **state) {
    FILE *file = open_cases("tie_breaks.txt");
    char line[LINE], kind[8];
    crosstable table = {0};
    tie_ranking ranking[PLAYERS];
    unsigned players = 0, rounds, checked = 0;
    bool robin = false;
    (void)state;
    while (next_line(file, line)) {
        bool ranked = strncmp(line, "rank", 4) == 0 || strncmp(line, "order", 5) == 0;
        if (!ranked && sscanf(line, "%7[a-z] %u %u", kind, &players, &rounds) == 3) {
            crosstable_free(&table);
            assert_true(crosstable_open(&table, players, rounds));
            robin = strcmp(kind, "robin") == 0;
        } else if (!ranked)
            read_round(&table, line);
        else {
            tie_rank(&table, robin, ranking);
            checked++;
            if (line[0] == 'r')
                check_rank(ranking, players, line);
            else
                check_order(ranking, players, line + 6);
        }
    }
    crosstable_free(&table);
    assert_true(checked >= 34);
    fclose(file);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(round_robins_go_by_the_berger_tables),
        cmocka_unit_test(who_would_meet_the_last_is_free_where_players_are_odd),
        cmocka_unit_test(swiss_rounds_are_those_that_the_articles_ask_for),
        cmocka_unit_test(rounds_of_another_engine_are_counted),
        cmocka_unit_test(tie_breaks_are_what_the_articles_come_to),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
