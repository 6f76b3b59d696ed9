/* flagfall tournament: many players, everybody against everybody. */
#include "commands.h"
#include "contest/competitor.h"
#include "contest/contest.h"

int tournament_run(int argc, char **argv) {
    static const contest_kind kind = {
        "tournament PLAYER PLAYER... [OPTION...]",
        "Plays each two players against each other, prints a line for each player and a\n"
        "table of who took how many points from whom.\n" COMPETITOR_HELP,
        CONTEST_MANY};
    return contest_run(&kind, argc, argv);
}
