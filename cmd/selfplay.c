/* flagfall selfplay: a player against itself, for those who learn from games. */
#include "commands.h"
#include "contest/competitor.h"
#include "contest/contest.h"

int selfplay_run(int argc, char **argv) {
    static const contest_kind kind = {
        "selfplay PLAYER [OPTION...]",
        "Plays a player against itself. Records say at each move what the player thought the\n"
        "game was worth; where the name of their file ends in .gz they are "
        "compressed.\n" COMPETITOR_HELP,
        CONTEST_SELF};
    return contest_run(&kind, argc, argv);
}
