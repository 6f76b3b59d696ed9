/* The manager's side of the protocol of 2012, as the programs of that year expect it. What must
 * hold: whatever a program does wrong is its fault, told once, and loses its game; it cannot
 * stop the match. */
#include "engine/host/ucc_player.h"

#include "engine/host/process.h"
#include "engine/protocol/ucc.h"

#include <stdlib.h>
#include <string.h>

/* Programs are not told who the other is. */
#define OPPONENT "opponent"

/* What is answered for a program that has not answered: no move at all. */
#define NO_ANSWER FF_MOVE(FF_OFF_BOARD, 0)

typedef struct ucc_player {
    ff_player player;
    process *process;
    unsigned reply_ms;
    uint16_t told;  /* plies that the program has been told of */
    ff_buffer said; /* its last answer, word for word: so it is echoed to it */
    ff_error fault;
} ucc_player;

static bool is_faulty(const ucc_player *self) {
    return self->fault.message[0];
}

static void blame(ucc_player *self, process_state state, const char *when) {
    ff_fail(&self->fault, FF_ERROR_PEER, 0, 0, "the program %s (%s)",
            process_state_text(self->process, state), when);
}

/* A line of the program's. False once it is at fault. */
static bool hear(ucc_player *self, const char *when, ff_span *line) {
    process_state state = process_read(self->process, self->reply_ms, line);
    if (state != PROCESS_GOOD)
        blame(self, state, when);
    return state == PROCESS_GOOD;
}

/* Says and frees. */
static bool say(ucc_player *self, ff_buffer *text, const char *when) {
    process_state state =
        text->failed ? PROCESS_ENDED : process_write(self->process, text, self->reply_ms);
    ff_buffer_free(text);
    if (state != PROCESS_GOOD)
        blame(self, state, when);
    return state == PROCESS_GOOD;
}

static void hear_army(ucc_player *self, const ff_edition *edition, ff_seat seat, ff_setup *setup) {
    ff_span line;
    ff_error why;
    for (unsigned i = 0; i < UCC_ARMY_LINES; i++) {
        if (!hear(self, "setting up", &line))
            return;
        if (!ucc_army_parse(line, edition, seat, i, setup, &why)) {
            ff_fail(&self->fault, why.code, 0, 0, "line %u of the set-up: %s", i + 1, why.message);
            return;
        }
    }
    ff_setup_reason reason = ff_setup_check(setup, edition);
    if (reason != FF_SETUP_OK)
        ff_fail(&self->fault, FF_ERROR_ARMY, 0, 0, "the set-up: %s", ff_setup_reason_word(reason));
}

static void set_up(ff_player *player, const ff_edition *edition, ff_seat seat, ff_setup *setup) {
    ucc_player *self = (ucc_player *)player;
    ff_buffer text = {0};
    *setup = (ff_setup){{0}};
    ucc_handshake_write(seat, OPPONENT, &text);
    ff_buffer_byte(&text, '\n');
    if (say(self, &text, "before the set-up"))
        hear_army(self, edition, seat, setup);
}

/* Every ply that the program has not been told of. */
static void tell_events(ucc_player *self, const ff_view *view, ff_buffer *text) {
    for (; self->told < view->plies; self->told++) {
        const ff_event *event = &view->events[self->told];
        bool own = (view->plies - self->told) % 2 == 0;
        if (own)
            ff_buffer_add(text, self->said.data, self->said.size);
        else
            ucc_move_write(event->move, text);
        ff_buffer_byte(text, ' ');
        ucc_outcome_write(event, text);
        ff_buffer_byte(text, '\n');
    }
}

static bool tell(ucc_player *self, const ff_view *view) {
    ff_buffer text = {0};
    if (view->plies == 0)
        ff_buffer_text(&text, "START\n");
    tell_events(self, view, &text);
    for (unsigned y = 0; y < UCC_SIDE; y++) {
        ucc_row_write(view, y, &text);
        ff_buffer_byte(&text, '\n');
    }
    return say(self, &text, "on its turn");
}

/* Keeps the words, and says what is wrong with them. */
static ff_move understand(ucc_player *self, const ff_view *view, ff_span line) {
    ff_move move = NO_ANSWER;
    ff_error why;
    ff_buffer_clear(&self->said);
    ff_buffer_add(&self->said, line.data, line.size);
    int size = line.size < 40 ? (int)line.size : 40;
    switch (ucc_answer_parse(line, &move, &why)) {
    case UCC_SURRENDER:
        return FF_RESIGN;
    case UCC_BAD:
        ff_fail(&self->fault, why.code, 0, 0, "bad answer '%.*s': %s", size, line.data,
                why.message);
        return NO_ANSWER;
    case UCC_MOVE:
        break;
    }
    ff_reason reason = ff_view_check(view, FF_FROM(move), FF_TO(move));
    if (reason != FF_LEGAL)
        ff_fail(&self->fault, FF_ERROR_ILLEGAL, 0, 0, "illegal move '%.*s': %s", size, line.data,
                ff_reason_word(reason));
    return move;
}

static ff_move choose(ff_player *player, const ff_view *view, unsigned budget_ms) {
    ucc_player *self = (ucc_player *)player;
    ff_span line;
    (void)budget_ms;
    if (is_faulty(self) || !tell(self, view) || !hear(self, "on its turn", &line))
        return NO_ANSWER;
    return understand(self, view, line);
}

static void dismiss(ff_player *player) {
    ucc_player *self = (ucc_player *)player;
    ff_buffer quit = {0};
    ff_buffer_text(&quit, "QUIT\n");
    if (!quit.failed)
        process_write(self->process, &quit, 0);
    ff_buffer_free(&quit);
    process_end(self->process);
    ff_buffer_free(&self->said);
    free(self);
}

ff_player *ucc_player_new(const ucc_program *program) {
    ucc_player *self = calloc(1, sizeof *self);
    if (!self)
        return NULL;
    self->player =
        (ff_player){.size = sizeof(ff_player), .set_up = set_up, .move = choose, .free = dismiss};
    self->reply_ms = program->reply_ms;
    self->process = process_start(program->command, -1);
    if (self->process)
        return &self->player;
    free(self);
    return NULL;
}

const char *ucc_player_fault(const ff_player *player) {
    const ucc_player *self = (const ucc_player *)player;
    return is_faulty(self) ? self->fault.message : NULL;
}
