/* A game walked backwards from what is known now, so that the rank of a piece that was
 * shown late explains what it did before. */
#include "ai/belief/move_evidence.h"

#include "core/bitboard.h"

/* A piece on the way back through the game. */
typedef struct token {
    uint8_t seat;
    uint8_t rank;    /* as far as the viewer knows it now */
    uint8_t now;     /* its square in the view; FF_OFF_BOARD for the fallen */
    uint16_t opened; /* the ply by which its rank was public; never: UINT16_MAX */
} token;

/* The board as it stood before some ply. */
typedef struct past {
    const ff_view *view;
    move_evidence *evidence;
    token token[2 * FF_SQUARES];
    unsigned tokens;
    uint8_t on[FF_SQUARES]; /* 1 + index of the token there, 0 where none stands */
} past;

enum { NEVER = UINT16_MAX };

static token *token_on(past *p, int square) {
    return p->on[square] ? &p->token[p->on[square] - 1] : NULL;
}

static void token_add(past *p, int square, token t) {
    p->token[p->tokens] = t;
    p->on[square] = (uint8_t)++p->tokens;
}

/* --- what a quiet move says -------------------------------------------------- */

/* How likely it is that a piece of `rank` goes up to a known enemy of `other`, and away from
 * one. The numbers of these three are judgement, not measurement: who goes up to a stronger
 * piece rarely does so by mistake, and nobody goes up to a bomb but a miner or somebody who
 * has nothing better to do. Their scale does not matter, only the ratio between ranks. */
static float approach_of(int rank, int other) {
    if (rank == FF_SPY && other == FF_MARSHAL)
        return 1;
    if (other == FF_BOMB)
        return rank == FF_MINER ? 1 : 0.4f;
    if (other == FF_FLAG || rank > other)
        return 1;
    return rank == other ? 0.5f : 0.25f;
}

static float flight_of(int rank, int other) {
    if (other >= FF_BOMB)
        return 1;
    return rank < other ? 1 : rank == other ? 0.5f : 0.3f;
}

static float stay_of(int rank, int other) {
    if (other >= FF_BOMB)
        return 1;
    return rank > other ? 0.6f : 1;
}

static void scale(past *p, const token *mover, float (*of)(int, int), int other) {
    if (mover->now == FF_OFF_BOARD)
        return;
    for (int rank = FF_SPY; rank < FF_BOMB; rank++)
        p->evidence->likely[mover->now][rank] *= of(rank, other);
}

static const int step[4] = {1, -1, FF_FILES, -FF_FILES};

/* The viewer's piece on a neighbouring square whose rank was public by then. What the enemy
 * did not know then cannot have moved it. */
static const token *open_neighbour(past *p, int square, int direction, uint16_t ply) {
    int next = square + step[direction];
    if (next < 0 || next >= FF_SQUARES || !squares_adjoin(square, next))
        return NULL;
    const token *other = token_on(p, next);
    return other && other->seat == p->view->viewer && other->opened < ply ? other : NULL;
}

/* The enemy's piece went from `from` to `to`, where it stands on the board of `p`. */
static void read_step(past *p, const token *mover, int from, int to, uint16_t ply) {
    for (int direction = 0; direction < 4; direction++) {
        const token *after = open_neighbour(p, to, direction, ply);
        if (after)
            scale(p, mover, approach_of, after->rank);
        const token *before = open_neighbour(p, from, direction, ply);
        if (before)
            scale(p, mover, flight_of, before->rank);
    }
}

/* Enemy pieces beside the one that the viewer has just moved, which then were left
 * where they were, are not likely to beat it. */
static void read_stay(past *p, int square, int except, uint16_t ply) {
    const token *own = token_on(p, square);
    if (!own || own->seat != p->view->viewer || own->opened >= ply)
        return;
    for (int direction = 0; direction < 4; direction++) {
        int next = square + step[direction];
        if (next < 0 || next >= FF_SQUARES || next == except || !squares_adjoin(square, next))
            continue;
        const token *enemy = token_on(p, next);
        if (enemy && enemy->seat != p->view->viewer)
            scale(p, enemy, stay_of, own->rank);
    }
}

/* --- one ply back ------------------------------------------------------------ */

/* Where a battle was, brings back who fell in it. A fallen piece counts as hidden until its
 * last battle. In memory mode the ranks of earlier battles are not told: they are empty here,
 * and explain nothing. */
static void undo_battle(past *p, const ff_event *event, uint16_t ply, unsigned mover) {
    int from = FF_FROM(event->move), to = FF_TO(event->move);
    token attacker = {(uint8_t)mover, event->attacker, FF_OFF_BOARD, ply};
    token defender = {(uint8_t)!mover, event->defender, FF_OFF_BOARD, ply};
    if (event->battle == FF_ATTACKER_WINS) {
        p->on[from] = p->on[to];
        token_add(p, to, defender);
        return;
    }
    token_add(p, from, attacker);
    if (event->battle == FF_BOTH_DIE)
        token_add(p, to, defender);
}

static void undo_step(past *p, const ff_event *event, uint16_t ply) {
    int from = FF_FROM(event->move), to = FF_TO(event->move);
    const token *mover = token_on(p, to);
    if (mover && mover->seat != p->view->viewer)
        read_step(p, mover, from, to, ply);
    p->on[from] = p->on[to];
    p->on[to] = 0;
}

/* --- there and back ---------------------------------------------------------- */

/* When the rank of what stands on a square now became public. Forwards, for what follows goes
 * backwards and has to know it beforehand. */
static void find_openings(const ff_view *view, uint16_t opened[FF_SQUARES]) {
    for (int square = 0; square < FF_SQUARES; square++)
        opened[square] = NEVER;
    for (uint16_t ply = 0; ply < view->plies; ply++) {
        const ff_event *event = &view->events[ply];
        int from = FF_FROM(event->move), to = FF_TO(event->move);
        if (event->battle != FF_DEFENDER_WINS)
            opened[to] = event->battle == FF_BOTH_DIE ? NEVER : opened[from];
        if ((event->revealed || event->battle != FF_NO_BATTLE) && opened[to] == NEVER)
            opened[to] = ply;
        opened[from] = NEVER;
    }
}

static void stand_tokens(past *p) {
    uint16_t opened[FF_SQUARES];
    find_openings(p->view, opened);
    for (int square = 0; square < FF_SQUARES; square++) {
        const ff_cell *cell = &p->view->cell[square];
        if (cell->seat != FF_NOBODY)
            token_add(p, square, (token){cell->seat, cell->rank, (uint8_t)square, opened[square]});
    }
}

/* Pieces that have not moved though they could have grow more like bombs. The share falls
 * from 1 towards 0.3 and is half way after 120 moves of a seat: early on nobody has moved
 * yet, and that says nothing. */
static void read_patience(move_evidence *t, const ff_view *view) {
    float moves = view->plies / 2.0f;
    float moved = 0.3f + 0.7f * 120 / (120 + moves);
    for (int square = 0; square < FF_SQUARES; square++)
        for (int rank = 0; rank < FF_RANKS; rank++)
            t->likely[square][rank] = view->cell[square].moved || rank >= FF_BOMB ? 1 : moved;
}

/* When the board of `p` is the first one. A fallen piece has no rank in memory mode. */
static void read_start(past *p) {
    move_evidence *t = p->evidence;
    for (int square = 0; square < FF_SQUARES; square++) {
        t->start[square] = (uint8_t)square;
        t->first[square] = FF_EMPTY;
    }
    for (int square = 0; square < FF_SQUARES; square++) {
        const token *tk = token_on(p, square);
        if (tk && tk->now != FF_OFF_BOARD)
            t->start[tk->now] = (uint8_t)square;
        if (tk && tk->seat != p->view->viewer)
            t->first[square] = tk->rank == FF_EMPTY ? FF_HIDDEN : tk->rank;
    }
}

void move_evidence_read(move_evidence *t, const ff_view *view) {
    past p = {.view = view, .evidence = t};
    read_patience(t, view);
    stand_tokens(&p);
    unsigned mover = view->plies ? 1u - view->turn : view->turn;
    for (unsigned ply = view->plies; ply-- > 0; mover = !mover) {
        const ff_event *event = &view->events[ply];
        if (p.tokens + 2 >= 2 * FF_SQUARES)
            break;
        if (mover != view->viewer && ply > 0)
            read_stay(&p, FF_TO(view->events[ply - 1].move), FF_TO(event->move), (uint16_t)ply);
        if (event->battle == FF_NO_BATTLE)
            undo_step(&p, event, (uint16_t)ply);
        else
            undo_battle(&p, event, (uint16_t)ply, mover);
    }
    read_start(&p);
}
