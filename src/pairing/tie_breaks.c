/* Tie-breaks (FIDE Handbook C.07, whose articles are named below). What must hold: each is a
 * sum of what single rounds contribute, so that what is cut is a round's contribution and
 * nothing else. */
#include "pairing/tie_breaks.h"

#include <stdlib.h>

const tie_break tie_order_swiss[TIE_ORDER_SWISS] = {TIE_BUCHHOLZ_CUT_1,   TIE_BUCHHOLZ,
                                                    TIE_SONNEBORN_BERGER, TIE_PROGRESSIVE,
                                                    TIE_DIRECT_ENCOUNTER, TIE_WINS};
const tie_break tie_order_round_robin[TIE_ORDER_ROUND_ROBIN] = {TIE_SONNEBORN_BERGER,
                                                                TIE_DIRECT_ENCOUNTER, TIE_WINS};

/* ---- what a round contributes ---- */

/* 16.1.2: not played by own choice. */
static bool is_voluntary(const crosstable_entry *entry) {
    return entry->kind == ROUND_ABSENT || entry->kind == ROUND_FORFEIT_LOSS;
}

/* 16.3: as it counts for opponents. */
static unsigned adjusted_score(const crosstable *table, unsigned player) {
    unsigned score = crosstable_score(table, player, table->rounds);
    for (unsigned round = table->rounds; round-- > 0;) {
        const crosstable_entry *entry = crosstable_at(table, player, round);
        if (!is_voluntary(entry))
            break;
        if (entry->kind == ROUND_ABSENT)
            score += CROSSTABLE_DRAW;
    }
    return score;
}

/* The score of the opponent of that round. */
static unsigned opponent_score(const crosstable *table, bool round_robin, unsigned player,
                               const crosstable_entry *entry) {
    if (round_robin)
        return entry->opponent == CROSSTABLE_NOBODY
                   ? 0
                   : crosstable_score(table, entry->opponent, table->rounds);
    /* 16.4: who did not play is given an opponent with one's own score. */
    return entry->kind == ROUND_PLAYED ? adjusted_score(table, entry->opponent)
                                       : crosstable_score(table, player, table->rounds);
}

typedef struct contributions {
    unsigned sum, lowest, lowest_voluntary;
    unsigned highest, second; /* the two highest */
    bool any, any_voluntary;
} contributions;

static void contribute(contributions *all, unsigned score, bool voluntary) {
    all->sum += score;
    all->lowest = all->any && all->lowest < score ? all->lowest : score;
    all->second = all->highest < score ? all->highest : all->second < score ? score : all->second;
    all->highest = all->highest < score ? score : all->highest;
    all->any = true;
    if (!voluntary)
        return;
    if (!all->any_voluntary || score < all->lowest_voluntary)
        all->lowest_voluntary = score;
    all->any_voluntary = true;
}

static void fill_values(const crosstable *table, bool round_robin, tie_ranking *of) {
    contributions buchholz = {.sum = 0};
    unsigned score = 0;
    for (unsigned round = 0; round < table->rounds; round++) {
        const crosstable_entry *entry = crosstable_at(table, of->player, round);
        unsigned other = opponent_score(table, round_robin, of->player, entry);
        contribute(&buchholz, other, !round_robin && is_voluntary(entry));
        of->value[TIE_SONNEBORN_BERGER] += other * entry->points;
        of->value[TIE_WINS] += entry->points == CROSSTABLE_WIN;
        score += entry->points;
        of->value[TIE_PROGRESSIVE] += score;
    }
    /* 16.5: the cut takes a round that was missed by choice first, whatever it contributes. */
    unsigned cut = buchholz.any_voluntary ? buchholz.lowest_voluntary : buchholz.lowest;
    of->score = score;
    of->value[TIE_BUCHHOLZ] = buchholz.sum;
    of->value[TIE_BUCHHOLZ_CUT_1] = buchholz.sum - cut;
    unsigned high = cut == buchholz.highest ? buchholz.second : buchholz.highest;
    of->value[TIE_MEDIAN_BUCHHOLZ] = table->rounds < 2 ? 0 : buchholz.sum - cut - high;
}

/* ---- ranking ---- */

/* How many come before it in the order, 0: points alone. */
static int compare_until(const tie_ranking *a, const tie_ranking *b, const tie_break *order,
                         unsigned count) {
    if (a->score != b->score)
        return a->score < b->score ? 1 : -1;
    for (unsigned i = 0; i < count; i++)
        if (a->value[order[i]] != b->value[order[i]])
            return a->value[order[i]] < b->value[order[i]] ? 1 : -1;
    return 0;
}

/* By insertion, so that equal ones stay as they were: there are few players. */
static void sort(tie_ranking *ranking, unsigned players, const tie_break *order, unsigned count) {
    for (unsigned i = 1; i < players; i++) {
        tie_ranking moved = ranking[i];
        unsigned at = i;
        for (; at > 0 && compare_until(&ranking[at - 1], &moved, order, count) > 0; at--)
            ranking[at] = ranking[at - 1];
        ranking[at] = moved;
    }
}

static bool met_in(const crosstable *table, bool round_robin, unsigned player, unsigned other,
                   unsigned *points) {
    for (unsigned round = 0; round < table->rounds; round++) {
        const crosstable_entry *entry = crosstable_at(table, player, round);
        if (entry->opponent == other && (round_robin || entry->kind == ROUND_PLAYED)) {
            *points += entry->points;
            return true;
        }
    }
    return false;
}

/* Article 6, for those from `ranking` on who are tied. Where some of them have not met, the
 * encounter decides nothing, and nobody's points count. */
static void fill_direct(const crosstable *table, bool round_robin, tie_ranking *ranking,
                        unsigned tied) {
    bool all = true;
    for (unsigned i = 0; i < tied; i++)
        for (unsigned j = 0; j < tied; j++)
            all &= i == j || met_in(table, round_robin, ranking[i].player, ranking[j].player,
                                    &ranking[i].value[TIE_DIRECT_ENCOUNTER]);
    for (unsigned i = 0; i < tied && !all; i++)
        ranking[i].value[TIE_DIRECT_ENCOUNTER] = 0;
}

static void fill_all_direct(const crosstable *table, bool round_robin, tie_ranking *ranking,
                            const tie_break *order, unsigned before) {
    for (unsigned from = 0, to; from < table->players; from = to) {
        for (to = from + 1; to < table->players; to++)
            if (compare_until(&ranking[from], &ranking[to], order, before))
                break;
        fill_direct(table, round_robin, ranking + from, to - from);
    }
}

void tie_rank(const crosstable *table, bool round_robin, tie_ranking *ranking) {
    const tie_break *order = round_robin ? tie_order_round_robin : tie_order_swiss;
    unsigned count = round_robin ? TIE_ORDER_ROUND_ROBIN : TIE_ORDER_SWISS;
    for (unsigned player = 0; player < table->players; player++) {
        ranking[player] = (tie_ranking){.player = player};
        fill_values(table, round_robin, &ranking[player]);
    }
    for (unsigned i = 0; i < count; i++)
        if (order[i] == TIE_DIRECT_ENCOUNTER) {
            sort(ranking, table->players, order, i);
            fill_all_direct(table, round_robin, ranking, order, i);
        }
    sort(ranking, table->players, order, count);
    for (unsigned i = 0; i < table->players; i++)
        ranking[i].place = i > 0 && !compare_until(&ranking[i - 1], &ranking[i], order, count)
                               ? ranking[i - 1].place
                               : i + 1;
}
