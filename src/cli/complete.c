/* What a command takes, as scripts by which bash, zsh and fish complete its words. Each is a
 * frame that the program writes, and in it a part that each command writes. */
#include "cli/complete.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

/* --- what is offered -------------------------------------------------------------------- */

typedef enum offer {
    OFFER_NOTHING,
    OFFER_WORDS,
    OFFER_COMMANDS,
    OFFER_FILES,
    OFFER_FOLDERS,
    OFFER_EDITIONS
} offer;

/* By the name of a value or a word. */
static const struct {
    const char *name;
    offer offer;
} offers[] = {{"FILE", OFFER_FILES},
              {"FOLDER", OFFER_FOLDERS},
              {"EDITION", OFFER_EDITIONS},
              {"COMMAND", OFFER_COMMANDS},
              {NULL, OFFER_NOTHING}};

static offer offer_of(const char *value) {
    if (value && strchr(value, '|'))
        return OFFER_WORDS;
    size_t i = 0;
    while (value && offers[i].name && strcmp(offers[i].name, value) != 0)
        i++;
    return value ? offers[i].offer : OFFER_NOTHING;
}

enum { WORD = 64 };

/* The name of the first word that is no option, or the list of what it may be; null where
 * there is none. */
static const char *first_word(const arguments *spec, char room[WORD]) {
    for (const char *at = strchr(spec->usage, ' '); at; at = strchr(at, ' ')) {
        at += strspn(at, " [");
        size_t size = strcspn(at, " ].");
        if (*at == '-' || size == 0 || size >= WORD || strncmp(at, "OPTION", size) == 0)
            continue;
        memcpy(room, at, size);
        room[size] = '\0';
        return room;
    }
    return NULL;
}

/* The words of "a|b", with spaces between. */
static void words_write(const char *words) {
    assert(words);
    for (; *words; words++)
        putchar(*words == '|' ? ' ' : *words);
}

/* The names of the commands that a text tells of, a line each. */
static void names_write(const char *about) {
    for (const char *line = about; line; line = strchr(line, '\n') ? strchr(line, '\n') + 1 : NULL)
        if (strncmp(line, "  ", 2) == 0 && line[2] != ' ')
            printf("%.*s ", (int)strcspn(line + 2, " \n"), line + 2);
}

/* Text that stands between single quotes; signs in `escaped` get a backslash. */
static void quoted_write(const char *text, const char *escaped, const char *quote) {
    for (; *text; text++) {
        if (*text == '\'')
            fputs(quote, stdout);
        else if (strchr(escaped, *text))
            printf("\\%c", *text);
        else
            putchar(*text == '\n' ? ' ' : *text);
    }
}

/* Each command writes its own part: only it knows its table of options. */
static void commands_run(const command *commands, char *form) {
    for (const command *c = commands; c->name; c++) {
        char own[32], *words[] = {own, form, NULL};
        snprintf(own, sizeof own, "%s", c->name);
        c->run(2, words);
    }
}

/* The command's name: the first word of its usage. */
static int name_size(const arguments *spec) {
    return (int)strcspn(spec->usage, " ");
}

/* --- bash ---------------------------------------------------------------------------- */

static void bash_offer(const arguments *spec, const char *value) {
    offer what = offer_of(value);
    if (what == OFFER_WORDS)
        words_write(value);
    else if (what == OFFER_COMMANDS)
        names_write(spec->about);
    else if (what != OFFER_NOTHING)
        fputs(value, stdout);
}

void complete_bash(const arguments *spec) {
    char room[WORD];
    printf("    %.*s)\n        options='", name_size(spec), spec->usage);
    for (const option *o = spec->options; o->name; o++)
        printf("%s ", o->name);
    fputs("--help'\n        words='", stdout);
    bash_offer(spec, first_word(spec, room));
    fputs("'\n        case $before in\n", stdout);
    for (const option *o = spec->options; o->name; o++) {
        if (!o->value)
            continue;
        printf("        %s) value=1 words='", o->name);
        bash_offer(spec, o->value);
        fputs("' ;;\n", stdout);
    }
    fputs("        esac\n        ;;\n", stdout);
}

static const char bash_begin[] =
    "# The words of flagfall in bash. Made by 'flagfall help --completion bash'.\n"
    "_flagfall() {\n"
    "    local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]}\n"
    "    local options='' words='' value=''\n"
    "    if [ \"$word\" = = ]; then\n"
    "        word=''\n"
    "    elif [ \"$before\" = = ]; then\n"
    "        before=${COMP_WORDS[COMP_CWORD - 2]}\n"
    "    fi\n"
    "    case $([ \"$COMP_CWORD\" = 1 ] || printf %s \"${COMP_WORDS[1]}\") in\n";

static const char bash_end[] =
    "    esac\n"
    "    case $value$word in\n"
    "    -*) words=$options ;;\n"
    "    esac\n"
    "    COMPREPLY=()\n"
    "    case $words in\n"
    "    FILE | EDITION | FOLDER)\n"
    "        local kind=-f\n"
    "        [ $words != FOLDER ] || kind=-d\n"
    "        mapfile -t COMPREPLY < <(compgen $kind -- \"$word\")\n"
    "        compopt -o filenames 2>/dev/null\n"
    "        [ $words != EDITION ] ||\n"
    "            words=$(\"${COMP_WORDS[0]}\" editions 2>/dev/null | cut -d' ' -f1)\n"
    "        ;;\n"
    "    esac\n"
    "    case $words in\n"
    "    FILE | FOLDER) ;;\n"
    "    *) mapfile -t -O ${#COMPREPLY[@]} COMPREPLY < <(compgen -W \"$words\" -- \"$word\") ;;\n"
    "    esac\n"
    "}\n"
    "complete -F _flagfall flagfall\n";

static void bash_program(const command *commands) {
    char form[] = "--help=bash";
    fputs(bash_begin, stdout);
    fputs("    '')\n        options='--help --version'\n        words='", stdout);
    for (const command *c = commands; c->name; c++)
        printf("%s%s", c == commands ? "" : " ", c->name);
    fputs("'\n        ;;\n", stdout);
    commands_run(commands, form);
    fputs(bash_end, stdout);
}

/* --- zsh ----------------------------------------------------------------------------- */

static void zsh_offer(const arguments *spec, const char *value) {
    switch (offer_of(value)) {
    case OFFER_WORDS:
        putchar('(');
        words_write(value);
        putchar(')');
        return;
    case OFFER_COMMANDS:
        putchar('(');
        names_write(spec->about);
        putchar(')');
        return;
    case OFFER_FILES:
        fputs("_files", stdout);
        return;
    case OFFER_FOLDERS:
        fputs("_files -/", stdout);
        return;
    case OFFER_EDITIONS:
        fputs("_flagfall_editions", stdout);
        return;
    case OFFER_NOTHING:
        putchar(' ');
    }
}

static void zsh_quoted(const char *text) {
    quoted_write(text, "[]:\\", "'\\''");
}

void complete_zsh(const arguments *spec) {
    char room[WORD];
    printf("    %.*s)\n        _arguments", name_size(spec), spec->usage);
    for (const option *o = spec->options; o->name; o++) {
        printf(" \\\n            '%s%s[", o->name, o->value && o->name[1] == '-' ? "=" : "");
        zsh_quoted(o->help);
        putchar(']');
        if (o->value) {
            putchar(':');
            zsh_quoted(strchr(o->value, '|') ? "value" : o->value);
            putchar(':');
            zsh_offer(spec, o->value);
        }
        putchar('\'');
    }
    fputs(" \\\n            '--help[this text]'", stdout);
    const char *first = first_word(spec, room);
    if (offer_of(first) != OFFER_NOTHING) {
        printf(" \\\n            '%s:word:",
               offer_of(first) == OFFER_FILES && spec->most > 1 ? "*" : "1");
        zsh_offer(spec, first);
        putchar('\'');
    }
    fputs("\n        ;;\n", stdout);
}

static void zsh_program(const command *commands) {
    char form[] = "--help=zsh";
    fputs("#compdef flagfall\n"
          "# The words of flagfall in zsh. Made by 'flagfall help --completion zsh'.\n"
          "_flagfall_editions() {\n"
          "    compadd -- $(flagfall editions 2>/dev/null | cut -d' ' -f1)\n"
          "    _files\n"
          "}\n"
          "_flagfall() {\n"
          "    local -a commands=(\n",
          stdout);
    for (const command *c = commands; c->name; c++) {
        printf("        '%s:", c->name);
        zsh_quoted(c->help);
        fputs("'\n", stdout);
    }
    fputs("        '--help:lists the commands'\n        '--version:says which version this is'\n"
          "    )\n"
          "    if ((CURRENT == 2)); then\n"
          "        _describe command commands\n"
          "        return\n"
          "    fi\n"
          "    shift words\n"
          "    ((CURRENT--))\n"
          "    case $words[1] in\n",
          stdout);
    commands_run(commands, form);
    fputs("    esac\n"
          "}\n"
          "if [ \"$funcstack[1]\" = _flagfall ]; then\n"
          "    _flagfall \"$@\"\n"
          "else\n"
          "    compdef _flagfall flagfall\n"
          "fi\n",
          stdout);
}

/* --- fish ---------------------------------------------------------------------------- */

static void fish_quoted(const char *text) {
    quoted_write(text, "\\", "\\'");
}

static void fish_offer(const arguments *spec, const char *value) {
    switch (offer_of(value)) {
    case OFFER_WORDS:
        fputs(" -x -a '", stdout);
        words_write(value);
        putchar('\'');
        return;
    case OFFER_COMMANDS:
        fputs(" -x -a '", stdout);
        names_write(spec->about);
        putchar('\'');
        return;
    case OFFER_FILES:
    case OFFER_FOLDERS:
        fputs(" -r -F", stdout);
        return;
    case OFFER_EDITIONS:
        fputs(" -r -F -a '(__flagfall_editions)'", stdout);
        return;
    case OFFER_NOTHING:
        fputs(value ? " -x" : "", stdout);
    }
}

static void fish_begin_line(const arguments *spec) {
    printf("complete -c flagfall -n '__fish_seen_subcommand_from %.*s'", name_size(spec),
           spec->usage);
}

static void fish_option(const arguments *spec, const char *name, const char *value,
                        const char *help) {
    fish_begin_line(spec);
    printf(name[1] == '-' ? " -l %s" : " -s %s", name + (name[1] == '-' ? 2 : 1));
    fish_offer(spec, value);
    fputs(" -d '", stdout);
    fish_quoted(help);
    fputs("'\n", stdout);
}

void complete_fish(const arguments *spec) {
    char room[WORD];
    const char *first = first_word(spec, room);
    if (offer_of(first) != OFFER_NOTHING) {
        fish_begin_line(spec);
        fish_offer(spec, first);
        putchar('\n');
    }
    for (const option *o = spec->options; o->name; o++)
        fish_option(spec, o->name, o->value, o->help);
    fish_option(spec, "--help", NULL, "this text");
}

static void fish_program(const command *commands) {
    char form[] = "--help=fish";
    fputs("# The words of flagfall in fish. Made by 'flagfall help --completion fish'.\n"
          "function __flagfall_editions\n"
          "    flagfall editions 2>/dev/null | cut -d' ' -f1\n"
          "end\n"
          "complete -c flagfall -f\n"
          "complete -c flagfall -n __fish_use_subcommand -l help -d 'lists the commands'\n"
          "complete -c flagfall -n __fish_use_subcommand -l version -d 'says which version "
          "this is'\n",
          stdout);
    for (const command *c = commands; c->name; c++) {
        printf("complete -c flagfall -n __fish_use_subcommand -a %s -d '", c->name);
        fish_quoted(c->help);
        fputs("'\n", stdout);
    }
    commands_run(commands, form);
}

/* --- shells --------------------------------------------------------------------------- */

bool complete_write(const char *shell, const command *commands) {
    static const struct {
        const char *name;
        void (*write)(const command *commands);
    } shells[] = {{"bash", bash_program}, {"zsh", zsh_program}, {"fish", fish_program}};
    for (size_t i = 0; i < sizeof shells / sizeof *shells; i++) {
        if (strcmp(shells[i].name, shell) != 0)
            continue;
        shells[i].write(commands);
        return true;
    }
    return false;
}
