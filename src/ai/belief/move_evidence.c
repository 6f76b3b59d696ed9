/* A game walked backwards from what is known now, so that the rank of a piece that was
 * shown late explains what it did before. */
#include "ai/belief/move_evidence.h"

#include <assert.h>
#include <string.h>

#include "core/bitboard.h"
#include "view/first_mover.h"

/* A piece on the way back through the game. */
typedef struct token {
    uint8_t seat;
    uint8_t rank;    /* as far as the viewer knows it now */
    uint8_t now;     /* its square in the view; FF_OFF_BOARD for the fallen */
    uint16_t opened; /* the ply by which its rank was public; never: UINT16_MAX */
    uint16_t first;  /* the plies of its first and of its last step; never the same */
    uint16_t last;
    uint8_t next; /* where its next step without a battle went to; FF_OFF_BOARD: it took none */
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

/* Counts what a hidden enemy piece did, up to what a byte holds: the logarithm of the count is
 * what matters. Pieces that are known now, or have fallen, need no evidence. */
static void see(past *p, const token *enemy, evidence_kind kind, unsigned other) {
    if (enemy->now == FF_OFF_BOARD || enemy->rank != FF_HIDDEN)
        return;
    uint8_t *count = &p->evidence->seen[enemy->now][kind][other];
    *count += *count < UINT8_MAX;
}

static const int step[4] = {1, -1, FF_FILES, -FF_FILES};

/* Who stands on the neighbouring square; null where nobody does. */
static token *neighbour(past *p, int square, int direction) {
    int next = square + step[direction];
    if (next < 0 || next >= FF_SQUARES || !squares_adjoin(square, next))
        return NULL;
    return token_on(p, next);
}

/* The rank of a piece of the viewer's, if it was public by then: what the enemy did not know then
 * cannot have moved it. */
static unsigned public_rank(const token *own, uint16_t ply) {
    return own->opened < ply ? own->rank : EVIDENCE_NOBODY;
}

static void read_direction(past *p, token *mover, int from, int to) {
    int rows = (to / FF_FILES - from / FF_FILES) * (p->view->viewer == FF_BLUE ? 1 : -1);
    see(p, mover, EVIDENCE_STEPS, EVIDENCE_ANY_STEP);
    see(p, mover, EVIDENCE_STEPS,
        rows > 0   ? EVIDENCE_FORWARD
        : rows < 0 ? EVIDENCE_BACK
                   : EVIDENCE_ASIDE);
    if (mover->next == from)
        see(p, mover, EVIDENCE_STEPS, EVIDENCE_RETURN);
    mover->next = (uint8_t)to;
}

/* The enemy's piece went from `from` to `to`, where it stands on the board of `p`. */
static void read_step(past *p, token *mover, int from, int to, uint16_t ply) {
    read_direction(p, mover, from, to);
    mover->first = ply;
    mover->last = mover->last == NEVER ? ply : mover->last;
    for (int direction = 0; direction < 4; direction++) {
        const token *after = neighbour(p, to, direction);
        if (after && after->seat == p->view->viewer)
            see(p, mover, EVIDENCE_APPROACH, public_rank(after, ply));
        const token *before = neighbour(p, from, direction);
        if (before && before->seat == p->view->viewer)
            see(p, mover, EVIDENCE_FLIGHT, public_rank(before, ply));
    }
}

/* An enemy piece on a square was left where one of that rank could take it: all who stand beside
 * it may be why. */
static void read_guards(past *p, int square, unsigned rank) {
    token *guard[4];
    int guards = 0;
    for (int direction = 0; direction < 4; direction++) {
        token *beside = neighbour(p, square, direction);
        if (beside && beside->seat != p->view->viewer && beside->rank == FF_HIDDEN)
            guard[guards++] = beside;
    }
    for (int i = 0; i < guards; i++)
        see(p, guard[i], guards == 1 ? EVIDENCE_GUARD_ALONE : EVIDENCE_GUARD_SHARED, rank);
}

/* Enemy pieces beside the one that the viewer has just moved, which then were left where they
 * were. `except` is where the enemy's move went. */
static void read_stay(past *p, int square, int except, uint16_t ply) {
    const token *own = token_on(p, square);
    if (!own || own->seat != p->view->viewer)
        return;
    unsigned rank = public_rank(own, ply);
    for (int direction = 0; direction < 4; direction++) {
        const token *enemy = neighbour(p, square, direction);
        int next = square + step[direction];
        if (!enemy || next == except || enemy->seat == p->view->viewer)
            continue;
        see(p, enemy, EVIDENCE_STAY, rank);
        if (rank != EVIDENCE_NOBODY && enemy->rank >= FF_SPY && enemy->rank < FF_BOMB &&
            ff_battle_of((ff_rank)rank, (ff_rank)enemy->rank) == FF_ATTACKER_WINS)
            read_guards(p, next, rank);
    }
}

/* --- one ply back ------------------------------------------------------------ */

static token fallen(unsigned seat, unsigned rank, uint16_t ply) {
    return (token){(uint8_t)seat, (uint8_t)rank, FF_OFF_BOARD, ply, NEVER, NEVER, FF_OFF_BOARD};
}

/* Where a battle was, brings back who fell in it. A fallen piece counts as hidden until its
 * last battle, since nobody knew it before. In memory mode the ranks of earlier battles are not
 * told: they are empty here, and explain nothing. */
static void undo_battle(past *p, const ff_event *event, uint16_t ply, unsigned mover) {
    int from = FF_FROM(event->move), to = FF_TO(event->move);
    token attacker = fallen(mover, event->attacker, ply);
    token defender = fallen(!mover, event->defender, ply);
    if (event->battle == FF_ATTACKER_WINS) {
        p->on[from] = p->on[to];
        token_add(p, to, defender);
        return;
    }
    token_add(p, from, attacker);
    if (event->battle == FF_BOTH_DIE)
        token_add(p, to, defender);
}

/* Read before the piece is put back: what it came to and what it left are both on the board. */
static void undo_step(past *p, const ff_event *event, uint16_t ply) {
    int from = FF_FROM(event->move), to = FF_TO(event->move);
    token *mover = token_on(p, to);
    if (mover && mover->seat != p->view->viewer)
        read_step(p, mover, from, to, ply);
    p->on[from] = p->on[to];
    p->on[to] = 0;
}

/* --- there and back ---------------------------------------------------------- */

/* When the rank of what stands on a square now became public. This walk goes forwards: the one
 * that follows goes backwards, and has to know it beforehand. */
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
            token_add(p, square,
                      (token){cell->seat, cell->rank, (uint8_t)square, opened[square], NEVER, NEVER,
                              FF_OFF_BOARD});
    }
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

/* The logarithm to base two, rounded down; 0 of 0. The last class is for all beyond it. */
static unsigned class_of_plies(unsigned n) {
    unsigned count = 0;
    for (n /= 2; n && count < EVIDENCE_OTHERS - 1; n /= 2)
        count++;
    return count;
}

/* When pieces moved, and where they have come to. */
static void read_times(past *p) {
    const ff_view *view = p->view;
    for (unsigned i = 0; i < p->tokens; i++) {
        const token *tk = &p->token[i];
        if (tk->first == NEVER || tk->now == FF_OFF_BOARD)
            continue;
        unsigned row = tk->now / FF_FILES;
        assert(row < view->rules->edition.rows);
        see(p, tk, EVIDENCE_BEGIN, class_of_plies(tk->first));
        see(p, tk, EVIDENCE_REST, class_of_plies(view->plies - tk->last));
        see(p, tk, EVIDENCE_ROW, tk->seat == FF_RED ? row : view->rules->edition.rows - 1u - row);
    }
}

static int square_at(const ff_edition *edition, int square, int files, int rows) {
    int file = square % FF_FILES + files, row = square / FF_FILES + rows;
    bool off = file < 0 || row < 0 || file >= edition->files || row >= edition->rows;
    return off ? FF_OFF_BOARD : row * FF_FILES + file;
}

static_assert(AROUND_FOE + AROUND_STRONG < EVIDENCE_OTHERS, "a class has no room");

static unsigned around_of(const ff_view *view, int square) {
    if (square == FF_OFF_BOARD || view->rules->edition.lake[square])
        return AROUND_NOTHING;
    const ff_cell *cell = &view->cell[square];
    if (cell->seat == FF_NOBODY)
        return AROUND_FREE;
    unsigned side = cell->seat == view->viewer ? AROUND_FOE : AROUND_OWN;
    if (!cell->known)
        return side + (cell->moved ? AROUND_MOVED : AROUND_UNMOVED);
    if (cell->rank == FF_BOMB)
        return AROUND_NOTHING;
    return side + (cell->rank <= FF_SERGEANT ? AROUND_WEAK
                   : cell->rank <= FF_MAJOR  ? AROUND_MIDDLING
                                             : AROUND_STRONG);
}

/* For which kind a neighbour of an unmoved piece counts: 0 for none, else 1 and its place among
 * those from EVIDENCE_FREE on. */
static unsigned beside_of(unsigned around) {
    enum { NOTHING, FREE, FOE, UNMOVED, MOVED };
    return around == AROUND_NOTHING                ? NOTHING
           : around == AROUND_FREE                 ? FREE
           : around >= AROUND_FOE                  ? FOE
           : around == AROUND_OWN + AROUND_UNMOVED ? UNMOVED
                                                   : MOVED;
}

/* How an unmoved piece stands now. One that has not moved though it could, or though all around it
 * have gone, has a reason that one who cannot move has not. */
static void read_unmoved(move_evidence *t, const ff_view *view, int square, int ahead) {
    static const int8_t beside[4][2] = {{0, 1}, {0, -1}, {1, 0}, {-1, 0}};
    enum { KINDS = EVIDENCE_AHEAD - EVIDENCE_FREE + 1 };
    unsigned count[KINDS] = {0}, what = 0;
    for (int i = 0; i < 4; i++) {
        what = beside_of(around_of(
            view, square_at(&view->rules->edition, square, beside[i][0], beside[i][1] * ahead)));
        count[what]++;
        if (i == 0)
            t->seen[square][EVIDENCE_AHEAD][what] = 1;
    }
    for (what = 1; what < KINDS; what++)
        t->seen[square][EVIDENCE_FREE + what - 1][count[what]] = 1;
}

static void read_moved(move_evidence *t, const ff_view *view, int square, int ahead) {
    for (int rows = -EVIDENCE_REACH; rows <= EVIDENCE_REACH; rows++)
        for (int files = -EVIDENCE_REACH; files <= EVIDENCE_REACH; files++) {
            int beside = square_at(&view->rules->edition, square, files, ahead * rows);
            if (rows || files)
                t->seen[square][evidence_square(files, rows)][around_of(view, beside)]++;
        }
}

static void read_stands(move_evidence *t, const ff_view *view) {
    int ahead = view->viewer == FF_RED ? -1 : 1;
    for (int square = 0; square < FF_SQUARES; square++) {
        const ff_cell *cell = &view->cell[square];
        if (cell->seat == 1 - view->viewer && cell->rank == FF_HIDDEN)
            (cell->moved ? read_moved : read_unmoved)(t, view, square, ahead);
    }
}

void move_evidence_read(move_evidence *t, const ff_view *view) {
    past p = {.view = view, .evidence = t};
    memset(t->seen, 0, sizeof t->seen);
    t->armies = armies_kind(&view->rules->edition);
    /* Of pieces that have not moved though they could have. */
    unsigned times = view->plies / 16;
    for (int square = 0; square < FF_SQUARES; square++)
        if (!view->cell[square].moved)
            t->seen[square][EVIDENCE_PATIENCE][EVIDENCE_NOBODY] =
                (uint8_t)(times < UINT8_MAX ? times : UINT8_MAX);
    stand_tokens(&p);
    for (unsigned ply = view->plies; ply-- > 0;) {
        const ff_event *event = &view->events[ply];
        unsigned mover = mover_of(view, ply);
        /* Each battle brings back two pieces at most. More than two boards full were never in
         * one game: only a made-up list of events leads here. */
        if (p.tokens + 2 >= 2 * FF_SQUARES)
            break;
        if (mover != view->viewer && ply > 0)
            read_stay(&p, FF_TO(view->events[ply - 1].move), FF_TO(event->move), (uint16_t)ply);
        if (event->battle == FF_NO_BATTLE)
            undo_step(&p, event, (uint16_t)ply);
        else
            undo_battle(&p, event, (uint16_t)ply, mover);
    }
    read_times(&p);
    read_stands(t, view);
    read_start(&p);
}

/* --- what it means ------------------------------------------------------------ */

int move_evidence_times(unsigned n) {
    /* 16 times the logarithm of 1 + n to base two. */
    static const uint8_t times[] = {0,  16, 25, 32, 37, 41, 45, 48, 51, 53, 55, 57, 59, 61, 63, 64,
                                    65, 67, 68, 69, 70, 71, 72, 73, 74, 75, 76, 77, 78, 79, 79, 80};
    return times[n < sizeof times ? n : sizeof times - 1];
}

void move_evidence_weigh(const move_evidence *t, int square, int units[FF_RANKS]) {
    memset(units, 0, FF_RANKS * sizeof *units);
    for (int kind = 0; kind < EVIDENCE_KINDS; kind++) {
        for (int other = 0; other < EVIDENCE_OTHERS; other++) {
            int times = move_evidence_times(t->seen[square][kind][other]);
            for (int rank = FF_SPY; times && rank < FF_RANKS; rank++)
                units[rank] += times * evidence_table[t->armies][kind][other][rank];
        }
    }
    for (int rank = FF_SPY; rank < FF_RANKS; rank++)
        units[rank] /= 16;
}
