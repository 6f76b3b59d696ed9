/* flagfall engine: a computer player for other programs' managers. */
#define _POSIX_C_SOURCE 200809L
#include "commands.h"
#include "engine/ucc_bot.h"
#include "flagfall.h"
#include "support.h"

#include <signal.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

/* Another one each time: a program that can be foreseen is beaten once for all. */
static uint64_t seed_of_now(void) {
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    return (uint64_t)now.tv_sec * 1000000007u + (uint64_t)now.tv_nsec * 31u + (uint64_t)getpid();
}

static int speak(const ff_player_kind *kind, uint64_t seed, uint64_t budget_ms) {
    ff_error error = {0};
    ff_player *player = ff_player_new(kind, seed);
    if (!player)
        return complain("memory is out");
    signal(SIGPIPE, SIG_IGN); /* a manager that has gone is told, not died of */
    bool good = ucc_bot_play(player, (unsigned)budget_ms, stdin, stdout, &error);
    player->free(player);
    if (!good)
        complain("line %zu of the manager's: %s", error.line, error.message);
    return good ? EXIT_DONE : EXIT_WRONG;
}

int engine_run(int argc, char **argv) {
    uint64_t level = FF_LEVELS, budget_ms = 100, seed = seed_of_now();
    bool ucc = false, human = false;
    const option options[] = {
        {.name = "--ucc", .help = "speak as programs of the 2012 competition do", .flag = &ucc},
        {.name = "--level",
         .value = "N",
         .help = "how strong, from 1 to 10 (10)",
         .number = &level,
         .minimum = 1,
         .maximum = FF_LEVELS},
        {.name = "--human-memory", .help = "forgets shown ranks as people do", .flag = &human},
        {.name = "--movetime",
         .value = "MS",
         .help = "for a move (100)",
         .number = &budget_ms,
         .minimum = 1,
         .maximum = 600000},
        {.name = "--seed",
         .value = "S",
         .help = "the same seed gives the same answers (chance)",
         .number = &seed,
         .maximum = UINT64_MAX},
        {.name = NULL},
    };
    const arguments spec = {
        "engine --ucc [OPTION...]",
        "Plays one game on standard input and output, for a manager that starts\n"
        "it as a program.",
        options, 0, 0};
    int status = arguments_parse(&spec, &argc, argv);
    if (status != GO_ON)
        return status;
    if (!ucc)
        return complain("say which protocol: --ucc");
    return speak(ff_computer_level((unsigned)level, human), seed, budget_ms);
}
