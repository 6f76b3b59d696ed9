/* `flagfall perft`: how many sequences of legal plies there are. A number to compare with other
 * programs' by, and with our own of yesterday: a fault in the rules changes it. */
#include "cli/files.h"
#include "cli/line.h"
#include "cli/progress.h"
#include "commands.h"

#include "flagfall.h"

#include <inttypes.h>
#include <string.h>

enum { PLIES_ONE_BY_ONE = 2 }; /* some thousand steps of progress, and no time lost */

/* Two random armies, the same for the same seed. */
static void random_start(const ff_rules *rules, uint64_t seed, ff_position *position) {
    ff_rng rng;
    ff_setup red, blue;
    ff_rng_seed(&rng, seed);
    ff_setup_random(&red, &rules->edition, &rng);
    ff_setup_random(&blue, &rules->edition, &rng);
    ff_position_setup(rules, position, &red, &blue);
}

static bool board_start(const ff_rules *rules, const char *board, ff_position *position) {
    ff_error error;
    if (ff_board_parse(ff_span_of(board), &rules->edition, position, NULL, &error))
        return true;
    complain("--board: %s", error.message);
    return false;
}

/* The sequences of one length. */
typedef struct counter {
    const ff_rules *rules;
    ff_history history;
    progress progress;
    uint64_t nodes;
    double share; /* of the work that is done */
} counter;

/* Counts those from a position, of which `width` is the share in all of them; the first
 * `plies` of them one by one, so that progress can be told. */
static void count_from(counter *c, const ff_position *position, unsigned depth, unsigned plies,
                       double width) {
    ff_move moves[FF_MOVES_MAX];
    size_t size = depth > 1 && plies > 0 ? ff_moves(c->rules, position, &c->history, moves) : 0;
    for (size_t i = 0; i < size; i++) {
        ff_position after = *position;
        ff_position_play(c->rules, &after, &c->history, moves[i]);
        count_from(c, &after, depth - 1, plies - 1, width / (double)size);
        c->history.size--;
    }
    if (size > 0)
        return;
    c->nodes += ff_perft(c->rules, position, &c->history, depth);
    c->share += width;
    progress_at(&c->progress, (double)c->nodes, c->share, NULL);
}

static int count(const ff_rules *rules, const ff_position *position, unsigned deepest, bool json,
                 progress_mode mode) {
    counter c = {.rules = rules};
    if (!ff_history_reserve(&c.history, deepest))
        return complain("out of memory");
    for (unsigned depth = deepest > 0; depth <= deepest; depth++) { /* DEPTH 0: the position */
        c.nodes = 0;
        c.share = 0;
        progress_begin(&c.progress, "sequences", 0, 0, mode);
        count_from(&c, position, depth, PLIES_ONE_BY_ONE, 1);
        progress_end(&c.progress);
        line_print(json, NULL, "depth=%u nodes=%" PRIu64, depth, c.nodes);
    }
    ff_history_free(&c.history);
    return EXIT_DONE;
}

int perft_run(int argc, char **argv) {
    const char *id = ff_edition_default()->id, *board = NULL, *turn = "red";
    uint64_t seed = 0, depth = 0;
    bool json = false, quiet = false;
    const option options[] = {
        {.name = "--edition",
         .value = "EDITION",
         .help = "an edition, or a file of your own; tournament if not given",
         .text = &id},
        {.name = "--board", .value = "B", .help = "the position's letters", .text = &board},
        {.name = "--turn", .value = "red|blue", .help = "who is to move; red", .text = &turn},
        {.name = "--seed",
         .value = "N",
         .help = "of two random armies where no board is given",
         .number = &seed,
         .maximum = UINT64_MAX},
        {.name = "--json", .help = "a JSON object a line", .flag = &json},
        {.name = "--quiet", .help = "does not tell how far it is", .flag = &quiet},
        {.name = NULL},
    };
    const arguments spec = {
        "perft [OPTION...] DEPTH",
        "Counts the sequences of 1 to DEPTH legal plies, repetition rules on and\n"
        "limits off. A finished game has no continuation.",
        options, 1, 1};
    int status = arguments_parse(&spec, &argc, argv);
    if (status != GO_ON)
        return status;
    ff_edition edition;
    status = argument_number("DEPTH", argv[1], 0, 1000, &depth);
    if (status != GO_ON)
        return status;
    if (!edition_choose(id, &edition))
        return EXIT_WRONG;
    ff_rules rules;
    ff_position position;
    ff_rules_init(&rules, &edition, &(ff_options){.size = sizeof(ff_options), .no_limits = true});
    if (!board)
        random_start(&rules, seed, &position);
    else if (!board_start(&rules, board, &position))
        return EXIT_WRONG;
    position.turn = strcmp(turn, "blue") == 0 ? FF_BLUE : FF_RED;
    ff_position_begin(&rules, &position);
    return count(&rules, &position, (unsigned)depth, json,
                 quiet ? PROGRESS_OFF : PROGRESS_TERMINAL);
}
