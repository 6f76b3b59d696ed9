/* Glicko-2 as its author describes it (Glickman, "Example of the Glicko-2 system", 2013), with each
 * game as a period of its own. What must hold: deviations stay within their bounds, so that no
 * rating is ever taken for certain, or for worth nothing. */
#include "server/base/glicko.h"

#include <math.h>
#include <stdbool.h>

/* The names of the paper: mu and phi are rating and deviation on its own scale. */
static const double SCALE = 173.7178;
static const double PI = 3.14159265358979323846;
static const double TAU = 0.5;       /* how fast a volatility may change */
static const double PERIOD_DAYS = 1; /* of rest that count as one period of the paper */
static const double DEVIATION_MIN = 30, DEVIATION_MAX = 350;
/* What is stored may lie within these: far beyond what games lead to. */
static const double RATING_FAR = 1e5, VOLATILITY_MIN = 1e-9, VOLATILITY_MAX = 10;

glicko glicko_new(void) {
    return (glicko){1500, DEVIATION_MAX, 0.06};
}

glicko glicko_stored(double rating, double deviation, double volatility) {
    bool sound = fabs(rating) <= RATING_FAR && deviation >= DEVIATION_MIN &&
                 deviation <= DEVIATION_MAX && volatility >= VOLATILITY_MIN &&
                 volatility <= VOLATILITY_MAX;
    return sound ? (glicko){rating, deviation, volatility} : glicko_new();
}

static double bounded_deviation(double phi) {
    double deviation = phi * SCALE;
    return fmin(fmax(deviation, DEVIATION_MIN), DEVIATION_MAX);
}

glicko glicko_after_rest(glicko player, double days) {
    double phi = player.deviation / SCALE;
    double periods = fmax(days, 0) / PERIOD_DAYS;
    player.deviation =
        bounded_deviation(sqrt(phi * phi + periods * player.volatility * player.volatility));
    return player;
}

/* The paper's g: a result against somebody whose rating is uncertain says less. */
static double weight_of(double phi) {
    return 1 / sqrt(1 + 3 * phi * phi / (PI * PI));
}

/* What the games say: `v` is the variance of a rating from these games alone,
 * `sum` how much better the scores were than expected. */
static void weigh_games(double mu, const glicko_game *games, size_t count, double *v, double *sum) {
    double information = 0;
    *sum = 0;
    for (size_t i = 0; i < count; i++) {
        double g = weight_of(games[i].other.deviation / SCALE);
        double expected = 1 / (1 + exp(-g * (mu - (games[i].other.rating - 1500) / SCALE)));
        information += g * g * expected * (1 - expected);
        *sum += g * (games[i].score - expected);
    }
    *v = 1 / information;
}

/* Step 5 of the paper: f is zero at the logarithm of the new variance. */
typedef struct volatility_equation {
    double delta2, phi2, v, a;
} volatility_equation;

static double f(const volatility_equation *at, double x) {
    double e = exp(x), total = at->phi2 + at->v + e;
    return e * (at->delta2 - total) / (2 * total * total) - (x - at->a) / (TAU * TAU);
}

/* Where the search begins: an x at which f is not negative, so that the zero lies between it and
 * the old variance. */
static double lower_end(const volatility_equation *at) {
    if (at->delta2 > at->phi2 + at->v)
        return log(at->delta2 - at->phi2 - at->v);
    double x = at->a - TAU;
    while (f(at, x) < 0)
        x -= TAU;
    return x;
}

/* The Illinois method: false position that does not get stuck at one end. It has
 * converged long before the bound on the steps. */
static double new_volatility(const volatility_equation *at) {
    double a = at->a, b = lower_end(at);
    double fa = f(at, a), fb = f(at, b);
    for (int step = 0; step < 100 && fabs(b - a) > 1e-6; step++) {
        double c = a + (a - b) * fa / (fb - fa), fc = f(at, c);
        if (fc * fb <= 0)
            a = b, fa = fb;
        else
            fa /= 2;
        b = c, fb = fc;
    }
    return exp(a / 2);
}

glicko glicko_after_games(glicko player, const glicko_game *games, size_t count) {
    double mu = (player.rating - 1500) / SCALE, phi = player.deviation / SCALE, v, sum;
    weigh_games(mu, games, count, &v, &sum);
    double delta = v * sum;
    volatility_equation equation = {delta * delta, phi * phi, v,
                                    log(player.volatility * player.volatility)};
    double volatility = new_volatility(&equation);
    double rested = phi * phi + volatility * volatility;
    double phi_after = 1 / sqrt(1 / rested + 1 / v);
    return (glicko){1500 + SCALE * (mu + phi_after * phi_after * sum), bounded_deviation(phi_after),
                    volatility};
}
