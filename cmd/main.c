/* The program: finds the subcommand and runs it. */
#include "commands.h"
#include "flagfall/version.h"
#include "support.h"

#include <stdio.h>
#include <string.h>

/* In the order of the help. A row without a name ends it. */
static const command commands[] = {
    {"play", "a game in the terminal against the computer", play_run},
    {"check", "replays records by the rules, a line a game", check_run},
    {"analyse", "what a seat could know, move by move", analyse_run},
    {"convert", "between records and Gravon's GSN and XML", convert_run},
    {"editions", "what rules are supported; an edition as a file", editions_run},
    {"rules", "the rules of an edition, told in four languages", rules_run},
    {"match", "players against each other", match_run},
    {"tournament", "many players, everybody against everybody", tournament_run},
    {"engine", "a computer player as a program for other managers", engine_run},
    {"learn", "a network learns from its own games", learn_run},
    {"solve", "the equilibrium of a small edition, and who is how far from it", solve_run},
    {"perft", "counts the sequences of legal moves", perft_run},
    {"bench", "how fast this program is here", bench_run},
    {"serve", "the game server with its web client", serve_run},
    {"admin", "the operator's commands for a server's store", admin_run},
    {"bridge", "a computer player, or a program, on somebody's server", bridge_run_command},
    {NULL, NULL, NULL},
};

static const command *command_find(const char *name) {
    for (const command *c = commands; c->name; c++)
        if (strcmp(c->name, name) == 0)
            return c;
    return NULL;
}

static void help_write(FILE *out) {
    fputs("usage: flagfall COMMAND [ARGUMENT...]\n\n"
          "A game of hidden armies that plays by the rules of Stratego\xc2\xae. Commands:\n\n",
          out);
    for (const command *c = commands; c->name; c++)
        fprintf(out, "  %-12s %s\n", c->name, c->help);
    fputs("\n'flagfall help COMMAND' tells more about one; 'flagfall --version' the version.\n",
          out);
}

static int unknown(const char *name) {
    return complain("there is no command '%s'; 'flagfall help' lists them", name);
}

static int help_run(int argc, char **argv) {
    if (argc < 3) {
        help_write(stdout);
        return EXIT_DONE;
    }
    const command *c = command_find(argv[2]);
    char word[] = "--help";
    char *words[] = {argv[2], word, NULL};
    return c ? c->run(2, words) : unknown(argv[2]);
}

static int command_run(int argc, char **argv) {
    if (argc < 2) {
        help_write(stderr);
        return EXIT_WRONG;
    }
    const char *name = argv[1];
    if (strcmp(name, "help") == 0 || strcmp(name, "--help") == 0 || strcmp(name, "-h") == 0)
        return help_run(argc, argv);
    if (strcmp(name, "--version") == 0) {
        puts("flagfall " FF_VERSION_TEXT);
        return EXIT_DONE;
    }
    const command *c = command_find(name);
    return c ? c->run(argc - 1, argv + 1) : unknown(name);
}

/* What could not be written was not done, whoever wrote it. */
int main(int argc, char **argv) {
    int status = command_run(argc, argv);
    bool written = fflush(stdout) == 0 && !ferror(stdout);
    return written || status == EXIT_WRONG
               ? status
               : complain("standard output: not everything was written");
}
