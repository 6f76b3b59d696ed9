/* `flagfall bench`: how fast, as a line a benchmark. */
#define _POSIX_C_SOURCE 200809L
#include "commands.h"
#include "flagfall/simulate.h"
#include "support.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

enum { CHUNK = 1000, SEED = 1, SIGNED_GAMES = 1000 };

typedef struct benchmark {
    const char *name;
    bool (*run)(const char *name, const ff_rules *rules, uint64_t seconds);
} benchmark;

/* Processor seconds of this thread: other programs on the machine do not count. */
static double cpu_seconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

static bool playouts(const char *name, const ff_rules *rules, uint64_t seconds) {
    ff_tally warm = {0}, tally = {0}, signed_games = {0};
    bool good = ff_playouts(rules, SEED, 0, CHUNK, &warm);
    double begin = cpu_seconds(), spent = 0;
    while (good && spent < (double)seconds) {
        good = ff_playouts(rules, SEED, tally.games, CHUNK, &tally);
        spent = cpu_seconds() - begin;
    }
    uint64_t signature = good ? ff_playouts_signature(rules, SEED, SIGNED_GAMES, &signed_games) : 0;
    if (!signature)
        return false;
    printf("%s moves/s=%.0f games/s=%.0f mean=%.1f choices=%.2f signature=%016" PRIx64 "\n", name,
           (double)tally.plies / spent, (double)tally.games / spent,
           (double)tally.plies / (double)tally.games, (double)tally.choices / (double)tally.plies,
           signature);
    return true;
}

static const benchmark benchmarks[] = {{"playouts", playouts}, {NULL, NULL}};

static bool is_wanted(const char *name, int argc, char **argv) {
    return argc < 2 || strcmp(argv[1], name) == 0;
}

/* Runs the benchmarks asked for; how many there were, or -1 when memory is out. */
static int run_wanted(const ff_rules *rules, uint64_t seconds, int argc, char **argv) {
    int count = 0;
    for (const benchmark *b = benchmarks; b->name; b++) {
        if (!is_wanted(b->name, argc, argv))
            continue;
        if (!b->run(b->name, rules, seconds))
            return -1;
        count++;
    }
    return count;
}

int bench_run(int argc, char **argv) {
    const char *id = ff_edition_default()->id;
    uint64_t seconds = 5;
    const option options[] = {
        {"--edition", "E", "the edition to play, or a file of your own (default tournament)",
         .text = &id},
        {"--seconds", "S", "processor seconds a benchmark (default 5)", .number = &seconds,
         .minimum = 1, .maximum = 3600},
        {0},
    };
    const arguments spec = {
        "bench [playouts] [OPTION...]",
        "Prints a line a benchmark: its name and key=value pairs.\n\n"
        "playouts   uniformly random games from random set-ups on one core. moves/s\n"
        "           counts the plies, choices is the mean number of legal moves, and the\n"
        "           signature is of the first 1,000 games, made outside the timing.",
        options, 0, 1};
    int status = arguments_parse(&spec, &argc, argv);
    if (status != GO_ON)
        return status;
    ff_edition edition;
    if (!edition_choose(id, &edition))
        return EXIT_WRONG;
    ff_rules rules;
    ff_rules_init(&rules, &edition, &(ff_options){.ply_limit = edition.host_cap});
    int count = run_wanted(&rules, seconds, argc, argv);
    if (count < 0)
        return complain("not enough memory");
    return count ? EXIT_DONE : complain("there is no benchmark '%s'; there is: playouts", argv[1]);
}
