/* Observations: the table of planes, and how a view is told in its terms. What must hold:
 * only the view is read, and of it nothing but what `ff_view_fill` and the list of moves
 * gave it, so that a batch need not keep events. */
#include "flagfall/observation.h"

#include "base/processor.h"
#include "base/sized.h"
#include "core/repetition.h"
#include "view/planes.h"

#include <assert.h>
#include <string.h>

/* Which number stands in a plane where its question is answered with yes: an index of
 * `numbers`, the same for all squares of a game. */
enum {
    HIDDEN_OWN = 0,          /* plus the rank: one number each */
    HIDDEN_ENEMY = FF_RANKS, /* plus the rank */
    QUIET = 2 * FF_RANKS,
    LENGTH,
    CHASE_OWN,
    CHASE_ENEMY,
    ONE,
    TURN,
    RED,
    NUMBERS
};

enum { NO_MARK = MARKS };

/* A row of the table: the plane's question is `cell & mask == value`, asked of the byte of each
 * square (view/planes.h); `number` says what is written where the answer is yes. A plane of
 * marked squares asks a question that no byte answers with yes, and its marks are set
 * afterwards. */
typedef struct plane_row {
    ff_plane told;
    uint8_t mask;
    uint8_t value;
    uint8_t number;
    uint8_t mark;
} plane_row;

enum {
    WHOLE = SIGHT_RANK | SIGHT_OWN | SIGHT_ENEMY, /* a piece: rank and owner */
    UNTOLD = SIGHT_OWN | SIGHT_KNOWN,             /* under it: an own piece, told or not */
    NEVER = 1 /* `value` where the mask is 0: the masked byte is 0, never 1 */
};

/* Of each rank its name, and what must not be set where such a piece stands: bombs and
 * flags do not move. */
#define EACH_RANK(row)                                                                             \
    row("spy", FF_SPY, 0) row("scout", FF_SCOUT, 0) row("miner", FF_MINER, 0)                      \
        row("sergeant", FF_SERGEANT, 0) row("lieutenant", FF_LIEUTENANT, 0)                        \
            row("captain", FF_CAPTAIN, 0) row("major", FF_MAJOR, 0) row("colonel", FF_COLONEL, 0)  \
                row("general", FF_GENERAL, 0) row("marshal", FF_MARSHAL, 0)                        \
                    row("bomb", FF_BOMB, SIGHT_MOVED) row("flag", FF_FLAG, SIGHT_MOVED)

#define ROW(name, range, text, mask, value, number, mark)                                          \
    { {name, range, text}, mask, value, number, mark }
#define FLAG_ROW(name, text, mask, value) ROW(name, "flag", text, mask, value, ONE, NO_MARK)
#define MARK_ROW(name, text, mark) ROW(name, "flag", text, 0, NEVER, ONE, mark)
#define SHARE_ROW(name, text, number) ROW(name, "share", text, 0, 0, number, NO_MARK)

#define OWN_ROW(name, rank, unset)                                                                 \
    FLAG_ROW("own-" name, "the viewer's own " name, WHOLE, SIGHT_OWN | (rank)),
#define ENEMY_ROW(name, rank, unset)                                                               \
    FLAG_ROW("enemy-" name, "an enemy piece that is known to be a " name, WHOLE,                   \
             SIGHT_ENEMY | (rank)),
#define MAYBE_ROW(name, rank, unset)                                                               \
    ROW("maybe-" name, "count",                                                                    \
        "an enemy piece of unknown rank that may be a " name ": how many of those are hidden",     \
        WHOLE | (unset), SIGHT_ENEMY | FF_HIDDEN, HIDDEN_ENEMY + (rank), NO_MARK),
#define GUESS_ROW(name, rank, unset)                                                               \
    ROW("guess-" name, "count",                                                                    \
        "an own piece that may be a " name                                                         \
        " for all that the enemy knows: how many of those it cannot name",                         \
        UNTOLD | (unset), SIGHT_OWN, HIDDEN_OWN + (rank), NO_MARK),

/* New planes go to the end: programs that learn know planes by their number as well. */
static const plane_row rows[] = {
    EACH_RANK(OWN_ROW) EACH_RANK(ENEMY_ROW) EACH_RANK(MAYBE_ROW) EACH_RANK(GUESS_ROW)
        FLAG_ROW("own-known", "an own piece whose rank everybody has been told", UNTOLD, UNTOLD),
    FLAG_ROW("own-moved", "an own piece that has moved", SIGHT_OWN | SIGHT_MOVED,
             SIGHT_OWN | SIGHT_MOVED),
    FLAG_ROW("unknown-unmoved", "an enemy piece of unknown rank that has not moved",
             WHOLE | SIGHT_MOVED, SIGHT_ENEMY | FF_HIDDEN),
    FLAG_ROW("unknown-moved", "an enemy piece of unknown rank that has moved", WHOLE | SIGHT_MOVED,
             SIGHT_ENEMY | SIGHT_MOVED | FF_HIDDEN),
    FLAG_ROW("empty", "a square where a piece could stand and none does", 255, FF_EMPTY),
    FLAG_ROW("lake", "a square that nobody may enter", SIGHT_RANK, SIGHT_LAKE),
    MARK_ROW("last-from", "the square that the latest ply left", 0),
    MARK_ROW("last-to", "the square that the latest ply went to", 1),
    MARK_ROW("second-from", "of the ply before the latest, as last-from", 2),
    MARK_ROW("second-to", "likewise, as last-to", 3),
    MARK_ROW("third-from", "of the ply before that one, as last-from", 4),
    MARK_ROW("third-to", "likewise, as last-to", 5),
    MARK_ROW("fourth-from", "of the ply before that one, as last-from", 6),
    MARK_ROW("fourth-to", "likewise, as last-to", 7),
    MARK_ROW("two-squares-from",
             "a piece that the two-squares rule keeps from a square now; the viewer's alone", 8),
    MARK_ROW("two-squares-to", "a square that the two-squares rule keeps it from", 9),
    MARK_ROW("chase-from",
             "a piece that the more-squares rule keeps from a square now; the viewer's alone", 10),
    MARK_ROW("chase-to", "a square that the more-squares rule keeps it from", 11),
    SHARE_ROW("quiet",
              "everywhere: plies in a row without an attack, in parts of those that make "
              "a draw; 0 without such a limit",
              QUIET),
    SHARE_ROW("length", "everywhere: plies played, in parts of those that make a draw", LENGTH),
    SHARE_ROW("own-chase",
              "everywhere: plies of the viewer's present chase, in parts of 100, 1 at most",
              CHASE_OWN),
    SHARE_ROW("enemy-chase", "everywhere: plies of the enemy's present chase, likewise",
              CHASE_ENEMY),
    ROW("turn", "flag", "everywhere: the viewer is to move", 0, 0, TURN, NO_MARK),
    ROW("red", "flag", "everywhere: the viewer is Red", 0, 0, RED, NO_MARK),
};

enum { ROWS = sizeof rows / sizeof *rows };
_Static_assert((int)ROWS <= (int)FF_PLANES_MAX, "every kind of plane fits an observation");

size_t ff_plane_count(void) {
    return ROWS;
}

const ff_plane *ff_plane_at(size_t index) {
    return index < ROWS ? &rows[index].told : NULL;
}

bool ff_plane_find(ff_span name, size_t *index) {
    for (size_t i = 0; i < ROWS; i++)
        if (ff_span_equals(name, rows[i].told.name)) {
            *index = i;
            return true;
        }
    return false;
}

/* --- what is wanted --------------------------------------------------------------- */

ff_observation ff_observation_all(ff_number number, bool absolute) {
    ff_observation all = {
        .size = sizeof all, .number = (uint8_t)number, .absolute = absolute, .planes = ROWS};
    for (unsigned i = 0; i < ROWS; i++)
        all.plane[i] = (uint8_t)i;
    return all;
}

static bool refuse_size(ff_error *error) {
    return ff_fail(error, FF_ERROR_SIZE, 0, 0, "size must be sizeof(ff_observation), %zu",
                   sizeof(ff_observation));
}

bool ff_observation_check(const ff_observation *wanted, ff_error *error) {
    const size_t planes_begin = offsetof(ff_observation, plane);
    if (!sized_fits(wanted, sizeof *wanted) || wanted->size < planes_begin)
        return refuse_size(error);
    if (wanted->number > FF_FLOAT32)
        return ff_fail(error, FF_ERROR_RANGE, 0, 0, "number must be FF_UINT8 or FF_FLOAT32");
    if (wanted->absolute > 1)
        return ff_fail(error, FF_ERROR_RANGE, 0, 0, "absolute must be 0 or 1");
    if (wanted->planes < 1 || wanted->planes > FF_PLANES_MAX)
        return ff_fail(error, FF_ERROR_RANGE, 0, 0, "planes must be 1 to %d, not %u", FF_PLANES_MAX,
                       wanted->planes);
    /* A caller may give a struct that ends behind its last plane, so `planes` has to be good
     * before the whole size can be judged. */
    if (wanted->size < planes_begin + wanted->planes)
        return refuse_size(error);
    for (unsigned i = 0; i < wanted->planes; i++)
        if (wanted->plane[i] >= ROWS)
            return ff_fail(error, FF_ERROR_UNKNOWN, 0, 0,
                           "there is no plane %u; planes are 0 to %d", wanted->plane[i], ROWS - 1);
    return true;
}

size_t ff_observation_bytes(const ff_observation *wanted, const ff_edition *edition) {
    size_t number = wanted->number == FF_UINT8 ? sizeof(uint8_t) : sizeof(float);
    return (size_t)wanted->planes * edition->rows * edition->files * number;
}

/* --- a view as a sight -------------------------------------------------------------- */

/* Where a square's number stands in a plane. */
typedef struct perspective {
    unsigned files;
    unsigned last; /* of the board turned round; 0: it is not */
} perspective;

static void see_cells(sight *s, const plane_kernel *kernel, const ff_view *view, perspective c) {
    const ff_edition *edition = &view->rules->edition;
    memset(s->cell, 0, sizeof s->cell);
    s->cells = (unsigned)edition->rows * edition->files;
    if (s->cells == FF_SQUARES) {
        kernel->see(view, c.last, s->cell);
        return;
    }
    /* A smaller board is cut out of the ten by ten squares that a view has. Turned round, the
     * squares beyond its edges come first. */
    uint8_t square[FF_SQUARES];
    kernel->see(view, c.last, square);
    unsigned first = c.last ? FF_SQUARE(FF_FILES - edition->files, FF_ROWS - edition->rows) : 0;
    for (unsigned row = 0; row < edition->rows; row++)
        for (unsigned file = 0; file < edition->files; file++)
            s->cell[row * edition->files + file] = square[first + row * FF_FILES + file];
}

/* Pieces of each rank that the other side cannot name: what the army had, less what has fallen,
 * less what stands on the board with its rank told. A made-up position may hold more of a rank
 * than the army had, hence the 0 at the end. */
static void count_hidden(sight *s, const plane_kernel *kernel, const ff_view *view) {
    int left[2][FF_RANKS];
    for (unsigned side = 0; side < 2; side++) {
        unsigned seat = side ? 1u - view->viewer : view->viewer;
        for (unsigned rank = 0; rank < FF_RANKS; rank++)
            left[side][rank] = view->rules->edition.army[rank] - view->lost[seat][rank];
    }
    uint64_t known[2];
    kernel->find(s, SIGHT_KNOWN, SIGHT_KNOWN, known);
    for (unsigned word = 0; word < 2; word++)
        for (uint64_t bits = known[word]; bits; bits &= bits - 1) {
            uint8_t cell = s->cell[64 * word + (unsigned)__builtin_ctzll(bits)];
            left[(cell & SIGHT_ENEMY) != 0][cell & SIGHT_RANK]--;
        }
    for (unsigned side = 0; side < 2; side++)
        for (unsigned rank = 0; rank < FF_RANKS; rank++)
            s->hidden[side][rank] = (uint8_t)(left[side][rank] > 0 ? left[side][rank] : 0);
}

static void mark_square(sight *s, unsigned mark, perspective c, unsigned square) {
    unsigned place = square / FF_FILES * c.files + square % FF_FILES;
    if (c.last)
        place = c.last - place;
    assert(place < s->cells);
    s->mark[mark][place / 64] |= UINT64_C(1) << place % 64;
}

static void mark_move(sight *s, unsigned mark, perspective c, ff_move move) {
    mark_square(s, mark, c, FF_FROM(move));
    mark_square(s, mark + 1, c, FF_TO(move));
}

static void mark_targets(sight *s, unsigned mark, perspective c, const ff_position *position,
                         const move_set *t) {
    for (unsigned word = 0; word < MOVE_SET_WORDS; word++)
        for (uint64_t left = t->word[word]; left; left &= left - 1)
            mark_move(s, mark, c, move_set_move(position, word, (unsigned)__builtin_ctzll(left)));
}

/* What the rules against repetition forbid to the player on turn, as far as it is the viewer.
 * Own pieces and the moves that everybody has seen decide it, so nothing hidden is told. A
 * position with turn and counters alone answers the cheap question; it is filled only where a
 * rule may bind, which is seldom. */
static void mark_locks(sight *s, const ff_view *view, perspective c) {
    ff_position position = {.turn = view->turn, .chase = {view->chase[0], view->chase[1]}};
    if (view->turn != view->viewer || view->result != FF_ONGOING ||
        !(two_squares_threatens(view->rules, &view->history) ||
          more_squares_threatens(view->rules, &position)))
        return;
    ff_view_position(view, &position);
    move_set two, more;
    generate_forbidden(view->rules, &position, &view->history, &two, &more);
    mark_targets(s, 2 * MARK_PLIES, c, &position, &two);
    mark_targets(s, 2 * MARK_PLIES + 2, c, &position, &more);
}

static void see(sight *s, const plane_kernel *kernel, const ff_view *view,
                const ff_observation *wanted) {
    const ff_edition *edition = &view->rules->edition;
    bool turned = !wanted->absolute && view->viewer == FF_BLUE;
    perspective c = {edition->files, turned ? (unsigned)edition->rows * edition->files - 1u : 0};
    memset(s->mark, 0, sizeof s->mark);
    see_cells(s, kernel, view, c);
    count_hidden(s, kernel, view);
    const ff_history *history = &view->history;
    for (unsigned i = 0; i < MARK_PLIES && i < history->size; i++)
        mark_move(s, 2 * i, c, history->moves[history->size - 1 - i]);
    mark_locks(s, view, c);
}

/* --- a sight as numbers --------------------------------------------------------------- */

/* Numbers as floats and as bytes. */
typedef struct numbers {
    float share[NUMBERS];
    uint8_t byte[NUMBERS];
} numbers;

/* Parts of wholes, 1 at most, and 0 of nothing. Bytes have no fractions: there counts stay
 * counts, and shares are written in parts of 255. */
static void find_shares(const int32_t part[NUMBERS], const int32_t whole[NUMBERS], numbers *n) {
    for (unsigned i = 0; i < NUMBERS; i++) {
        int32_t least = part[i] < whole[i] ? part[i] : whole[i];
        int32_t most = whole[i] > 1 ? whole[i] : 1;
        n->share[i] = (float)least / (float)most;
    }
    for (unsigned i = 0; i < NUMBERS; i++)
        n->byte[i] = (uint8_t)part[i];
    for (unsigned i = QUIET; i <= CHASE_ENEMY; i++)
        n->byte[i] = (uint8_t)(n->share[i] * 255 + 0.5f);
}

static void find_numbers(const sight *s, const ff_view *view, numbers *n) {
    const ff_rules *rules = view->rules;
    int32_t part[NUMBERS] = {
        [QUIET] = view->quiet,
        [LENGTH] = view->plies,
        [CHASE_OWN] = view->chase[view->viewer],
        [CHASE_ENEMY] = view->chase[1 - view->viewer],
        [ONE] = 1,
        [TURN] = view->turn == view->viewer && view->result == FF_ONGOING,
        [RED] = view->viewer == FF_RED,
    };
    int32_t whole[NUMBERS] = {[QUIET] = rules->quiet_limit,
                              [LENGTH] = rules->ply_limit,
                              [CHASE_OWN] = 100,
                              [CHASE_ENEMY] = 100,
                              [ONE] = 1,
                              [TURN] = 1,
                              [RED] = 1};
    for (unsigned rank = 0; rank < FF_RANKS; rank++) {
        part[HIDDEN_OWN + rank] = s->hidden[0][rank];
        part[HIDDEN_ENEMY + rank] = s->hidden[1][rank];
        whole[HIDDEN_OWN + rank] = whole[HIDDEN_ENEMY + rank] = rules->edition.army[rank];
    }
    find_shares(part, whole, n);
}

/* Adds the squares that are marked by name to a plane that begins at `first`. */
static void write_mark(const uint64_t mark[2], ff_number number, size_t first, void *out) {
    for (unsigned word = 0; word < 2; word++)
        for (uint64_t bits = mark[word]; bits; bits &= bits - 1) {
            size_t at = first + 64 * word + (unsigned)__builtin_ctzll(bits);
            if (number == FF_UINT8)
                ((uint8_t *)out)[at] = 1;
            else
                ((float *)out)[at] = 1;
        }
}

void observe_with(const plane_kernel *kernel, const ff_view *view, const ff_observation *wanted,
                  void *out) {
    assert(view->viewer <= FF_BLUE && ff_observation_check(wanted, NULL));
    sight s;
    see(&s, kernel, view, wanted);
    numbers n;
    find_numbers(&s, view, &n);
    plane_fill fills[FF_PLANES_MAX];
    /* The planes with marks, gathered without a branch: each is written to the list, and stays
     * in it only where the count goes on. */
    uint8_t marked[FF_PLANES_MAX];
    unsigned marks = 0;
    for (unsigned i = 0; i < wanted->planes; i++) {
        const plane_row *row = &rows[wanted->plane[i]];
        fills[i] = (plane_fill){row->mask, row->value, n.byte[row->number], n.share[row->number]};
        marked[marks] = (uint8_t)i;
        marks += row->mark < MARKS;
    }
    if (wanted->number == FF_UINT8)
        kernel->bytes(&s, fills, wanted->planes, out);
    else
        kernel->floats(&s, fills, wanted->planes, out);
    for (unsigned i = 0; i < marks; i++)
        write_mark(s.mark[rows[wanted->plane[marked[i]]].mark], (ff_number)wanted->number,
                   (size_t)marked[i] * s.cells, out);
}

static const plane_kernel *best_planes(void) {
#if defined(__x86_64__)
    if (processor_is_x86_64_v4())
        return &planes_x86_64_v4;
    if (processor_is_x86_64_v3())
        return &planes_x86_64_v3;
#endif
    return &planes_portable;
}

void ff_observe(const ff_view *view, const ff_observation *wanted, void *out) {
    observe_with(best_planes(), view, wanted, out);
}
