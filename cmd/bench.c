/* `flagfall bench`: how fast, as a line a benchmark. A signature is made outside the timing, of
 * the same work on every machine: two programs with the same one play alike, so that their
 * speeds may be compared. */
#define _POSIX_C_SOURCE 200809L
#include "cli/line.h"
#include "commands.h"

#include "ai/players/thinking.h"
#include "cli/files.h"
#include "flagfall/player.h"
#include "game/signature.h"

#include <inttypes.h>
#include <string.h>
#include <time.h>

enum {
    CHUNK = 1000, /* games between two looks at the clock */
    SEED = 1,
    SIGNED_GAMES = 1000, /* that make a signature: a fraction of a second */
    SIGNED_THOUGHTS = 6, /* games in each of which some moves are thought about */
};

typedef struct setting {
    ff_rules rules;
    uint64_t seconds;
    uint64_t memory; /* of the player that thinks, in mebibytes */
    bool json;
} setting;

typedef struct benchmark {
    const char *name;
    bool (*run)(const char *name, const setting *s);
} benchmark;

/* Processor seconds of this thread: other programs on the machine do not count. */
static double cpu_seconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

/* One chunk is played before the clock starts: the tables and the caches are warm then. */
static bool playouts(const char *name, const setting *s) {
    const ff_rules *rules = &s->rules;
    ff_tally warm = {0}, tally = {0}, signed_games = {0};
    bool good = ff_playouts(rules, SEED, 0, CHUNK, &warm);
    double begin = cpu_seconds(), spent = 0;
    while (good && spent < (double)s->seconds) {
        good = ff_playouts(rules, SEED, tally.games, CHUNK, &tally);
        spent = cpu_seconds() - begin;
    }
    uint64_t signature = good ? playouts_signature(rules, SEED, SIGNED_GAMES, &signed_games) : 0;
    if (!signature)
        return false;
    line_print(s->json, "benchmark",
               "%s moves/s=%.0f games/s=%.0f mean=%.1f choices=%.2f signature=%016" PRIx64, name,
               (double)tally.plies / spent, (double)tally.games / spent,
               (double)tally.plies / (double)tally.games,
               (double)tally.choices / (double)tally.plies, signature);
    return true;
}

static bool think(const setting *s, uint64_t game, thinking *work) {
    return thinking_add(&s->rules.edition, SEED, game, (unsigned)s->memory, work);
}

static bool search(const char *name, const setting *s) {
    thinking work = {0}, signed_work = {0};
    bool good = true;
    double begin = cpu_seconds(), spent = 0;
    for (uint64_t game = 0; good && spent < (double)s->seconds; game++) {
        good = think(s, game, &work);
        spent = cpu_seconds() - begin;
    }
    for (uint64_t game = 0; good && game < SIGNED_THOUGHTS; game++)
        good = think(s, game, &signed_work);
    if (good)
        line_print(s->json, "benchmark",
                   "%s nodes/s=%.0f worlds/s=%.0f moves/s=%.1f signature=%016" PRIx64, name,
                   (double)work.nodes / spent, (double)work.worlds / spent,
                   (double)work.moves / spent, signed_work.signature);
    return good;
}

static const benchmark benchmarks[] = {{"playouts", playouts}, {"search", search}, {NULL, NULL}};

/* Runs the benchmarks asked for; how many there were, or -1 when memory is out. */
static int run_wanted(const setting *s, int argc, char **argv) {
    int count = 0;
    for (const benchmark *b = benchmarks; b->name; b++) {
        if (argc > 1 && strcmp(argv[1], b->name) != 0)
            continue;
        if (!b->run(b->name, s))
            return -1;
        count++;
    }
    return count;
}

int bench_run(int argc, char **argv) {
    const char *id = ff_edition_default()->id;
    setting s = {.seconds = 5, .memory = FF_MEMORY_DEFAULT};
    const option options[] = {
        {"--edition", "EDITION", "the edition to play, or a file of your own (default tournament)",
         .text = &id},
        {"--seconds", "S", "processor seconds a benchmark (default 5)", .number = &s.seconds,
         .minimum = 1, .maximum = 3600},
        {"--memory", "MB", "for the player that thinks, at most (default 64)", .number = &s.memory,
         .minimum = 1, .maximum = 1 << 20},
        {"--json", NULL, "a JSON object a benchmark, on a line", .flag = &s.json},
        {0},
    };
    const arguments spec = {
        "bench [playouts|search] [OPTION...]",
        "Prints a line a benchmark: its name and key=value pairs.\n\n"
        "playouts   uniformly random games from random set-ups on one core. moves/s\n"
        "           counts the plies, choices is the mean number of legal moves, and the\n"
        "           signature is of the first 1,000 games, made outside the timing.\n"
        "search     the strongest computer chooses moves without a clock. nodes/s counts\n"
        "           positions, worlds/s the ways in which hidden ranks were dealt out;\n"
        "           the signature is of the moves in the first six games.",
        options, 0, 1};
    int status = arguments_parse(&spec, &argc, argv);
    if (status != GO_ON)
        return status;
    ff_edition edition;
    if (!edition_choose(id, &edition))
        return EXIT_WRONG;
    ff_rules_init(&s.rules, &edition,
                  &(ff_options){.size = sizeof(ff_options), .ply_limit = edition.host_cap});
    int count = run_wanted(&s, argc, argv);
    if (count < 0)
        return complain("not enough memory");
    return count ? EXIT_DONE
                 : complain("there is no benchmark '%s'; there are: playouts, search", argv[1]);
}
