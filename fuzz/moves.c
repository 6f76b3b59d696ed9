/* Any bytes as a game: the first ones choose an edition and put pieces on its
 * board, each of the rest is a move, legal or not. Position, game and views must
 * tell one story, and for some inputs the oracle of the tests is asked as well. */
#include "fuzz.h"

#include "oracle.h"

#include <string.h>

enum { PLIES = 200, PIECES = 15 };

typedef struct bytes {
    const uint8_t *next;
    size_t left;
} bytes;

static unsigned take(bytes *from) {
    if (!from->left)
        return 0;
    from->left--;
    return *from->next++;
}

/* One game, four times. */
typedef struct telling {
    ff_rules rules;
    ff_position position;
    ff_history history;
    ff_move moves[PLIES];
    ff_game *game;
    oracle *oracle; /* null where it is not asked, which is dear */
    bool lists;     /* every pair of squares is asked, which is dear too */
} telling;

/* The edition. */

static ff_edition make_up_edition(bytes *from) {
    ff_edition edition = *ff_edition_default();
    unsigned size = take(from), rules = take(from), lake = take(from);
    edition.files = (uint8_t)(2 + size % 9);
    edition.rows = (uint8_t)(3 + size / 9 % 8);
    edition.zone_rows = 1;
    edition.two_squares = (uint8_t)(rules % 9);
    edition.chase = (ff_chase)(rules / 9 % 3);
    edition.reveal_runs = rules / 27 % 2;
    edition.quiet_limit = rules / 54 % 2 ? 20 : 0;
    memset(edition.lake, 0, sizeof edition.lake);
    for (int i = 0; i < 3; i++) { /* three lakes, in the middle rows */
        unsigned square = FF_SQUARE(lake % edition.files, 1u + lake % (edition.rows - 2u));
        edition.lake[square] = lake != 0;
        lake = lake / 2;
    }
    memset(edition.army, 0, sizeof edition.army);
    edition.army[FF_FLAG] = edition.army[FF_SCOUT] = 1;
    return edition;
}

static ff_edition choose_edition(bytes *from) {
    size_t which = take(from) % (ff_edition_count() + 4);
    ff_error error;
    if (which < ff_edition_count())
        return *ff_edition_at(which);
    ff_edition edition = make_up_edition(from);
    MUST(ff_edition_check(&edition, &error));
    return edition;
}

/* The first position. */

static void put_piece(telling *t, unsigned where, unsigned what) {
    const ff_edition *edition = &t->rules.edition;
    int square = (int)FF_SQUARE(where % edition->files, where / edition->files % edition->rows);
    ff_seat seat = what & 0x80 ? FF_BLUE : FF_RED;
    ff_rank rank = (ff_rank)(FF_SPY + (what & 0x7f) % (FF_RANKS - FF_SPY));
    if (edition->lake[square] || ff_position_owner(&t->position, square) != FF_NOBODY)
        return;
    ff_position_put(&t->position, square, seat, rank);
    if (t->oracle)
        oracle_put(t->oracle, square, seat, rank);
}

static void tell_first(telling *t, bytes *from) {
    ff_edition edition = choose_edition(from);
    unsigned choice = take(from), count = take(from) % (PIECES + 1);
    ff_options options = {.size = sizeof(ff_options),
                          .forfeit = choice & 1,
                          .no_limits = choice & 2,
                          .ply_limit = (uint16_t)(choice & 4 ? 12 : 0)};
    ff_rules_init(&t->rules, &edition, &options);
    t->oracle = choice % 11 == 7 ? oracle_new(&edition, &options) : NULL;
    t->lists = choice % 13 == 5;
    ff_position_clear(&t->position);
    for (unsigned i = 0; i < count; i++) {
        unsigned where = take(from);
        put_piece(t, where, take(from));
    }
    t->position.turn = choice & 16 ? FF_BLUE : FF_RED;
    t->game = ff_game_from(&edition, &options, &t->position, NULL);
    ff_position_begin(&t->rules, &t->position);
    if (t->oracle)
        oracle_begin(t->oracle, (ff_seat)t->position.turn);
    t->history = (ff_history){t->moves, 0, PLIES};
    MUST(t->game);
}

/* What must hold. */

/* The sets of squares are those of the ranks. */
static void recount(const telling *t) {
    ff_position again;
    ff_position_clear(&again);
    for (int square = 0; square < FF_SQUARES; square++) {
        ff_seat seat = ff_position_owner(&t->position, square);
        ff_rank rank = ff_position_rank(&t->position, square);
        MUST((seat == FF_NOBODY) == (rank == FF_EMPTY));
        if (rank != FF_EMPTY)
            ff_position_put(&again, square, seat, rank);
    }
    MUST(memcmp(again.pieces, t->position.pieces, sizeof again.pieces) == 0);
    MUST(memcmp(again.movers, t->position.movers, sizeof again.movers) == 0);
    MUST(memcmp(again.scouts, t->position.scouts, sizeof again.scouts) == 0);
    MUST(memcmp(again.ranks, t->position.ranks, sizeof again.ranks) == 0);
    MUST(t->position.quiet <= t->position.plies && t->position.plies == t->history.size);
    MUST((t->position.result == FF_ONGOING) == (t->position.ending == FF_BY_NOTHING));
}

static ff_reason ask(const telling *t, unsigned from, unsigned to) {
    return ff_move_check(&t->rules, &t->position, &t->history, from, to);
}

/* How many moves from this square are told to be legal when asked one by one? */
static size_t count_from(const telling *t, unsigned from) {
    size_t legal = 0;
    for (unsigned to = 0; to < FF_SQUARES; to++)
        legal += ask(t, from, to) == FF_LEGAL;
    return legal;
}

/* A move is in the list when asking for it says so. Squares without a piece of
 * the player's own have none; one of them is asked in turn. */
static void compare_list(const telling *t) {
    ff_move moves[FF_MOVES_MAX];
    size_t listed = ff_moves(&t->rules, &t->position, &t->history, moves), legal = 0;
    for (size_t i = 0; i < listed; i++)
        MUST(ask(t, FF_FROM(moves[i]), FF_TO(moves[i])) == FF_LEGAL);
    for (unsigned from = 0; from < FF_SQUARES; from++)
        if (ff_position_owner(&t->position, (int)from) == (ff_seat)t->position.turn ||
            from == t->position.plies * 7u % FF_SQUARES)
            legal += count_from(t, from);
    MUST(legal == listed);
    MUST(t->position.result == FF_ONGOING ? listed > 0 : listed == 0);
}

static void compare_oracle(const telling *t) {
    oracle_state state = oracle_state_of(t->oracle);
    const ff_position *position = &t->position;
    MUST(state.turn == (ff_seat)position->turn && state.result == (ff_result)position->result);
    MUST(state.ending == (ff_ending)position->ending);
    MUST(state.plies == position->plies && state.quiet == position->quiet);
    MUST(t->rules.chase == FF_CHASE_NONE ||
         (state.chase[0] == position->chase[0] && state.chase[1] == position->chase[1]));
    for (int square = 0; square < FF_SQUARES; square++) {
        MUST(state.seat[square] == ff_position_owner(position, square));
        MUST(state.rank[square] == ff_position_rank(position, square));
    }
}

/* A view shows every piece, and the rank only of those it may. */
static void look(const telling *t, ff_seat viewer, bool memory) {
    ff_view view;
    ff_game_view(t->game, viewer, memory, &view);
    bool over = t->position.result != FF_ONGOING;
    for (int square = 0; square < FF_SQUARES; square++) {
        const ff_cell *cell = &view.cell[square];
        ff_seat owner = ff_position_owner(&t->position, square);
        bool shown = cell->rank == ff_position_rank(&t->position, square);
        MUST(cell->seat == owner);
        MUST(shown || cell->rank == FF_HIDDEN);
        MUST(shown || (owner != viewer && !over && (memory || !cell->known)));
    }
    MUST(view.plies == t->position.plies && view.result == t->position.result);
    MUST(over == ff_game_is_over(t->game));
}

/* After every ply, the dear ones in turn. */
static void compare_all(const telling *t, unsigned ply) {
    if (ply % 4 == 0)
        recount(t);
    if (ply % 4 != 0)
        look(t, (ff_seat)(ply % 4 - 1), ply % 8 < 4);
    if (t->lists && ply % 16 == 0)
        compare_list(t);
    if (t->oracle)
        compare_oracle(t);
}

/* One move. */

static void compare_events(const ff_event *a, const ff_event *b) {
    MUST(a->move == b->move && a->battle == b->battle && a->revealed == b->revealed);
    MUST(a->attacker == b->attacker && a->defender == b->defender);
}

static void attempt(telling *t, unsigned from, unsigned to) {
    ff_event event = {0}, other = {0};
    ff_view view;
    ff_seat mover = t->position.turn;
    ff_reason asked = ask(t, from, to);
    ff_game_view(t->game, mover, false, &view);
    MUST(ff_view_check(&view, from, to) == asked);
    ff_reason reason = ff_position_try(&t->rules, &t->position, &t->history, from, to, &event);
    MUST(reason == asked);
    MUST(ff_game_move(t->game, mover, from, to) == reason);
    if (t->oracle)
        MUST(oracle_try(t->oracle, from, to, &other) == reason);
    if (t->oracle && reason == FF_LEGAL)
        compare_events(&event, &other);
}

/* Most bytes choose among the legal moves, so that games get anywhere; the
 * others are followed by two squares of any value. */
static void take_move(telling *t, bytes *from) {
    unsigned byte = take(from);
    ff_move moves[FF_MOVES_MAX];
    size_t count = ff_moves(&t->rules, &t->position, &t->history, moves);
    if (byte < 224 && count > 0) {
        ff_move move = moves[byte % count];
        attempt(t, FF_FROM(move), FF_TO(move));
        return;
    }
    unsigned source = take(from), target = take(from);
    unsigned scale = byte == 255 ? 16843009 : 1;
    attempt(t, source * scale, target * scale);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    bytes from = {data, size};
    telling t;
    tell_first(&t, &from);
    compare_all(&t, 0);
    for (unsigned ply = 1; from.left && ply < PLIES; ply++) {
        take_move(&t, &from);
        compare_all(&t, ply);
    }
    recount(&t);
    if (t.lists)
        compare_list(&t);
    ff_game_free(t.game);
    if (t.oracle)
        oracle_free(t.oracle);
    return 0;
}
