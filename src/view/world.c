/* Worlds drawn from a view: positions with all ranks that the viewer cannot tell from the true
 * one. What must hold: the draw is uniform over all worlds that give the viewer this view, so a
 * try that fails is thrown away whole and never mended (rejection sampling). */
#include "flagfall/world.h"

#include "core/bitboard.h"
#include "view/first_mover.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* A try fails where the dealt army could not have played the game so far, for instance because
 * it was stuck: rare. More tries than this in vain say that the view is of no real game. */
enum { TRIES = 10000 };

/* The enemy's pieces that the viewer cannot name, by where they began. */
typedef struct unknown_pieces {
    uint8_t still[FF_SQUARES]; /* have not moved */
    uint8_t moved[FF_SQUARES];
    unsigned still_count;
    unsigned moved_count;
    uint8_t fixed[FF_SQUARES];  /* ranks to deal out: bombs and flag */
    uint8_t movers[FF_SQUARES]; /* and the others */
    unsigned fixed_count;
    unsigned mover_count;
} unknown_pieces;

/* The first position as far as it is known, and how to fill the rest. */
typedef struct origin {
    ff_position first;
    unknown_pieces unknown;
} origin;

/* --- back to the beginning ---------------------------------------------------------- */

/* What is known of each piece, by where it began. */
typedef struct past {
    uint8_t began[FF_SQUARES]; /* where the piece that stands here now began */
    uint8_t seat[FF_SQUARES];
    uint8_t rank[FF_SQUARES]; /* FF_HIDDEN: not known */
    bool moved[FF_SQUARES];
} past;

/* A piece that falls has named its rank: that is known of the square where it began. */
static void bury(past *p, unsigned square, ff_seat seat, unsigned rank) {
    p->seat[p->began[square]] = (uint8_t)seat;
    p->rank[p->began[square]] = (uint8_t)rank;
}

/* Follows one ply: who moved from where, who fell. */
static void follow(past *p, const ff_event *event, ff_seat mover) {
    unsigned from = FF_FROM(event->move), to = FF_TO(event->move);
    p->moved[p->began[from]] = true;
    if (!squares_adjoin((int)from, (int)to)) /* a run */
        p->rank[p->began[from]] = FF_SCOUT;
    if (event->battle == FF_DEFENDER_WINS || event->battle == FF_BOTH_DIE)
        bury(p, from, mover, event->attacker);
    if (event->battle == FF_ATTACKER_WINS || event->battle == FF_BOTH_DIE)
        bury(p, to, mover == FF_RED ? FF_BLUE : FF_RED, event->defender);
    if (event->battle == FF_NO_BATTLE || event->battle == FF_ATTACKER_WINS)
        p->began[to] = p->began[from];
}

static void look_back(past *p, const ff_view *view) {
    for (unsigned square = 0; square < FF_SQUARES; square++) {
        p->began[square] = (uint8_t)square;
        p->seat[square] = FF_NOBODY;
        p->rank[square] = FF_HIDDEN;
        p->moved[square] = false;
    }
    for (unsigned i = 0; i < view->plies; i++)
        follow(p, &view->events[i], mover_of(view, i));
    for (unsigned square = 0; square < FF_SQUARES; square++) {
        const ff_cell *cell = &view->cell[square];
        if (cell->seat == FF_NOBODY)
            continue;
        unsigned began = p->began[square];
        p->seat[began] = cell->seat;
        if (cell->rank != FF_HIDDEN)
            p->rank[began] = cell->rank;
    }
}

/* --- what is to be dealt out ---------------------------------------------------------- */

/* Sorts the pieces; takes the known ones out of `left`, the enemy's army. False where they
 * are not of that army. */
static bool sort_pieces(origin *o, const past *p, ff_seat enemy, unsigned left[FF_RANKS]) {
    unknown_pieces *s = &o->unknown;
    for (unsigned square = 0; square < FF_SQUARES; square++) {
        if (p->seat[square] == FF_NOBODY)
            continue;
        if (p->rank[square] != FF_HIDDEN)
            ff_position_put(&o->first, (int)square, (ff_seat)p->seat[square],
                            (ff_rank)p->rank[square]);
        if (p->seat[square] != enemy)
            continue;
        if (p->rank[square] == FF_HIDDEN && p->moved[square])
            s->moved[s->moved_count++] = (uint8_t)square;
        else if (p->rank[square] == FF_HIDDEN)
            s->still[s->still_count++] = (uint8_t)square;
        else if (left[p->rank[square]]-- == 0)
            return false;
    }
    return true;
}

/* The ranks that are left, those that move and those that do not. There must be exactly as many
 * as pieces without a name; and bombs and flag must find room among those that never moved. */
static bool sort_ranks(unknown_pieces *s, const unsigned left[FF_RANKS]) {
    for (unsigned rank = FF_SPY; rank < FF_RANKS; rank++)
        for (unsigned n = 0; n < left[rank]; n++) {
            if (s->fixed_count + s->mover_count == s->still_count + s->moved_count)
                return false;
            if (rank >= FF_BOMB)
                s->fixed[s->fixed_count++] = (uint8_t)rank;
            else
                s->movers[s->mover_count++] = (uint8_t)rank;
        }
    return s->fixed_count + s->mover_count == s->still_count + s->moved_count &&
           s->fixed_count <= s->still_count;
}

static bool find_origin(origin *o, const ff_view *view) {
    ff_seat enemy = view->viewer == FF_RED ? FF_BLUE : FF_RED;
    unsigned left[FF_RANKS];
    past p;
    memset(o, 0, sizeof *o);
    look_back(&p, view);
    o->first.turn = (uint8_t)first_mover(view);
    for (unsigned rank = 0; rank < FF_RANKS; rank++)
        left[rank] = view->rules->edition.army[rank];
    return sort_pieces(o, &p, enemy, left) && sort_ranks(&o->unknown, left);
}

/* --- dealing ------------------------------------------------------------------------- */

/* Fisher and Yates: every order is equally likely. */
static void shuffle(uint8_t *bytes, unsigned count, ff_rng *rng) {
    for (unsigned i = count; i > 1; i--) {
        unsigned k = ff_rng_below(rng, i);
        uint8_t other = bytes[k];
        bytes[k] = bytes[i - 1];
        bytes[i - 1] = other;
    }
}

/* Bombs and flag go to any of the pieces that have not moved, the others to what is left.
 * However bombs and flag are placed, there are as many ways to place the rest, so that all
 * ways together are equally likely. */
static void deal(const origin *o, ff_seat enemy, ff_rng *rng, ff_position *world) {
    unknown_pieces s = o->unknown;
    *world = o->first;
    shuffle(s.still, s.still_count, rng);
    shuffle(s.fixed, s.fixed_count, rng);
    shuffle(s.movers, s.mover_count, rng);
    unsigned mover = 0;
    for (unsigned i = 0; i < s.still_count; i++)
        ff_position_put(world, s.still[i], enemy,
                        (ff_rank)(i < s.fixed_count ? s.fixed[i] : s.movers[mover++]));
    for (unsigned i = 0; i < s.moved_count; i++)
        ff_position_put(world, s.moved[i], enemy, (ff_rank)s.movers[mover++]);
    assert(mover == s.mover_count);
}

/* Plays the game from the dealt position; true where it goes on to where the view is. A game
 * that ends earlier, say because a side is stuck, is not the one that the viewer has seen. */
static bool replay(const ff_view *view, ff_history *history, ff_position *world) {
    history->size = 0;
    ff_position_begin(view->rules, world);
    for (unsigned i = 0; i < view->plies && world->result == FF_ONGOING; i++)
        ff_position_play(view->rules, world, history, view->events[i].move);
    return world->plies == view->plies && world->result == FF_ONGOING;
}

ff_world ff_world_draw(const ff_view *view, ff_rng *rng, ff_position *world) {
    /* A spectator's view, one of a game whose armies do not stand yet and one in memory mode do
     * not tell enough to deal by. */
    if (view->viewer > FF_BLUE || view->turn > FF_BLUE || view->memory)
        return FF_WORLD_UNTOLD;
    /* Of a game that is over there is one world, and everybody sees it. */
    if (view->result != FF_ONGOING || view->ending != FF_BY_NOTHING) {
        ff_view_position(view, world);
        return FF_WORLD_OK;
    }
    origin o;
    if (!find_origin(&o, view))
        return FF_WORLD_UNTOLD;
    ff_history history = {0};
    if (!ff_history_reserve(&history, view->plies + 1u))
        return FF_WORLD_NO_MEMORY;
    ff_world found = FF_WORLD_TOO_RARE;
    for (int i = 0; i < TRIES && found != FF_WORLD_OK; i++) {
        ff_position attempt;
        deal(&o, view->viewer == FF_RED ? FF_BLUE : FF_RED, rng, &attempt);
        if (replay(view, &history, &attempt)) {
            *world = attempt;
            found = FF_WORLD_OK;
        }
    }
    ff_history_free(&history);
    return found;
}
