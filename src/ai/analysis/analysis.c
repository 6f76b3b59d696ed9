/* A game gone through ply by ply with the knowledge of one seat. The game is played again
 * from its first position, and everything is asked of the seat's view: ranks hidden from
 * that seat change nothing here. */
#include "flagfall/analysis.h"

#include <stdlib.h>
#include <string.h>

#include "ai/players/search_player.h"
#include "ai/search/root_features.h"
#include "base/hash.h"
#include "base/sized.h"
#include "flagfall/game.h"
#include "flagfall/notation.h"

enum { WORLDS = 400, GAME = 100 };

typedef struct analyst {
    ff_analysis_options options;
    ff_game *game;
    ff_player *thinker;
    root_features features;
    rated_move opinions[FF_MOVES_MAX];
    ff_insight insight;
} analyst;

/* What the thinker is: the full search player without its taste for variety. */
static search_player_traits traits_of_thinker(void) {
    search_player_traits traits = search_player_full;
    traits.noise = 0;
    return traits;
}

static ff_game *game_of(const ff_replay *replay) {
    const ff_rules *rules = &replay->rules;
    ff_options options = {.size = sizeof(ff_options),
                          .forfeit = rules->forfeit,
                          .no_limits = rules->edition.quiet_limit && !rules->quiet_limit,
                          .ply_limit = rules->ply_limit};
    return ff_game_from(&rules->edition, &options, &replay->first, replay->known);
}

/* --- moves ------------------------------------------------------------------- */

/* In scouts; more than the game is worth is the game. */
static double scouts(int hundredths) {
    double value = hundredths / 100.0;
    return value > GAME ? GAME : value < -GAME ? -GAME : value;
}

static void rate(analyst *a, const ff_view *view, ff_move move) {
    ff_insight *i = &a->insight;
    rated_move *list = a->opinions;
    size_t count = search_player_rate(a->thinker, view, a->options.budget_ms, move, list);
    double played = scouts(list[0].value);
    for (size_t k = 0; k < count; k++)
        if (list[k].move == move)
            played = scouts(list[k].value);
    i->rated = true;
    i->best = list[0].move;
    i->value = scouts(list[0].value);
    i->cost = played < i->value ? i->value - played : 0;
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
static void judge_luck(analyst *a, int enemy_square) {
    ff_insight *i = &a->insight;
    bool attacks = i->seat == i->mover;
    const double *chance = i->belief.chance[enemy_square];
    double sum = 0, expected = 0;
    for (int rank = FF_SPY; rank < FF_RANKS; rank++) {
        if (chance[rank] == 0 || (!attacks && rank >= FF_BOMB))
            continue;
        unsigned attacker = attacks ? i->event.attacker : (unsigned)rank;
        unsigned defender = attacks ? (unsigned)rank : i->event.defender;
        sum += chance[rank];
        expected += chance[rank] * worth_of_battle(&a->features, i->mover, attacker, defender);
    }
    double got = worth_of_battle(&a->features, i->mover, i->event.attacker, i->event.defender);
    expected = sum > 0 ? expected / sum : got;
    i->expected = attacks ? expected : -expected;
    i->luck = attacks ? got - expected : expected - got;
}

static void weigh_pieces(analyst *a, const ff_view *view) {
    belief b;
    int hidden[FF_RANKS];
    memcpy(b.chance, a->insight.belief.chance, sizeof b.chance);
    belief_count(view, hidden, b.left);
    root_features_init(&a->features, view, &b, 1);
}

/* --- plies ------------------------------------------------------------------- */

/* Fills the insight and plays the move. */
static bool look(analyst *a, ff_seat mover, ff_move move) {
    ff_insight *i = &a->insight;
    ff_view view;
    memset(i, 0, sizeof *i);
    i->mover = mover;
    i->seat = a->options.seat == FF_NOBODY ? mover : a->options.seat;
    ff_game_view(a->game, i->seat, false, &view);
    i->ply = view.plies + 1u;
    ff_view_board_write(&view, i->board);
    ff_belief_of(&view, a->options.seed, WORLDS, &i->belief);
    weigh_pieces(a, &view);
    if (i->seat == mover)
        rate(a, &view, move);
    if (ff_game_move(a->game, mover, FF_FROM(move), FF_TO(move)) != FF_LEGAL)
        return false; /* the moves were legal before: memory is out */
    ff_game_view(a->game, i->seat, false, &view);
    i->event = view.last;
    if (i->event.battle != FF_NO_BATTLE)
        judge_luck(a, i->seat == mover ? FF_TO(move) : FF_FROM(move));
    return true;
}

static ff_seat seat_on_turn(const ff_game *game) {
    ff_view view;
    ff_game_view(game, FF_NOBODY, false, &view);
    return (ff_seat)view.turn;
}

bool ff_analyse(const ff_replay *replay, const ff_history *history,
                const ff_analysis_options *options,
                bool (*take)(void *context, const ff_insight *insight), void *context) {
    search_player_traits traits = traits_of_thinker();
    analyst *a = calloc(1, sizeof *a);
    bool good = a;
    if (a) {
        sized_take(&a->options, sizeof a->options, options);
        a->game = game_of(replay);
        a->thinker = search_player_new(&traits, a->options.seed);
        good = a->game && a->thinker;
    }
    for (uint32_t ply = 0; good && ply < history->size; ply++) {
        good = look(a, seat_on_turn(a->game), history->moves[ply]);
        if (good && !take(context, &a->insight))
            break;
    }
    if (a && a->thinker)
        a->thinker->free(a->thinker);
    if (a)
        ff_game_free(a->game);
    free(a);
    return good;
}

void ff_insight_add(ff_insight_sum *sum, const ff_insight *i) {
    if (i->rated) {
        sum->moves[i->seat]++;
        sum->same[i->seat] += i->best == i->event.move;
        sum->cost[i->seat] += i->cost;
    }
    if (i->cost > sum->worst[i->seat]) {
        sum->worst[i->seat] = i->cost;
        sum->worst_ply[i->seat] = i->ply;
    }
    if (i->event.battle != FF_NO_BATTLE) {
        sum->battles[i->seat]++;
        sum->luck[i->seat] += i->luck;
    }
}
