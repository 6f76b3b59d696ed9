/* flagfall match: two players against each other. */
#include "commands.h"
#include "contest/competitor.h"
#include "contest/contest.h"

int match_run(int argc, char **argv) {
    static const contest_kind kind = {
        "match A B [OPTION...]",
        "Plays two players against each other and prints a line for each.\n" COMPETITOR_HELP,
        CONTEST_TWO};
    return contest_run(&kind, argc, argv);
}
