/* An edition and a game's options made into the rules that the rest of the core reads, and
 * the words of reasons and results. */
#include "core/bitboard.h"

#include <assert.h>

#include "base/sized.h"

/* 0 stands for "no limit", so it never is the lower one. */
static uint16_t lower_limit(uint16_t a, uint16_t b) {
    return a == 0 || (b != 0 && b < a) ? b : a;
}

void ff_rules_init(ff_rules *rules, const ff_edition *edition, const ff_options *options) {
    assert(ff_edition_check(edition, NULL));
    ff_options chosen = {.size = sizeof chosen};
    if (options)
        sized_take(&chosen, sizeof chosen, options);
    memset(rules, 0, sizeof *rules);
    rules->edition = *edition;
    bitboard playable = {0};
    for (int square = 0; square < FF_SQUARES; square++)
        if (ff_edition_on_board(edition, square) && !edition->lake[square])
            playable |= bitboard_load(square_bits[square]);
    bitboard_store(rules->playable, playable);
    rules->two_squares = edition->two_squares;
    rules->chase = (uint8_t)edition->chase;
    rules->forfeit = edition->forfeit || chosen.forfeit;
    if (!chosen.no_limits) {
        rules->quiet_limit = edition->quiet_limit;
        rules->ply_limit = edition->ply_limit;
    }
    rules->ply_limit = lower_limit(rules->ply_limit, chosen.ply_limit);
    /* Whatever was asked for, the counters of a position are 16 bits wide: the game ends before
     * they wrap. */
    rules->ply_limit = lower_limit(rules->ply_limit, FF_PLIES_MAX);
}

const char *ff_reason_word(ff_reason reason) {
    static const char *const words[FF_REASONS] = {
        [FF_LEGAL] = "ok",
        [FF_GAME_OVER] = "game-over",
        [FF_NOT_ON_BOARD] = "off-board",
        [FF_EMPTY_SOURCE] = "empty-source",
        [FF_NOT_YOURS] = "not-yours",
        [FF_IMMOBILE] = "immobile",
        [FF_NULL_MOVE] = "null-move",
        [FF_NOT_STRAIGHT] = "not-straight",
        [FF_TOO_FAR] = "too-far",
        [FF_LAKE] = "lake",
        [FF_OWN_PIECE] = "own-piece",
        [FF_BLOCKED] = "blocked",
        [FF_TWO_SQUARES] = "two-squares",
        [FF_MORE_SQUARES] = "more-squares",
    };
    return words[reason];
}

const char *ff_result_word(ff_result result) {
    static const char *const words[] = {"*", "red", "blue", "draw"};
    return words[result];
}

const char *ff_ending_word(ff_ending ending) {
    static const char *const words[] = {"-",         "flag",  "immobile", "resign", "time",
                                        "agreement", "limit", "forfeit",  "aborted"};
    return words[ending];
}
