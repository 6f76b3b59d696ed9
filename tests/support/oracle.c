/* The second implementation of the rules. What must hold: it calls no function
 * of the library, and looks each rule up in the whole game, which it keeps. */
#include "oracle.h"

#include <stdlib.h>
#include <string.h>

enum { NO_TOKEN = 0, PATH_MAX_SQUARES = 10 };

/* A piece. Its number, counted from 1, is its identity for the whole game. */
struct token {
    ff_seat owner;
    ff_rank rank;
    bool moved;
    bool known;
};

/* What a player did in one turn: which token, over which squares, the source and
 * the target included. */
struct turn {
    int token;
    int path[PATH_MAX_SQUARES];
    int length;
};

typedef struct turn_list {
    struct turn *at;
    size_t size;
} turn_list;

typedef struct board {
    uint8_t at[FF_SQUARES]; /* token numbers */
} board;

struct oracle {
    ff_edition edition;
    bool forfeit;
    unsigned quiet_limit; /* 0 = none */
    unsigned ply_limit;
    struct token tokens[FF_SQUARES + 1];
    int token_count;
    board *positions; /* all since the first, `plies` + 1 of them; the last is now */
    turn_list own[2];
    unsigned chase[2];
    ff_seat turn;
    ff_result result;
    ff_ending ending;
    unsigned plies;
    unsigned quiet;
};

/* Memory. */

static void *must(void *memory) {
    if (!memory) {
        abort();
    }
    return memory;
}

static void *grow(void *memory, size_t count, size_t size) {
    bool power_of_two = (count & (count - 1)) == 0; /* then it is full, or new */
    return power_of_two ? must(realloc(memory, (count ? count * 2 : 1) * size)) : memory;
}

static void *duplicate(const void *memory, size_t count, size_t size) {
    size_t room = 1;
    while (room < count + 1) {
        room *= 2;
    }
    void *copy = must(malloc(room * size));
    if (count) {
        memcpy(copy, memory, count * size);
    }
    return copy;
}

static unsigned lower_limit(unsigned a, unsigned b) {
    return !a ? b : !b ? a : a < b ? a : b;
}

oracle *oracle_new(const ff_edition *edition, const ff_options *options) {
    static const ff_options none = {.size = sizeof(ff_options)};
    options = options ? options : &none;
    oracle *self = must(calloc(1, sizeof *self));
    self->edition = *edition;
    self->forfeit = edition->forfeit || options->forfeit;
    self->quiet_limit = options->no_limits ? 0 : edition->quiet_limit;
    unsigned own = options->no_limits ? 0 : edition->ply_limit;
    self->ply_limit = lower_limit(lower_limit(own, options->ply_limit), FF_PLIES_MAX);
    self->positions = grow(NULL, 0, sizeof *self->positions);
    memset(self->positions, NO_TOKEN, sizeof *self->positions);
    return self;
}

oracle *oracle_copy(const oracle *other) {
    oracle *self = must(malloc(sizeof *self));
    *self = *other;
    self->positions = duplicate(other->positions, other->plies + 1, sizeof *self->positions);
    for (int seat = 0; seat < 2; seat++) {
        const turn_list *own = &other->own[seat];
        self->own[seat].at = duplicate(own->at, own->size, sizeof *own->at);
    }
    return self;
}

void oracle_free(oracle *self) {
    free(self->positions);
    free(self->own[FF_RED].at);
    free(self->own[FF_BLUE].at);
    free(self);
}

/* The board. */

static int file_of(int square) {
    return square % 10;
}
static int row_of(int square) {
    return square / 10;
}
static ff_seat other_seat(ff_seat seat) {
    return seat == FF_RED ? FF_BLUE : FF_RED;
}

static bool on_board(const ff_edition *edition, unsigned square) {
    return square < FF_SQUARES && square % 10 < edition->files && square / 10 < edition->rows;
}

static board *board_now(const oracle *self) {
    return &self->positions[self->plies];
}

static const struct token *token_on(const oracle *self, int square) {
    int number = board_now(self)->at[square];
    return number == NO_TOKEN ? NULL : &self->tokens[number];
}

static bool stands(const oracle *self, int square, ff_seat seat) {
    const struct token *piece = token_on(self, square);
    return piece && piece->owner == seat;
}

static bool next_to(int a, int b) {
    return abs(file_of(a) - file_of(b)) + abs(row_of(a) - row_of(b)) == 1;
}

static bool next_to_a_piece(const oracle *self, int square, ff_seat seat) {
    for (int other = 0; other < FF_SQUARES; other++) {
        if (next_to(square, other) && stands(self, other, seat)) {
            return true;
        }
    }
    return false;
}

static int sign(int number) {
    return (number > 0) - (number < 0);
}

/* The squares of a straight line, both ends included. */
static struct turn path_of(const oracle *self, int from, int to) {
    int step = sign(file_of(to) - file_of(from)) + 10 * sign(row_of(to) - row_of(from));
    struct turn result = {.token = board_now(self)->at[from], .path = {from}, .length = 1};
    for (int square = from; square != to;) {
        square += step;
        result.path[result.length++] = square;
    }
    return result;
}

void oracle_put(oracle *self, int square, ff_seat seat, ff_rank rank) {
    int number = ++self->token_count;
    self->tokens[number] = (struct token){.owner = seat, .rank = rank};
    board_now(self)->at[square] = (uint8_t)number;
}

/* Geometry: everything but the rules that look back. */

static bool lake_on_the_way(const ff_edition *edition, const struct turn *line) {
    for (int i = 1; i < line->length; i++) {
        if (edition->lake[line->path[i]]) {
            return true;
        }
    }
    return false;
}

static bool piece_between(const oracle *self, const struct turn *line) {
    for (int i = 1; i < line->length - 1; i++) {
        if (token_on(self, line->path[i])) {
            return true;
        }
    }
    return false;
}

static ff_reason check_line(const oracle *self, ff_seat seat, int from, int to) {
    if (from == to) {
        return FF_NULL_MOVE;
    }
    if (file_of(from) != file_of(to) && row_of(from) != row_of(to)) {
        return FF_NOT_STRAIGHT;
    }
    if (!next_to(from, to) && token_on(self, from)->rank != FF_SCOUT) {
        return FF_TOO_FAR;
    }
    struct turn line = path_of(self, from, to);
    if (lake_on_the_way(&self->edition, &line)) {
        return FF_LAKE;
    }
    if (stands(self, to, seat)) {
        return FF_OWN_PIECE;
    }
    return piece_between(self, &line) ? FF_BLOCKED : FF_LEGAL;
}

static ff_reason check_geometry(const oracle *self, ff_seat seat, unsigned from, unsigned to) {
    if (!on_board(&self->edition, from) || !on_board(&self->edition, to)) {
        return FF_NOT_ON_BOARD;
    }
    const struct token *piece = token_on(self, (int)from);
    if (!piece) {
        return FF_EMPTY_SOURCE;
    }
    if (piece->owner != seat) {
        return FF_NOT_YOURS;
    }
    if (piece->rank == FF_BOMB || piece->rank == FF_FLAG) {
        return FF_IMMOBILE;
    }
    return check_line(self, seat, (int)from, (int)to);
}

/* Two squares: a piece that has crossed one border in each of its player's last
 * N turns may not cross it again. */

static bool crosses(const struct turn *line, int a, int b) {
    for (int i = 0; i + 1 < line->length; i++) {
        int c = line->path[i], d = line->path[i + 1];
        if ((a == c && b == d) || (a == d && b == c)) {
            return true;
        }
    }
    return false;
}

static bool crossed_each_time(const turn_list *own, unsigned times, int token, int a, int b) {
    for (unsigned i = 1; i <= times; i++) {
        const struct turn *past = &own->at[own->size - i];
        if (past->token != token || !crosses(past, a, b)) {
            return false;
        }
    }
    return true;
}

static bool forbidden_two(const oracle *self, int from, int to) {
    const turn_list *own = &self->own[self->turn];
    unsigned limit = self->edition.two_squares;
    if (limit == 0 || own->size < limit) {
        return false;
    }
    struct turn line = path_of(self, from, to);
    for (int i = 0; i + 1 < line.length; i++) {
        if (crossed_each_time(own, limit, line.token, line.path[i], line.path[i + 1])) {
            return true;
        }
    }
    return false;
}

/* More squares: a chase may not bring a position of that same chase back. */

static const struct turn *last_turn(const oracle *self, ff_seat seat) {
    const turn_list *own = &self->own[seat];
    return own->size ? &own->at[own->size - 1] : NULL;
}

static int source_of(const struct turn *line) {
    return line->path[0];
}
static int target_of(const struct turn *line) {
    return line->path[line->length - 1];
}

static bool is_direct_way_back(const oracle *self, int from, int to) {
    const struct turn *last = last_turn(self, self->turn);
    return last && source_of(last) == to && target_of(last) == from;
}

static bool repeats_the_chase(const oracle *self, int from, int to) {
    board after = *board_now(self);
    after.at[to] = after.at[from];
    after.at[from] = NO_TOKEN;
    for (unsigned back = 1; back + 1 <= self->chase[self->turn]; back++) {
        if (memcmp(&after, &self->positions[self->plies - back], sizeof after) == 0) {
            return true;
        }
    }
    return false;
}

static bool forbidden_more(const oracle *self, int from, int to) {
    if (self->edition.chase == FF_CHASE_NONE || token_on(self, to)) {
        return false;
    }
    if (self->chase[self->turn] <= 1 || !next_to_a_piece(self, to, other_seat(self->turn))) {
        return false;
    }
    if (self->edition.chase == FF_CHASE_ISF && is_direct_way_back(self, from, to)) {
        return false;
    }
    return repeats_the_chase(self, from, to);
}

ff_reason oracle_check(const oracle *self, unsigned from, unsigned to) {
    if (self->result != FF_ONGOING) {
        return FF_GAME_OVER;
    }
    ff_reason reason = check_geometry(self, self->turn, from, to);
    if (reason != FF_LEGAL) {
        return reason;
    }
    if (forbidden_two(self, (int)from, (int)to)) {
        return FF_TWO_SQUARES;
    }
    return forbidden_more(self, (int)from, (int)to) ? FF_MORE_SQUARES : FF_LEGAL;
}

/* The end. */

static bool can_move_in_time(const oracle *self) {
    ff_move moves[FF_MOVES_MAX];
    return oracle_moves(self, moves) > 0;
}

static bool can_move_by_geometry(const oracle *self, ff_seat seat) {
    for (unsigned from = 0; from < FF_SQUARES; from++) {
        for (unsigned to = 0; stands(self, (int)from, seat) && to < FF_SQUARES; to++) {
            if (check_geometry(self, seat, from, to) == FF_LEGAL) {
                return true;
            }
        }
    }
    return false;
}

static void finish(oracle *self, ff_result result, ff_ending ending) {
    self->result = result;
    self->ending = ending;
}

static ff_result win_for(ff_seat seat) {
    return seat == FF_RED ? FF_RED_WINS : FF_BLUE_WINS;
}

static void end_if_immobile(oracle *self) {
    ff_seat other = other_seat(self->turn);
    bool mover = can_move_in_time(self);
    bool waiter = can_move_by_geometry(self, other);
    if (!mover && !waiter) {
        finish(self, FF_DRAW, FF_BY_IMMOBILE);
    } else if (!mover || !waiter) {
        finish(self, win_for(mover ? self->turn : other), FF_BY_IMMOBILE);
    }
}

static void end_by_limit(oracle *self) {
    bool quiet = self->quiet_limit && self->quiet >= self->quiet_limit;
    if (self->result == FF_ONGOING && (quiet || self->plies >= self->ply_limit)) {
        finish(self, FF_DRAW, FF_BY_LIMIT);
    }
}

void oracle_begin(oracle *self, ff_seat turn) {
    self->turn = turn;
    end_if_immobile(self);
}

/* Playing. */

static ff_battle battle_of(ff_rank attacker, ff_rank defender) {
    if (defender == FF_FLAG) {
        return FF_FLAG_TAKEN;
    }
    if (defender == FF_BOMB) {
        return attacker == FF_MINER ? FF_ATTACKER_WINS : FF_DEFENDER_WINS;
    }
    if (attacker == FF_SPY && defender == FF_MARSHAL) {
        return FF_ATTACKER_WINS;
    }
    if (attacker == defender) {
        return FF_BOTH_DIE;
    }
    return attacker > defender ? FF_ATTACKER_WINS : FF_DEFENDER_WINS;
}

static ff_event event_of(const oracle *self, int from, int to) {
    ff_event event = {.move = FF_MOVE(from, to)};
    event.revealed = !next_to(from, to) && self->edition.reveal_runs;
    if (token_on(self, to)) {
        event.attacker = (uint8_t)token_on(self, from)->rank;
        event.defender = (uint8_t)token_on(self, to)->rank;
        event.battle = (uint8_t)battle_of(event.attacker, event.defender);
    }
    return event;
}

/* Appends the position after the ply, with what became of both tokens. */
static void append_position(oracle *self, const ff_event *event) {
    int from = FF_FROM(event->move), to = FF_TO(event->move);
    board after = *board_now(self);
    bool attacker_gone = event->battle == FF_DEFENDER_WINS || event->battle == FF_BOTH_DIE;
    bool target_gone = event->battle != FF_DEFENDER_WINS;
    int attacker = after.at[from];
    after.at[from] = NO_TOKEN;
    after.at[to] = target_gone ? NO_TOKEN : after.at[to];
    if (!attacker_gone) {
        after.at[to] = (uint8_t)attacker;
    }
    self->positions = grow(self->positions, self->plies + 1, sizeof *self->positions);
    self->positions[++self->plies] = after;
}

static void tell_ranks(oracle *self, const ff_event *event) {
    struct token *attacker = &self->tokens[board_now(self)->at[FF_FROM(event->move)]];
    attacker->moved = true;
    attacker->known |= event->battle != FF_NO_BATTLE || event->revealed;
    if (event->battle != FF_NO_BATTLE) {
        self->tokens[board_now(self)->at[FF_TO(event->move)]].known = true;
    }
}

/* The lengths of both chases after a ply of `mover` whose position stands. */
static void update_chases(oracle *self, ff_seat mover, const struct turn *line, bool attack) {
    ff_seat other = other_seat(mover);
    const struct turn *threat = last_turn(self, other);
    bool evaded = threat && next_to(source_of(line), target_of(threat));
    self->chase[other] = evaded ? self->chase[other] + 1 : 0;
    if (attack) {
        self->chase[FF_RED] = self->chase[FF_BLUE] = 0;
    }
    bool threatens = next_to_a_piece(self, target_of(line), other);
    self->chase[mover] = threatens ? self->chase[mover] + 1 : 0;
}

static void append_turn(turn_list *own, const struct turn *line) {
    own->at = grow(own->at, own->size, sizeof *own->at);
    own->at[own->size++] = *line;
}

static ff_event play(oracle *self, int from, int to) {
    ff_seat mover = self->turn;
    ff_event event = event_of(self, from, to);
    bool attack = event.battle != FF_NO_BATTLE;
    struct turn line = path_of(self, from, to);
    tell_ranks(self, &event);
    append_position(self, &event);
    update_chases(self, mover, &line, attack);
    append_turn(&self->own[mover], &line);
    self->quiet = attack ? 0 : self->quiet + 1;
    self->turn = other_seat(mover);
    if (event.battle == FF_FLAG_TAKEN) {
        finish(self, win_for(mover), FF_BY_FLAG);
    } else {
        end_if_immobile(self);
        end_by_limit(self);
    }
    return event;
}

ff_reason oracle_try(oracle *self, unsigned from, unsigned to, ff_event *event) {
    ff_reason reason = oracle_check(self, from, to);
    if (reason == FF_LEGAL) {
        *event = play(self, (int)from, (int)to);
    } else if (reason == FF_IMMOBILE && self->forfeit) {
        finish(self, win_for(other_seat(self->turn)), FF_BY_FORFEIT);
    }
    return reason;
}

size_t oracle_moves(const oracle *self, ff_move moves[FF_MOVES_MAX]) {
    size_t count = 0;
    for (unsigned from = 0; from < FF_SQUARES; from++) {
        for (unsigned to = 0; stands(self, (int)from, self->turn) && to < FF_SQUARES; to++) {
            if (oracle_check(self, from, to) == FF_LEGAL) {
                moves[count++] = FF_MOVE(from, to);
            }
        }
    }
    return count;
}

uint64_t oracle_perft(const oracle *self, unsigned depth) {
    if (depth == 0) {
        return 1;
    }
    ff_move moves[FF_MOVES_MAX];
    size_t count = oracle_moves(self, moves);
    uint64_t nodes = 0;
    for (size_t i = 0; i < count; i++) {
        oracle *after = oracle_copy(self);
        play(after, FF_FROM(moves[i]), FF_TO(moves[i]));
        nodes += oracle_perft(after, depth - 1);
        oracle_free(after);
    }
    return nodes;
}

oracle_state oracle_state_of(const oracle *self) {
    oracle_state state = {.turn = self->turn,
                          .result = self->result,
                          .ending = self->ending,
                          .plies = self->plies,
                          .quiet = self->quiet,
                          .chase = {self->chase[FF_RED], self->chase[FF_BLUE]}};
    for (int square = 0; square < FF_SQUARES; square++) {
        const struct token *piece = token_on(self, square);
        state.seat[square] = piece ? piece->owner : FF_NOBODY;
        state.rank[square] = piece ? piece->rank : FF_EMPTY;
        state.moved[square] = piece && piece->moved;
        state.known[square] = piece && piece->known;
    }
    return state;
}

/* Set-ups. */

static bool in_zone(const ff_edition *edition, ff_seat seat, int square) {
    if (square < 0 || !on_board(edition, (unsigned)square) || edition->lake[square]) {
        return false;
    }
    int own_row = seat == FF_RED ? row_of(square) : edition->rows - 1 - row_of(square);
    return own_row < edition->zone_rows;
}

ff_setup_reason oracle_setup_check(const ff_edition *edition, ff_seat seat,
                                   const oracle_placing *placings, size_t count) {
    bool taken[FF_SQUARES] = {false};
    unsigned used[FF_RANKS] = {0};
    for (size_t i = 0; i < count; i++) {
        if (!in_zone(edition, seat, placings[i].square)) {
            return FF_SETUP_OUTSIDE_ZONE;
        }
        if (taken[placings[i].square]) {
            return FF_SETUP_OVERLAP;
        }
        taken[placings[i].square] = true;
        used[placings[i].rank]++;
    }
    for (ff_rank rank = FF_SPY; rank < FF_RANKS; rank++) {
        if (used[rank] != edition->army[rank]) {
            return FF_SETUP_WRONG_COUNTS;
        }
    }
    return FF_SETUP_OK;
}
