/* What results are worth: intervals, Elo differences, and when enough is played.
 *
 * The unit is the pair of games. Both games of a pair are played with the same two
 * armies and seats exchanged, so they depend on one another, and the spread of the
 * results is that of whole pairs: five outcomes, 0 to 4 half points. Pure functions
 * of plain numbers. */
#ifndef FLAGFALL_ARENA_STATISTICS_H
#define FLAGFALL_ARENA_STATISTICS_H

/* One player's games against another, from the first one's side. */
typedef struct tally {
    unsigned won;
    unsigned drawn;
    unsigned lost;
    unsigned pairs[5]; /* finished pairs by the half points of the first one */
} tally;

/* A number and where it lies in 95 of 100 such experiments. */
typedef struct estimate {
    double value;
    double low;
    double high;
} estimate;

/* The same games from the other side, and together with others. */
tally tally_reversed(const tally *t);
void tally_add(tally *into, const tally *other);

unsigned tally_games(const tally *t);
double tally_points(const tally *t); /* a draw is half a point */

/* How the variance of pairs relates to the largest that results of this mean could
 * have (all pairs 0 or 4): 1/2 for games that know nothing of each other and are
 * never drawn. Drawn towards 1/2 by one pair's weight, so that it exists for few
 * games and for one-sided ones. */
double statistics_pair_factor(const tally *t);

/* Games won of all, draws not counted as wins: Wilson's interval (1927), each game for
 * itself. No games: 1/2, 0 to 1. */
estimate statistics_won(const tally *t);

/* Points a game, 0 to 1. Wilson's interval for as many games as
 * the pairs' variance makes them worth: for independent games without draws it is
 * Wilson's own, and a player who has won everything gets a lower bound below 1. No
 * games: 1/2, 0 to 1. */
estimate statistics_share(const tally *t);

/* Elo difference of a share: the logistic curve, infinite at 0 and 1. */
double statistics_elo_of(double share);
double statistics_share_of(double elo);

/* The share and its interval as Elo differences. */
estimate statistics_elo(const tally *t);

/* --- sequential tests ---------------------------------------------------------- */

/* Is the first player elo0 better than the other, or elo1? In logistic Elo;
 * elo0 < elo1. */
typedef struct sprt {
    double elo0;
    double elo1;
    double alpha; /* chance to accept elo1 where elo0 is true, 0 to 1/2 */
    double beta;  /* chance to accept elo0 where elo1 is true */
} sprt;

typedef enum sprt_verdict { SPRT_GO_ON, SPRT_ELO0, SPRT_ELO1 } sprt_verdict;

/* The logarithm of the generalised likelihood ratio of the two hypotheses given the
 * five counts of pairs: each hypothesis fixes the mean, the shares of the five
 * outcomes are those most likely under it (Van den Bergh, "Comments on normalized
 * Elo and the GSPRT"; so does fishtest). 0 where no pair is finished. */
double sprt_llr(const sprt *test, const unsigned pairs[5]);

/* Wald's bounds: elo0 is accepted at the lower one, elo1 at the upper one. */
double sprt_lower(const sprt *test);
double sprt_upper(const sprt *test);

/* Which of the two is accepted now; SPRT_GO_ON between the bounds. */
sprt_verdict sprt_judge(const sprt *test, const unsigned pairs[5]);

#endif
