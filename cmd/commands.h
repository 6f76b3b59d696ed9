/* The subcommands of `flagfall`, one file each. */
#ifndef FLAGFALL_COMMANDS_H
#define FLAGFALL_COMMANDS_H

#include "cli/spec.h"

/* Null where a table of them, which a row without a name ends, has none of this name. */
const command *subcommand_find(const command *all, const char *name);

/* `flagfall help` about a table, which `main.c` has: help stands below it. */
int help_about(const command *all, int argc, char **argv);

int analyse_run(int argc, char **argv);
int bench_run(int argc, char **argv);
int check_run(int argc, char **argv);
int convert_run(int argc, char **argv);
int editions_run(int argc, char **argv);
int engine_run(int argc, char **argv);
int learn_run(int argc, char **argv);
int match_run(int argc, char **argv);
int solve_run(int argc, char **argv);
int perft_run(int argc, char **argv);
int puzzles_run(int argc, char **argv);
int play_run(int argc, char **argv);
int replay_run(int argc, char **argv);
int show_run(int argc, char **argv);
int selfplay_run(int argc, char **argv);
int serve_run(int argc, char **argv);
int store_run_command(int argc, char **argv);
int admin_run(int argc, char **argv);
int bridge_run_command(int argc, char **argv);
int rules_run(int argc, char **argv);
int tournament_run(int argc, char **argv);

#endif
