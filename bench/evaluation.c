/* bench-evaluation TARGET RECORDS...: does what the search player values go with winning?
 *
 * From quiet positions of the records' games, a fifth of them held out, fits by how much the worths
 * of the search player's evaluation (src/ai/search/evaluation.h), and of terms that it has not,
 * should differ from today's: Texel's method, logistic regression of the result on the terms.
 * Prints how much better the fitted ones foretell the games, for each group of terms alone and for
 * all, and then by how much each term should differ, in scouts. TARGET is `result`, or a number of
 * plies: then the change of material in so many plies is fitted by least squares, where today's
 * guess is that there is none.
 *
 * A term is what Red has less what Blue has, each judged by what it could know for itself, with the
 * true ranks on the board, as a leaf of the search has them. All positions of a game share its
 * result, so each game counts once, however long it is, and errors are over games. It is to be fed
 * games of players who are equally strong: else what the stronger one does seems to win. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ai/belief/belief_sampler.h"
#include "ai/search/evaluation.h"
#include "recorded.h"

enum {
    EVERY = 10, /* plies from one position to the next; from the FIRST ply on */
    FIRST = 20,
    QUIET = 2,    /* plies without an attack before it */
    WORLDS = 10,  /* behind the belief */
    STEPS = 8,    /* of Newton's: far more than it takes */
    PLIES = 4000, /* of a game that is read */
    POSITIONS = 200000,
    FEWEST = 10 /* games */
};

/* What holds a worth to today's, as if so many games had said so. */
static const double HOLD = 10;

/* Terms. */
enum {
    PIECES = 0,       /* on the board, by rank */
    SHOWN = FF_RANKS, /* movers that the enemy knows */
    SHOWN_WORTH,      /* what these are worth */
    SHOWN_BOMBS,
    MOVED, /* movers that it does not know, seen to move */
    MOVED_WORTH,
    SPY_IDLE,   /* spies without a marshal to take */
    SPY_READY,  /* hidden spies while the enemy's marshal is known */
    MINERS_FEW, /* miners, of two or fewer, that bombs wait for */
    UNMATCHED,  /* movers that no mover of the enemy beats or ties */
    SHUT_IN,    /* bombs alone stand around the flag */
    FREE,       /* squares that movers may step to */
    THREAT,     /* the enemy on its way to our flag, in scouts */
    UNSTOPPED,  /* the same, of who cannot be stopped */
    TURN,
    TERMS
};

static const char *const names[TERMS] = {[FF_SPY] = "spy",
                                         [FF_SCOUT] = "scout",
                                         [FF_MINER] = "miner",
                                         [FF_SERGEANT] = "sergeant",
                                         [FF_LIEUTENANT] = "lieutenant",
                                         [FF_CAPTAIN] = "captain",
                                         [FF_MAJOR] = "major",
                                         [FF_COLONEL] = "colonel",
                                         [FF_GENERAL] = "general",
                                         [FF_MARSHAL] = "marshal",
                                         [FF_BOMB] = "bomb",
                                         [SHOWN] = "shown",
                                         [SHOWN_WORTH] = "shown-worth",
                                         [SHOWN_BOMBS] = "shown-bombs",
                                         [MOVED] = "moved",
                                         [MOVED_WORTH] = "moved-worth",
                                         [SPY_IDLE] = "spy-idle",
                                         [SPY_READY] = "spy-ready",
                                         [MINERS_FEW] = "miners-few",
                                         [UNMATCHED] = "unmatched",
                                         [SHUT_IN] = "shut-in",
                                         [FREE] = "free",
                                         [THREAT] = "threat",
                                         [UNSTOPPED] = "unstopped",
                                         [TURN] = "turn"};

/* Terms that are fitted together while the others stay. */
typedef struct group {
    const char *name;
    int first, end;
} group;

static const group groups[] = {
    {"pieces", PIECES, SHOWN},    {"shown", SHOWN, MOVED},          {"moved", MOVED, SPY_IDLE},
    {"state", SPY_IDLE, SHUT_IN}, {"shut-in", SHUT_IN, FREE},       {"free", FREE, THREAT},
    {"threats", THREAT, TURN},    {"all-but-pieces", SHOWN, TERMS}, {"all", 0, TERMS},
};

enum { GROUPS = sizeof groups / sizeof *groups };

typedef struct sample {
    unsigned game;
    float weight; /* one for all of a game together */
    float target; /* Red's share of the point, or what Red gains in scouts */
    float today;  /* Red's score by today's evaluation, in scouts */
    float term[TERMS];
} sample;

typedef struct samples {
    sample *list;
    size_t count, first;   /* first: of the present game */
    unsigned games, ahead; /* ahead: plies to the target, 0: the result */
    unsigned before, last; /* games of the files before, an even number; and the present one */
    float worth[FF_RANKS]; /* in the present game */
    float material[PLIES]; /* of the present game, after so many plies */
    unsigned ply[PLIES];   /* of the present game's positions */
    double scale;          /* scouts that make a win e times likelier; or how far off one is */
    ff_rng rng;
} samples;

/* --- terms ---------------------------------------------------------------------- */

/* A position as one seat sees it, with the truth beside. */
typedef struct scene {
    ff_view view;
    root_features features;
    evaluation evaluation;
    const ff_position *truth;
} scene;

static void scene_fill(scene *s, const recorded *g, ff_seat seat, ff_rng *rng) {
    static belief_sampler sampler;
    belief b;
    s->truth = &g->truth;
    ff_game_view(g->game, seat, false, &s->view);
    belief_sampler_init(&sampler, &s->view, 1, NULL, rng);
    belief_sampler_average(&sampler, &s->view, WORLDS, rng, &b);
    root_features_init(&s->features, &s->view, &b, 1);
    evaluation_init(&s->evaluation, &s->features);
}

static bool is_matched(const ff_position *truth, ff_seat seat, int rank) {
    for (int square = 0; square < FF_SQUARES; square++) {
        if (ff_position_owner(truth, square) != (ff_seat)(1 - seat))
            continue;
        int other = (int)ff_position_rank(truth, square);
        if (other < FF_BOMB && (other >= rank || (rank == FF_MARSHAL && other == FF_SPY)))
            return true;
    }
    return false;
}

static int count_free(const scene *s, int square) {
    int free = 0;
    for (int direction = 0; direction < 4; direction++) {
        int next = s->features.neighbour[square][direction];
        free += next >= 0 && ff_position_owner(s->truth, next) != (ff_seat)s->view.viewer;
    }
    return free;
}

/* What stands on a square of the viewer's, in today's worth and in terms. */
static void add_piece(const samples *s, const scene *from, int square, float sign, sample *t) {
    const ff_cell *cell = &from->view.cell[square];
    const evaluation *e = &from->evaluation;
    int rank = cell->rank;
    if (rank == FF_FLAG)
        return;
    int worth = e->worth[e->self][rank] - (cell->known ? e->secret[e->self][rank] : 0);
    t->today += sign * (float)worth / 100;
    t->term[PIECES + rank] += sign;
    if (rank == FF_BOMB) {
        t->term[SHOWN_BOMBS] += cell->known ? sign : 0;
        return;
    }
    if (cell->known || cell->moved) {
        t->term[cell->known ? SHOWN : MOVED] += sign;
        t->term[cell->known ? SHOWN_WORTH : MOVED_WORTH] += sign * s->worth[rank];
    }
    t->term[FREE] += sign * (float)count_free(from, square);
    if (!is_matched(from->truth, (ff_seat)from->view.viewer, rank))
        t->term[UNMATCHED] += sign;
}

/* Does the viewer know where the enemy's marshal stands? */
static bool knows_marshal(const scene *s) {
    for (int square = 0; square < FF_SQUARES; square++)
        if (s->view.cell[square].seat == 1 - s->view.viewer &&
            s->view.cell[square].rank == FF_MARSHAL)
            return true;
    return false;
}

static void add_state(const scene *s, float sign, sample *t) {
    const unsigned *left = s->features.belief.left;
    float spies = 0, hidden = 0, miners = 0;
    for (int square = 0; square < FF_SQUARES; square++) {
        const ff_cell *cell = &s->view.cell[square];
        if (cell->seat != s->view.viewer)
            continue;
        spies += cell->rank == FF_SPY;
        hidden += cell->rank == FF_SPY && !cell->known;
        miners += cell->rank == FF_MINER;
    }
    if (!left[FF_MARSHAL])
        t->term[SPY_IDLE] += sign * spies;
    if (knows_marshal(s))
        t->term[SPY_READY] += sign * hidden;
    if (left[FF_BOMB] && miners <= 2)
        t->term[MINERS_FEW] += sign * miners;
}

static void add_flag(const scene *s, float sign, sample *t) {
    const evaluation *e = &s->evaluation;
    uint8_t at[FLAG_SAFETY_INTRUDERS];
    int threat = 0;
    for (int square = 0; square < FF_SQUARES; square++) {
        if (s->view.cell[square].seat == 1 - s->view.viewer)
            threat += e->threat[square][square];
        if (s->view.cell[square].seat == s->view.viewer && s->view.cell[square].rank == FF_FLAG)
            t->term[SHUT_IN] +=
                recorded_is_shut_in(&s->view.rules->edition, s->truth, square) ? sign : 0;
    }
    for (unsigned i = 0; i < FLAG_SAFETY_INTRUDERS; i++)
        at[i] = i < e->flag_safety.intruders ? e->flag_safety.intruder[i].square : FF_OFF_BOARD;
    int cost = flag_safety_cost(&e->flag_safety, s->truth, at);
    t->term[THREAT] += sign * (float)threat / 100;
    t->term[UNSTOPPED] += sign * (float)cost / 100;
    t->today -= sign * (float)(threat + cost) / 100;
}

static void add_seat(const samples *s, const scene *from, float sign, sample *t) {
    for (int square = 0; square < FF_SQUARES; square++)
        if (from->view.cell[square].seat == from->view.viewer)
            add_piece(s, from, square, sign, t);
    add_state(from, sign, t);
    add_flag(from, sign, t);
}

/* --- samples -------------------------------------------------------------------- */

static float material_of(const samples *s, const ff_position *truth) {
    double sum = 0;
    for (int square = 0; square < FF_SQUARES; square++) {
        ff_seat owner = ff_position_owner(truth, square);
        if (owner == FF_NOBODY)
            continue;
        double worth = (double)s->worth[ff_position_rank(truth, square)];
        sum += owner == FF_RED ? worth : -worth;
    }
    return (float)sum;
}

/* The game is over: its positions get their target. */
static void end_game(samples *s, const recorded *g) {
    uint32_t end = g->moves->size;
    ff_result result = (ff_result)g->replay->position.result;
    if (result == FF_ONGOING)
        s->count = s->first;
    float share = result == FF_RED_WINS ? 1 : result == FF_BLUE_WINS ? 0 : 0.5f;
    for (size_t i = s->first; i < s->count; i++) {
        unsigned ply = s->ply[i - s->first], later = ply + s->ahead;
        sample *t = &s->list[i];
        t->weight = 1.0f / (float)(s->count - s->first);
        t->target =
            s->ahead ? s->material[later < end ? later : end - 1] - s->material[ply] : share;
    }
    s->games += s->count > s->first;
    s->first = s->count;
}

static bool is_wanted(const samples *s, const recorded *g) {
    uint32_t ply = g->truth.plies;
    return ply >= FIRST && ply % EVERY == 0 && g->truth.quiet >= QUIET && s->count < POSITIONS &&
           ff_position_owner(&g->truth, FF_TO(g->moves->moves[ply])) == FF_NOBODY;
}

static void see(void *context, const recorded *g) {
    static scene from;
    samples *s = context;
    uint32_t ply = g->truth.plies;
    s->last = s->before + g->number;
    if (g->moves->size > PLIES)
        return;
    if (ply == 0) {
        scene_fill(&from, g, FF_RED, &s->rng);
        for (int rank = FF_SPY; rank < FF_FLAG; rank++)
            s->worth[rank] = (float)from.evaluation.worth[FF_RED][rank] / 100;
    }
    s->material[ply] = material_of(s, &g->truth);
    if (is_wanted(s, g)) {
        s->ply[s->count - s->first] = ply;
        sample *t = &s->list[s->count++];
        *t = (sample){.game = s->last};
        for (int seat = FF_RED; seat <= FF_BLUE; seat++) {
            scene_fill(&from, g, (ff_seat)seat, &s->rng);
            add_seat(s, &from, seat == FF_RED ? 1 : -1, t);
        }
        t->term[TURN] = g->truth.turn == FF_RED ? 1 : -1;
    }
    if (ply + 1 == g->moves->size)
        end_game(s, g);
}

/* --- fitting -------------------------------------------------------------------- */

static bool is_held(const sample *t) {
    return t->game / 2 % 5 == 4; /* pairs share their armies */
}

/* What is foretold of a position with these changes: the score, or how it will change. */
static double foretell(const samples *s, const double by[TERMS], const sample *t) {
    double sum = s->ahead ? 0 : (double)t->today;
    for (int i = 0; i < TERMS; i++)
        sum += by[i] * (double)t->term[i];
    return sum;
}

/* Solves a x = b for a symmetric, positive matrix (Cholesky); the inverse's diagonal besides. */
static void solve(int n, double a[TERMS][TERMS], const double b[TERMS], double x[TERMS],
                  double inverse[TERMS]) {
    for (int i = 0; i < n; i++)
        for (int j = 0; j <= i; j++) {
            for (int k = 0; k < j; k++)
                a[i][j] -= a[i][k] * a[j][k];
            a[i][j] = i == j ? sqrt(a[i][i]) : a[i][j] / a[j][j];
        }
    for (int column = -1; column < n; column++) {
        double y[TERMS];
        for (int i = 0; i < n; i++) {
            y[i] = column < 0 ? b[i] : i == column;
            for (int k = 0; k < i; k++)
                y[i] -= a[i][k] * y[k];
            y[i] /= a[i][i];
        }
        if (column >= 0) {
            inverse[column] = 0;
            for (int i = column; i < n; i++)
                inverse[column] += y[i] * y[i];
            continue;
        }
        for (int i = n - 1; i >= 0; i--) {
            for (int k = i + 1; k < n; k++)
                y[i] -= a[k][i] * y[k];
            x[i] = y[i] /= a[i][i];
        }
    }
}

/* By how much worths are to differ from today's. */
typedef struct fit {
    double change[TERMS];
    double error[TERMS]; /* 0: no game learned from has the term */
} fit;

static double chance_of(double logit) {
    return 1 / (1 + exp(-logit));
}

/* The normal equations of a group's terms: how the loss bends (Fisher's information) and slopes. */
typedef struct equations {
    double bend[TERMS][TERMS];
    double slope[TERMS];
    double weight; /* of all samples */
} equations;

static void add_equation(equations *q, const samples *s, const group *of, const fit *f,
                         const sample *t) {
    double sum = foretell(s, f->change, t), target = (double)t->target;
    double chance = chance_of(sum / s->scale), weight = (double)t->weight / s->scale;
    double bend = s->ahead ? 1 / s->scale : chance * (1 - chance) / s->scale;
    double miss = s->ahead ? (target - sum) / s->scale : target - chance;
    for (int i = of->first; i < of->end; i++) {
        double v = (double)t->term[i] * weight;
        q->slope[i - of->first] += v * miss;
        for (int j = of->first; j <= i && v != 0; j++)
            q->bend[i - of->first][j - of->first] += v * bend * (double)t->term[j];
    }
    q->weight += (double)t->weight;
}

/* A step of Newton's. */
static void improve(const samples *s, const group *of, fit *f) {
    static equations q;
    double by[TERMS], variance[TERMS], bend[TERMS];
    int terms = of->end - of->first;
    memset(&q, 0, sizeof q);
    for (size_t k = 0; k < s->count; k++)
        if (!is_held(&s->list[k]))
            add_equation(&q, s, of, f, &s->list[k]);
    for (int i = 0; i < terms; i++) {
        bend[i] = q.bend[i][i];
        double hold = bend[i] > 0 ? HOLD * bend[i] / q.weight : 1;
        q.bend[i][i] += hold;
        q.slope[i] -= hold * f->change[of->first + i];
    }
    solve(terms, q.bend, q.slope, by, variance);
    for (int i = 0; i < terms; i++) {
        f->change[of->first + i] += by[i];
        f->error[of->first + i] = bend[i] > 0 ? sqrt(variance[i]) : 0;
    }
}

static fit fit_group(const samples *s, const group *of) {
    fit f = {0};
    for (int i = 0; i < STEPS; i++)
        improve(s, of, &f);
    return f;
}

/* --- how good ------------------------------------------------------------------- */

static double loss_of(const samples *s, const double by[TERMS], const sample *t) {
    double sum = foretell(s, by, t), target = (double)t->target;
    if (s->ahead)
        return (target - sum) * (target - sum);
    double chance = chance_of(sum / s->scale);
    return -target * log(chance + 1e-9) - (1 - target) * log(1 - chance + 1e-9);
}

/* What today's worths lose in the learned games. */
static double loss_today(const samples *s) {
    static const double unchanged[TERMS];
    double loss = 0, weight = 0;
    for (size_t i = 0; i < s->count; i++) {
        if (is_held(&s->list[i]))
            continue;
        loss += (double)s->list[i].weight * loss_of(s, unchanged, &s->list[i]);
        weight += (double)s->list[i].weight;
    }
    return loss / weight;
}

static void find_scale(samples *s) {
    double least = INFINITY, chosen = 0;
    if (s->ahead) {
        s->scale = sqrt(loss_today(s));
        return;
    }
    for (double scale = 2; scale < 100; scale *= 1.02) {
        s->scale = scale;
        double loss = loss_today(s);
        if (loss < least) {
            least = loss;
            chosen = scale;
        }
    }
    s->scale = chosen;
}

/* The mean loss over games, held out or not, and by how much it is less than today's. */
static void judge(const samples *s, const char *name, const double by[TERMS], bool held) {
    static const double unchanged[TERMS];
    double loss = 0, sum = 0, squares = 0;
    unsigned games = 0;
    for (size_t i = 0; i < s->count;) {
        unsigned game = s->list[i].game;
        double gain = 0, own = 0;
        bool counts = is_held(&s->list[i]) == held;
        for (; i < s->count && s->list[i].game == game; i++) {
            double here = loss_of(s, by, &s->list[i]);
            own += (double)s->list[i].weight * here;
            gain += (double)s->list[i].weight * (loss_of(s, unchanged, &s->list[i]) - here);
        }
        if (!counts)
            continue;
        games++;
        loss += own;
        sum += gain;
        squares += gain * gain;
    }
    double mean = sum / games, deviation = sqrt((squares / games - mean * mean) / games);
    printf("evaluation group=%s of=%s games=%u loss=%.4f less=%.4f error=%.4f\n", name,
           held ? "held" : "learned", games, loss / games, mean, deviation);
}

/* Each term as its own group has it, and as all together have it. */
static void print_terms(const fit fits[GROUPS]) {
    for (int i = 0; i < TERMS; i++) {
        const fit *own = &fits[GROUPS - 1], *all = own;
        for (unsigned k = GROUPS; k-- > 0;)
            if (i >= groups[k].first && i < groups[k].end)
                own = &fits[k];
        if (names[i] && all->error[i] > 0)
            printf("evaluation term=%s alone=%.2f error=%.2f all=%.2f error=%.2f\n", names[i],
                   own->change[i], own->error[i], all->change[i], all->error[i]);
    }
}

int main(int argc, char **argv) {
    static samples s;
    bool result = argc > 1 && strcmp(argv[1], "result") == 0;
    int plies = argc > 1 ? atoi(argv[1]) : 0;
    if (argc < 3 || (!result && (plies <= 0 || plies > PLIES))) {
        fprintf(stderr, "usage: bench-evaluation result|PLIES RECORDS...\n");
        return 2;
    }
    s.ahead = result ? 0 : (unsigned)plies;
    s.list = malloc(POSITIONS * sizeof *s.list);
    ff_rng_seed(&s.rng, 1);
    for (int i = 2; i < argc && s.list; i++) {
        if (!recorded_each(argv[i], &s, see))
            return 2;
        s.before = (s.last | 1) + 1;
    }
    if (!s.list || s.games < FEWEST) {
        fprintf(stderr, "bench-evaluation: %s\n", s.list ? "too few games" : "memory is out");
        return 2;
    }
    find_scale(&s);
    printf("evaluation games=%u positions=%zu scale=%.1f\n", s.games, s.count, s.scale);
    static fit fits[GROUPS];
    judge(&s, "today", fits[0].change, true);
    for (unsigned i = 0; i < GROUPS; i++) {
        fits[i] = fit_group(&s, &groups[i]);
        judge(&s, groups[i].name, fits[i].change, false);
        judge(&s, groups[i].name, fits[i].change, true);
    }
    print_terms(fits);
    free(s.list);
    return 0;
}
