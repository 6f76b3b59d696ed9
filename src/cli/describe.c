/* What a command takes, as help and as a page of the manual (man(7)). */
#include "cli/describe.h"

#include "cli/complete.h"

#include <stdio.h>
#include <string.h>

/* --- help ----------------------------------------------------------------------------- */

static void text_write(const arguments *spec) {
    printf("usage: flagfall %s\n", spec->usage);
    if (spec->about)
        printf("\n%s\n", spec->about);
    printf("\n");
    for (const option *o = spec->options; o->name; o++) {
        char left[64];
        snprintf(left, sizeof left, "%s%s%s", o->name, o->value ? " " : "",
                 o->value ? o->value : "");
        printf("  %-22s %s\n", left, o->help);
    }
    printf("  %-22s %s\n", "--help", "this text");
}

/* --- pages of the manual ---------------------------------------------------------------- */

/* Text that roff takes for nothing else. */
static void roff_write(const char *text, size_t size) {
    for (size_t i = 0; i < size; i++) {
        bool begins = i == 0 || text[i - 1] == '\n';
        if (begins && (text[i] == '.' || text[i] == '\''))
            fputs("\\&", stdout);
        if (text[i] == '\\')
            fputs("\\e", stdout);
        else if (text[i] == '-')
            fputs("\\-", stdout);
        else if (text[i] == '~')
            fputs("\\(ti", stdout);
        else if (text[i] == '^')
            fputs("\\(ha", stdout);
        else
            putchar(text[i]);
    }
}

static void roff_text(const char *text) {
    roff_write(text, strlen(text));
}

/* Does a paragraph have lines that begin with spaces, or columns with three between? Those are kept
 * as they stand. */
static bool is_table(const char *text, size_t size) {
    for (size_t i = 0; i < size; i++)
        if (text[i] == ' ' &&
            (i == 0 || text[i - 1] == '\n' || (i > 1 && text[i - 2] == ' ' && text[i - 1] == ' ')))
            return true;
    return false;
}

static void paragraphs_write(const char *text) {
    while (*text) {
        const char *end = strstr(text, "\n\n");
        size_t size = end ? (size_t)(end - text) : strlen(text);
        while (size > 0 && text[size - 1] == '\n')
            size--;
        bool table = is_table(text, size);
        fputs(table ? ".PP\n.nf\n" : ".PP\n", stdout);
        roff_write(text, size);
        fputs(table ? "\n.fi\n" : "\n", stdout);
        text = end ? end + strspn(end, "\n") : text + strlen(text);
    }
}

/* The name in bold, the value in italics. */
static void man_option(const char *name, const char *value, const char *help) {
    fputs(".TP\n\\fB", stdout);
    roff_text(name);
    fputs("\\fR", stdout);
    if (value) {
        fputs(" \\fI", stdout);
        roff_text(value);
        fputs("\\fR", stdout);
    }
    putchar('\n');
    roff_text(help);
    putchar('\n');
}

static void man_write(const arguments *spec) {
    fputs(".SH SYNOPSIS\n.B flagfall\n", stdout);
    roff_text(spec->usage);
    fputs("\n.SH DESCRIPTION\n", stdout);
    if (spec->about)
        paragraphs_write(spec->about);
    fputs(".SH OPTIONS\n", stdout);
    for (const option *o = spec->options; o->name; o++)
        man_option(o->name, o->value, o->help);
    man_option("--help", NULL, "a short help");
}

/* The heading names no day: the same source gives the same page. */
static void page_begin(const char *name, const char *help, const char *version) {
    fputs(".\\\" Made by 'flagfall help --man' from the table that reads the options.\n.TH ",
          stdout);
    for (const char *c = name; *c; c++)
        putchar(*c >= 'a' && *c <= 'z' ? *c - 'a' + 'A' : *c);
    printf(" 1 \"\" \"Flagfall %s\" \"User Commands\"\n.SH NAME\n", version);
    roff_text(name);
    fputs(" \\- ", stdout);
    roff_text(help);
    putchar('\n');
}

void describe_command_page(const command *c, const char *version) {
    char name[64], form[] = "--help=man";
    char own[32], *words[] = {own, form, NULL};
    snprintf(name, sizeof name, "flagfall-%s", c->name);
    snprintf(own, sizeof own, "%s", c->name);
    page_begin(name, c->help, version);
    c->run(2, words);
    fputs(".SH \"SEE ALSO\"\n.BR flagfall (1)\n", stdout);
}

void describe_program_page(const command *commands, const char *version) {
    page_begin("flagfall", "a game of hidden armies that plays by the rules of Stratego", version);
    fputs(".SH SYNOPSIS\n.B flagfall\n.I command\n.RI [ argument ...]\n", stdout);
    fputs(".SH DESCRIPTION\n", stdout);
    paragraphs_write("Forty pieces a side, only their backs in sight: in the terminal, in the "
                     "browser by a server of one's own, and for programs.");
    fputs(".SH COMMANDS\nEach has a page of its own, such as\n.BR flagfall-play (1).\n", stdout);
    for (const command *c = commands; c->name; c++)
        man_option(c->name, NULL, c->help);
    fputs(".SH OPTIONS\n", stdout);
    man_option("--help", NULL, "lists the commands");
    man_option("--version", NULL, "says which version this is");
    fputs(".SH \"EXIT STATUS\"\n", stdout);
    man_option("0", NULL, "done, and the answer is yes");
    man_option("1", NULL, "done, and the answer is no: an illegal move, a problem that was found");
    man_option("2", NULL, "wrong usage, or input that cannot be read");
    fputs(".SH \"SEE ALSO\"\n", stdout);
    for (const command *c = commands; c->name; c++)
        printf(".BR flagfall\\-%s (1)%s\n", c->name, c[1].name ? "," : "");
}

/* --- forms --------------------------------------------------------------------------- */

describe_form describe_find(const char *name) {
    static const struct {
        const char *name;
        describe_form form;
    } forms[] = {{"text", text_write},
                 {"man", man_write},
                 {"bash", complete_bash},
                 {"zsh", complete_zsh},
                 {"fish", complete_fish}};
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++)
        if (strcmp(forms[i].name, name) == 0)
            return forms[i].form;
    return NULL;
}
