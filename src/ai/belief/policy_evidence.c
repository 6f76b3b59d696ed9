/* A game gone through once more, as everybody saw it. What must hold: the result is the same
 * whether a game is read in one go or ply by ply, and on every machine, so all numbers are
 * integers. */
#include "ai/belief/policy_evidence.h"

#include <assert.h>
#include <limits.h>
#include <string.h>

#include "ai/policy/move_policy.h"
#include "base/hash.h"
#include "core/bitboard.h"
#include "view/first_mover.h"

enum {
    UNHEARD = 8 * POLICY_EVIDENCE_UNIT, /* no move counts for less than that many doublings */
    CERTAIN = 1 << 16                   /* a chance */
};

/* --- where it began ---------------------------------------------------------------- */

/* Whose piece stood on each square before the first ply. */
static void first_owners(const ff_view *view, uint8_t owner[FF_SQUARES]) {
    for (int square = 0; square < FF_SQUARES; square++)
        owner[square] = view->cell[square].seat;
    for (unsigned ply = view->plies; ply-- > 0;) {
        const ff_event *event = &view->events[ply];
        unsigned mover = mover_of(view, ply);
        owner[FF_FROM(event->move)] = (uint8_t)mover;
        owner[FF_TO(event->move)] = event->battle == FF_NO_BATTLE ? FF_NOBODY : (uint8_t)!mover;
    }
}

/* The rank of a piece that nobody has shown, until a better one is put there. */
static const ff_rank ANY = FF_MINER;

/* A board set by hand may begin with pieces that are known: they are read as hidden ones until they
 * show themselves. */
static void begin(policy_evidence *t, const ff_view *view, const uint8_t owner[FF_SQUARES]) {
    *t = (policy_evidence){.viewer = view->viewer};
    ff_position_clear(&t->position);
    for (int square = 0; square < FF_SQUARES; square++)
        if (owner[square] != FF_NOBODY)
            ff_position_put(&t->position, square, (ff_seat)owner[square], ANY);
    t->position.turn = (uint8_t)first_mover(view);
}

static uint64_t digest_of_rules(const ff_edition *e) {
    const uint8_t rules[] = {e->files, e->rows, e->two_squares, (uint8_t)e->chase, e->reveal_runs};
    uint64_t digest = hash_bytes(0, rules, sizeof rules);
    return hash_bytes(hash_bytes(digest, e->army, sizeof e->army), e->lake, sizeof e->lake);
}

static uint64_t digest_of(const ff_view *view, const uint8_t owner[FF_SQUARES], unsigned plies) {
    uint64_t digest = digest_of_rules(&view->rules->edition);
    digest = hash_number(hash_bytes(digest, owner, FF_SQUARES), view->viewer);
    for (unsigned ply = 0; ply < plies; ply++) {
        const ff_event *e = &view->events[ply];
        digest =
            hash_number(digest, e->move | (uint64_t)e->battle << 16 | (uint64_t)e->attacker << 24 |
                                    (uint64_t)e->defender << 32 | (uint64_t)e->revealed << 40);
    }
    return digest;
}

/* --- what might have been done ----------------------------------------------------- */

/* The logarithm to base two, in POLICY_EVIDENCE_UNITs, within an eightieth of a doubling; of 0 as
 * of 1. A parabola between powers of two. */
static int log_of(uint64_t x) {
    x += !x;
    int doublings = 63 - __builtin_clzll(x);
    uint64_t rest = x << (63 - doublings) << 1 >> 48; /* in 65536ths */
    rest += (rest * (65536 - rest) >> 16) * 22545 >> 16;
    return doublings * POLICY_EVIDENCE_UNIT + (int)(rest * POLICY_EVIDENCE_UNIT >> 16);
}

static bool is_hidden(const policy_evidence *t, int square) {
    return !t->knowledge.known[square] && ff_position_owner(&t->position, square) == 1u - t->viewer;
}

/* Hidden pieces of the enemy all of one rank: what each of them could do if it had it. */
typedef struct guess {
    size_t count;
    ff_move moves[FF_MOVES_MAX];
    int scores[FF_MOVES_MAX];
} guess;

static void guess_rank(const policy_evidence *t, const ff_rules *rules, const ff_history *past,
                       ff_rank rank, guess *g) {
    ff_position p = t->position;
    policy_scene scene;
    for (int square = 0; square < FF_SQUARES; square++)
        if (is_hidden(t, square))
            ff_position_put(&p, square, (ff_seat)(1u - t->viewer), rank);
    g->count = ff_moves(rules, &p, past, g->moves);
    policy_scene_init(&scene, &rules->edition, &p, &t->knowledge, past);
    move_policy_score(move_policy_for(&rules->edition), &scene, g->moves, g->count, g->scores);
}

/* How much the enemy might have done instead, by the policy. */
typedef struct alternatives {
    uint64_t of[FF_SQUARES][FF_RANKS]; /* by a hidden piece of that rank */
    uint64_t known;                    /* by pieces that are known */
    uint64_t made[FF_RANKS];           /* what he did, if that was a piece of that rank */
} alternatives;

static void add_guess(const policy_evidence *t, const guess *g, ff_rank rank, int best,
                      ff_move made, alternatives *a) {
    for (size_t i = 0; i < g->count; i++) {
        unsigned from = FF_FROM(g->moves[i]);
        uint64_t power = move_policy_likelihood(best - g->scores[i]);
        if (!t->knowledge.known[from])
            a->of[from][rank] += power;
        else if (rank == FF_SPY) /* the same in each guess */
            a->known += power;
        if (g->moves[i] == made)
            a->made[rank] = power;
    }
}

static void list_alternatives(const policy_evidence *t, const ff_view *view, ff_move made,
                              alternatives *a) {
    guess guesses[POLICY_MOVERS];
    const ff_history past = {view->history.moves, t->plies, t->plies};
    int best = INT_MIN;
    for (int i = 0; i < POLICY_MOVERS; i++) {
        guess *g = &guesses[i];
        guess_rank(t, view->rules, &past, (ff_rank)(FF_SPY + i), g);
        for (size_t k = 0; k < g->count; k++)
            best = g->scores[k] > best ? g->scores[k] : best;
    }
    memset(a, 0, sizeof *a);
    for (int i = 0; i < POLICY_MOVERS; i++)
        add_guess(t, &guesses[i], (ff_rank)(FF_SPY + i), best, made, a);
}

/* --- what he did ------------------------------------------------------------------- */

/* The chances by count that a hidden piece, unmoved and moved, is of each rank that moves. */
static void count_chances(const policy_evidence *t, const ff_edition *edition,
                          uint64_t chance[2][FF_RANKS]) {
    unsigned enemy = 1u - t->viewer, unmoved = 0, movers = 0, fixed = 0;
    int missing[FF_RANKS] = {0};
    for (int rank = FF_SPY; rank < FF_RANKS; rank++)
        missing[rank] = edition->army[rank] - t->knowledge.lost[enemy][rank];
    for (int square = 0; square < FF_SQUARES; square++) {
        if (is_hidden(t, square))
            unmoved += !t->knowledge.moved[square];
        else if (ff_position_owner(&t->position, square) == enemy)
            missing[ff_position_rank(&t->position, square)]--;
    }
    for (int rank = FF_SPY; rank < FF_RANKS; rank++)
        *(rank < FF_BOMB ? &movers : &fixed) += missing[rank] > 0 ? (unsigned)missing[rank] : 0;
    unsigned still = unmoved > fixed ? fixed * CERTAIN / unmoved : fixed ? CERTAIN : 0;
    memset(chance, 0, 2 * sizeof *chance);
    for (int rank = FF_SPY; rank < FF_BOMB && movers; rank++) {
        uint64_t count = missing[rank] > 0 ? (uint64_t)missing[rank] : 0;
        chance[0][rank] = count * (CERTAIN - still) / movers;
        chance[1][rank] = count * CERTAIN / movers;
    }
}

/* The likeliest rank has 0 afterwards; what is too unlikely for the numbers is the least of them.
 */
static void add(int16_t seen[FF_RANKS], const int more[FF_RANKS]) {
    int sum[FF_RANKS], best = INT_MIN;
    for (int rank = FF_SPY; rank < FF_RANKS; rank++) {
        sum[rank] = seen[rank] + (more[rank] > -UNHEARD ? more[rank] : -UNHEARD);
        best = sum[rank] > best ? sum[rank] : best;
    }
    for (int rank = FF_SPY; rank < FF_RANKS; rank++)
        seen[rank] = (int16_t)(sum[rank] - best > INT16_MIN ? sum[rank] - best : INT16_MIN);
}

static void read_move(policy_evidence *t, const ff_view *view, ff_move made) {
    alternatives a;
    uint64_t chance[2][FF_RANKS], mean[FF_SQUARES] = {0};
    list_alternatives(t, view, made, &a);
    count_chances(t, &view->rules->edition, chance);
    uint64_t all = a.known;
    for (int square = 0; square < FF_SQUARES; square++) {
        for (int rank = FF_SPY; rank < FF_BOMB; rank++)
            mean[square] += a.of[square][rank] / CERTAIN * chance[t->knowledge.moved[square]][rank];
        all += mean[square];
    }
    for (int square = 0; square < FF_SQUARES; square++) {
        int more[FF_RANKS] = {0};
        bool moved = square == FF_FROM(made);
        if (!is_hidden(t, square))
            continue;
        for (int rank = FF_SPY; rank < FF_RANKS; rank++) {
            uint64_t did = moved ? a.made[rank] : all;
            more[rank] = log_of(did) - log_of(all - mean[square] + a.of[square][rank]);
        }
        add(t->seen[square], more);
    }
}

/* --- one ply on -------------------------------------------------------------------- */

static void take_away(policy_evidence *t, unsigned square) {
    ff_position_put(&t->position, (int)square, FF_RED, FF_EMPTY);
    t->knowledge.known[square] = t->knowledge.moved[square] = false;
    memset(t->seen[square], 0, sizeof t->seen[square]);
}

/* Nobody's rank is told in memory mode, nor what a player has forgotten. */
static void lose(policy_evidence *t, unsigned seat, unsigned rank) {
    if (rank != FF_EMPTY)
        t->knowledge.lost[seat][rank]++;
}

static void show(policy_evidence *t, unsigned square, unsigned rank) {
    if (rank == FF_EMPTY)
        return;
    ff_position_put(&t->position, (int)square, ff_position_owner(&t->position, (int)square),
                    (ff_rank)rank);
    t->knowledge.known[square] = true;
    memset(t->seen[square], 0, sizeof t->seen[square]);
}

static void carry(policy_evidence *t, unsigned from, unsigned to) {
    ff_position_put(&t->position, (int)to, (ff_seat)t->position.turn,
                    ff_position_rank(&t->position, (int)from));
    t->knowledge.known[to] = t->knowledge.known[from];
    t->knowledge.moved[to] = true;
    memcpy(t->seen[to], t->seen[from], sizeof t->seen[to]);
}

static void play(policy_evidence *t, const ff_event *event) {
    unsigned from = FF_FROM(event->move), to = FF_TO(event->move), mover = t->position.turn;
    bool falls = event->battle == FF_DEFENDER_WINS || event->battle == FF_BOTH_DIE;
    bool stays = event->battle == FF_DEFENDER_WINS || event->battle == FF_NO_BATTLE;
    if (falls)
        lose(t, mover, event->attacker);
    if (!stays) {
        lose(t, !mover, event->defender);
        take_away(t, to);
    }
    if (!falls)
        carry(t, from, to);
    take_away(t, from);
    if (event->battle == FF_DEFENDER_WINS)
        show(t, to, event->defender);
    else if (!falls)
        show(t, to, event->revealed && event->battle == FF_NO_BATTLE ? FF_SCOUT : event->attacker);
    t->position.turn = (uint8_t)!mover;
    t->plies++;
}

/* --- the game ---------------------------------------------------------------------- */

/* Did the move show a rank that the viewer is not told any more? Then it is not read either: a run
 * would name the scout once more. */
static bool is_forgotten(const ff_event *event, const ff_edition *edition) {
    bool run = !squares_adjoin(FF_FROM(event->move), FF_TO(event->move));
    return event->battle != FF_NO_BATTLE ? event->attacker == FF_EMPTY
                                         : run && edition->reveal_runs && !event->revealed;
}

void policy_evidence_read(policy_evidence *t, const ff_view *view) {
    uint8_t owner[FF_SQUARES];
    assert(view->history.size == view->plies);
    first_owners(view, owner);
    if (!t->plies || t->plies > view->plies || t->digest != digest_of(view, owner, t->plies))
        begin(t, view, owner);
    while (t->plies < view->plies) {
        const ff_event *event = &view->events[t->plies];
        if (t->position.turn != view->viewer && !is_forgotten(event, &view->rules->edition))
            read_move(t, view, event->move);
        play(t, event);
    }
    t->digest = digest_of(view, owner, t->plies);
}

void policy_evidence_weigh(const policy_evidence *t, const ff_edition *edition, int square,
                           int units[FF_RANKS]) {
    int share = policy_evidence_share[armies_kind(edition)];
    for (int rank = FF_SPY; rank < FF_RANKS; rank++)
        units[rank] += t->seen[square][rank] * share / (256 * POLICY_EVIDENCE_UNIT / MODEL_UNIT);
}
