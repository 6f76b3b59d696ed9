/* Armies chosen by a network: legal, as the network likes them, and chosen without a look at the
 * enemy's ranks. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "ai/learned/choose_army.h"
#include "ai/players/search_player.h"
#include "ai/setup/setups.h"
#include "flagfall.h"

enum { SEEDS = 20 };

/* A network that cares for one thing alone: the more to the right its unmoved marshal stands, seen
 * from its own side, the better. */
static net *net_that_likes_the_right(void) {
    const unsigned marshal = KIND_OWN + 3 * (FF_MARSHAL - FF_SPY);
    net *n = calloc(1, sizeof *n);
    assert_non_null(n);
    for (unsigned square = 0; square < FF_SQUARES; square++)
        n->straight[(marshal - KIND_OWN) * FF_SQUARES + square] = (int16_t)(square % FF_FILES * 50);
    return n;
}

static unsigned file_of_marshal(const ff_edition *edition, const ff_setup *army) {
    for (unsigned k = 0; k < ff_edition_zone_size(edition); k++)
        if (army->rank[k] == FF_MARSHAL)
            return k % edition->files;
    fail_msg("an army without a marshal");
    return 0;
}

static ff_setup chosen(const net *n, const char *id, ff_seat seat, unsigned drawn, uint64_t seed) {
    ff_rng rng;
    ff_setup army;
    ff_rng_seed(&rng, seed);
    choose_army(n, ff_edition_find(ff_span_of(id)), seat, drawn, &rng, &army);
    return army;
}

/* The more there are to choose from, the better the network likes what it gets; the first ones
 * are the same. */
static void the_army_is_the_one_that_the_network_likes_best(void **state) {
    (void)state;
    static const char *const ids[] = {"tournament", "barrage", "quick-arena"};
    net *n = net_that_likes_the_right();
    for (unsigned i = 0; i < 3; i++) {
        const ff_edition *edition = ff_edition_find(ff_span_of(ids[i]));
        unsigned first = 0, last = 0;
        for (uint64_t seed = 0; seed < SEEDS; seed++) {
            ff_seat seat = seed % 2 ? FF_BLUE : FF_RED;
            unsigned before = 0;
            for (unsigned drawn = 1; drawn <= 64; drawn *= 8) {
                ff_setup army = chosen(n, ids[i], seat, drawn, seed);
                unsigned file = file_of_marshal(edition, &army);
                assert_int_equal(ff_setup_check(&army, edition), FF_SETUP_OK);
                assert_true(file >= before);
                before = file;
                first += drawn == 1 ? file : 0;
                last += drawn == 64 ? file : 0;
            }
        }
        assert_true(last > first + SEEDS);
    }
    free(n);
}

/* Who knows the network must not know where the flag stands. */
static void the_flag_stands_where_chance_put_it(void **state) {
    (void)state;
    const ff_edition *edition = ff_edition_find(ff_span_of("barrage"));
    net *n = net_that_likes_the_right();
    for (uint64_t seed = 0; seed < SEEDS; seed++) {
        ff_setup first = chosen(n, "barrage", FF_RED, 1, seed),
                 last = chosen(n, "barrage", FF_RED, 100, seed);
        assert_int_equal(setup_flag(&first, edition), setup_flag(&last, edition));
    }
    free(n);
}

/* A network that judges known enemy pieces alone has nothing to go by before the first move: it
 * takes the first army. */
static void the_enemys_ranks_take_no_part(void **state) {
    (void)state;
    net *n = calloc(1, sizeof *n);
    assert_non_null(n);
    for (unsigned i = (KIND_ENEMY - KIND_OWN) * FF_SQUARES;
         i < (KIND_UNMOVED - KIND_OWN) * FF_SQUARES; i++)
        n->straight[i] = (int16_t)(i % 97 * 50);
    for (uint64_t seed = 0; seed < SEEDS; seed++) {
        ff_setup first = chosen(n, "barrage", FF_BLUE, 1, seed),
                 last = chosen(n, "barrage", FF_BLUE, 64, seed);
        assert_memory_equal(&first, &last, sizeof first);
    }
    free(n);
}

static ff_setup army_of_search(const search_player_traits *traits, const char *id, uint64_t seed) {
    ff_setup army;
    ff_player *player = search_player_new(traits, seed);
    assert_non_null(player);
    player->set_up(player, ff_edition_find(ff_span_of(id)), FF_RED, &army);
    player->free(player);
    return army;
}

/* Nor is the flag always where it was. In barrage people's armies are few, and two in a hundred met
 * again. */
static void armies_are_hardly_ever_alike(void **state) {
    (void)state;
    static const char *const ids[] = {"tournament", "barrage"};
    for (unsigned i = 0; i < 2; i++) {
        const ff_edition *edition = ff_edition_find(ff_span_of(ids[i]));
        ff_setup army[SEEDS];
        bool elsewhere = false;
        unsigned alike = 0;
        for (uint64_t seed = 0; seed < SEEDS; seed++) {
            army[seed] = army_of_search(NULL, ids[i], seed);
            assert_int_equal(ff_setup_check(&army[seed], edition), FF_SETUP_OK);
            for (uint64_t other = 0; other < seed; other++)
                alike += memcmp(&army[other], &army[seed], sizeof army[0]) == 0;
            elsewhere |= setup_flag(&army[seed], edition) != setup_flag(&army[0], edition);
        }
        assert_true(elsewhere);
        assert_in_range(alike, 0, 2);
    }
}

/* Whatever network it was given. */
static void who_is_advised_sets_up_as_the_network_likes(void **state) {
    (void)state;
    const ff_edition *edition = ff_edition_default();
    net *n = net_that_likes_the_right();
    search_player_traits advised = search_player_full, alone = search_player_full;
    advised.net = n;
    advised.pieces = FF_ZONE_MAX;
    alone.advice = 0;
    unsigned with = 0, without = 0;
    for (uint64_t seed = 0; seed < SEEDS; seed++) {
        ff_setup army = army_of_search(&advised, edition->id, seed);
        with += file_of_marshal(edition, &army);
        army = army_of_search(&alone, edition->id, seed);
        without += file_of_marshal(edition, &army);
    }
    assert_true(with > without + SEEDS);
    free(n);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_army_is_the_one_that_the_network_likes_best),
        cmocka_unit_test(the_flag_stands_where_chance_put_it),
        cmocka_unit_test(the_enemys_ranks_take_no_part),
        cmocka_unit_test(armies_are_hardly_ever_alike),
        cmocka_unit_test(who_is_advised_sets_up_as_the_network_likes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
