/* The program's side of the protocol of 2012, line after line. The manager says everything in
 * turn, so one thread is enough. */
#include "engine/bot/ucc_bot.h"

#include "engine/bot/mirror.h"
#include "engine/protocol/ucc.h"

#include <string.h>

typedef struct bot {
    ff_player *player;
    unsigned budget_ms;
    FILE *in;
    FILE *out;
    ff_error *error;
    size_t line; /* read so far */
    ff_seat seat;
    mirror mirror;
    char text[UCC_LINE_MAX];
} bot;

/* What reading a line, or a whole step of the game, comes to. */
typedef enum step { GO_ON, QUIT, WRONG } step;

static step wrong(bot *b, ff_error_code code, const char *message) {
    ff_fail(b->error, code, b->line, 0, "%s", message);
    return WRONG;
}

/* The error of a parser, at the line just read. */
static step wrong_line(bot *b) {
    b->error->line = b->line;
    return WRONG;
}

static step read_line(bot *b, ff_span *line) {
    b->line++;
    if (!fgets(b->text, sizeof b->text, b->in))
        return wrong(b, FF_ERROR_PEER, "the manager has gone without QUIT");
    size_t size = strcspn(b->text, "\r\n");
    if (b->text[size] == 0 && !feof(b->in))
        return wrong(b, FF_ERROR_RANGE, "the line is too long");
    *line = (ff_span){b->text, size};
    return ucc_is_quit(*line) ? QUIT : GO_ON;
}

static step send(bot *b, const ff_buffer *text) {
    if (text->failed)
        return wrong(b, FF_ERROR_NO_MEMORY, "memory is out");
    fwrite(text->data, 1, text->size, b->out);
    return fflush(b->out) == 0 ? GO_ON : wrong(b, FF_ERROR_PEER, "the manager does not listen");
}

static step begin(bot *b) {
    const ff_edition *edition = ff_edition_find(ff_span_of(UCC_EDITION));
    ff_span line;
    ff_setup setup = {{0}};
    ff_rules rules;
    ff_buffer out = {0};
    step s = read_line(b, &line);
    if (s != GO_ON)
        return s;
    if (!ucc_handshake_parse(line, &b->seat, b->error))
        return wrong_line(b);
    b->player->set_up(b->player, edition, b->seat, &setup);
    ff_rules_init(&rules, edition,
                  &(ff_options){.size = sizeof(ff_options), .ply_limit = edition->host_cap});
    mirror_begin(&b->mirror, &rules, b->seat, &setup, NULL);
    ucc_army_write(&setup, edition, b->seat, &out);
    s = send(b, &out);
    ff_buffer_free(&out);
    return s;
}

/* Red is told to begin; for Blue the game begins with Red's first move. */
static step await_start(bot *b) {
    ff_span line;
    step s = b->seat == FF_RED ? read_line(b, &line) : GO_ON;
    if (s == GO_ON && b->seat == FF_RED && !ff_span_equals(line, "START"))
        return wrong(b, FF_ERROR_SYNTAX, "the game begins with START");
    return s;
}

static step read_board(bot *b, const ff_view *view) {
    for (unsigned y = 0; y < UCC_SIDE; y++) {
        ff_span line;
        step s = read_line(b, &line);
        if (s != GO_ON)
            return s;
        ff_error at;
        if (!ucc_row_check(line, view, y, &at)) {
            *b->error = at;
            return wrong_line(b);
        }
    }
    return GO_ON;
}

/* A player without a move has lost, but must say so itself here. */
static step answer(bot *b, const ff_view *view) {
    ff_move moves[FF_MOVES_MAX], move;
    ff_buffer out = {0};
    bool moves_left = ff_view_moves(view, moves) > 0;
    move = moves_left ? b->player->move(b->player, view, b->budget_ms) : FF_RESIGN;
    if (move == FF_RESIGN)
        ff_buffer_text(&out, "SURRENDER");
    else
        ucc_move_write(move, &out);
    ff_buffer_byte(&out, '\n');
    step s = send(b, &out);
    ff_buffer_free(&out);
    return s;
}

static step hear(bot *b) {
    ff_span line;
    ff_event event;
    step s = read_line(b, &line);
    if (s != GO_ON)
        return s;
    if (!ucc_echo_parse(line, &event, b->error) || !mirror_play(&b->mirror, &event, b->error))
        return wrong_line(b);
    return GO_ON;
}

/* One ply, whoever makes it: before our own we are shown the board and asked, and afterwards every
 * ply is told, our own too. */
static step play_ply(bot *b) {
    step s = GO_ON;
    if (b->mirror.position.turn == b->seat) {
        ff_view view;
        mirror_view(&b->mirror, &view);
        s = read_board(b, &view);
        s = s == GO_ON ? answer(b, &view) : s;
    }
    return s == GO_ON ? hear(b) : s;
}

bool ucc_bot_play(ff_player *player, unsigned budget_ms, FILE *in, FILE *out, ff_error *error) {
    bot b = {.player = player, .budget_ms = budget_ms, .in = in, .out = out, .error = error};
    step s = begin(&b);
    if (s == GO_ON)
        s = await_start(&b);
    while (s == GO_ON)
        s = play_ply(&b);
    mirror_free(&b.mirror);
    return s == QUIT;
}
