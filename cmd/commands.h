/* The subcommands of `flagfall`, one file each. */
#ifndef FLAGFALL_COMMANDS_H
#define FLAGFALL_COMMANDS_H

#include "cli/spec.h"

/* All of them, in the order of the help. A row without a name ends the table. */
extern const command subcommands[];

/* Null where there is none of this name. */
const command *subcommand_find(const char *name);

int analyse_run(int argc, char **argv);
int bench_run(int argc, char **argv);
int check_run(int argc, char **argv);
int convert_run(int argc, char **argv);
int editions_run(int argc, char **argv);
int engine_run(int argc, char **argv);
int help_run(int argc, char **argv);
int learn_run(int argc, char **argv);
int match_run(int argc, char **argv);
int solve_run(int argc, char **argv);
int perft_run(int argc, char **argv);
int play_run(int argc, char **argv);
int replay_run(int argc, char **argv);
int show_run(int argc, char **argv);
int serve_run(int argc, char **argv);
int admin_run(int argc, char **argv);
int bridge_run_command(int argc, char **argv);
int rules_run(int argc, char **argv);
int tournament_run(int argc, char **argv);

#endif
