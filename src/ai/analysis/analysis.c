/* A game gone through ply by ply with the knowledge of one seat. The game is played again
 * from its first position, and everything is asked of the seat's view: ranks hidden from
 * that seat change nothing here. */
#include "flagfall/analysis.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "ai/belief/belief_sampler.h"
#include "ai/players/search_player.h"
#include "ai/search/root_features.h"
#include "base/hash.h"
#include "base/sized.h"
#include "core/history.h"
#include "flagfall/game.h"
#include "flagfall/notation.h"

enum {
    WORLDS = 400,
    GAME = 100, /* scouts that are the game */
};

/* Scouts by which the odds grow e-fold: bench/expected-score.py, docs/computer.md. */
static const double SCALE = 22;

struct ff_analyst {
    ff_analysis_options options;
    ff_rules rules;
    ff_position first;
    bool known[FF_SQUARES];
    bool has_board;
    ff_history history;
    ff_game *game; /* the first `played` moves of it */
    unsigned played;
    search_player_traits traits;
    ff_player *thinker;
    root_features features;
    policy_evidence read[2]; /* of the game, by seat */
    rated_move opinions[FF_MOVES_MAX];
};

/* --- numbers ------------------------------------------------------------------

 * Of the basic operations alone, which all machines round alike, so that the numbers are the same
 * natively and in a browser; and the library needs no other. */

/* e to the power of x, |x| below 100: by the series for a 1024th of it, which converges in a
 * few terms, squared ten times. */
static double exp_of(double x) {
    double small = x / 1024, term = 1, sum = 1;
    for (int k = 1; k <= 8; k++) {
        term *= small / k;
        sum += term;
    }
    for (int k = 0; k < 10; k++)
        sum *= sum;
    return sum;
}

/* The binary logarithm of n >= 1, bit by bit: a square of 2 and more is a bit. */
static double log2_of(unsigned n) {
    double whole = 0, rest = n, bit = 0.5, part = 0;
    for (; rest >= 2; rest /= 2)
        whole++;
    for (int k = 0; k < 40; k++, bit /= 2) {
        rest *= rest;
        if (rest >= 2) {
            rest /= 2;
            part += bit;
        }
    }
    return whole + part;
}

/* --- marks ------------------------------------------------------------------- */

static const struct mark {
    const char *word;
    double margin;
} marks[FF_MARKS] = {
    [FF_NO_MARK] = {"", INFINITY},
    [FF_INACCURACY] = {"inaccuracy", 0.05},
    [FF_MISTAKE] = {"mistake", 0.10},
    [FF_BLUNDER] = {"blunder", 0.20},
};

double ff_mark_margin(ff_mark mark) {
    return marks[mark].margin;
}

const char *ff_mark_word(ff_mark mark) {
    return marks[mark].word;
}

static ff_mark mark_of(double loss) {
    ff_mark found = FF_NO_MARK;
    for (int mark = FF_INACCURACY; mark < FF_MARKS; mark++)
        if (loss >= marks[mark].margin)
            found = (ff_mark)mark;
    return found;
}

double ff_expected_score(double scouts) {
    return scouts >= GAME ? 1 : scouts <= -GAME ? 0 : 1 / (1 + exp_of(-scouts / SCALE));
}

/* --- moves ------------------------------------------------------------------- */

/* In scouts; more than the game is worth is the game. */
static double scouts(int hundredths) {
    double value = hundredths / 100.0;
    return value > GAME ? GAME : value < -GAME ? -GAME : value;
}

static void rate(ff_analyst *a, const ff_view *view, ff_move move, uint64_t nodes, ff_insight *i) {
    rated_move *list = a->opinions;
    unsigned budget_ms = nodes ? 0 : a->options.budget_ms;
    ff_limits limits = {.size = sizeof limits, .nodes = nodes};
    ff_player_limit(a->thinker, &limits);
    size_t count = search_player_rate(a->thinker, view, budget_ms, move, list);
    double played = scouts(list[0].value);
    for (size_t k = 0; k < count; k++)
        if (list[k].move == move)
            played = scouts(list[k].value);
    i->rated = true;
    i->best = list[0].move;
    i->value = scouts(list[0].value);
    i->cost = played < i->value ? i->value - played : 0;
    i->score = ff_expected_score(i->value);
    i->loss = i->score - ff_expected_score(i->value - i->cost);
    i->mark = mark_of(i->loss);
}

/* --- battles ----------------------------------------------------------------- */

/* What a battle brings the attacker in material. The flag is no material: it is the
 * game, and would drown all other luck. */
static double worth_of_battle(const root_features *features, ff_seat attacker, unsigned rank,
                              unsigned other) {
    ff_battle battle = ff_battle_of((ff_rank)rank, (ff_rank)other);
    double gain = 0;
    if (battle == FF_ATTACKER_WINS || battle == FF_BOTH_DIE)
        gain += features->worth[1 - attacker][other];
    if (battle == FF_DEFENDER_WINS || battle == FF_BOTH_DIE)
        gain -= features->worth[attacker][rank];
    return gain;
}

/* The seat knows its own piece, and believes this and that of the other. */
static void judge_luck(const root_features *features, int enemy_square, ff_insight *i) {
    bool attacks = i->seat == i->mover;
    const double *chance = i->belief.chance[enemy_square];
    double sum = 0, expected = 0;
    for (int rank = FF_SPY; rank < FF_RANKS; rank++) {
        /* Bombs and flags do not attack. */
        if (chance[rank] == 0 || (!attacks && rank >= FF_BOMB))
            continue;
        unsigned attacker = attacks ? i->event.attacker : (unsigned)rank;
        unsigned defender = attacks ? (unsigned)rank : i->event.defender;
        sum += chance[rank];
        expected += chance[rank] * worth_of_battle(features, i->mover, attacker, defender);
    }
    double got = worth_of_battle(features, i->mover, i->event.attacker, i->event.defender);
    expected = sum > 0 ? expected / sum : got;
    i->expected = attacks ? expected : -expected;
    i->luck = attacks ? got - expected : expected - got;
}

/* --- secrets ----------------------------------------------------------------- */

static double log2_factorial(unsigned n) {
    double sum = 0;
    for (unsigned k = 2; k <= n; k++)
        sum += log2_of(k);
    return sum;
}

/* The binary logarithm of how many ways there are to deal a seat's hidden ranks out, for who
 * sees it from the other side and knows the rules alone: bombs and flag to pieces that have not
 * moved, what is left to the rest. 0 where the counts fit no such army. */
static double secret_of(const ff_game *game, ff_seat seat) {
    ff_view view;
    int missing[FF_RANKS];
    unsigned left[FF_RANKS], still = 0, all = 0, fixed = 0, ranks = 0;
    ff_game_view(game, seat == FF_RED ? FF_BLUE : FF_RED, false, &view);
    if (ff_game_is_over(game))
        return 0; /* everything is shown */
    belief_count(&view, missing, left);
    for (int square = 0; square < FF_SQUARES; square++) {
        bool hidden = belief_is_hidden(&view, square);
        all += hidden;
        still += hidden && !view.cell[square].moved;
    }
    double bits = 0;
    for (int rank = FF_SPY; rank < FF_RANKS; rank++) {
        ranks += (unsigned)missing[rank];
        fixed += rank >= FF_BOMB ? (unsigned)missing[rank] : 0;
        bits -= log2_factorial((unsigned)missing[rank]);
    }
    if (ranks != all || fixed > still)
        return 0;
    return bits + log2_factorial(still) - log2_factorial(still - fixed) +
           log2_factorial(all - fixed);
}

/* --- plies ------------------------------------------------------------------- */

static ff_seat seat_on_turn(const ff_game *game) {
    ff_view view;
    ff_game_view(game, FF_NOBODY, false, &view);
    return (ff_seat)view.turn;
}

static bool play(ff_analyst *a) {
    ff_move move = a->history.moves[a->played++];
    return ff_game_move(a->game, seat_on_turn(a->game), FF_FROM(move), FF_TO(move)) == FF_LEGAL;
}

static void drop_game(ff_analyst *a) {
    ff_game_free(a->game);
    a->game = NULL;
}

/* Comes to where `ply` is to be made: forwards from where the game is, or from its beginning.
 * The moves were legal before: false is that memory is out, and there is no game then. */
static bool go_to(ff_analyst *a, unsigned ply) {
    if (a->game && a->played > ply - 1)
        drop_game(a);
    if (!a->game) {
        const ff_rules *rules = &a->rules;
        ff_options options = {.size = sizeof(ff_options),
                              .forfeit = rules->forfeit,
                              .no_limits = rules->edition.quiet_limit && !rules->quiet_limit,
                              .ply_limit = rules->ply_limit};
        a->game = ff_game_from(&rules->edition, &options, &a->first, a->known);
        a->played = 0;
    }
    bool good = a->game != NULL;
    while (good && a->played < ply - 1)
        good = play(a);
    if (!good)
        drop_game(a);
    return good;
}

/* The seat's view before a ply. */
static void view_before(const ff_analyst *a, ff_seat seat, ff_view *view) {
    ff_game_view(a->game, seat == FF_NOBODY ? seat_on_turn(a->game) : seat, false, view);
}

bool ff_analyst_look(ff_analyst *a, unsigned ply, ff_seat seat, uint64_t nodes, ff_insight *i) {
    ff_view view;
    memset(i, 0, sizeof *i);
    if (!go_to(a, ply))
        return false;
    ff_move move = a->history.moves[ply - 1];
    view_before(a, seat, &view);
    i->ply = ply;
    i->mover = (ff_seat)view.turn;
    i->seat = (ff_seat)view.viewer;
    ff_view_board_write(&view, i->board);
    belief believed;
    belief_by_sampling(&view, a->options.seed, WORLDS, &a->read[view.viewer], &believed);
    memcpy(i->belief.chance, believed.chance, sizeof believed.chance);
    root_features_init(&a->features, &view, &believed, 1);
    i->secret = secret_of(a->game, i->seat);
    if (i->seat == i->mover)
        rate(a, &view, move, nodes, i);
    if (!play(a)) {
        drop_game(a);
        return false;
    }
    ff_game_view(a->game, i->seat, false, &view);
    i->event = view.last;
    i->given = ff_game_is_over(a->game) ? 0 : i->secret - secret_of(a->game, i->seat);
    if (i->event.battle != FF_NO_BATTLE)
        judge_luck(&a->features, i->seat == i->mover ? FF_TO(move) : FF_FROM(move), i);
    return true;
}

bool ff_analyst_deal(ff_analyst *a, unsigned ply, ff_seat seat, uint64_t seed, ff_setup *setup) {
    ff_view view;
    ff_rng rng;
    belief_sampler sampler;
    if (a->has_board || !go_to(a, ply))
        return false;
    view_before(a, seat, &view);
    ff_rng_seed(&rng, hash_seed(seed, ply));
    belief_sampler_init(&sampler, &view, 1, &a->read[view.viewer], &rng);
    memset(setup, 0, sizeof *setup);
    memcpy(setup->rank, sampler.first.rank, ff_edition_zone_size(&a->rules.edition));
    return ff_setup_check(setup, &a->rules.edition) == FF_SETUP_OK;
}

/* --- analysts ---------------------------------------------------------------- */

ff_analyst *ff_analyst_new(const ff_replay *replay, const ff_history *history,
                           const ff_analysis_options *options) {
    ff_analyst *a = calloc(1, sizeof *a);
    if (!a)
        return NULL;
    sized_take(&a->options, sizeof a->options, options);
    a->rules = replay->rules;
    a->first = replay->first;
    memcpy(a->known, replay->known, sizeof a->known);
    a->has_board = replay->has_board;
    a->traits = search_player_full;
    /* The same opinion each time it is asked, and in a page, which comes without networks. */
    memset(a->traits.noise, 0, sizeof a->traits.noise);
    a->traits.advice = 0;
    a->thinker = search_player_new(&a->traits, a->options.seed);
    if (a->thinker && history_copy(&a->history, history, 0))
        return a;
    ff_analyst_free(a);
    return NULL;
}

void ff_analyst_free(ff_analyst *a) {
    if (!a)
        return;
    if (a->thinker)
        a->thinker->free(a->thinker);
    ff_game_free(a->game);
    ff_history_free(&a->history);
    free(a);
}

unsigned ff_analyst_plies(const ff_analyst *a) {
    return a->history.size;
}

const ff_edition *ff_analyst_edition(const ff_analyst *a) {
    return &a->rules.edition;
}

bool ff_analyse(const ff_replay *replay, const ff_history *history,
                const ff_analysis_options *options,
                bool (*take)(void *context, const ff_insight *insight), void *context) {
    ff_analyst *a = ff_analyst_new(replay, history, options);
    bool good = a;
    for (unsigned ply = 1; good && ply <= history->size; ply++) {
        ff_insight insight;
        good = ff_analyst_look(a, ply, a->options.seat, a->options.nodes, &insight);
        if (good && !take(context, &insight))
            break;
    }
    ff_analyst_free(a);
    return good;
}

void ff_insight_add(ff_insight_sum *sum, const ff_insight *i) {
    if (i->rated) {
        sum->moves[i->seat]++;
        sum->same[i->seat] += i->best == i->event.move;
        sum->cost[i->seat] += i->cost;
        sum->loss[i->seat] += i->loss;
        sum->marks[i->seat][i->mark]++;
    }
    sum->given[i->seat] += i->given;
    if (i->cost > sum->worst[i->seat]) {
        sum->worst[i->seat] = i->cost;
        sum->worst_ply[i->seat] = i->ply;
    }
    if (i->event.battle != FF_NO_BATTLE) {
        sum->battles[i->seat]++;
        sum->luck[i->seat] += i->luck;
    }
}
