/* Formulas over tallies of game pairs; each function names its source where it is declared.
 * What must hold: they are asked of sums alone, so that it does not matter who played which
 * game when. */
#include "arena/statistics.h"

#include <math.h>

static const double Z95 = 1.959963984540054; /* of the normal distribution */

tally tally_reversed(const tally *t) {
    tally reversed = {.won = t->lost, .drawn = t->drawn, .lost = t->won};
    for (int i = 0; i < 5; i++)
        reversed.pairs[i] = t->pairs[4 - i];
    return reversed;
}

void tally_add(tally *into, const tally *other) {
    into->won += other->won;
    into->drawn += other->drawn;
    into->lost += other->lost;
    for (int i = 0; i < 5; i++)
        into->pairs[i] += other->pairs[i];
}

unsigned tally_games(const tally *t) {
    return t->won + t->drawn + t->lost;
}

double tally_points(const tally *t) {
    return t->won + t->drawn / 2.0;
}

double statistics_pair_factor(const tally *t) {
    double count = 0, sum = 0, spread = 0;
    for (int i = 0; i < 5; i++) {
        count += t->pairs[i];
        sum += t->pairs[i] * i / 4.0;
    }
    double mean = count > 0 ? sum / count : 0;
    for (int i = 0; i < 5; i++)
        spread += t->pairs[i] * (i / 4.0 - mean) * (i / 4.0 - mean);
    /* One pair of the usual kind counts in beforehand: no pair at all, or all alike, would
     * otherwise divide by zero or be sure of everything. */
    return (spread + 0.5) / (count * mean * (1 - mean) + 1);
}

/* Wilson's interval of a share that was seen in so many independent games. */
static estimate wilson(double share, double games) {
    double z2 = Z95 * Z95 / games;
    double middle = (share + z2 / 2) / (1 + z2);
    double half = Z95 / (1 + z2) * sqrt(share * (1 - share) / games + z2 / (4 * games));
    return (estimate){share, share > 0 ? middle - half : 0, share < 1 ? middle + half : 1};
}

estimate statistics_won(const tally *t) {
    unsigned games = tally_games(t);
    return games ? wilson((double)t->won / games, games) : (estimate){0.5, 0, 1};
}

estimate statistics_share(const tally *t) {
    unsigned games = tally_games(t);
    if (games == 0)
        return (estimate){0.5, 0, 1};
    return wilson(tally_points(t) / games, games / (2 * statistics_pair_factor(t)));
}

double statistics_elo_of(double share) {
    if (share <= 0)
        return -INFINITY;
    return share >= 1 ? INFINITY : 400 * log10(share / (1 - share));
}

double statistics_share_of(double elo) {
    return 1 / (1 + pow(10, -elo / 400));
}

estimate statistics_elo(const tally *t) {
    estimate share = statistics_share(t);
    return (estimate){statistics_elo_of(share.value), statistics_elo_of(share.low),
                      statistics_elo_of(share.high)};
}

/* --- sequential tests ---------------------------------------------------------- */

/* Shares of the five outcomes. One that has not come up yet counts for a thousandth
 * of a pair, so that every mean between 0 and 1 is possible. Returns how many pairs. */
static double outcomes_of(const unsigned pairs[5], double share[5]) {
    double count = 0;
    for (int i = 0; i < 5; i++) {
        share[i] = pairs[i] ? pairs[i] : 1e-3;
        count += share[i];
    }
    for (int i = 0; i < 5; i++)
        share[i] /= count;
    return count;
}

/* How far the mean of the likeliest distribution for a multiplier lies from `mean`. */
static double excess(const double share[5], double mean, double multiplier) {
    double sum = 0;
    for (int i = 0; i < 5; i++)
        sum += share[i] * (i / 4.0 - mean) / (1 + multiplier * (i / 4.0 - mean));
    return sum;
}

/* The multiplier for which that distribution has the mean: the only zero of a
 * falling function between the poles of its outermost terms, found by halving. */
static double multiplier_for(const double share[5], double mean) {
    double low = -1 / (1 - mean), high = 1 / mean;
    for (int i = 0; i < 100; i++) {
        double middle = (low + high) / 2;
        if (excess(share, mean, middle) > 0)
            low = middle;
        else
            high = middle;
    }
    return (low + high) / 2;
}

double sprt_llr(const sprt *test, const unsigned pairs[5]) {
    double share[5], ratio = 0;
    if (pairs[0] + pairs[1] + pairs[2] + pairs[3] + pairs[4] == 0)
        return 0;
    double count = outcomes_of(pairs, share);
    double mean0 = statistics_share_of(test->elo0), mean1 = statistics_share_of(test->elo1);
    double m0 = multiplier_for(share, mean0), m1 = multiplier_for(share, mean1);
    for (int i = 0; i < 5; i++)
        ratio += share[i] * (log1p(m0 * (i / 4.0 - mean0)) - log1p(m1 * (i / 4.0 - mean1)));
    return count * ratio;
}

double sprt_lower(const sprt *test) {
    return log(test->beta / (1 - test->alpha));
}

double sprt_upper(const sprt *test) {
    return log((1 - test->beta) / test->alpha);
}

sprt_verdict sprt_judge(const sprt *test, const unsigned pairs[5]) {
    double llr = sprt_llr(test, pairs);
    if (llr >= sprt_upper(test))
        return SPRT_ELO1;
    return llr <= sprt_lower(test) ? SPRT_ELO0 : SPRT_GO_ON;
}
