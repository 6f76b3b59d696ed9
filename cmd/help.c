/* flagfall help: the subcommands, one of them, and what is made of their tables of options:
 * pages of the manual, and scripts that complete words in shells. */
#include "cli/arguments.h"
#include "cli/complete.h"
#include "cli/describe.h"
#include "commands.h"
#include "flagfall/version.h"

#include <stdio.h>
#include <string.h>

const command *subcommand_find(const command *all, const char *name) {
    for (const command *c = all; c->name; c++)
        if (strcmp(c->name, name) == 0)
            return c;
    return NULL;
}

static void list_add(const command *all, ff_buffer *out) {
    for (const command *c = all; c->name; c++)
        ff_buffer_format(out, "  %-12s %s\n", c->name, c->help);
}

static void list_write(const command *all) {
    ff_buffer list = {0};
    list_add(all, &list);
    printf("usage: flagfall COMMAND [ARGUMENT...]\n\n"
           "A game of hidden armies that plays by the rules of Stratego\xc2\xae. Commands:\n\n%s\n"
           "'flagfall help COMMAND' tells more about one; 'flagfall --version' the version.\n",
           list.data ? list.data : "");
    ff_buffer_free(&list);
}

static int help(const command *all, const char *name, const char *shell, bool man) {
    const command *c = name ? subcommand_find(all, name) : NULL;
    if (name && !c)
        return complain("there is no command '%s'; 'flagfall help' lists them", name);
    char own[32], form[] = "--help", *words[] = {own, form, NULL};
    snprintf(own, sizeof own, "%s", name ? name : "");
    if (shell)
        complete_write(shell, all);
    else if (man && c)
        describe_command_page(c, FF_VERSION_TEXT);
    else if (man)
        describe_program_page(all, FF_VERSION_TEXT);
    else if (c)
        c->run(2, words); /* it tells about itself, from the table of options that it reads by */
    else
        list_write(all);
    return EXIT_DONE;
}

int help_about(const command *all, int argc, char **argv) {
    const char *shell = NULL;
    bool man = false;
    ff_buffer about = {0};
    const option options[] = {
        {"--man", NULL, "the page of the manual, about the command or all of them", .flag = &man},
        {"--completion", "bash|zsh|fish", "the script that completes words in that shell",
         .text = &shell},
        {0},
    };
    ff_buffer_text(&about, "Tells what a command takes. There are:\n\n");
    list_add(all, &about);
    const arguments spec = {"help [OPTION...] [COMMAND]", about.data, options, 0, 1};
    int status = arguments_parse(&spec, &argc, argv);
    if (status == GO_ON)
        status = help(all, argc > 1 ? argv[1] : NULL, shell, man);
    ff_buffer_free(&about);
    return status;
}
