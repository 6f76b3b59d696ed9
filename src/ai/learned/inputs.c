/* Which inputs of the learned network are on. What must hold: the inputs of a state are a
 * function of the view alone, and those that `inputs_compare` turns off and on lead from
 * the list of one state to the list of the other exactly. */
#include "ai/learned/inputs.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* --- squares and pieces ---------------------------------------------------------- */

/* A square as the seat sees it from its own side; the same function leads back. */
static unsigned turned(const inputs_state *s, unsigned square) {
    const ff_edition *e = &s->rules->edition;
    if (s->seat == FF_RED)
        return square;
    return (unsigned)FF_SQUARE(e->files - 1 - (int)(square % FF_FILES),
                               e->rows - 1 - (int)(square / FF_FILES));
}

enum { HALF = FF_SQUARES / 2 }; /* squares a word */

static void put(inputs_state *s, unsigned square, uint8_t kind) {
    uint64_t bit = UINT64_C(1) << square % HALF;
    s->pieces[0][square / HALF] &= ~bit;
    s->pieces[1][square / HALF] &= ~bit;
    s->cell[square] = kind;
    if (kind != KIND_EMPTY)
        s->pieces[kind >= KIND_ENEMY][square / HALF] |= bit;
}

enum { OWN_UNMOVED, OWN_MOVED, OWN_KNOWN };

static uint8_t own_kind(unsigned rank, unsigned status) {
    return (uint8_t)(KIND_OWN + 3 * (rank - 1) + status);
}

static unsigned own_rank(uint8_t kind) {
    return (kind - KIND_OWN) / 3u + 1;
}

static uint8_t enemy_kind(unsigned rank) {
    return (uint8_t)(KIND_ENEMY + rank - 1);
}

/* What the piece on a square counts as: hidden ones as what they must be, if there is but one
 * rank left, and one of them as the likeliest flag. */
static uint8_t counted(const inputs_state *s, unsigned square) {
    uint8_t kind = s->cell[square];
    if (kind < KIND_UNMOVED)
        return kind;
    if (square == s->likeliest && s->as[0] == KIND_UNMOVED)
        return KIND_LIKELIEST;
    return s->as[kind - KIND_UNMOVED];
}

/* --- numbers about the game ------------------------------------------------------ */

/* The values of the slots, one behind the other. */
typedef struct slots {
    inputs_state *s;
    unsigned slot;
    unsigned base;
} slots;

/* One number about the game: the next slot has `values` inputs, of which the one for this value
 * is on; a value beyond the last counts as the last. */
static void number(slots *n, unsigned value, unsigned values) {
    n->s->slot[n->slot++] =
        (uint16_t)(INPUTS_PIECES + INPUTS_PAIRS + n->base + (value < values ? value : values - 1));
    n->base += values;
}

/* A count: none of a thing has no input, so that the ranks that an army lacks take no part. */
static void count_of(slots *n, unsigned value, unsigned values) {
    number(n, value, values);
    if (value == 0)
        n->s->slot[n->slot - 1] = INPUTS_NONE;
}

/* Classes begin at these plies: one shuffles some, and hundreds lead to a draw. */
enum { COUNTS = 9, QUIETS = 12, SHARES = 9, QUIET_SLOTS = 4 };

/* 0, 1, 2, 3-4, 5-7, 8-11 ... : the longer the coarser. */
static unsigned quiet_class(unsigned quiet) {
    static const uint16_t from[QUIETS] = {0, 1, 2, 3, 5, 8, 12, 20, 35, 60, 100, 160};
    unsigned class = QUIETS - 1;
    while (from[class] > quiet)
        class --;
    return class;
}

static unsigned sum(const uint8_t count[FF_RANKS], unsigned last) {
    unsigned all = 0;
    for (unsigned rank = FF_SPY; rank <= last; rank++)
        all += count[rank];
    return all;
}

static void number_ranks(slots *n, const uint8_t count[FF_RANKS]) {
    for (unsigned rank = FF_SPY; rank < FF_RANKS; rank++)
        count_of(n, count[rank], COUNTS);
}

/* What changes with every move, first: so a move compares these few slots and no others. A square
 * or, at FF_OFF_BOARD, none is a number too. */
static void number_quiet(slots *n) {
    const inputs_state *s = n->s;
    unsigned limit = s->rules->quiet_limit;
    for (int side = 0; side < 2; side++)
        number(n, s->last[side], FF_SQUARES + 1);
    number(n, quiet_class(s->quiet), QUIETS);
    number(n, limit ? 1 + 7u * s->quiet / limit : 0, SHARES);
    assert(n->slot == QUIET_SLOTS);
}

static void number_rules(slots *n, const ff_rules *r) {
    number_ranks(n, r->edition.army);
    number(n, r->edition.files, FF_FILES + 1);
    number(n, r->edition.rows, FF_ROWS + 1);
    number(n, r->edition.zone_rows, 6);
    number(n, r->two_squares, 9);
    number(n, r->chase, 3);
    number(n, r->edition.reveal_runs, 2);
}

static void number_slots(inputs_state *s) {
    slots n = {s, 0, 0};
    number_quiet(&n);
    for (int side = 0; side < 2; side++) {
        number_ranks(&n, s->left[side]);
        number_ranks(&n, s->hidden[side]);
        count_of(&n, sum(s->left[side], FF_MARSHAL), 41);
    }
    count_of(&n, s->unmoved, 41);
    assert(INPUTS_PIECES + INPUTS_PAIRS + n.base == INPUTS_RULES);
    number_rules(&n, s->rules);
    number(&n, 0, 1); /* always on: what holds for every game */
    assert(n.slot == INPUTS_SLOTS && n.base + FF_SQUARES == INPUTS_VALUES);
}

/* A hidden piece that must be of one rank counts as open: the only one that has not moved,
 * while the flag stands hidden; and movers of whom one rank alone is left. */
static void settle(inputs_state *s) {
    unsigned ranks = 0, only = 0;
    for (unsigned rank = FF_SPY; rank <= FF_MARSHAL; rank++) {
        ranks += s->hidden[1][rank] > 0;
        only = s->hidden[1][rank] ? rank : only;
    }
    s->as[0] = s->unmoved == 1 && s->hidden[1][FF_FLAG] ? enemy_kind(FF_FLAG) : KIND_UNMOVED;
    s->as[1] = ranks == 1 ? enemy_kind(only) : KIND_MOVED;
    number_slots(s);
}

/* Is a side of an unmoved piece covered: by the board's end, a lake, or one more of them? */
static bool is_covered(const inputs_state *s, int file, int row) {
    const ff_edition *e = &s->rules->edition;
    if (file < 0 || row < 0 || file >= e->files || row >= e->rows)
        return true;
    unsigned square = (unsigned)FF_SQUARE(file, row);
    return s->cell[square] == KIND_UNMOVED || e->lake[turned(s, square)];
}

/* How readily a flag is put there: far back, and well covered. The weights are a guess of one who
 * knows the game; they only choose which piece is the likeliest, and the network learns what that
 * is worth. */
static int flag_habit(const inputs_state *s, unsigned square) {
    static const uint8_t habit[4] = {14, 5, 2, 0};
    int file = (int)(square % FF_FILES), row = (int)(square / FF_FILES);
    int depth = s->rules->edition.rows - 1 - row;
    return habit[depth < 3 ? depth : 3] +
           2 * (is_covered(s, file - 1, row) + is_covered(s, file + 1, row) +
                is_covered(s, file, row - 1) + is_covered(s, file, row + 1));
}

/* To be called whenever a hidden piece has moved or been shown. Of equals the first, so that the
 * same view has the same inputs on every machine. */
static void find_likeliest(inputs_state *s) {
    int most = -1;
    s->likeliest = FF_OFF_BOARD;
    for (unsigned half = 0; half < 2 && s->hidden[1][FF_FLAG]; half++)
        for (uint64_t bits = s->pieces[1][half]; bits; bits &= bits - 1) {
            unsigned square = half * HALF + (unsigned)__builtin_ctzll(bits);
            int habit = s->cell[square] == KIND_UNMOVED ? flag_habit(s, square) : -1;
            if (habit > most) {
                most = habit;
                s->likeliest = (uint8_t)square;
            }
        }
}

/* --- from a view ------------------------------------------------------------------ */

static uint8_t kind_of(const ff_view *view, const ff_cell *cell) {
    if (cell->seat == view->viewer)
        return own_kind(cell->rank, cell->known   ? OWN_KNOWN
                                    : cell->moved ? OWN_MOVED
                                                  : OWN_UNMOVED);
    if (cell->rank == FF_HIDDEN)
        return cell->moved ? KIND_MOVED : KIND_UNMOVED;
    return enemy_kind(cell->rank);
}

/* The enemy's army by what is known: the edition's, less what has fallen. A board set by
 * hand may have other pieces. */
static void count_enemy(inputs_state *s, const ff_view *view) {
    unsigned enemy = 1u - view->viewer;
    for (unsigned rank = FF_SPY; rank < FF_RANKS; rank++) {
        int left = view->rules->edition.army[rank] - view->lost[enemy][rank];
        int hidden = left - s->left[1][rank];
        s->left[1][rank] = (uint8_t)(left > s->left[1][rank] ? left : s->left[1][rank]);
        s->hidden[1][rank] = (uint8_t)(hidden > 0 ? hidden : 0);
    }
}

static void see_piece(inputs_state *s, const ff_view *view, unsigned square) {
    const ff_cell *cell = &view->cell[square];
    bool own = cell->seat == view->viewer;
    put(s, turned(s, square), kind_of(view, cell));
    if (cell->rank < FF_RANKS)
        s->left[!own][cell->rank]++;
    if (own && !cell->known)
        s->hidden[0][cell->rank]++;
    s->unmoved += cell->rank == FF_HIDDEN && !cell->moved;
}

/* Where the last moves went: the side that is not on turn moved last. */
static void see_last(inputs_state *s, const ff_view *view) {
    const ff_history *h = &view->history;
    unsigned latest = view->turn == view->viewer; /* 1: the enemy's move is the latest */
    for (unsigned back = 0; back < 2; back++)
        s->last[back ? !latest : latest] =
            h->size > back ? (uint8_t)turned(s, FF_TO(h->moves[h->size - 1 - back])) : FF_OFF_BOARD;
}

void inputs_from_view(inputs_state *s, const ff_view *view) {
    memset(s, 0, sizeof *s);
    s->rules = view->rules;
    s->seat = view->viewer;
    s->quiet = view->quiet;
    for (unsigned square = 0; square < FF_SQUARES; square++)
        if (view->cell[square].seat != FF_NOBODY)
            see_piece(s, view, square);
    count_enemy(s, view);
    find_likeliest(s);
    see_last(s, view);
    settle(s);
}

/* --- a move ----------------------------------------------------------------------- */

/* A count that is 0 stays 0: a board that was set by hand may have other pieces than the army. */
static void drop(uint8_t *count) {
    *count -= *count > 0;
}

/* The enemy's piece on a square is shown, whatever becomes of it. */
static void show_enemy(inputs_state *s, unsigned square, unsigned rank) {
    uint8_t kind = s->cell[square];
    s->unmoved -= kind == KIND_UNMOVED;
    if (kind >= KIND_UNMOVED)
        drop(&s->hidden[1][rank]);
    put(s, square, enemy_kind(rank));
    if (kind == KIND_UNMOVED)
        find_likeliest(s);
}

static void fight(inputs_state *s, unsigned from, unsigned to, ff_rank defender) {
    ff_rank rank = (ff_rank)own_rank(s->cell[from]);
    ff_battle battle = ff_battle_of(rank, defender);
    if ((s->cell[from] - KIND_OWN) % 3 != OWN_KNOWN)
        drop(&s->hidden[0][rank]);
    show_enemy(s, to, defender);
    put(s, from, KIND_EMPTY);
    s->quiet = 0;
    if (battle != FF_DEFENDER_WINS) {
        drop(&s->left[1][defender]);
        put(s, to, battle == FF_ATTACKER_WINS ? own_kind(rank, OWN_KNOWN) : KIND_EMPTY);
    }
    if (battle != FF_ATTACKER_WINS)
        drop(&s->left[0][rank]);
}

static void step(inputs_state *s, unsigned from, unsigned to) {
    unsigned rank = own_rank(s->cell[from]), status = (s->cell[from] - KIND_OWN) % 3u;
    unsigned length = (unsigned)abs((int)to - (int)from);
    bool run = length != 1 && length != FF_FILES && s->rules->edition.reveal_runs;
    if (run && status != OWN_KNOWN)
        drop(&s->hidden[0][rank]);
    put(s, from, KIND_EMPTY);
    put(s, to, own_kind(rank, run || status == OWN_KNOWN ? OWN_KNOWN : OWN_MOVED));
    s->quiet++;
}

void inputs_move(inputs_state *s, ff_move move, ff_rank defender) {
    unsigned from = turned(s, FF_FROM(move)), to = turned(s, FF_TO(move));
    assert(s->cell[from] >= KIND_OWN && s->cell[from] < KIND_ENEMY && defender != FF_FLAG);
    unsigned hidden = s->hidden[0][own_rank(s->cell[from])];
    s->last[0] = (uint8_t)to;
    if (defender == FF_EMPTY)
        step(s, from, to);
    else
        fight(s, from, to, defender);
    if (defender != FF_EMPTY || hidden != s->hidden[0][own_rank(s->cell[to])])
        settle(s);
    else
        number_quiet(&(slots){s, 0, 0});
}

static bool is_symmetric(const ff_edition *e) {
    for (unsigned square = 0; square < FF_SQUARES; square++)
        if (square % FF_FILES < e->files &&
            e->lake[square] != e->lake[square + e->files - 1u - 2 * (square % FF_FILES)])
            return false;
    return true;
}

void inputs_mirror(inputs_state *s) {
    if (!is_symmetric(&s->rules->edition))
        return;
    inputs_state old = *s;
    unsigned files = s->rules->edition.files;
    for (unsigned square = 0; square < FF_SQUARES; square++) {
        unsigned file = square % FF_FILES;
        if (file < files)
            put(s, square + files - 1 - 2 * file, old.cell[square]);
    }
    uint8_t *marked[] = {&s->last[0], &s->last[1], &s->likeliest};
    for (int i = 0; i < 3; i++)
        if (*marked[i] != FF_OFF_BOARD)
            *marked[i] = (uint8_t)(*marked[i] + files - 1 - 2 * (*marked[i] % FF_FILES));
    number_slots(s);
}

/* --- inputs ------------------------------------------------------------------------ */

static unsigned piece_input(unsigned kind, unsigned square) {
    return (kind - KIND_OWN) * FF_SQUARES + square;
}

/* The first input of an own piece with enemy pieces, and of these the first with one kind. */
static unsigned pairs_of_own(uint8_t kind) {
    unsigned known = (kind - KIND_OWN) % 3u == OWN_KNOWN;
    return INPUTS_PIECES + (2 * (own_rank(kind) - 1) + known) * INPUTS_ENEMY_KINDS * OFFSETS;
}

static unsigned pairs_of_enemy(uint8_t kind) {
    return (unsigned)(kind - KIND_ENEMY) * OFFSETS;
}

static size_t pair_own(const inputs_state *s, uint8_t kind, unsigned square, uint16_t *list) {
    unsigned pairs = pairs_of_own(kind);
    size_t count = 0;
    for (unsigned half = 0; half < 2; half++)
        for (uint64_t bits = s->pieces[1][half]; bits; bits &= bits - 1) {
            unsigned other = half * HALF + (unsigned)__builtin_ctzll(bits);
            list[count++] =
                (uint16_t)(pairs + pairs_of_enemy(counted(s, other)) + offset_class(square, other));
        }
    return count;
}

static size_t pair_enemy(const inputs_state *s, uint8_t kind, unsigned square, uint16_t *list) {
    unsigned pairs = pairs_of_enemy(kind);
    size_t count = 0;
    for (unsigned half = 0; half < 2; half++)
        for (uint64_t bits = s->pieces[0][half]; bits; bits &= bits - 1) {
            unsigned other = half * HALF + (unsigned)__builtin_ctzll(bits);
            list[count++] =
                (uint16_t)(pairs_of_own(s->cell[other]) + pairs + offset_class(other, square));
        }
    return count;
}

/* The inputs of one piece, alone and with each of the other side's. */
static size_t list_piece(const inputs_state *s, unsigned square, uint16_t *list) {
    uint8_t kind = counted(s, square);
    list[0] = (uint16_t)piece_input(kind, square);
    return 1 + (kind < KIND_ENEMY ? pair_own(s, kind, square, list + 1)
                                  : pair_enemy(s, kind, square, list + 1));
}

static size_t list_side(const inputs_state *s, int side, uint16_t *list) {
    size_t count = 0;
    for (unsigned half = 0; half < 2; half++)
        for (uint64_t bits = s->pieces[side][half]; bits; bits &= bits - 1) {
            unsigned square = half * HALF + (unsigned)__builtin_ctzll(bits);
            if (side == 0)
                count += list_piece(s, square, list + count);
            else
                list[count++] = (uint16_t)piece_input(counted(s, square), square);
        }
    return count;
}

size_t inputs_list(const inputs_state *s, uint16_t list[INPUTS_MAX]) {
    size_t count = list_side(s, 0, list);
    count += list_side(s, 1, list + count);
    for (unsigned slot = 0; slot < INPUTS_SLOTS; slot++)
        if (s->slot[slot] != INPUTS_NONE)
            list[count++] = s->slot[slot];
    for (unsigned square = 0; square < FF_SQUARES; square++)
        if (s->rules->edition.lake[square])
            list[count++] = (uint16_t)(INPUTS - FF_SQUARES + turned(s, square)); /* the last */
    assert(count <= INPUTS_MAX);
    return count;
}

/* --- a mirror of a list -------------------------------------------------------------- */

/* Where numbers of squares stand among the inputs: of the last two moves (FF_OFF_BOARD, the last
 * of each, is no square), and the lakes. */
enum {
    LAST_FIRST = INPUTS_PIECES + INPUTS_PAIRS,
    LAST_VALUES = FF_SQUARES + 1,
    LAKES_FIRST = INPUTS - FF_SQUARES,
    FILES_FIRST = INPUTS_RULES + (FF_RANKS - FF_SPY) * COUNTS
};

/* The first of the hundred inputs that stand for squares to which this one belongs; INPUTS_NONE
 * where it stands for no square. */
static unsigned squares_of(unsigned input) {
    if (input < INPUTS_PIECES)
        return input - input % FF_SQUARES;
    if (input >= LAKES_FIRST)
        return LAKES_FIRST;
    unsigned last = (input - LAST_FIRST) / LAST_VALUES;
    if (input < LAST_FIRST || last > 1 || (input - LAST_FIRST) % LAST_VALUES == FF_SQUARES)
        return INPUTS_NONE;
    return LAST_FIRST + last * LAST_VALUES;
}

static unsigned mirrored(unsigned input, unsigned files) {
    unsigned first = squares_of(input), file = (input - first) % FF_FILES;
    if (first == INPUTS_NONE || file >= files)
        return input;
    return input + files - 1 - 2 * file;
}

void inputs_mirror_list(uint16_t *list, size_t count) {
    bool lake[FF_SQUARES] = {0};
    unsigned files = 0;
    for (size_t i = 0; i < count; i++) {
        if (list[i] >= LAKES_FIRST)
            lake[list[i] - LAKES_FIRST] = true;
        else if (list[i] >= FILES_FIRST && list[i] <= FILES_FIRST + FF_FILES)
            files = list[i] - FILES_FIRST;
    }
    if (!files)
        return;
    for (unsigned square = 0; square < FF_SQUARES; square++)
        if (lake[square] != lake[mirrored(square, files)])
            return;
    for (size_t i = 0; i < count; i++)
        list[i] = (uint16_t)mirrored(list[i], files);
}

/* --- changes ------------------------------------------------------------------------ */

enum { SQUARES_OF_A_PLY = 2 };

/* The squares whose pieces differ; where a ply cannot explain them, SQUARES_OF_A_PLY + 1. Four
 * squares are compared at once: nearly all are alike. */
static unsigned find_changes(const inputs_state *before, const inputs_state *after,
                             uint8_t square[SQUARES_OF_A_PLY]) {
    unsigned count = 0;
    for (unsigned first = 0; first < FF_SQUARES; first += 4) {
        if (memcmp(before->cell + first, after->cell + first, 4) == 0)
            continue;
        for (unsigned i = first; i < first + 4; i++) {
            if (before->cell[i] == after->cell[i])
                continue;
            if (count == SQUARES_OF_A_PLY)
                return SQUARES_OF_A_PLY + 1;
            square[count++] = (uint8_t)i;
        }
    }
    return count;
}

/* Turns off what the old piece of a square put on, with all its pairs, and on what the new one
 * does. `now` takes over the square, so that a pair of two changed squares is counted once. */
static void compare_square(inputs_state *now, unsigned square, uint8_t kind,
                           inputs_change *change) {
    if (now->cell[square] != KIND_EMPTY)
        change->off += list_piece(now, square, change->list_off + change->off);
    put(now, square, kind);
    if (kind != KIND_EMPTY)
        change->on += list_piece(now, square, change->list_on + change->on);
}

static void compare_slots(const inputs_state *before, const inputs_state *after, unsigned first,
                          unsigned end, inputs_change *change) {
    for (unsigned slot = first; slot < end; slot++)
        if (before->slot[slot] != after->slot[slot]) {
            change->list_off[change->off] = before->slot[slot];
            change->list_on[change->on] = after->slot[slot];
            change->off += before->slot[slot] != INPUTS_NONE;
            change->on += after->slot[slot] != INPUTS_NONE;
        }
}

void inputs_compare(const inputs_state *before, const inputs_state *after, inputs_change *change) {
    uint8_t square[SQUARES_OF_A_PLY];
    unsigned squares = find_changes(before, after, square);
    /* A hidden piece that counts as something else now changes its pairs all over the board:
     * then it is cheaper to begin anew. */
    if (squares > SQUARES_OF_A_PLY || before->likeliest != after->likeliest ||
        memcmp(before->as, after->as, sizeof before->as) != 0) {
        change->off = inputs_list(before, change->list_off);
        change->on = inputs_list(after, change->list_on);
        return;
    }
    change->off = change->on = 0;
    compare_slots(before, after, 0, QUIET_SLOTS, change);
    if (memcmp(before->slot + QUIET_SLOTS, after->slot + QUIET_SLOTS,
               sizeof before->slot - QUIET_SLOTS * sizeof *before->slot) != 0)
        compare_slots(before, after, QUIET_SLOTS, INPUTS_SLOTS, change);
    inputs_state now = *before;
    for (unsigned i = 0; i < squares; i++)
        compare_square(&now, square[i], after->cell[square[i]], change);
}
