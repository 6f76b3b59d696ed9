/* Ratings of many players from all their games: the model of Bradley and Terry
 * (1952) on the logistic curve of Elo, by maximum likelihood. A draw counts as half
 * a win and half a loss. */
#ifndef FLAGFALL_ARENA_RATINGS_H
#define FLAGFALL_ARENA_RATINGS_H

#include "arena/schedule.h"
#include "arena/statistics.h"

/* Fills the rating of each player, in Elo, their mean 0; `results` has a tally for
 * each pairing of the schedule. Intervals come from the curvature of the likelihood
 * (the sandwich estimator, Huber 1967, with the variance that pairs of games have).
 *
 * The likelihood has no maximum where some players have taken nothing at all from
 * the others (Ford 1957). Then every pairing that was played counts one drawn game
 * more, and true is returned: the ratings are finite, and the largest differences
 * are too small. */
bool ratings_fit(const schedule *s, const tally *results, estimate *rating);

#endif
