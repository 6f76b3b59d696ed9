/* `flagfall puzzles`: puzzles out of finished games, and puzzles looked at again. */
#include "cli/arguments.h"
#include "commands.h"
#include "puzzle_sets/puzzle_sets.h"

#include <string.h>

int puzzles_run(int argc, char **argv) {
    uint64_t seed = 0, nodes = 0;
    bool checks = false;
    puzzle_sets_options wanted = {0};
    const option options[] = {
        {.name = "--out",
         .value = "FILE",
         .help = "adds to this file; games that it names are not searched again",
         .text = &wanted.out_path},
        {.name = "--most",
         .value = "N",
         .help = "stops after so many new puzzles",
         .number = &wanted.most,
         .minimum = 1,
         .maximum = UINT32_MAX},
        {.name = "--check",
         .help = "FILE... are puzzles: which answers stay right?",
         .flag = &checks},
        {.name = "--nodes",
         .value = "N",
         .help = "positions looked at for a proof (40000; 400000 with --check)",
         .number = &nodes,
         .minimum = 1000,
         .maximum = UINT32_MAX},
        {.name = "--seed",
         .value = "N",
         .help = "of what is drawn by lot (1; 1001 with --check)",
         .number = &seed,
         .minimum = 1,
         .maximum = UINT32_MAX},
        {.name = "--json", .help = "a JSON object a line", .flag = &wanted.json},
        {.name = "--quiet", .help = "does not tell how far it is", .flag = &wanted.quiet},
        {.name = NULL},
    };
    const arguments spec = {
        "puzzles [OPTION...] FILE...",
        "Finds puzzles in the finished games of records (- is standard input): which\n"
        "piece is the flag, win a piece for certain, stop the miner, do not attack. Each\n"
        "has one answer, proven over many worlds. Exit status 0: done; 1: a game breaks\n"
        "the rules; 2: one cannot be read. With --check the files are puzzles, and the\n"
        "strongest player looks at each again, longer; prints those of which it thinks\n"
        "otherwise, and how many stay right.",
        options, 1, 1 << 20};
    int status = arguments_parse(&spec, &argc, argv);
    if (status != GO_ON)
        return status;
    if (wanted.out_path && strcmp(wanted.out_path, "-") == 0)
        wanted.out_path = NULL;
    if (checks && (wanted.out_path || wanted.most))
        return complain("--check looks at puzzles that are there: --out and --most are for new "
                        "ones");
    if (wanted.json && wanted.out_path)
        return complain("--out adds lines to a file, and --json prints objects: choose one");
    if (!nodes)
        nodes = checks ? PUZZLES_CHECK_NODES : PUZZLES_NODES;
    if (!seed)
        seed = checks ? PUZZLES_CHECK_SEED : 1;
    wanted.finder = puzzles_finder_new(seed, nodes);
    if (!wanted.finder)
        return complain("memory is out");
    status =
        checks ? puzzle_sets_check(&wanted, argc, argv) : puzzle_sets_make(&wanted, argc, argv);
    puzzles_finder_free(wanted.finder);
    return status;
}
