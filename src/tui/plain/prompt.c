/* Reading lines from a terminal or a pipe, and telling news while none has come. On a terminal
 * libedit reads, which gives a line editor and a history; it asks for one character after the
 * other, and so can be made to wait for news as well. */
#define _POSIX_C_SOURCE 200809L
#include "tui/plain/prompt.h"

#include <errno.h>
#include <histedit.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <wchar.h>

enum { HISTORY_LINES = 200 };

struct prompt {
    FILE *out;
    int file;
    EditLine *editor; /* null: no terminal, or one that cannot move its cursor */
    History *history;
    const prompt_news *news;
    bool stopped;            /* no line is wanted any more */
    char begun[PROMPT_LINE]; /* without an editor: a line whose end has not come, */
    size_t size;             /* and its bytes, of which as many are kept as fit */
};

/* The prompt, as libedit wants it: writable, though it never writes. */
static char *sign(EditLine *editor) {
    static char text[] = "> ";
    (void)editor;
    return text;
}

/* --- bytes --------------------------------------------------------------------------- */

/* Tells the news, on a line of their own; the line that is being typed is shown again. */
static void tell(prompt *p) {
    ff_buffer text = {0};
    p->stopped |= !p->news->hear(p->news->context, &text);
    if (text.size && p->editor) {
        const LineInfo *typed = el_line(p->editor);
        fputs(typed->lastchar > typed->buffer ? "\r\n" : "\r", p->out);
    }
    fwrite(text.data ? text.data : "", 1, text.size, p->out);
    fflush(p->out);
    if (text.size && p->editor)
        el_set(p->editor, EL_REFRESH);
    ff_buffer_free(&text);
}

/* Waits for input, and tells news meanwhile. */
static void wait_for_input(prompt *p) {
    struct pollfd files[] = {{.fd = p->file, .events = POLLIN},
                             {.fd = p->news->file, .events = POLLIN}};
    while (!p->stopped && !files[0].revents) {
        if (poll(files, 2, -1) < 0 && errno != EINTR)
            break;
        if (files[1].revents && !files[0].revents)
            tell(p);
    }
}

/* The next byte, and no more: what comes after this line is for whoever reads then. EOF at the
 * end. */
static int next_byte(prompt *p) {
    unsigned char byte;
    ssize_t size;
    wait_for_input(p);
    do
        size = p->stopped ? 0 : read(p->file, &byte, 1);
    while (size < 0 && errno == EINTR);
    return size == 1 ? byte : EOF;
}

/* --- with editing ---------------------------------------------------------------------- */

/* A character of the terminal's encoding, for libedit; 0 at the end. `mbrtowc` answers -2 for a
 * character that has only begun, and -1 for bytes that are none. */
static int get_character(EditLine *editor, wchar_t *character) {
    prompt *p;
    mbstate_t state = {0};
    size_t used = (size_t)-2;
    el_get(editor, EL_CLIENTDATA, &p);
    while (used == (size_t)-2) {
        int byte = next_byte(p);
        char one = (char)byte;
        if (byte == EOF)
            return 0;
        used = mbrtowc(character, &one, 1, &state);
        if (used == (size_t)-1)
            *character = L'?';
    }
    return 1;
}

/* Without an editor lines are read all the same. */
static void begin_editor(prompt *p, FILE *in) {
    HistEvent event;
    p->editor = el_init("flagfall", in, p->out, stderr);
    p->history = history_init();
    if (!p->editor || !p->history)
        return;
    history(p->history, &event, H_SETSIZE, HISTORY_LINES);
    history(p->history, &event, H_SETUNIQUE, 1);
    el_set(p->editor, EL_PROMPT, sign);
    el_set(p->editor, EL_EDITOR, "emacs");
    el_set(p->editor, EL_SIGNAL, 1); /* leaves the terminal in order */
    el_set(p->editor, EL_HIST, history, p->history);
    el_set(p->editor, EL_CLIENTDATA, p);
    el_set(p->editor, EL_GETCFN, get_character);
    el_source(p->editor, NULL); /* ~/.editrc */
}

/* An editor moves the cursor: not through a pipe, and not on a terminal that cannot. */
prompt *prompt_new(FILE *in, FILE *out) {
    const char *name = getenv("TERM");
    bool moves = name && *name && strcmp(name, "dumb") != 0;
    prompt *p = calloc(1, sizeof *p);
    if (!p)
        return NULL;
    p->out = out;
    p->file = fileno(in);
    if (moves && isatty(fileno(in)) && isatty(fileno(out)))
        begin_editor(p, in);
    return p;
}

void prompt_free(prompt *p) {
    if (!p)
        return;
    if (p->editor)
        el_end(p->editor);
    if (p->history)
        history_end(p->history);
    free(p);
}

static prompt_answer read_edited(prompt *p, char line[PROMPT_LINE]) {
    int size = 0;
    HistEvent event;
    el_set(p->editor, EL_PREP_TERM, 1); /* before the sign shows: what is typed then is edited */
    const char *typed = el_gets(p->editor, &size);
    if (!typed || size <= 0)
        return PROMPT_END;
    if (size >= PROMPT_LINE)
        return PROMPT_TOO_LONG;
    memcpy(line, typed, (size_t)size);
    line[strcspn(line, "\r\n")] = '\0';
    if (line[0])
        history(p->history, &event, H_ENTER, typed);
    return PROMPT_READ;
}

/* --- without --------------------------------------------------------------------------- */

static prompt_answer read_plain(prompt *p, char line[PROMPT_LINE]) {
    int byte;
    while ((byte = next_byte(p)) != EOF && byte != '\n') {
        if (p->size < PROMPT_LINE)
            p->begun[p->size] = (char)byte;
        p->size++;
    }
    if (p->stopped || (byte == EOF && p->size == 0))
        return PROMPT_END; /* what has begun is for the next call */
    bool fits = p->size < PROMPT_LINE;
    memcpy(line, p->begun, fits ? p->size : 0);
    line[strcspn(line, "\r")] = '\0';
    p->size = 0;
    return fits ? PROMPT_READ : PROMPT_TOO_LONG;
}

prompt_answer prompt_read(prompt *p, const prompt_news *news, char line[PROMPT_LINE]) {
    memset(line, 0, PROMPT_LINE);
    p->news = news;
    p->stopped = false;
    return p->editor && p->history ? read_edited(p, line) : read_plain(p, line);
}
