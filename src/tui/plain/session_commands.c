/* The commands of a game in sentences, a row each, and what a line of the person's means. */
#include "tui/plain/session.h"

#include "base/clock.h"
#include "flagfall/notation.h"
#include "flagfall/presets.h"
#include "flagfall/rules_text.h"
#include "format/words.h"
#include "tui/plain/describe.h"

#include <stdio.h>
#include <string.h>

/* --- reading words ------------------------------------------------------------------ */

static ff_span skip(ff_span text, size_t size) {
    return (ff_span){text.data + size, text.size - size};
}

/* What was typed, made fit to be repeated in a text: no longer than it must be to be known
 * again, and without anything that a terminal would obey. */
static void say_typed(session *s, text_id id, ff_span text) {
    enum { SHOWN = 40 };
    char fit[SHOWN + 4] = "";
    for (size_t i = 0; i < text.size && i < SHOWN; i++) {
        unsigned char byte = (unsigned char)text.data[i];
        fit[i] = byte < 0x20 || byte >= 0x7f ? '?' : (char)byte;
    }
    if (text.size > SHOWN)
        memcpy(fit + SHOWN, "...", 4);
    TEXT_ADD(&s->out, s->language, id, fit);
    ff_buffer_byte(&s->out, '\n');
}

/* --- moves --------------------------------------------------------------------------- */

/* "a4-a5", "a4xa5", "a4 a5", "a4a5". */
static bool read_move(ff_span text, unsigned *from, unsigned *to) {
    text = skip(text, ff_square_parse(text, from));
    while (text.size && strchr(" \t-xX", text.data[0]))
        text = skip(text, 1);
    size_t used = ff_square_parse(text, to);
    return used && used == text.size;
}

/* Tells a move, even a wrong one, from a command: "a4" alone, or a square and what may follow
 * it. */
static bool begins_with_square(ff_span text) {
    unsigned square;
    size_t used = ff_square_parse(text, &square);
    return used && (used == text.size || strchr(" \t-xX", text.data[used]) ||
                    ff_square_parse(skip(text, used), &square));
}

static void say_reason(session *s, ff_reason reason) {
    const char *text = text_listed(s->language, "reason", ff_reason_word(reason));
    ff_buffer_format(&s->out, "%s\n", text ? text : ff_reason_word(reason));
}

/* What may be is the host's list; why not, the view tells. A move that loses the game by itself
 * is asked about first. */
static void play_move(session *s, unsigned from, unsigned to) {
    const table *t = &s->table;
    ff_reason reason = table_is_legal(t, from, to) ? FF_LEGAL : ff_view_check(&t->view, from, to);
    if (!t->acts || t->view.turn != t->seat) {
        session_say(s, T_NOT_YOUR_TURN);
    } else if (t->paused) {
        session_say(s, T_PAUSED);
    } else if (reason == FF_IMMOBILE && t->view.rules->forfeit) {
        s->doubtful = FF_MOVE(from, to);
        ff_buffer_format(&s->out, "%s ", text_get(s->language, T_FORFEIT_TEXT));
        session_say(s, T_TYPE_YES);
    } else if (reason == FF_LEGAL) {
        s->host->move(s->host, from, to);
    } else {
        say_reason(s, reason);
    }
}

static void answer_move(session *s, ff_span text) {
    unsigned from, to;
    phase now = session_phase(s);
    if (now == FINISHED)
        session_say(s, T_GAME_OVER);
    else if (!read_move(text, &from, &to))
        session_say(s, T_BAD_MOVE);
    else if (now == SETTING_UP)
        session_swap(s, from, to);
    else if (now == WAITING)
        say_reason(s, FF_NOT_YOURS);
    else
        play_move(s, from, to);
}

/* --- commands -------------------------------------------------------------------------- */

static void do_moves(session *s, ff_span words) {
    unsigned from = FF_OFF_BOARD;
    if (words.size && (ff_square_parse(words, &from) != words.size || from == FF_OFF_BOARD))
        session_say(s, T_BAD_SQUARE);
    else if (s->table.no_hints)
        session_say(s, T_HINTS_OFF);
    else
        describe_moves(&s->out, s->language, &s->table, from);
}

static void do_board(session *s, ff_span words) {
    bool on = text_is(s->language, T_WORD_ON, words), off = text_is(s->language, T_WORD_OFF, words);
    if (on || off) {
        s->shows_board = on;
        session_say(s, on ? T_BOARD_SHOWN : T_BOARD_HIDDEN);
    } else {
        session_add_board(s);
    }
}

static void do_pieces(session *s, ff_span words) {
    (void)words;
    describe_pieces(&s->out, s->language, &s->table);
}

static void do_captured(session *s, ff_span words) {
    (void)words;
    describe_captures(&s->out, s->language, &s->table);
}

static void do_history(session *s, ff_span words) {
    (void)words;
    describe_plies(&s->out, s->language, &s->table);
}

static void do_clock(session *s, ff_span words) {
    (void)words;
    describe_clocks(&s->out, s->language, &s->table, clock_now_ns());
}

static void do_presets(session *s, ff_span words) {
    const ff_edition *edition = s->table.edition;
    (void)words;
    for (size_t i = 0; i < ff_preset_count(edition); i++) {
        const char *name = ff_preset_name(edition, i);
        const char *title = text_listed(s->language, "preset", name);
        const char *about = text_listed(s->language, "preset-text", name);
        ff_buffer_format(&s->out, "%s: %s. %s\n", name, title ? title : ff_preset_title(edition, i),
                         about ? about : ff_preset_text(edition, i));
    }
}

static void do_random(session *s, ff_span words) {
    (void)words;
    session_choose_army(s, ff_span_of("random"));
}

static void do_start(session *s, ff_span words) {
    (void)words;
    session_start(s);
}

static void do_rules(session *s, ff_span words) {
    (void)words;
    ff_rules_write(s->table.edition, s->language, &s->out);
}

static void do_chat(session *s, ff_span words) {
    (void)words;
    if (s->table.chat->size)
        ff_buffer_add(&s->out, s->table.chat->data, s->table.chat->size);
    else
        session_say(s, T_NOTHING_SAID);
}

static void do_quit(session *s, ff_span words) {
    (void)words;
    if (session_phase(s) != FINISHED && s->table.acts)
        session_say(s, s->table.online ? T_LEFT_ONLINE : T_LEFT_UNFINISHED);
    s->leaves = true;
}

static void do_help(session *s, ff_span words);

/* What is asked of the host has no function of its own. */
enum { NO_ACT = -1 };

typedef struct command_row {
    text_id name, args, help;
    phase phases;
    void (*run)(session *s, ff_span words);
    int act;
} command_row;

static const command_row rows[] = {
    {T_WORD_SETUP, T_ARGS_ARMY, T_HELP_SETUP, SETTING_UP, session_choose_army, NO_ACT},
    {T_WORD_RANDOM, T_ARGS_NONE, T_HELP_RANDOM, SETTING_UP, do_random, NO_ACT},
    {T_WORD_PRESETS, T_ARGS_NONE, T_HELP_PRESETS, SETTING_UP, do_presets, NO_ACT},
    {T_WORD_START, T_ARGS_NONE, T_HELP_START, SETTING_UP, do_start, NO_ACT},
    {T_WORD_MOVES, T_ARGS_SQUARE, T_HELP_MOVES, PLAYING, do_moves, NO_ACT},
    {T_WORD_BOARD, T_ARGS_ON_OFF, T_HELP_BOARD, ALWAYS, do_board, NO_ACT},
    {T_WORD_PIECES, T_ARGS_NONE, T_HELP_PIECES, BEGUN, do_pieces, NO_ACT},
    {T_WORD_CAPTURED, T_ARGS_NONE, T_HELP_CAPTURED, BEGUN, do_captured, NO_ACT},
    {T_WORD_HISTORY, T_ARGS_NONE, T_HELP_HISTORY, BEGUN, do_history, NO_ACT},
    {T_WORD_CLOCK, T_ARGS_NONE, T_HELP_CLOCK, ALWAYS, do_clock, NO_ACT},
    {T_WORD_RESIGN, T_ARGS_NONE, T_HELP_RESIGN, PLAYING, NULL, ACT_RESIGN},
    {T_WORD_ABORT, T_ARGS_NONE, T_HELP_ABORT, ALWAYS, NULL, ACT_ABORT},
    {T_WORD_DRAW, T_ARGS_NONE, T_HELP_DRAW, PLAYING, NULL, ACT_DRAW},
    {T_WORD_DECLINE, T_ARGS_NONE, T_HELP_DECLINE, PLAYING, NULL, ACT_DECLINE},
    {T_WORD_CLAIM, T_ARGS_NONE, T_HELP_CLAIM, ALWAYS, NULL, ACT_CLAIM},
    {T_WORD_TAKEBACK, T_ARGS_NONE, T_HELP_TAKEBACK, PLAYING, NULL, ACT_TAKEBACK},
    {T_WORD_PAUSE, T_ARGS_NONE, T_HELP_PAUSE, ALWAYS, NULL, ACT_PAUSE},
    {T_WORD_REMATCH, T_ARGS_NONE, T_HELP_REMATCH, FINISHED, NULL, ACT_REMATCH},
    {T_WORD_SAY, T_ARGS_TEXT, T_HELP_SAY, ALWAYS, NULL, ACT_SAY},
    {T_WORD_CHAT, T_ARGS_NONE, T_HELP_CHAT, ALWAYS, do_chat, ACT_SAY},
    {T_WORD_SAVE, T_ARGS_FILE, T_HELP_SAVE, FINISHED, NULL, ACT_SAVE},
    {T_WORD_RULES, T_ARGS_NONE, T_HELP_RULES, ALWAYS, do_rules, NO_ACT},
    {T_WORD_HELP, T_ARGS_NONE, T_HELP_HELP, ALWAYS, do_help, NO_ACT},
    {T_WORD_QUIT, T_ARGS_NONE, T_HELP_QUIT, ALWAYS, do_quit, NO_ACT},
};

enum { ROWS = sizeof rows / sizeof *rows };

static bool applies(const session *s, const command_row *row) {
    bool timed = row->run != do_clock || s->table.timed;
    return (row->phases & session_phase(s)) && timed &&
           (row->act == NO_ACT || table_may(&s->table, (act)row->act));
}

static void tell_row(session *s, const command_row *row) {
    ff_buffer_format(&s->out, "%s%s: %s.\n", text_get(s->language, row->name),
                     text_get(s->language, row->args), text_get(s->language, row->help));
}

static void do_help(session *s, ff_span words) {
    phase now = session_phase(s);
    (void)words;
    if (now == PLAYING)
        session_say(s, T_HELP_MOVE);
    if (now == SETTING_UP)
        session_say(s, T_HELP_LETTERS);
    session_say(s, T_SIGNS_PLAIN);
    for (int i = 0; i < ROWS; i++)
        if (applies(s, &rows[i]))
            tell_row(s, &rows[i]);
}

static const command_row *find_row(const session *s, ff_span word) {
    for (int i = 0; i < ROWS; i++)
        if (text_is(s->language, rows[i].name, word))
            return &rows[i];
    return NULL;
}

static void run_row(session *s, const command_row *row, ff_span word, ff_span words) {
    if (!applies(s, row))
        say_typed(s, T_NOT_NOW, word);
    else if (row->run)
        row->run(s, words);
    else if (row->act == ACT_SAY && words.size == 0)
        tell_row(s, row);
    else {
        char text[PROMPT_LINE];
        snprintf(text, sizeof text, "%.*s", (int)words.size, words.data);
        s->host->act(s->host, (act)row->act, words.size ? text : NULL);
    }
}

/* The answer to the question about a move that loses; false where the line is something else,
 * which also means no. */
static bool answer_doubt(session *s, ff_span text) {
    ff_move move = s->doubtful;
    bool yes = text_is(s->language, T_WORD_YES, text);
    s->doubtful = 0;
    if (move && yes)
        s->host->move(s->host, FF_FROM(move), FF_TO(move));
    else if (move)
        session_say(s, T_NOT_DONE);
    return move && yes;
}

void session_answer(session *s, ff_span line) {
    ff_span text = span_trim(line), words = text;
    ff_span word = word_take(&words);
    const command_row *row = find_row(s, word);
    if (text.size == 0 || answer_doubt(s, text))
        return;
    if (row)
        run_row(s, row, word, span_trim(words));
    else if (begins_with_square(text))
        answer_move(s, text);
    else if (session_phase(s) == SETTING_UP)
        session_choose_army(s, text);
    else
        say_typed(s, T_NO_COMMAND, word);
}
