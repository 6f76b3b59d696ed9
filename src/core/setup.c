/* Armies before the game: are they the edition's, can they move, and one drawn by lot. A set-up
 * lists the zone's squares as its owner counts them, from the left of its own back row, so that
 * it means the same for both seats. */
#include "flagfall/setup.h"

#include "base/rng.h"
#include "core/board.h"
#include "core/move_generation.h"

#include <assert.h>

const char *ff_setup_reason_word(ff_setup_reason reason) {
    static const char *const words[] = {"ok",           "wrong-length", "bad-letter",
                                        "outside-zone", "overlap",      "wrong-counts"};
    return words[reason];
}

ff_setup_reason ff_setup_place(ff_setup *setup, const ff_edition *edition, ff_seat seat, int square,
                               ff_rank rank) {
    for (unsigned k = 0; k < ff_edition_zone_size(edition); k++) {
        if (ff_edition_zone_square(edition, seat, k) != square)
            continue;
        if (setup->rank[k] != FF_EMPTY)
            return FF_SETUP_OVERLAP;
        setup->rank[k] = (uint8_t)rank;
        return FF_SETUP_OK;
    }
    return FF_SETUP_OUTSIDE_ZONE;
}

ff_setup_reason ff_setup_check(const ff_setup *setup, const ff_edition *edition) {
    /* Where the pieces stand does not matter once each is inside the zone: what is left to
     * check is how many there are of each rank. */
    unsigned counts[FF_RANKS] = {0};
    for (unsigned k = 0; k < FF_ZONE_MAX; k++) {
        unsigned rank = setup->rank[k];
        if (rank == FF_EMPTY)
            continue;
        if (rank >= FF_RANKS)
            return FF_SETUP_BAD_LETTER;
        if (k >= ff_edition_zone_size(edition))
            return FF_SETUP_OUTSIDE_ZONE;
        counts[rank]++;
    }
    for (unsigned rank = FF_SPY; rank < FF_RANKS; rank++)
        if (counts[rank] != edition->army[rank])
            return FF_SETUP_WRONG_COUNTS;
    return FF_SETUP_OK;
}

static void put_army(ff_position *position, const ff_edition *edition, ff_seat seat,
                     const ff_setup *setup) {
    for (unsigned k = 0; k < ff_edition_zone_size(edition); k++)
        if (setup->rank[k] != FF_EMPTY)
            piece_flip(position, (unsigned)ff_edition_zone_square(edition, seat, k), seat,
                       setup->rank[k]);
}

bool ff_setup_can_move(const ff_setup *setup, const ff_edition *edition, ff_seat seat) {
    if (seat == FF_NOBODY)
        return ff_setup_can_move(setup, edition, FF_RED) &&
               ff_setup_can_move(setup, edition, FF_BLUE);
    ff_rules rules;
    ff_rules_init(&rules, edition, NULL);
    ff_position position;
    ff_position_clear(&position);
    /* Alone on the board: an enemy piece takes no move away, for where one stands it can be
     * attacked. */
    put_army(&position, edition, seat, setup);
    move_set t;
    generate_pseudo_legal(&rules, &position, seat, &t);
    return move_set_any(&t);
}

void ff_setup_random(ff_setup *setup, const ff_edition *edition, ff_rng *rng) {
    uint8_t places[FF_ZONE_MAX];
    unsigned left = ff_edition_zone_size(edition);
    for (unsigned k = 0; k < left; k++)
        places[k] = (uint8_t)k;
    memset(setup, 0, sizeof *setup);
    for (unsigned rank = FF_SPY; rank < FF_RANKS; rank++) {
        for (unsigned n = edition->army[rank]; n > 0; n--) {
            assert(left > 0);
            /* Each piece takes one of the places left, all equally likely; the last place fills
             * the gap. Pieces of one rank are alike, so all set-ups are equally likely too. */
            unsigned drawn = rng_below(rng, left);
            setup->rank[places[drawn]] = (uint8_t)rank;
            places[drawn] = places[--left];
        }
    }
    assert(ff_setup_check(setup, edition) == FF_SETUP_OK);
}

void ff_setup_mirror(ff_setup *setup, const ff_edition *edition) {
    unsigned files = edition->files;
    ff_setup before = *setup;
    for (unsigned k = 0; k < ff_edition_zone_size(edition); k++)
        setup->rank[k] = before.rank[k - k % files + (files - 1 - k % files)];
}

void ff_position_setup(const ff_rules *rules, ff_position *position, const ff_setup *red,
                       const ff_setup *blue) {
    ff_position_clear(position);
    put_army(position, &rules->edition, FF_RED, red);
    put_army(position, &rules->edition, FF_BLUE, blue);
    ff_position_begin(rules, position);
}
