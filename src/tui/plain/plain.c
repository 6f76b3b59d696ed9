/* The loop of a game in the terminal: say, read a line, answer, let the computer move. */
#include "tui/plain/plain.h"

#include "tui/plain/describe.h"
#include "tui/plain/session.h"
#include "tui/text/text.h"

#include <string.h>

enum { THINKING_MS = 1000 };

/* --- lines out and in ----------------------------------------------------------- */

/* Says what has been gathered, at once: a reader on a pipe waits for it. */
static void say(session *s) {
    s->failed |= s->out.failed;
    if (s->out.size)
        fwrite(s->out.data, 1, s->out.size, s->setting->out);
    ff_buffer_clear(&s->out);
    fflush(s->setting->out);
}

/* A line of the person's; false at the end of the input. Too long a line comes back empty,
 * after a complaint. */
static bool read_line(session *s, char line[PROMPT_LINE]) {
    prompt_answer answer = prompt_read(s->prompt, line);
    if (answer == PROMPT_TOO_LONG)
        ff_buffer_text(&s->out, "That line is too long to be a command.\n");
    return answer != PROMPT_END;
}

/* --- the course of the game -------------------------------------------------------- */

static void add_introduction(session *s) {
    const plain_setting *p = s->setting;
    ff_buffer_format(&s->out, "%s against ", p->edition->title);
    text_add_opponent(&s->out, FF_ENGLISH, p->opponent->name);
    ff_buffer_format(&s->out, ". You play %s; Red moves first.\n", describe_seat(p->seat));
    if (p->memory)
        ff_buffer_text(&s->out, "Memory mode: a battle is told once, remember it.\n");
    describe_signs(&s->out);
    ff_buffer_text(&s->out, "Type help at any time.\n\n");
}

static void add_prompt(session *s) {
    switch (session_phase(s)) {
    case SETTING_UP:
        ff_buffer_text(&s->out, s->has_army ? "Type start to begin, or choose another army.\n"
                                            : "Choose your army: type random, the name of a "
                                              "preset (presets lists them), or letters.\n");
        break;
    case PLAYING:
        ff_buffer_format(&s->out, "Your move, %s.\n", describe_seat(s->setting->seat));
        break;
    default:
        ff_buffer_text(&s->out, "Type save and a file name to keep the game, or quit.\n");
    }
}

static void let_opponent_move(session *s) {
    ff_view view;
    ff_seat seat = s->setting->seat == FF_RED ? FF_BLUE : FF_RED;
    ff_game_view(s->game, seat, false, &view);
    ff_move move = s->opponent->move(s->opponent, &view, THINKING_MS);
    ff_reason reason = ff_game_move(s->game, seat, FF_FROM(move), FF_TO(move));
    if (reason == FF_LEGAL) {
        view = session_view(s);
        describe_latest(&s->out, &view);
        if (s->shows_board && session_phase(s) == PLAYING)
            session_add_board(s);
    } else if (!ff_game_is_over(s->game)) {
        s->failed |= reason == FF_GAME_OVER;
        ff_game_end(s->game, FF_BY_FORFEIT, seat);
    }
}

/* All that happens without the person: the opponent's move, the end. */
static void go_on(session *s) {
    if (session_phase(s) == PLAYING && session_view(s).turn != s->setting->seat)
        let_opponent_move(s);
    if (session_phase(s) == FINISHED && !s->has_ended) {
        ff_view view = session_view(s);
        s->has_ended = true;
        ff_buffer_byte(&s->out, '\n');
        describe_end(&s->out, &view);
        session_add_board(s);
        describe_captures(&s->out, &view);
    }
}

static plain_status converse(session *s) {
    char line[PROMPT_LINE];
    add_introduction(s);
    while (!s->leaves) {
        go_on(s);
        add_prompt(s);
        say(s);
        if (s->failed)
            return PLAIN_FAILED;
        if (!read_line(s, line)) {
            bool finished = session_phase(s) == FINISHED;
            ff_buffer_text(&s->out, finished ? "" : "The input has ended, and the game with it.\n");
            say(s);
            return finished ? PLAIN_DONE : PLAIN_CUT;
        }
        session_answer(s, ff_span_of(line));
    }
    say(s);
    return s->failed ? PLAIN_FAILED : PLAIN_DONE;
}

plain_status plain_play(const plain_setting *setting) {
    ff_options options = {.size = sizeof(ff_options), .ply_limit = setting->edition->host_cap};
    session s = {.setting = setting, .shows_board = true};
    ff_rng_seed(&s.rng, setting->seed);
    s.game = ff_game_new(setting->edition, &options);
    s.opponent = ff_player_new(setting->opponent, ff_rng_next(&s.rng));
    s.prompt = prompt_new(setting->in, setting->out);
    plain_status status = s.game && s.opponent && s.prompt ? converse(&s) : PLAIN_FAILED;
    if (s.opponent)
        s.opponent->free(s.opponent);
    prompt_free(s.prompt);
    ff_game_free(s.game);
    ff_buffer_free(&s.out);
    return status;
}
