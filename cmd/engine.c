/* flagfall engine: a computer player for other programs' hosts. */
#define _POSIX_C_SOURCE 200809L
#include "cli/chance.h"
#include "cli/files.h"
#include "commands.h"
#include "engine/bot/engine_bot.h"
#include "engine/bot/ucc_bot.h"
#include "flagfall.h"

#include <signal.h>
#include <stdio.h>

static ff_player *create(const engine_settings *settings, uint64_t seed) {
    const ff_player_kind *kind = ff_computer_level((unsigned)settings->level, settings->human);
    ff_player *player = ff_player_new(kind, seed);
    const ff_means means = {.size = sizeof means,
                            .memory_mb = (unsigned)settings->memory_mb,
                            .threads = (unsigned)settings->threads};
    if (!player || ff_player_bound(player, &means))
        return player;
    player->free(player);
    return NULL;
}

/* One game under the competition's manager. */
static int speak_ucc(const engine_settings *settings, uint64_t chance) {
    ff_error error = {0};
    ff_player *player = create(settings, settings->seed ? settings->seed : chance);
    if (!player)
        return complain("no player: memory is out, or --memory is too small for --threads");
    bool good = ucc_bot_play(player, (unsigned)settings->movetime_ms, stdin, stdout, &error);
    player->free(player);
    if (!good)
        complain("line %zu of the manager's: %s", error.line, error.message);
    return good ? EXIT_DONE : EXIT_WRONG;
}

static int speak(const engine_settings *settings, uint64_t chance) {
    const engine_bot_plan plan = {.name = "Flagfall " FF_VERSION_TEXT,
                                  .author = "the Flagfall authors",
                                  .levels = FF_LEVELS,
                                  .settings = *settings,
                                  .chance = chance,
                                  .create = create,
                                  .in = stdin,
                                  .out = stdout};
    return engine_bot_run(&plan) ? EXIT_DONE : complain("memory is out, or nobody listens");
}

int engine_run(int argc, char **argv) {
    uint64_t level = FF_LEVELS, movetime_ms = 100, seed = 0, memory_mb = FF_MEMORY_DEFAULT;
    uint64_t threads = 1;
    bool ucc = false, human = false;
    const option options[] = {
        {"--ucc", NULL, "speak as programs of the 2012 competition do", .flag = &ucc},
        {"--level", "N", "how strong, from 1 to 10 (10)", .number = &level, .minimum = 1,
         .maximum = FF_LEVELS},
        {"--human-memory", NULL, "forgets shown ranks as people do", .flag = &human},
        {"--movetime", "MS", "for a move, where the host says nothing (100)",
         .number = &movetime_ms, .minimum = 1, .maximum = 600000},
        {"--seed", "S", "the same seed gives the same answers; 0: chance (0)", .number = &seed,
         .maximum = UINT32_MAX},
        {"--memory", "MB", "that it may take (64)", .number = &memory_mb, .minimum = 1,
         .maximum = 65536},
        {"--threads", "N", "that think about a move (1); with more, answers differ",
         .number = &threads, .minimum = 1, .maximum = FF_THREADS_MAX},
        {0},
    };
    const arguments spec = {
        "engine [--ucc] [OPTION...]",
        "Plays on standard input and output, for a host that starts it as a program:\n"
        "by our own protocol (docs/engine-protocol.md), any number of games, or one\n"
        "game by the protocol of 2012.",
        options, 0, 0};
    int status = arguments_parse(&spec, &argc, argv);
    if (status != GO_ON)
        return status;
    signal(SIGPIPE, SIG_IGN); /* a host that has gone is told, not died of */
    const engine_settings settings = {.level = level,
                                      .human = human,
                                      .movetime_ms = movetime_ms,
                                      .seed = seed,
                                      .memory_mb = memory_mb,
                                      .threads = threads};
    return (ucc ? speak_ucc : speak)(&settings, chance_seed());
}
