/* A crosstable: of each player and round the opponent, the colour and the points. What must
 * hold: a game stands in it twice, once for each player, and says the same both times. */
#include "pairing/crosstable.h"

#include <assert.h>
#include <stdlib.h>

bool crosstable_open(crosstable *table, unsigned players, unsigned rounds_max) {
    assert(players <= CROSSTABLE_PLAYERS_MAX && rounds_max <= CROSSTABLE_ROUNDS_MAX);
    *table = (crosstable){.players = players, .rounds_max = rounds_max};
    table->entry = calloc((size_t)players * rounds_max + 1, sizeof *table->entry);
    if (!table->entry)
        return false;
    for (size_t i = 0; i < (size_t)players * rounds_max; i++)
        table->entry[i].opponent = CROSSTABLE_NOBODY;
    return true;
}

void crosstable_free(crosstable *table) {
    free(table->entry);
    table->entry = NULL;
}

crosstable_entry *crosstable_at(const crosstable *table, unsigned player, unsigned round) {
    assert(player < table->players && round < table->rounds_max);
    return &table->entry[(size_t)player * table->rounds_max + round];
}

static uint8_t kind_of(unsigned points, bool forfeit) {
    if (!forfeit)
        return ROUND_PLAYED;
    return points > 0 ? ROUND_FORFEIT_WIN : ROUND_FORFEIT_LOSS;
}

void crosstable_set_game(crosstable *table, unsigned round, unsigned white, unsigned black,
                         unsigned white_points, unsigned black_points, bool forfeit) {
    *crosstable_at(table, white, round) = (crosstable_entry){.kind = kind_of(white_points, forfeit),
                                                             .points = (uint8_t)white_points,
                                                             .white = true,
                                                             .opponent = (uint16_t)black};
    *crosstable_at(table, black, round) = (crosstable_entry){.kind = kind_of(black_points, forfeit),
                                                             .points = (uint8_t)black_points,
                                                             .opponent = (uint16_t)white};
}

void crosstable_set_bye(crosstable *table, unsigned round, unsigned player) {
    *crosstable_at(table, player, round) = (crosstable_entry){
        .kind = ROUND_BYE, .points = CROSSTABLE_WIN, .opponent = CROSSTABLE_NOBODY};
}

unsigned crosstable_score(const crosstable *table, unsigned player, unsigned rounds) {
    unsigned score = 0;
    for (unsigned round = 0; round < rounds; round++)
        score += crosstable_at(table, player, round)->points;
    return score;
}

bool crosstable_have_met(const crosstable *table, unsigned a, unsigned b) {
    for (unsigned round = 0; round < table->rounds; round++) {
        const crosstable_entry *entry = crosstable_at(table, a, round);
        if (entry->kind == ROUND_PLAYED && entry->opponent == b)
            return true;
    }
    return false;
}
