/* Forgetting, computed anew from the first ply for every move, so that there is no state
 * to lose: the same seed and events leave the same memory. */
#include "ai/players/memory_model.h"

#include <string.h>

#include "base/hash.h"
#include "view/first_mover.h"

enum {
    FRESH = 6,      /* plies for which what was shown is before one's eyes */
    CERTAIN = 65536 /* a chance of one */
};

/* What is in the viewer's mind of the enemy piece on each square. */
typedef struct mind {
    const ff_view *view;
    uint64_t seed;
    unsigned span;
    uint8_t start[FF_SQUARES];  /* where the piece on a square stood at first */
    uint8_t rank[FF_SQUARES];   /* as remembered; FF_EMPTY: not, or no enemy's */
    uint16_t fresh[FF_SQUARES]; /* until this ply it is before one's eyes */
    bool forgotten[FF_SQUARES]; /* by start: was shown, and is not remembered */
    uint32_t slip[FF_RANKS];    /* chance of forgetting one rank at a ply, a piece to remember */
} mind;

static void leave(mind *m, int square) {
    m->rank[square] = FF_EMPTY;
    m->start[square] = (uint8_t)square;
}

static void see(mind *m, int square, unsigned rank, unsigned ply) {
    m->rank[square] = (uint8_t)rank;
    m->fresh[square] = (uint16_t)(ply + FRESH);
    m->forgotten[m->start[square]] = false;
}

/* The piece goes from one square to another, what is known of it with it. */
static void follow(mind *m, int from, int to, unsigned ply) {
    m->start[to] = m->start[from];
    m->rank[to] = m->rank[from];
    m->fresh[to] = (uint16_t)(ply + FRESH);
    leave(m, from);
}

static void watch(mind *m, const ff_event *event, unsigned ply, bool enemy_moves) {
    int from = FF_FROM(event->move), to = FF_TO(event->move);
    if (event->battle != FF_NO_BATTLE) /* the fallen lie beside the board for all to see */
        m->forgotten[m->start[from]] = m->forgotten[m->start[to]] = false;
    switch (event->battle) {
    case FF_NO_BATTLE:
    case FF_FLAG_TAKEN:
        follow(m, from, to, ply);
        if (enemy_moves && event->revealed)
            see(m, to, FF_SCOUT, ply);
        break;
    case FF_ATTACKER_WINS:
        follow(m, from, to, ply);
        if (enemy_moves)
            see(m, to, event->attacker, ply);
        break;
    case FF_DEFENDER_WINS:
        leave(m, from);
        if (!enemy_moves)
            see(m, to, event->defender, ply);
        break;
    default:
        leave(m, from);
        leave(m, to);
    }
}

/* Forgets by lot, the more readily the more there is to remember. The lot is a hash of seed, ply
 * and piece, not drawn from a stream: whatever else happens, this piece is forgotten then. */
static void forget(mind *m, unsigned ply) {
    unsigned load = 0;
    for (int square = 0; square < FF_SQUARES; square++)
        load += m->rank[square] != FF_EMPTY;
    for (int square = 0; square < FF_SQUARES; square++) {
        unsigned rank = m->rank[square];
        if (rank == FF_EMPTY || m->fresh[square] >= ply)
            continue;
        uint64_t lot = hash_number(hash_seed(m->seed, ply), m->start[square]);
        if (lot % CERTAIN >= m->slip[rank] * load)
            continue;
        m->rank[square] = FF_EMPTY;
        m->forgotten[m->start[square]] = true;
    }
}

/* Takes the ranks of forgotten pieces out of the events, in the order of play. */
static void redact(const mind *m, ff_event *events) {
    uint8_t start[FF_SQUARES];
    for (int square = 0; square < FF_SQUARES; square++)
        start[square] = (uint8_t)square;
    for (unsigned ply = 0; ply < m->view->plies; ply++) {
        ff_event *event = &events[ply];
        bool enemy = mover_of(m->view, ply) != m->view->viewer;
        int from = FF_FROM(event->move), to = FF_TO(event->move);
        if (enemy && m->forgotten[start[from]] && event->battle != FF_DEFENDER_WINS) {
            event->attacker = FF_EMPTY;
            event->revealed = false;
        }
        if (!enemy && m->forgotten[start[to]] && event->battle == FF_DEFENDER_WINS)
            event->defender = FF_EMPTY;
        if (event->battle != FF_DEFENDER_WINS)
            start[to] = event->battle == FF_BOTH_DIE ? (uint8_t)to : start[from];
        start[from] = (uint8_t)from;
    }
}

void memory_model_view(const ff_view *view, uint64_t seed, unsigned span, ff_event *events,
                       ff_view *out) {
    mind m = {.view = view, .seed = hash_seed(seed, span), .span = span};
    *out = *view;
    if (view->plies == 0)
        return;
    /* 11,356 is ln 2 / 4 of CERTAIN: with four ranks to remember, half are forgotten after `span`
     * plies. What is most dreaded is remembered twice as long. */
    for (int rank = 0; rank < FF_RANKS; rank++)
        m.slip[rank] = 11356u / span / (rank >= FF_GENERAL ? 2 : 1);
    for (int square = 0; square < FF_SQUARES; square++)
        m.start[square] = (uint8_t)square;
    for (unsigned ply = 0; ply < view->plies; ply++) {
        watch(&m, &view->events[ply], ply, mover_of(view, ply) != view->viewer);
        forget(&m, ply);
    }
    memcpy(events, view->events, view->plies * sizeof *events);
    redact(&m, events);
    out->events = events;
    for (int square = 0; square < FF_SQUARES; square++) {
        ff_cell *cell = &out->cell[square];
        if (cell->seat == 1 - view->viewer && cell->rank != FF_HIDDEN &&
            m.forgotten[m.start[square]])
            *cell = (ff_cell){cell->seat, FF_HIDDEN, cell->moved, 0};
    }
}
