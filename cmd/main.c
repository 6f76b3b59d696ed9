/* The program: finds the subcommand and runs it. */
#include "cli/files.h"
#include "commands.h"
#include "flagfall/version.h"

#include <stdio.h>
#include <string.h>

static int help_run(int argc, char **argv);

static const command subcommands[] = {
    {"play", "a game in the terminal", play_run},
    {"replay", "steps through a record in the terminal", replay_run},
    {"show", "a position of a record as text or a picture", show_run},
    {"check", "replays records by the rules, a line a game", check_run},
    {"analyse", "what a seat could know, move by move", analyse_run},
    {"puzzles", "puzzles out of finished games, each with one answer", puzzles_run},
    {"convert", "between records and the formats of others", convert_run},
    {"editions", "what rules are supported; an edition as a file", editions_run},
    {"rules", "the rules of an edition, told in four languages", rules_run},
    {"match", "players against each other", match_run},
    {"tournament", "many players, everybody against everybody", tournament_run},
    {"selfplay", "a player against itself, for those who learn from games", selfplay_run},
    {"engine", "a computer player as a program for other managers", engine_run},
    {"learn", "a network learns from its own games", learn_run},
    {"solve", "the equilibrium of a small edition, and who is how far from it", solve_run},
    {"perft", "counts the sequences of legal moves", perft_run},
    {"bench", "how fast this program is here", bench_run},
    {"serve", "the game server with its web client", serve_run},
    {"admin", "the operator's commands for a server's store", admin_run},
    {"store", "copies a server's store, between a file and PostgreSQL too", store_run_command},
    {"bridge", "a computer player, or a program, on somebody's server", bridge_run_command},
    {"help", "tells more about a command; manual pages, completion in shells", help_run},
    {NULL, NULL, NULL},
};

static int help_run(int argc, char **argv) {
    return help_about(subcommands, argc, argv);
}

static int command_run(int argc, char **argv) {
    char help[] = "help", *words[] = {help, NULL};
    if (argc < 2) {
        help_run(1, words);
        return EXIT_WRONG;
    }
    const char *name = argv[1];
    if (strcmp(name, "--help") == 0 || strcmp(name, "-h") == 0) {
        argv[1] = help;
        return help_run(argc - 1, argv + 1);
    }
    if (strcmp(name, "--version") == 0) {
        puts("flagfall " FF_VERSION_TEXT);
        return EXIT_DONE;
    }
    const command *c = subcommand_find(subcommands, name);
    return c ? c->run(argc - 1, argv + 1)
             : complain("there is no command '%s'; 'flagfall help' lists them", name);
}

/* What could not be written was not done, whoever wrote it. */
int main(int argc, char **argv) {
    int status = command_run(argc, argv);
    bool written = fflush(stdout) == 0 && !ferror(stdout);
    return written || status == EXIT_WRONG
               ? status
               : complain("standard output: not everything was written");
}
