/* Lines that a person types: with editing and history (libedit) on a terminal that can, as
 * they come otherwise. What happens meanwhile is told in between. */
#ifndef FLAGFALL_TUI_PROMPT_H
#define FLAGFALL_TUI_PROMPT_H

#include "flagfall/base.h"

#include <stdio.h>

enum { PROMPT_LINE = 512 }; /* bytes of a line, its terminator counted */

typedef enum prompt_answer { PROMPT_READ, PROMPT_TOO_LONG, PROMPT_END } prompt_answer;

/* Who is called while a line is waited for: `hear` when `file` can be read (-1: never). It adds
 * what is to be told, and is false where no line is wanted any more. */
typedef struct prompt_news {
    int file;
    bool (*hear)(void *context, ff_buffer *out);
    void *context;
} prompt_news;

typedef struct prompt prompt;

/* Null when memory is out. */
prompt *prompt_new(FILE *in, FILE *out);
void prompt_free(prompt *p);

/* A line without its end; empty where it is too long. PROMPT_END at the end of the input, or
 * where `hear` wants no line: without an editor, what has been typed of it is kept. */
prompt_answer prompt_read(prompt *p, const prompt_news *news, char line[PROMPT_LINE]);

#endif
