/* `flagfall perft`: how many sequences of legal plies there are. */
#include "cli/line.h"
#include "commands.h"
#include "support.h"

#include "flagfall.h"

#include <inttypes.h>
#include <string.h>

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

static int count(const ff_rules *rules, const ff_position *position, unsigned deepest, bool json) {
    ff_history history = {0};
    if (!ff_history_reserve(&history, deepest))
        return complain("out of memory");
    for (unsigned depth = deepest > 0; depth <= deepest; depth++) {
        line_print(json, NULL, "depth=%u nodes=%" PRIu64, depth,
                   ff_perft(rules, position, &history, depth));
    }
    ff_history_free(&history);
    return EXIT_DONE;
}

int perft_run(int argc, char **argv) {
    const char *id = ff_edition_default()->id, *board = NULL, *turn = "red";
    uint64_t seed = 0, depth = 0;
    bool json = false;
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
    return count(&rules, &position, (unsigned)depth, json);
}
