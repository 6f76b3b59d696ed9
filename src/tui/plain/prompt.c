/* Reading lines from a terminal or a pipe. */
#define _POSIX_C_SOURCE 200809L
#include "tui/plain/prompt.h"

#include <histedit.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { HISTORY_LINES = 200 };

struct prompt {
    FILE *in;
    EditLine *editor; /* null: no terminal, or one that cannot move its cursor */
    History *history;
};

static char *sign(EditLine *editor) {
    static char text[] = "> ";
    (void)editor;
    return text;
}

static bool can_edit(FILE *in, FILE *out) {
    const char *name = getenv("TERM");
    return isatty(fileno(in)) && isatty(fileno(out)) && name && *name && strcmp(name, "dumb") != 0;
}

/* Without an editor lines are read all the same. */
static void begin_editor(prompt *p, FILE *out) {
    HistEvent event;
    p->editor = el_init("flagfall", p->in, out, stderr);
    p->history = history_init();
    if (!p->editor || !p->history)
        return;
    history(p->history, &event, H_SETSIZE, HISTORY_LINES);
    history(p->history, &event, H_SETUNIQUE, 1);
    el_set(p->editor, EL_PROMPT, sign);
    el_set(p->editor, EL_EDITOR, "emacs");
    el_set(p->editor, EL_SIGNAL, 1); /* leaves the terminal in order */
    el_set(p->editor, EL_HIST, history, p->history);
    el_source(p->editor, NULL); /* ~/.editrc */
}

prompt *prompt_new(FILE *in, FILE *out) {
    prompt *p = calloc(1, sizeof *p);
    if (!p)
        return NULL;
    p->in = in;
    if (can_edit(in, out))
        begin_editor(p, out);
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

static void skip_line(FILE *in) {
    int byte;
    do
        byte = getc(in);
    while (byte != EOF && byte != '\n');
}

prompt_answer prompt_read(prompt *p, char line[PROMPT_LINE]) {
    memset(line, 0, PROMPT_LINE);
    if (p->editor && p->history)
        return read_edited(p, line);
    if (!fgets(line, PROMPT_LINE, p->in))
        return PROMPT_END;
    bool whole = line[PROMPT_LINE - 2] == '\0' || line[PROMPT_LINE - 2] == '\n';
    line[strcspn(line, "\r\n")] = '\0';
    if (whole)
        return PROMPT_READ;
    line[0] = '\0';
    skip_line(p->in);
    return PROMPT_TOO_LONG;
}
