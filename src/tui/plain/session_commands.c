/* The commands of a game in the terminal, a row each, and what a line of the person's
 * means. */
#include "tui/plain/session.h"

#include "flagfall/presets.h"
#include "flagfall/rules_text.h"
#include "format/words.h"
#include "tui/plain/describe.h"
#include "tui/play/record.h"

#include <errno.h>
#include <string.h>

/* --- reading words ------------------------------------------------------------------ */

static ff_span skip(ff_span text, size_t size) {
    return (ff_span){text.data + size, text.size - size};
}

/* What was typed, made fit to be repeated. */
static void add_quoted(ff_buffer *out, ff_span text) {
    ff_buffer_byte(out, '\'');
    for (size_t i = 0; i < text.size && i < 40; i++) {
        unsigned char byte = (unsigned char)text.data[i];
        ff_buffer_byte(out, byte < 0x20 || byte >= 0x7f ? '?' : (char)byte);
    }
    ff_buffer_text(out, text.size > 40 ? "...'" : "'");
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

static bool begins_with_square(ff_span text) {
    unsigned square;
    size_t used = ff_square_parse(text, &square);
    return used && (used == text.size || strchr(" \t-xX", text.data[used]) ||
                    ff_square_parse(skip(text, used), &square));
}

static void answer_move(session *s, ff_span text) {
    unsigned from, to;
    if (session_phase(s) != PLAYING) {
        ff_buffer_text(&s->out, session_phase(s) == FINISHED
                                    ? "The game is over.\n"
                                    : "The game has not begun: type start when your army "
                                      "stands.\n");
        return;
    }
    if (!read_move(text, &from, &to)) {
        ff_buffer_text(&s->out, "A move is two squares, as in a4-a5.\n");
        return;
    }
    ff_reason reason = ff_game_move(s->game, s->setting->seat, from, to);
    ff_view view = session_view(s);
    if (reason == FF_LEGAL)
        describe_latest(&s->out, &view);
    else if (reason == FF_GAME_OVER && !ff_game_is_over(s->game))
        s->failed = true;
    else
        describe_refusal(&s->out, &view, reason, from, to);
}

/* --- commands -------------------------------------------------------------------------- */

static void do_moves(session *s, ff_span words) {
    ff_view view = session_view(s);
    unsigned from = FF_OFF_BOARD;
    if (words.size && (ff_square_parse(words, &from) != words.size || from == FF_OFF_BOARD))
        ff_buffer_text(&s->out, "Type moves alone, or with a square of this board: moves a4.\n");
    else
        describe_moves(&s->out, &view, from);
}

static void do_board(session *s, ff_span words) {
    bool on = word_is(words, "on"), off = word_is(words, "off");
    if (on || off) {
        s->shows_board = on;
        ff_buffer_format(&s->out, "The board is %s after every move.\n",
                         on ? "shown" : "no longer shown");
        return;
    }
    if (session_phase(s) == SETTING_UP && !s->has_army)
        ff_buffer_text(&s->out, "You have not chosen an army yet.\n");
    session_add_board(s);
}

static void do_pieces(session *s, ff_span words) {
    (void)words;
    ff_view view = session_view(s);
    describe_pieces(&s->out, &view);
}

static void do_captured(session *s, ff_span words) {
    (void)words;
    ff_view view = session_view(s);
    describe_captures(&s->out, &view);
}

static void do_history(session *s, ff_span words) {
    (void)words;
    ff_view view = session_view(s);
    describe_plies(&s->out, &view);
}

static void do_presets(session *s, ff_span words) {
    (void)words;
    const ff_edition *edition = s->setting->edition;
    for (size_t i = 0; i < ff_preset_count(edition); i++)
        ff_buffer_format(&s->out, "%s: %s\n", ff_preset_name(edition, i),
                         ff_preset_text(edition, i));
}

static void do_random(session *s, ff_span words) {
    (void)words;
    session_choose_army(s, ff_span_of("random"));
}

static void do_start(session *s, ff_span words) {
    (void)words;
    session_start(s);
}

static void do_resign(session *s, ff_span words) {
    (void)words;
    ff_game_end(s->game, FF_BY_RESIGN, s->setting->seat);
}

static void do_rules(session *s, ff_span words) {
    (void)words;
    ff_rules_write(s->setting->edition, FF_ENGLISH, &s->out);
}

static void do_quit(session *s, ff_span words) {
    (void)words;
    if (session_phase(s) != FINISHED)
        ff_buffer_text(&s->out, "You leave the game unfinished.\n");
    s->leaves = true;
}

static void do_save(session *s, ff_span words) {
    if (words.size == 0) {
        ff_buffer_text(&s->out, "Type save and the name of a new file.\n");
        return;
    }
    ff_buffer text = {0}, path = {0};
    char computer[80];
    const char *players[2] = {"Player", "Player"};
    snprintf(computer, sizeof computer, "Flagfall %s", s->setting->opponent->name);
    players[!s->setting->seat] = computer;
    ff_buffer_add(&path, words.data, words.size);
    if (!record_text(s->game, players, &text) || path.failed)
        s->failed = true;
    else if (record_write_new(path.data, &text))
        ff_buffer_text(&s->out, "The game is saved.\n");
    else
        ff_buffer_format(&s->out, "The game could not be saved: %s.\n", strerror(errno));
    ff_buffer_free(&text);
    ff_buffer_free(&path);
}

static void do_help(session *s, ff_span words);

typedef struct command_row {
    const char *name;
    const char *words; /* that may follow */
    phase phases;
    void (*run)(session *s, ff_span words);
    const char *help;
} command_row;

static const command_row rows[] = {
    {"setup", " ARMY", SETTING_UP, session_choose_army,
     "an army: random, a preset's name, or letters, own back row first"},
    {"random", "", SETTING_UP, do_random, "an army drawn by lot"},
    {"presets", "", SETTING_UP, do_presets, "armies that have a name"},
    {"start", "", SETTING_UP, do_start, "begins the game with the army you see"},
    {"moves", " [SQUARE]", PLAYING, do_moves, "what you may play, with one piece or with all"},
    {"board", " [on|off]", ALWAYS, do_board, "the board; on or off: after every move or not"},
    {"pieces", "", PLAYING | FINISHED, do_pieces, "the pieces of both sides in words"},
    {"captured", "", PLAYING | FINISHED, do_captured, "what both sides have lost"},
    {"history", "", PLAYING | FINISHED, do_history, "every move so far"},
    {"resign", "", PLAYING, do_resign, "gives the game up"},
    {"save", " FILE", FINISHED, do_save, "writes the finished game as a record"},
    {"rules", "", ALWAYS, do_rules, "the rules of this edition"},
    {"help", "", ALWAYS, do_help, "this list"},
    {"quit", "", ALWAYS, do_quit, "leaves"},
};

enum { ROWS = sizeof rows / sizeof *rows };

static void do_help(session *s, ff_span words) {
    (void)words;
    phase now = session_phase(s);
    if (now == PLAYING)
        ff_buffer_text(&s->out, "A move is two squares: a4-a5, a4 a5, or a4xa5 for an attack.\n");
    if (now == SETTING_UP)
        ff_buffer_text(
            &s->out, "The letters of an army, own back row first, left to right: M flag, B bomb,\n"
                     "C spy, D to L from the weakest to the strongest rank above it, A nothing.\n");
    describe_signs(&s->out);
    for (int i = 0; i < ROWS; i++)
        if (rows[i].phases & now)
            ff_buffer_format(&s->out, "%s%s: %s.\n", rows[i].name, rows[i].words, rows[i].help);
}

static const command_row *find_row(ff_span word) {
    for (int i = 0; i < ROWS; i++)
        if (word_is(word, rows[i].name))
            return &rows[i];
    return NULL;
}

static void run_row(session *s, const command_row *row, ff_span words) {
    static const char *const when[] = {[SETTING_UP] = "before the game begins",
                                       [PLAYING] = "while the game goes on",
                                       [PLAYING | FINISHED] = "once the game has begun",
                                       [FINISHED] = "when the game is over"};
    if (row->phases & session_phase(s))
        row->run(s, words);
    else
        ff_buffer_format(&s->out, "'%s' is for %s.\n", row->name, when[row->phases]);
}

void session_answer(session *s, ff_span line) {
    ff_span text = span_trim(line), words = text;
    ff_span word = word_take(&words);
    const command_row *row = find_row(word);
    if (text.size == 0)
        return;
    if (row)
        run_row(s, row, span_trim(words));
    else if (begins_with_square(text))
        answer_move(s, text);
    else if (session_phase(s) == SETTING_UP)
        session_choose_army(s, text);
    else {
        ff_buffer_text(&s->out, "There is no command ");
        add_quoted(&s->out, word);
        ff_buffer_text(&s->out, "; type help for the list.\n");
    }
}
