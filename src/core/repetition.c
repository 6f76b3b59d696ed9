/* The two-squares and the more-squares rule over the list of moves alone. What must hold: no
 * rank is read here, so a refusal tells nobody a rank. The rules are in docs/rules.md;
 * tests/support/oracle.c decides the same by counting borders and comparing whole positions. */
#include "core/repetition.h"

#include <assert.h>
#include <string.h>

/* Strikes a move out if geometry allows it at all. */
static void strike(const ff_position *position, int from, int to, move_set *t) {
    /* More squares asks for any two squares that a piece would go between; only straight ways have
     * a place in a move set. */
    bool straight = from / FF_FILES == to / FF_FILES || from % FF_FILES == to % FF_FILES;
    if (!straight || !move_set_has(t, position, from, to))
        return;
    unsigned bit, word = move_set_place(from, to, &bit);
    t->word[word] &= ~(UINT64_C(1) << bit);
}

/* --- two squares ------------------------------------------------------------ */

static int lower(int a, int b) {
    return a < b ? a : b;
}

static int higher(int a, int b) {
    return a > b ? a : b;
}

/* A stretch of neighbouring squares on a line, `step` apart. */
typedef struct stretch {
    int low;
    int high;
    int step;
} stretch;

/* The stretch whose borders all of the last `n` plies of the player on turn
 * crossed with one piece; false where there is none. The piece is the same when
 * each ply begins where the one before it ended: between two plies of a seat
 * nothing else brings a piece of its colour there. */
static bool common_stretch(const ff_history *history, unsigned n, stretch *s) {
    /* The player's own plies are every second one; the latest is the last but one in the list,
     * because the opponent has moved since. */
    const ff_move *ply = history->moves + history->size - 2;
    int from = FF_FROM(*ply), to = FF_TO(*ply);
    s->step = from / FF_FILES == to / FF_FILES ? 1 : FF_FILES;
    s->low = lower(from, to);
    s->high = higher(from, to);
    for (unsigned i = 1; i < n; i++) {
        ply -= 2;
        int before = FF_FROM(*ply);
        bool along_row = before / FF_FILES == from / FF_FILES;
        if (FF_TO(*ply) != from || along_row != (s->step == 1))
            return false;
        s->low = higher(s->low, lower(before, from));
        s->high = lower(s->high, higher(before, from));
        from = before;
    }
    return s->low < s->high;
}

/* The first and the last square of the line through `square`. */
static int line_first(int square, int step) {
    return step == 1 ? square - square % FF_FILES : square % FF_FILES;
}

static int line_last(int square, int step) {
    return line_first(square, step) + (FF_FILES - 1) * step;
}

void two_squares_strike(const ff_rules *rules, const ff_position *position,
                        const ff_history *history, move_set *t) {
    assert(history->size >= 2u * rules->two_squares);
    stretch s;
    if (!common_stretch(history, rules->two_squares, &s))
        return;
    int at = FF_TO(history->moves[history->size - 2]);
    if (!bitboard_has(position->pieces[position->turn], at))
        return; /* it has fallen since */
    /* The piece stands at one end of the stretch or beyond it. To cross a border
     * of the stretch is to pass that end by a square at least. */
    if (at >= s.high) {
        for (int to = s.high - s.step; to >= line_first(at, s.step); to -= s.step)
            strike(position, at, to, t);
    } else {
        for (int to = s.low + s.step; to <= line_last(at, s.step); to += s.step)
            strike(position, at, to, t);
    }
}

/* --- more squares ----------------------------------------------------------- */

/* The pieces that stand elsewhere now than in an earlier position, and by the square on which
 * it stood then which of them that is: a chase may be thousands of plies long, and each ply back
 * costs the same however many have moved. */
typedef struct walk {
    struct {
        uint8_t now;
        uint8_t then;
    } displaced[FF_SQUARES];
    unsigned count;
    uint8_t by_then[FF_SQUARES]; /* its place above, from 1; 0: none of them stood there */
} walk;

/* It stands at home: the last of them takes its place. */
static void come_home(walk *w, unsigned i) {
    w->displaced[i] = w->displaced[--w->count];
    if (i < w->count)
        w->by_then[w->displaced[i].then] = (uint8_t)(i + 1);
}

/* One ply further back: the piece that it brought to its target stood on its
 * source before. Plies of a chase are no attacks, so every piece is still there. */
static void walk_back(walk *w, ff_move ply) {
    uint8_t from = FF_FROM(ply), to = FF_TO(ply);
    unsigned place = w->by_then[to];
    if (!place) {
        place = ++w->count;
        w->displaced[place - 1].now = to;
    }
    w->by_then[to] = 0;
    w->displaced[place - 1].then = from;
    if (w->displaced[place - 1].now == from)
        come_home(w, place - 1);
    else
        w->by_then[from] = (uint8_t)place;
    assert(w->count < FF_SQUARES);
}

/* Would this be a chasing move of the player on turn, and one without excuse? */
static bool chases(const ff_rules *rules, const ff_position *position, const ff_history *history,
                   int from, int to) {
    unsigned seat = position->turn;
    bool straight_back =
        history->size >= 2 && history->moves[history->size - 2] == FF_MOVE(to, from);
    return bitboard_has(position->pieces[seat], from) &&
           !bitboard_has(position->pieces[!seat], to) &&
           bitboard_meets_neighbours(position->pieces[!seat], to) &&
           (rules->chase == FF_CHASE_EXACT || !straight_back);
}

/* A move brings back an earlier position exactly where one piece stands elsewhere
 * than it did then, and the move takes it there. So the walk goes back through the
 * chase and looks at each position that differs in one piece. */
void more_squares_strike(const ff_rules *rules, const ff_position *position,
                         const ff_history *history, move_set *t) {
    assert(position->chase[position->turn] > 0);
    unsigned window = position->chase[position->turn] - 1u;
    if (window > history->size)
        window = history->size;
    walk w;
    w.count = 0;
    memset(w.by_then, 0, sizeof w.by_then);
    for (unsigned back = 1; back <= window; back++) {
        walk_back(&w, history->moves[history->size - back]);
        if (w.count > window - back + 1)
            return; /* what is left of the chase cannot bring them all home */
        int now = w.displaced[0].now, then = w.displaced[0].then;
        if (w.count == 1 && chases(rules, position, history, now, then))
            strike(position, now, then, t);
    }
}
