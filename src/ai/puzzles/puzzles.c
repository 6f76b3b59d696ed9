/* Puzzles found in a game, which is gone through with both seats' knowledge. A cheap look comes
 * before each proof, because most positions ask nothing. What must hold: everything but whether
 * a flag is the true one is asked of a view, so that a puzzle can be solved by what its solver
 * sees. */
#include "ai/puzzles/puzzles.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "ai/players/search_player.h"
#include "ai/puzzles/material.h"
#include "ai/puzzles/miner_run.h"
#include "base/hash.h"
#include "core/bitboard.h"
#include "flagfall/belief.h"

enum {
    QUICK_WORLDS = 8,
    QUICK_BELIEFS = 200,
    SURE = 100,         /* a gain that is a piece: about a scout */
    STILL_LEAST = 4,    /* pieces that may be the flag */
    GAME = 8000,        /* beyond this a move wins or loses the game, and asks for no piece */
    TEMPTING = 250,     /* per mille: the chance that an attack takes what it meets */
    MINER_CHANCE = 900, /* per mille: who is taken for a miner */
    ATTACK_COST = 200,  /* what the best attack costs at least where none should be made */
    AGAIN = 10,         /* times the worlds, when a flag is looked at again */
};

struct puzzles_finder {
    search_player_traits traits;
    uint64_t seed;
    uint64_t nodes;
    ff_player *player[2];
    bool failed;      /* memory is out */
    ff_belief quick;  /* of the present position */
    ff_belief belief; /* of a proof */
    rated_move rated[2][FF_MOVES_MAX];
    material_gain gains[FF_MOVES_MAX];
    puzzle puzzle; /* the one that is being proven, its game up to the present ply */
};

puzzles_finder *puzzles_finder_new(uint64_t seed, uint64_t nodes) {
    puzzles_finder *f = calloc(1, sizeof *f);
    if (!f)
        return NULL;
    f->traits = search_player_full;
    memset(f->traits.noise, 0, sizeof f->traits.noise);
    f->traits.advice = 0; /* a puzzle is proven by search */
    f->seed = seed;
    f->nodes = nodes ? nodes : PUZZLES_NODES;
    for (unsigned i = 0; i < 2; i++)
        f->player[i] = search_player_new(&f->traits, hash_seed(seed, i));
    if (f->player[0] && f->player[1])
        return f;
    puzzles_finder_free(f);
    return NULL;
}

void puzzles_finder_free(puzzles_finder *f) {
    for (unsigned i = 0; f && i < 2; i++)
        if (f->player[i])
            f->player[i]->free(f->player[i]);
    free(f);
}

/* --- flags -------------------------------------------------------------------------------- */

static int per_mille(double chance) {
    return (int)(1000 * chance + 0.5);
}

/* The likeliest squares of the flag. */
typedef struct flag_candidates {
    int first, second; /* squares, -1 where there is none */
    int chance[2];     /* per mille */
    unsigned count;    /* hidden pieces that have not moved */
} flag_candidates;

static flag_candidates candidates_of(const ff_belief *b, const ff_view *view) {
    flag_candidates s = {.first = -1, .second = -1};
    for (int square = 0; square < FF_SQUARES; square++) {
        if (!puzzle_may_answer(PUZZLE_FLAG, view, FF_MOVE(square, square)))
            continue;
        int chance = per_mille(b->chance[square][FF_FLAG]);
        s.count++;
        if (s.first < 0 || chance > s.chance[0]) {
            s.second = s.first;
            s.chance[1] = s.chance[0];
            s.first = square;
            s.chance[0] = chance;
        } else if (s.second < 0 || chance > s.chance[1]) {
            s.second = square;
            s.chance[1] = chance;
        }
    }
    return s;
}

static flag_candidates sample_candidates(puzzles_finder *f, const ff_view *view, uint64_t seed,
                                         unsigned worlds) {
    ff_belief_of(view, seed, worlds, &f->belief);
    return candidates_of(&f->belief, view);
}

/* Is this flag the answer? It must be by far the likeliest, among enough pieces to choose from. */
static bool points_at(const flag_candidates *s, int flag) {
    return s->first == flag && s->count >= STILL_LEAST && s->chance[0] >= PUZZLES_FLAG_LEAST &&
           s->chance[1] <= PUZZLES_FLAG_NEXT;
}

/* Twice, with other seeds: an answer must not be luck of the sampling. How far counting alone
 * would have come is kept as the puzzle's measure of difficulty. */
static bool prove_flag(puzzles_finder *f, const ff_view *view, int flag) {
    puzzle *p = &f->puzzle;
    flag_candidates s = candidates_of(&f->quick, view);
    if (!points_at(&s, flag))
        return false;
    p->best = 1000;
    p->next = 0;
    for (unsigned i = 0; i < 2; i++) {
        s = sample_candidates(f, view, hash_seed(f->seed, i), PUZZLES_BELIEFS);
        if (!points_at(&s, flag))
            return false;
        p->best = s.chance[0] < p->best ? s.chance[0] : p->best;
        p->next = s.chance[1] > p->next ? s.chance[1] : p->next;
    }
    ff_belief_by_counts(view, &f->belief);
    p->measure = per_mille(f->belief.chance[flag][FF_FLAG]);
    p->answer = FF_MOVE(flag, flag);
    p->about = (uint8_t)s.second;
    p->worlds = 2 * PUZZLES_BELIEFS;
    return true;
}

/* --- moves, by the search ----------------------------------------------------------------- */

static size_t rate(puzzles_finder *f, unsigned which, const ff_view *view, uint64_t nodes) {
    ff_limits limits = {.size = sizeof limits, .nodes = nodes};
    ff_player_limit(f->player[which], &limits);
    return search_player_rate(f->player[which], view, 0, 0, f->rated[which]);
}

/* Does a player's best move stand out by so much, in a game that goes on? */
static bool stands_out(const rated_move *rated, size_t count, int margin) {
    return count > 1 && rated[0].value - rated[1].value >= margin && rated[0].value < GAME &&
           rated[0].value > -GAME;
}

/* The move that both players choose by the margin, after a quicker look; 0 where there is none.
 * Sets what it is worth. */
static ff_move agreed_move(puzzles_finder *f, const ff_view *view) {
    puzzle *p = &f->puzzle;
    size_t count = rate(f, 0, view, f->nodes / 8);
    if (!stands_out(f->rated[0], count, PUZZLES_MARGIN))
        return 0;
    ff_move move = f->rated[0][0].move;
    p->best = INT_MAX;
    p->next = INT_MIN;
    for (unsigned i = 0; i < 2; i++) {
        const rated_move *rated = f->rated[i];
        count = rate(f, i, view, f->nodes);
        if (!stands_out(rated, count, PUZZLES_MARGIN) || rated[0].move != move)
            return 0;
        p->best = rated[0].value < p->best ? rated[0].value : p->best;
        p->next = rated[1].value > p->next ? rated[1].value : p->next;
    }
    return p->best - p->next >= PUZZLES_MARGIN ? move : 0;
}

static bool is_attack(const ff_view *view, ff_move move) {
    return view->cell[FF_TO(move)].seat == 1 - view->viewer;
}

/* --- a piece for certain ---------------------------------------------------------------------- */

static bool weigh_material(puzzles_finder *f, const ff_view *view, unsigned worlds, int floor,
                           size_t *count) {
    ff_rng rng;
    ff_rng_seed(&rng, hash_number(hash_seed(f->seed, worlds), view->plies));
    material_answer answer = material_ahead(view, &rng, worlds, floor, f->gains, count);
    f->failed |= answer == MATERIAL_NO_MEMORY;
    return answer == MATERIAL_DONE;
}

/* The one move that gains a piece in all worlds, or null. */
static const material_gain *sure_gain(puzzles_finder *f, const ff_view *view, unsigned worlds) {
    size_t count;
    const material_gain *sure = NULL;
    if (!weigh_material(f, view, worlds, SURE, &count))
        return NULL;
    for (size_t i = 0; i < count; i++) {
        if (f->gains[i].least < SURE)
            continue;
        if (sure || f->gains[i].least >= GAME)
            return NULL;
        sure = &f->gains[i];
    }
    return sure;
}

/* The piece that is won: on the target, or else the dearest open one that stands beside where
 * the piece goes. */
static int prey_of(const ff_view *view, ff_move move) {
    static const int step[4] = {1, -1, FF_FILES, -FF_FILES};
    int to = FF_TO(move), prey = -1;
    if (is_attack(view, move))
        return to;
    for (int i = 0; i < 4; i++) {
        int square = to + step[i];
        if (square < 0 || square >= FF_SQUARES || !squares_adjoin(to, square) ||
            view->cell[square].seat != 1 - view->viewer || view->cell[square].rank == FF_HIDDEN)
            continue;
        if (prey < 0 ||
            material_worth(view->cell[square].rank) > material_worth(view->cell[prey].rank))
            prey = square;
    }
    return prey;
}

/* Three things have to agree: a quick look at what is certain, the search of two players, and a
 * thorough look. The quick one is first, since it is cheap and nearly always says no. */
static bool prove_win(puzzles_finder *f, const ff_view *view) {
    puzzle *p = &f->puzzle;
    const material_gain *sure = sure_gain(f, view, QUICK_WORLDS);
    if (!sure)
        return false;
    ff_move move = agreed_move(f, view);
    int prey = move ? prey_of(view, move) : -1;
    if (prey < 0 || move != sure->move)
        return false;
    sure = sure_gain(f, view, PUZZLES_WORLDS);
    if (!sure || sure->move != move)
        return false;
    p->answer = move;
    p->about = (uint8_t)prey;
    p->measure = sure->least;
    p->worlds = PUZZLES_WORLDS;
    return true;
}

/* --- the miner -------------------------------------------------------------------------------- */

static bool gets_in(puzzles_finder *f, const ff_view *view, int miner, ff_move move) {
    miner_run run = miner_run_after(view, miner, move);
    f->failed |= run == MINER_RUN_NO_MEMORY;
    return run == MINER_GETS_IN;
}

/* The enemy's miner, open or nearly certain, who gets in where he is left alone; -1. */
static int threatening_miner(puzzles_finder *f, const ff_view *view) {
    for (int square = 0; square < FF_SQUARES; square++)
        if (view->cell[square].seat == 1 - view->viewer &&
            per_mille(f->quick.chance[square][FF_MINER]) >= MINER_CHANCE &&
            gets_in(f, view, square, 0))
            return square;
    return -1;
}

/* The move must stop the miner, and fewer than half of all moves may: otherwise there is nothing
 * to find. */
static bool prove_miner(puzzles_finder *f, const ff_view *view) {
    puzzle *p = &f->puzzle;
    ff_move moves[FF_MOVES_MAX];
    int miner = threatening_miner(f, view);
    ff_move move = miner < 0 ? 0 : agreed_move(f, view);
    if (!move || gets_in(f, view, miner, move))
        return false;
    size_t count = ff_view_moves(view, moves);
    p->measure = 0;
    for (size_t i = 0; i < count; i++)
        p->measure += !gets_in(f, view, miner, moves[i]);
    p->answer = move;
    p->about = (uint8_t)miner;
    p->worlds = 2 * QUICK_BELIEFS;
    return 2 * (size_t)p->measure < count;
}

/* --- no attack -------------------------------------------------------------------------------- */

/* Is there an attack on a hidden piece that has moved? */
static bool is_provoked(const ff_view *view) {
    ff_move moves[FF_MOVES_MAX];
    size_t count = ff_view_moves(view, moves);
    for (size_t i = 0; i < count; i++) {
        const ff_cell *cell = &view->cell[FF_TO(moves[i])];
        if (is_attack(view, moves[i]) && cell->rank == FF_HIDDEN && cell->moved)
            return true;
    }
    return false;
}

/* The chance, per mille, that our piece takes what it meets there. */
static int chance_to_take(const puzzles_finder *f, const ff_view *view, ff_move move) {
    double chance = 0;
    for (int rank = FF_SPY; rank < FF_RANKS; rank++) {
        ff_battle battle = ff_battle_of((ff_rank)view->cell[FF_FROM(move)].rank, (ff_rank)rank);
        if (battle == FF_ATTACKER_WINS || battle == FF_FLAG_TAKEN)
            chance += f->belief.chance[FF_TO(move)][rank];
    }
    return per_mille(chance);
}

/* The attack that the first player rates highest. */
static const rated_move *best_attack(const puzzles_finder *f, const ff_view *view, size_t count) {
    for (size_t i = 0; i < count; i++)
        if (is_attack(view, f->rated[0][i].move))
            return &f->rated[0][i];
    return NULL;
}

static const material_gain *gain_of_move(const puzzles_finder *f, size_t count, ff_move move) {
    for (size_t i = 0; i < count; i++)
        if (f->gains[i].move == move)
            return &f->gains[i];
    return NULL;
}

/* The best move is no attack, and attacking is tempting: the attack would often win, yet costs
 * much on average. */
static bool prove_hold(puzzles_finder *f, const ff_view *view) {
    puzzle *p = &f->puzzle;
    size_t count;
    ff_move move = is_provoked(view) ? agreed_move(f, view) : 0;
    if (!move || is_attack(view, move))
        return false;
    ff_move moves[FF_MOVES_MAX];
    const rated_move *attack = best_attack(f, view, ff_view_moves(view, moves));
    if (!attack || view->cell[FF_TO(attack->move)].rank != FF_HIDDEN ||
        p->best - attack->value < ATTACK_COST)
        return false;
    ff_belief_of(view, f->seed, PUZZLES_BELIEFS, &f->belief);
    p->measure = chance_to_take(f, view, attack->move);
    if (p->measure < TEMPTING || !weigh_material(f, view, PUZZLES_WORLDS, INT_MIN, &count))
        return false;
    int safe = gain_of_move(f, count, move)->mean;
    for (size_t i = 0; i < count; i++)
        if (is_attack(view, f->gains[i].move) && f->gains[i].mean >= safe)
            return false;
    p->answer = move;
    p->about = FF_TO(attack->move);
    p->worlds = PUZZLES_WORLDS;
    return true;
}

/* --- a game ----------------------------------------------------------------------------------- */

bool puzzles_may_come_of(const ff_replay *replay, const char **why) {
    const ff_rules *rules = &replay->rules;
    const ff_edition *edition = ff_edition_find(ff_span_of(rules->edition.id));
    ff_rules plain;
    *why = NULL;
    if (replay->has_board)
        *why = "it does not begin from two set-ups";
    else if (!edition)
        *why = "its edition is none of the built-in ones";
    else if (replay->position.ending == FF_BY_NOTHING)
        *why = "it is not over";
    else {
        ff_rules_init(&plain, edition, NULL);
        if (plain.forfeit != rules->forfeit || plain.quiet_limit != rules->quiet_limit ||
            plain.ply_limit != rules->ply_limit)
            *why = "it was played under an option";
    }
    return !*why;
}

void puzzles_armies(const ff_replay *replay, puzzle *p) {
    for (int seat = FF_RED; seat <= FF_BLUE; seat++)
        for (unsigned k = 0; k < ff_edition_zone_size(p->edition); k++) {
            int square = ff_edition_zone_square(p->edition, (ff_seat)seat, k);
            p->army[seat].rank[k] = (uint8_t)ff_position_rank(&replay->first, square);
        }
}

/* Where the enemy's flag began: it never moves. */
static int flag_of(const ff_replay *replay, ff_seat seat) {
    for (int square = 0; square < FF_SQUARES; square++)
        if (ff_position_owner(&replay->first, square) == seat &&
            ff_position_rank(&replay->first, square) == FF_FLAG)
            return square;
    return FF_OFF_BOARD;
}

static bool prove(puzzles_finder *f, puzzle_kind kind, const ff_view *view, int flag) {
    f->puzzle.kind = kind;
    switch (kind) {
    case PUZZLE_FLAG:
        return prove_flag(f, view, flag);
    case PUZZLE_WIN:
        return prove_win(f, view);
    case PUZZLE_MINER:
        return prove_miner(f, view);
    default:
        return prove_hold(f, view);
    }
}

/* One question a position, of a kind that has not been found before. */
static bool prove_any(puzzles_finder *f, const ff_view *view, int flag,
                      const bool found[PUZZLE_KINDS]) {
    static const puzzle_kind order[PUZZLE_KINDS] = {PUZZLE_FLAG, PUZZLE_MINER, PUZZLE_WIN,
                                                    PUZZLE_HOLD};
    if (!found[PUZZLE_FLAG] || !found[PUZZLE_MINER])
        ff_belief_of(view, f->seed, QUICK_BELIEFS, &f->quick);
    for (int i = 0; i < PUZZLE_KINDS && !f->failed; i++)
        if (!found[order[i]] && prove(f, order[i], view, flag))
            return true;
    return false;
}

bool puzzles_find(puzzles_finder *f, const ff_replay *replay, const ff_history *history,
                  bool (*take)(void *context, const puzzle *p), void *context) {
    puzzle *p = &f->puzzle;
    bool found[2][PUZZLE_KINDS] = {{false}}, go_on = true;
    if (history->size == 0)
        return true;
    memset(p, 0, sizeof *p);
    p->edition = ff_edition_find(ff_span_of(replay->rules.edition.id));
    puzzles_armies(replay, p);
    ff_game *game = puzzle_game(p, NULL);
    f->failed = !game;
    for (uint32_t ply = 0; go_on && !f->failed && ply < history->size; ply++) {
        ff_view view;
        unsigned seat = ply % 2;
        ff_game_view(game, (ff_seat)seat, false, &view);
        if (prove_any(f, &view, flag_of(replay, (ff_seat)(1 - seat)), found[seat])) {
            found[seat][p->kind] = true;
            go_on = take(context, p);
        }
        ff_move move = history->moves[ply];
        if (ply == PUZZLE_PLIES_MAX)
            break;
        p->moves[p->plies++] = move;
        f->failed |= ff_game_move(game, (ff_seat)seat, FF_FROM(move), FF_TO(move)) != FF_LEGAL;
    }
    ff_game_free(game);
    return !f->failed;
}

bool puzzles_answer(puzzles_finder *f, const puzzle *p, ff_move *found) {
    ff_error error;
    ff_view view;
    ff_game *game = puzzle_game(p, &error);
    if (!game)
        return false;
    ff_game_view(game, p->plies % 2 ? FF_BLUE : FF_RED, false, &view);
    if (p->kind == PUZZLE_FLAG) {
        flag_candidates s = sample_candidates(f, &view, f->seed, AGAIN * PUZZLES_BELIEFS);
        *found = FF_MOVE(s.first, s.first);
    } else {
        rate(f, 0, &view, f->nodes);
        *found = f->rated[0][0].move;
    }
    ff_game_free(game);
    return true;
}
