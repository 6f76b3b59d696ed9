/* Both implementations of the rules, the oracle's and the library's, behind one table of
 * functions. */
#include "umpire.h"

#include "flagfall/view.h"

#include <ctype.h>
#include <stdlib.h>

static void *must(void *memory) {
    if (!memory) {
        abort();
    }
    return memory;
}

/* The oracle. */

typedef struct oracle_umpire {
    umpire base;
    oracle *game;
} oracle_umpire;

static oracle *oracle_of(const umpire *self) {
    return ((const oracle_umpire *)self)->game;
}

static void oracle_umpire_put(umpire *self, int square, ff_seat seat, ff_rank rank) {
    oracle_put(oracle_of(self), square, seat, rank);
}

static void oracle_umpire_begin(umpire *self, ff_seat turn) {
    oracle_begin(oracle_of(self), turn);
}

static ff_reason oracle_umpire_check(const umpire *self, unsigned from, unsigned to) {
    return oracle_check(oracle_of(self), from, to);
}

static ff_reason oracle_umpire_attempt(umpire *self, unsigned from, unsigned to, ff_event *event) {
    return oracle_try(oracle_of(self), from, to, event);
}

static size_t oracle_umpire_moves(const umpire *self, ff_move moves[FF_MOVES_MAX]) {
    return oracle_moves(oracle_of(self), moves);
}

static uint64_t oracle_umpire_perft(umpire *self, unsigned depth) {
    return oracle_perft(oracle_of(self), depth);
}

static oracle_state oracle_umpire_state(const umpire *self) {
    return oracle_state_of(oracle_of(self));
}

static void oracle_umpire_free(umpire *self) {
    oracle_free(oracle_of(self));
    free(self);
}

umpire *umpire_oracle_new(const ff_edition *edition, const ff_options *options) {
    oracle_umpire *self = must(calloc(1, sizeof *self));
    self->game = oracle_new(edition, options);
    self->base = (umpire){
        .name = "oracle",
        .put = oracle_umpire_put,
        .begin = oracle_umpire_begin,
        .check = oracle_umpire_check,
        .attempt = oracle_umpire_attempt,
        .moves = oracle_umpire_moves,
        .perft = oracle_umpire_perft,
        .state = oracle_umpire_state,
        .setup_check = oracle_setup_check,
        .free = oracle_umpire_free,
    };
    return &self->base;
}

/* The library. */

typedef struct core_umpire {
    umpire base;
    ff_rules rules;
    ff_position position;
    ff_history history;
    ff_knowledge knowledge;
} core_umpire;

static const core_umpire *core_of(const umpire *self) {
    return (const core_umpire *)self;
}

static void core_put(umpire *self, int square, ff_seat seat, ff_rank rank) {
    ff_position_put(&((core_umpire *)self)->position, square, seat, rank);
}

static void core_begin(umpire *self, ff_seat turn) {
    core_umpire *core = (core_umpire *)self;
    core->position.turn = (uint8_t)turn;
    ff_position_begin(&core->rules, &core->position);
}

static ff_reason core_check(const umpire *self, unsigned from, unsigned to) {
    const core_umpire *core = core_of(self);
    return ff_move_check(&core->rules, &core->position, &core->history, from, to);
}

static bool history_make_room(ff_history *history, uint32_t more) {
    return history->size + more <= history->capacity ||
           ff_history_reserve(history, 2 * (history->size + more));
}

static ff_reason core_attempt(umpire *self, unsigned from, unsigned to, ff_event *event) {
    core_umpire *core = (core_umpire *)self;
    ff_seat mover = core->position.turn;
    if (!history_make_room(&core->history, 1)) {
        abort();
    }
    ff_reason reason =
        ff_position_try(&core->rules, &core->position, &core->history, from, to, event);
    if (reason == FF_LEGAL) {
        ff_knowledge_update(&core->knowledge, event, mover);
    }
    return reason;
}

static size_t core_moves(const umpire *self, ff_move moves[FF_MOVES_MAX]) {
    const core_umpire *core = core_of(self);
    return ff_moves(&core->rules, &core->position, &core->history, moves);
}

static uint64_t core_perft(umpire *self, unsigned depth) {
    core_umpire *core = (core_umpire *)self;
    if (!history_make_room(&core->history, depth)) {
        abort();
    }
    return ff_perft(&core->rules, &core->position, &core->history, depth);
}

static oracle_state core_state(const umpire *self) {
    const core_umpire *core = core_of(self);
    const ff_position *position = &core->position;
    oracle_state state = {.turn = position->turn,
                          .result = position->result,
                          .ending = position->ending,
                          .plies = position->plies,
                          .quiet = position->quiet,
                          .chase = {position->chase[FF_RED], position->chase[FF_BLUE]}};
    for (int square = 0; square < FF_SQUARES; square++) {
        state.seat[square] = ff_position_owner(position, square);
        state.rank[square] = ff_position_rank(position, square);
        state.moved[square] = core->knowledge.moved[square];
        state.known[square] = core->knowledge.known[square];
    }
    return state;
}

static ff_setup_reason core_setup_check(const ff_edition *edition, ff_seat seat,
                                        const oracle_placing *placings, size_t count) {
    ff_setup setup = {0};
    for (size_t i = 0; i < count; i++) {
        ff_setup_reason reason =
            ff_setup_place(&setup, edition, seat, placings[i].square, placings[i].rank);
        if (reason != FF_SETUP_OK) {
            return reason;
        }
    }
    return ff_setup_check(&setup, edition);
}

static void core_free(umpire *self) {
    ff_history_free(&((core_umpire *)self)->history);
    free(self);
}

umpire *umpire_core_new(const ff_edition *edition, const ff_options *options) {
    core_umpire *self = must(calloc(1, sizeof *self));
    ff_rules_init(&self->rules, edition, options);
    ff_position_clear(&self->position);
    self->base = (umpire){
        .name = "library",
        .put = core_put,
        .begin = core_begin,
        .check = core_check,
        .attempt = core_attempt,
        .moves = core_moves,
        .perft = core_perft,
        .state = core_state,
        .setup_check = core_setup_check,
        .free = core_free,
    };
    return &self->base;
}

umpire_new *const umpire_kinds[UMPIRES] = {umpire_core_new, umpire_oracle_new};

/* Letters count from A, which is empty; Blue's are twelve after Red's. */
bool umpire_put_letters(umpire *self, unsigned files, const char *letters) {
    static const ff_rank ranks[] = {FF_BOMB,     FF_SPY,        FF_SCOUT,   FF_MINER,
                                    FF_SERGEANT, FF_LIEUTENANT, FF_CAPTAIN, FF_MAJOR,
                                    FF_COLONEL,  FF_GENERAL,    FF_MARSHAL, FF_FLAG};
    for (unsigned i = 0; letters[i]; i++) {
        int number = toupper((unsigned char)letters[i]) - 'B';
        if (letters[i] == '_' || number == -1) {
            continue;
        }
        if (number < 0 || number >= 24) {
            return false;
        }
        self->put(self, (int)FF_SQUARE(i % files, i / files), number < 12 ? FF_RED : FF_BLUE,
                  ranks[number % 12]);
    }
    return true;
}
