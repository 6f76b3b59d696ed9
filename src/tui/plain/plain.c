/* The loop of a game in sentences: hear, say, read a line, answer. */
#define _POSIX_C_SOURCE 200809L
#include "tui/plain/plain.h"

#include "tui/plain/session.h"

#include <poll.h>

/* Says what has been gathered, at once: a reader on a pipe waits for it. */
static void say(session *s) {
    s->failed |= s->out.failed;
    text_fit(&s->out, s->setting->ascii);
    if (s->out.size)
        fwrite(s->out.data, 1, s->out.size, s->setting->out);
    ff_buffer_clear(&s->out);
    fflush(s->setting->out);
}

/* The computer thinks, or the server has not answered: no line is read before, so that lines
 * of a pipe are for the position that they are meant for. Who watches plays nothing and waits for
 * nobody's thinking. */
static bool must_wait(const session *s) {
    const table *t = &s->table;
    bool prepares = t->stage == STAGE_READY && t->computer;
    return !s->failed && !t->offline && ((t->thinking && t->acts) || t->asked || prepares);
}

static void hear_all(session *s) {
    session_hear(s);
    while (must_wait(s)) {
        struct pollfd file = {.fd = s->host->news, .events = POLLIN};
        say(s);
        poll(&file, 1, -1);
        session_hear(s);
    }
}

/* While a line is waited for: what is to be said meanwhile. False where the line is no longer
 * wanted, since something must be waited for first. */
static bool hear_between(void *context, ff_buffer *out) {
    session *s = context;
    session_hear(s);
    if (s->out.size)
        session_prompt(s);
    s->failed |= s->out.failed;
    text_fit(&s->out, s->setting->ascii);
    ff_buffer_add(out, s->out.data ? s->out.data : "", s->out.size);
    ff_buffer_clear(&s->out);
    return !s->failed && !must_wait(s);
}

/* False at the end of the input. Too long a line is complained about. */
static bool read_and_answer(session *s) {
    char line[PROMPT_LINE];
    prompt_news news = {s->host->news, hear_between, s};
    prompt_answer answer = prompt_read(s->prompt, &news, line);
    if (answer == PROMPT_END)
        return must_wait(s) || s->failed;
    if (answer == PROMPT_TOO_LONG)
        session_say(s, T_TOO_LONG);
    else
        session_answer(s, ff_span_of(line));
    return true;
}

static plain_status converse(session *s) {
    while (!s->leaves && !s->failed) {
        hear_all(s);
        session_prompt(s);
        say(s);
        if (!s->failed && !read_and_answer(s))
            break;
    }
    bool cut = !s->leaves && !s->failed && session_phase(s) != FINISHED;
    if (cut)
        session_say(s, s->table.online ? T_INPUT_ENDED_ONLINE : T_INPUT_ENDED);
    say(s);
    return s->failed ? PLAIN_FAILED : cut ? PLAIN_CUT : PLAIN_DONE;
}

plain_status plain_play(const plain_setting *setting) {
    session s = {.setting = setting,
                 .host = setting->host,
                 .language = setting->language,
                 .shows_board = true};
    ff_rng_seed(&s.rng, setting->seed);
    s.prompt = prompt_new(setting->in, setting->out);
    plain_status status = s.prompt ? converse(&s) : PLAIN_FAILED;
    prompt_free(s.prompt);
    ff_buffer_free(&s.out);
    return status;
}
