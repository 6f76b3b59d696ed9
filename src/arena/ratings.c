/* Ratings by the model of Bradley and Terry (1952), the one behind Elo's: Newton's method on
 * the likelihood of all results. Where no chain of points joins all players in both directions
 * there is no finite difference: every two who have met are then given one drawn game more, and
 * the answer says so. */
#include "arena/ratings.h"

#include <math.h>
#include <string.h>

enum { MOST = SCHEDULE_PLAYERS_MAX };

/* A pairing as the model sees it. */
typedef struct bout {
    unsigned player[2];
    double games;
    double points;   /* of the first */
    double variance; /* of the points, in units of the model's */
} bout;

typedef struct model {
    unsigned players;
    unsigned bouts;
    bout bout[MOST * (MOST - 1) / 2];
    double strength[MOST];      /* logarithms of odds */
    double matrix[MOST][MOST];  /* the curvature, then its inverse */
    double inverse[MOST][MOST]; /* being built */
} model;

static void model_fill(model *m, const schedule *s, const tally *results, double draws) {
    m->players = s->players;
    m->bouts = 0;
    for (unsigned i = 0; i < schedule_pairings(s); i++) {
        bout *b = &m->bout[m->bouts];
        unsigned games = tally_games(&results[i]);
        if (games == 0)
            continue;
        schedule_pairing(s, i, b->player);
        b->games = games + draws;
        b->points = tally_points(&results[i]) + draws / 2;
        b->variance = 2 * statistics_pair_factor(&results[i]);
        m->bouts++;
    }
}

/* Can the first player be reached from all, and all from it, going from each player
 * to those it has taken points from (or, `back`, the other way)? */
static bool reaches_all(const model *m, bool back) {
    bool seen[MOST] = {true};
    for (unsigned round = 0; round < m->players; round++) {
        for (unsigned i = 0; i < m->bouts; i++) {
            const bout *b = &m->bout[i];
            bool takes[2] = {b->points > 0, b->points < b->games};
            for (int side = 0; side < 2; side++)
                if (takes[side ^ back] && seen[b->player[side]])
                    seen[b->player[!side]] = true;
        }
    }
    for (unsigned i = 0; i < m->players; i++)
        if (!seen[i])
            return false;
    return true;
}

static double expected(const model *m, const bout *b) {
    return 1 / (1 + exp(m->strength[b->player[1]] - m->strength[b->player[0]]));
}

/* The curvature at the present strengths. A constant in every place takes away the
 * freedom of all strengths to shift together; where the bouts do not join all
 * players, so does a little on the diagonal for the parts. */
static void curve(model *m) {
    for (unsigned i = 0; i < m->players; i++) {
        for (unsigned j = 0; j < m->players; j++)
            m->matrix[i][j] = 1.0 / m->players;
        m->matrix[i][i] += 1e-9;
    }
    for (unsigned i = 0; i < m->bouts; i++) {
        unsigned a = m->bout[i].player[0], b = m->bout[i].player[1];
        double p = expected(m, &m->bout[i]), weight = m->bout[i].games * p * (1 - p);
        m->matrix[a][a] += weight;
        m->matrix[b][b] += weight;
        m->matrix[a][b] -= weight;
        m->matrix[b][a] -= weight;
    }
}

/* Replaces the matrix, which is symmetric and positive, by its inverse. */
static void invert(model *m) {
    unsigned n = m->players;
    for (unsigned i = 0; i < n; i++)
        for (unsigned j = 0; j < n; j++)
            m->inverse[i][j] = i == j;
    for (unsigned pivot = 0; pivot < n; pivot++) {
        double scale = 1 / m->matrix[pivot][pivot];
        for (unsigned j = 0; j < n; j++) {
            m->matrix[pivot][j] *= scale;
            m->inverse[pivot][j] *= scale;
        }
        for (unsigned i = 0; i < n; i++) {
            double factor = i == pivot ? 0 : m->matrix[i][pivot];
            for (unsigned j = 0; factor != 0 && j < n; j++) {
                m->matrix[i][j] -= factor * m->matrix[pivot][j];
                m->inverse[i][j] -= factor * m->inverse[pivot][j];
            }
        }
    }
    memcpy(m->matrix, m->inverse, sizeof m->matrix);
}

/* One step of Newton's method, of at most one unit, because far from the top the curvature says
 * little; returns its length. */
static double step(model *m) {
    double pull[MOST] = {0}, longest = 0, move[MOST] = {0};
    for (unsigned i = 0; i < m->bouts; i++) {
        const bout *b = &m->bout[i];
        double surplus = b->points - b->games * expected(m, b);
        pull[b->player[0]] += surplus;
        pull[b->player[1]] -= surplus;
    }
    curve(m);
    invert(m);
    for (unsigned i = 0; i < m->players; i++) {
        for (unsigned j = 0; j < m->players; j++)
            move[i] += m->matrix[i][j] * pull[j];
        longest = fmax(longest, fabs(move[i]));
    }
    for (unsigned i = 0; i < m->players; i++)
        m->strength[i] += longest > 1 ? move[i] / longest : move[i];
    return longest;
}

/* The variance of a player's strength: a row of the inverse, on both sides of the
 * variance of the pulls. The constant part of the inverse drops out of differences. */
static double variance_of(const model *m, unsigned player) {
    double sum = 0;
    for (unsigned i = 0; i < m->bouts; i++) {
        const bout *b = &m->bout[i];
        double p = expected(m, b);
        double lever = m->matrix[player][b->player[0]] - m->matrix[player][b->player[1]];
        sum += lever * lever * b->games * p * (1 - p) * b->variance;
    }
    return sum;
}

static void write_ratings(const model *m, estimate *rating) {
    const double unit = 400 / log(10);
    double mean = 0;
    for (unsigned i = 0; i < m->players; i++)
        mean += m->strength[i] / m->players;
    for (unsigned i = 0; i < m->players; i++) {
        double value = unit * (m->strength[i] - mean);
        double half = unit * 1.959963984540054 * sqrt(variance_of(m, i));
        rating[i] = (estimate){value, value - half, value + half};
    }
}

bool ratings_fit(const schedule *s, const tally *results, estimate *rating) {
    model m;
    memset(&m, 0, sizeof m);
    model_fill(&m, s, results, 0);
    bool bounded = reaches_all(&m, false) && reaches_all(&m, true);
    if (!bounded)
        model_fill(&m, s, results, 1);
    /* The likelihood has one top, and near it each step doubles the digits that are right: some
     * ten steps are enough. */
    for (int i = 0; i < 200 && step(&m) > 1e-10; i++)
        continue;
    curve(&m);
    invert(&m);
    write_ratings(&m, rating);
    return !bounded;
}
