/* The host's side of our protocol. Whatever the program does wrong is told once, as its
 * fault, and loses its game; it cannot stop the match. */
#include "engine/host/engine_player.h"

#include "base/clock.h"
#include "base/sized.h"
#include "engine/host/process.h"
#include "engine/protocol/order.h"
#include "engine/protocol/reply.h"
#include "format/words.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    ANSWER_MAX = 1 << 18, /* bytes that a program may say before it answers */
    CLOCK_GRACE_MS = 100  /* behind the end of a clock, for the way there and back */
};

/* What is answered for a program that has not answered: no move at all. */
#define NO_ANSWER FF_MOVE(FF_OFF_BOARD, 0)

typedef struct engine_player {
    ff_player player; /* first: a pointer to one is a pointer to the other */
    const engine_program *program;
    process *process;
    unsigned number;
    uint64_t seed;
    ff_buffer settings; /* to be said behind the handshake */
    uint32_t chosen;    /* of the choices, those that an option took; a bit each */
    bool introduced;    /* newgame and edition have been said */
    bool begun;         /* so has the first board */
    uint16_t told;      /* plies that the program has been told of */
    ff_limits limits;
    ff_thought thought;
    bool thinks; /* it has told a thought at its last move */
    ff_error fault;
    bool fault_told; /* to the log */
} engine_player;

static bool is_faulty(const engine_player *self) {
    return self->fault.message[0];
}

/* --- lines ------------------------------------------------------------------------ */

static void log_line(const engine_player *self, engine_voice who, ff_span line) {
    if (self->program->hear)
        self->program->hear(self->program->context, self->number, who, line);
}

/* Once, as soon as what has led to it is done. */
static void log_fault(engine_player *self) {
    if (is_faulty(self) && !self->fault_told)
        log_line(self, VOICE_FAULT, ff_span_of(self->fault.message));
    self->fault_told = is_faulty(self);
}

/* The log also has what the program began to say. */
static void blame(engine_player *self, process_state state, const char *when) {
    ff_span rest = process_rest(self->process), line;
    ff_fail(&self->fault, FF_ERROR_PEER, 0, 0, "the program %s (%s)",
            process_state_text(self->process, state), when);
    if (rest.size > 0 && line_take(&rest, &line))
        log_line(self, VOICE_PROGRAM, line);
}

/* Says and frees. */
static bool say(engine_player *self, ff_buffer *text, const char *when) {
    ff_span rest = {text->data, text->size}, line;
    while (self->program->hear && rest.size > 0 && line_take(&rest, &line))
        log_line(self, VOICE_HOST, line);
    process_state state =
        text->failed ? PROCESS_ENDED : process_write(self->process, text, self->program->reply_ms);
    ff_buffer_free(text);
    if (state != PROCESS_GOOD)
        blame(self, state, when);
    return state == PROCESS_GOOD;
}

/* A line of the program's, understood. */
static process_state hear(engine_player *self, unsigned ms, reply *r) {
    ff_span line;
    ff_error why;
    process_state state = process_read(self->process, ms, &line);
    if (state != PROCESS_GOOD)
        return state;
    log_line(self, VOICE_PROGRAM, line);
    line = span_trim(line);
    if (!reply_parse(line, r, &why))
        ff_fail(&self->fault, why.code, 0, 0, "bad answer '%.*s': %s", span_shown(line), line.data,
                why.message);
    else if (r->kind == REPLY_ERROR)
        ff_fail(&self->fault, FF_ERROR_PEER, 0, 0, "the program says: error %.*s",
                (int)r->text.size, r->text.data);
    return PROCESS_GOOD;
}

/* What a program says until the reply that is waited for. */
typedef struct waiting {
    reply_kind kind;
    const char *when;
    unsigned nudge_ms; /* `stop` is said then, once; 0: never */
    unsigned ms;       /* in all */
} waiting;

static void note(engine_player *self, const reply *r);

/* Waits for one kind of reply and notes the others. False once the program is at
 * fault. */
static bool await(engine_player *self, waiting w, reply *r) {
    uint64_t begin = clock_now_ns();
    size_t said = 0;
    while (!is_faulty(self)) {
        uint64_t passed = (clock_now_ns() - begin) / 1000000;
        unsigned end = w.nudge_ms ? w.nudge_ms : w.ms;
        process_state state = hear(self, passed < end ? (unsigned)(end - passed) : 0, r);
        if (state == PROCESS_LATE && w.nudge_ms) {
            ff_buffer text = {0};
            ff_buffer_text(&text, "stop\n");
            say(self, &text, w.when);
            w.nudge_ms = 0;
        } else if (state != PROCESS_GOOD) {
            blame(self, state, w.when);
        } else if (!is_faulty(self)) {
            if (r->kind == w.kind)
                return true;
            note(self, r);
            said += r->text.size + 8;
            if (said > ANSWER_MAX)
                ff_fail(&self->fault, FF_ERROR_PEER, 0, 0, "the program talks without end (%s)",
                        w.when);
        }
    }
    return false;
}

/* --- the handshake ------------------------------------------------------------------ */

static void set_option(engine_player *self, const reply *r, const char *value) {
    ff_error why;
    if (!reply_option_takes(&r->option, ff_span_of(value), &why)) {
        ff_fail(&self->fault, why.code, 0, 0, "option %.*s is %s", span_shown(r->name),
                r->name.data, why.message);
        return;
    }
    ff_buffer_format(&self->settings, "set %.*s %s\n", (int)r->name.size, r->name.data, value);
}

/* A number from the game's seed, never the least: 0 often means chance. */
static void set_seed(engine_player *self, const reply *r) {
    char value[24];
    const engine_option *o = &r->option;
    unsigned long span = o->most - o->least;
    if (o->type != OPTION_SPIN || span == 0)
        return;
    snprintf(value, sizeof value, "%lu", o->least + 1 + (unsigned long)(self->seed % span));
    set_option(self, r, value);
}

static void note_option(engine_player *self, const reply *r) {
    const engine_program *p = self->program;
    bool chosen = false;
    for (size_t i = 0; i < p->choice_count; i++) {
        if (!ff_span_equals(r->name, p->choices[i].name))
            continue;
        self->chosen |= 1u << i;
        chosen = true;
        set_option(self, r, p->choices[i].value);
    }
    if (!chosen && ff_span_equals(r->name, "seed"))
        set_seed(self, r);
}

/* What comes beside what is waited for. */
static void note(engine_player *self, const reply *r) {
    ff_error why;
    if (r->kind == REPLY_OPTION) {
        note_option(self, r);
    } else if (r->kind == REPLY_INFO) {
        self->thinks = true;
        if (!reply_info(r->text, &self->thought, &why))
            ff_fail(&self->fault, why.code, 0, 0, "bad answer: %s", why.message);
    } else if (r->kind != REPLY_ID && r->kind != REPLY_PONG) {
        ff_fail(&self->fault, FF_ERROR_PEER, 0, 0, "the program answers what it was not asked");
    }
}

static void shake_hands(engine_player *self) {
    const engine_program *p = self->program;
    ff_buffer text = {0};
    reply r;
    ff_buffer_format(&text, "flagfall %d\n", ENGINE_VERSION);
    if (!say(self, &text, "shaking hands") ||
        !await(self, (waiting){REPLY_READY, "shaking hands", 0, p->reply_ms}, &r))
        return;
    if (r.number > ENGINE_VERSION)
        ff_fail(&self->fault, FF_ERROR_UNSUPPORTED, 0, 0,
                "the program speaks version %lu, and we %d", r.number, ENGINE_VERSION);
    for (size_t i = 0; i < p->choice_count && !is_faulty(self); i++)
        if (!(self->chosen >> i & 1))
            ff_fail(&self->fault, FF_ERROR_UNKNOWN, 0, 0, "the program has no option '%s'",
                    p->choices[i].name);
    if (!is_faulty(self) && self->settings.size > 0)
        say(self, &self->settings, "shaking hands");
}

/* --- the beginning -------------------------------------------------------------------- */

/* Once in a game, by whichever comes first: the set-up, or a move where the host gives the army. */
static void introduce(engine_player *self, ff_seat seat, const ff_rules *rules, ff_buffer *out) {
    if (!self->introduced)
        order_write_newgame(seat, rules, out);
    self->introduced = true;
}

static void ask_for_army(engine_player *self, const ff_edition *edition, ff_seat seat,
                         ff_setup *setup) {
    ff_buffer text = {0};
    ff_error why;
    reply r;
    ff_rules rules;
    *setup = (ff_setup){{0}};
    ff_rules_init(&rules, edition, &self->program->options);
    introduce(self, seat, &rules, &text);
    ff_buffer_text(&text, "setup\n");
    if (is_faulty(self) || !say(self, &text, "before the set-up") ||
        !await(self, (waiting){REPLY_SETUP, "setting up", 0, self->program->reply_ms}, &r)) {
        ff_buffer_free(&text);
        return;
    }
    if (ff_setup_parse(r.text, edition, setup, &why) != FF_SETUP_OK)
        ff_fail(&self->fault, why.code, 0, 0, "the set-up: %s", why.message);
}

static void set_up(ff_player *player, const ff_edition *edition, ff_seat seat, ff_setup *setup) {
    engine_player *self = (engine_player *)player;
    ask_for_army(self, edition, seat, setup);
    log_fault(self);
}

/* A piece as the viewer knew it before the first ply: only the own ranks. */
static ff_cell cell_at_first(const ff_view *view, ff_seat owner, unsigned rank) {
    uint8_t known = (uint8_t)(owner == view->viewer ? rank : FF_HIDDEN);
    return (ff_cell){.seat = (uint8_t)owner, .rank = known};
}

/* Takes one ply back on the board. */
static void take_back(ff_view *view, const ff_event *event, ff_seat mover) {
    ff_cell *from = &view->cell[FF_FROM(event->move)], *to = &view->cell[FF_TO(event->move)];
    if (event->battle == FF_NO_BATTLE) {
        *from = *to;
        *to = (ff_cell){.seat = FF_NOBODY, .rank = FF_EMPTY};
        return;
    }
    *from = cell_at_first(view, mover, event->attacker);
    *to = cell_at_first(view, mover == FF_RED ? FF_BLUE : FF_RED, event->defender);
}

/* The board of the viewer's seat before the first ply, whenever it is asked first: a
 * game may be taken up again by another player. */
static ff_view view_at_first(const ff_view *view) {
    ff_view first = *view;
    for (unsigned i = view->plies; i-- > 0;) {
        bool own = (view->plies - i) % 2 == (view->turn != view->viewer);
        take_back(&first, &view->events[i],
                  own                      ? (ff_seat)view->viewer
                  : view->viewer == FF_RED ? FF_BLUE
                                           : FF_RED);
    }
    for (unsigned i = 0; i < FF_SQUARES; i++)
        if (first.cell[i].seat != FF_NOBODY)
            first.cell[i] = cell_at_first(view, (ff_seat)first.cell[i].seat, first.cell[i].rank);
    return first;
}

static void begin(engine_player *self, const ff_view *view, ff_buffer *out) {
    const ff_edition *edition = &view->rules->edition;
    ff_view first = view_at_first(view);
    ff_setup army = {{0}};
    char letters[FF_ZONE_MAX + 1], board[FF_SQUARES + 1];
    introduce(self, (ff_seat)view->viewer, view->rules, out);
    for (unsigned k = 0; k < ff_edition_zone_size(edition); k++) {
        int square = ff_edition_zone_square(edition, (ff_seat)view->viewer, k);
        army.rank[k] = first.cell[square].rank;
    }
    ff_setup_write(&army, edition, letters);
    ff_view_board_write(&first, board);
    ff_buffer_format(out, "army %s\nbegin %s\n", letters, board);
    self->begun = true;
}

/* --- moving ----------------------------------------------------------------------------- */

static bool tell(engine_player *self, const ff_view *view, unsigned budget_ms) {
    ff_buffer text = {0};
    char board[FF_SQUARES + 1];
    if (!self->begun)
        begin(self, view, &text);
    for (; self->told < view->plies; self->told++) {
        bool own = (view->plies - self->told) % 2 == (view->turn != view->viewer);
        order_write_event(own ? (ff_seat)view->viewer : !view->viewer, &view->events[self->told],
                          &text);
    }
    ff_view_board_write(view, board);
    ff_buffer_format(&text, "board %s\n", board);
    order_write_moves(view, &text);
    order_write_go(budget_ms, &self->limits, &text);
    return say(self, &text, "on its turn");
}

/* How long the answer may take. */
static waiting patience(const engine_player *self, ff_seat seat, unsigned budget_ms) {
    waiting w = {.kind = REPLY_MOVE, .when = "on its turn", .ms = self->program->reply_ms};
    if (self->limits.clocks) {
        w.ms = self->limits.left_ms[seat] + CLOCK_GRACE_MS;
    } else if (budget_ms) {
        w.nudge_ms = budget_ms + budget_ms / 4 + CLOCK_GRACE_MS;
        w.ms += budget_ms;
        if (w.nudge_ms >= w.ms)
            w.nudge_ms = 0;
    }
    return w;
}

static ff_move choose(ff_player *player, const ff_view *view, unsigned budget_ms) {
    engine_player *self = (engine_player *)player;
    waiting w = patience(self, (ff_seat)view->viewer, budget_ms);
    reply r;
    self->thinks = false;
    self->thought = (ff_thought){.size = sizeof(ff_thought), .depth = 0};
    bool answered = !is_faulty(self) && tell(self, view, budget_ms) && await(self, w, &r);
    self->limits = (ff_limits){.size = sizeof(ff_limits), .clocks = false};
    if (!answered) {
        log_fault(self);
        return NO_ANSWER;
    }
    ff_reason reason =
        r.move == FF_RESIGN ? FF_LEGAL : ff_view_check(view, FF_FROM(r.move), FF_TO(r.move));
    if (reason != FF_LEGAL)
        ff_fail(&self->fault, FF_ERROR_ILLEGAL, 0, 0, "illegal move '%.*s': %s", span_shown(r.text),
                r.text.data, ff_reason_word(reason));
    log_fault(self);
    return r.move;
}

static void limit(ff_player *player, const ff_limits *limits) {
    ff_limits *own = &((engine_player *)player)->limits;
    sized_take(own, sizeof *own, limits);
}

static bool thought(const ff_player *player, ff_thought *out) {
    const engine_player *self = (const engine_player *)player;
    sized_write(out, &self->thought, sizeof self->thought);
    return self->thinks;
}

/* --- beginning and end -------------------------------------------------------------------- */

/* Says something last; whether it is heard does not matter any more. */
static void say_last(engine_player *self, const char *words) {
    ff_buffer text = {0};
    ff_buffer_text(&text, words);
    if (!text.failed)
        process_write(self->process, &text, 0);
    log_line(self, VOICE_HOST, span_trim(ff_span_of(words)));
    ff_buffer_free(&text);
}

void engine_player_over(ff_player *player, const ff_view *view) {
    char words[64];
    snprintf(words, sizeof words, "gameover %s %s\n", ff_result_word((ff_result)view->result),
             ff_ending_word((ff_ending)view->ending));
    say_last((engine_player *)player, words);
}

static void dismiss(ff_player *player) {
    engine_player *self = (engine_player *)player;
    say_last(self, "quit\n");
    process_end(self->process);
    ff_buffer_free(&self->settings);
    free(self);
}

ff_player *engine_player_new(const engine_program *program, uint64_t seed) {
    engine_player *self = calloc(1, sizeof *self);
    if (!self)
        return NULL;
    self->player = (ff_player){.size = sizeof(ff_player),
                               .set_up = set_up,
                               .move = choose,
                               .free = dismiss,
                               .limit = limit,
                               .thought = thought};
    self->program = program;
    self->number = program->started ? atomic_fetch_add(program->started, 1) : 0;
    self->seed = seed;
    self->process = process_start(program->command, program->errors);
    if (!self->process) {
        free(self);
        return NULL;
    }
    shake_hands(self);
    log_fault(self);
    return &self->player;
}

const char *engine_player_fault(const ff_player *player) {
    const engine_player *self = (const engine_player *)player;
    return is_faulty(self) ? self->fault.message : NULL;
}
