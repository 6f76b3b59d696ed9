/* flagfall bridge: a computer player on somebody's server. */
#include "engine/remote/bridge.h"
#include "cli/files.h"
#include "cli/line.h"
#include "commands.h"
#include "contest/competitor.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void tell_line(const char *line) {
    puts(line);
    fflush(stdout);
}

/* "GAME what happens", as an object. */
static void tell_json(const char *line) {
    size_t size = strcspn(line, " ");
    ff_buffer out = {0};
    line_open(&out);
    line_member(&out, "game", (ff_span){line, size});
    line_member(&out, "event", ff_span_of(line + size + (line[size] == ' ')));
    ff_buffer_byte(&out, '}');
    if (!out.failed)
        tell_line(out.data);
    ff_buffer_free(&out);
}

/* "yes" the first alone, "no" the second alone, "any" both. */
static void word_read(const char *word, bool *yes, bool *no) {
    *yes = strcmp(word, "no") != 0;
    *no = strcmp(word, "yes") != 0;
}

/* Is each of a list with commas between an edition? False after a complaint. */
static bool editions_are_known(const char *list) {
    for (const char *at = list; at; at = strchr(at, ',')) {
        at += *at == ',';
        ff_span word = {at, strcspn(at, ",")};
        if (!ff_edition_find(word)) {
            complain("there is no edition '%.*s'; 'flagfall editions' lists them", (int)word.size,
                     word.data);
            return false;
        }
    }
    return true;
}

typedef struct bridge_words {
    const char *clock;
    const char *rated;
    uint64_t games;
    uint64_t budget;
    uint64_t count;
    uint64_t reply;
} bridge_words;

static int words_read(const bridge_words *words, bridge_options *bridge) {
    bridge_policy *policy = &bridge->policy;
    policy->games = (unsigned)words->games;
    bridge->budget_ms = (unsigned)words->budget;
    bridge->count = (unsigned)words->count;
    if (!bridge->token)
        bridge->token = getenv("FLAGFALL_TOKEN");
    if (!bridge->server || !bridge->token || !*bridge->token)
        return complain("a bridge needs --server URL, and --token T or FLAGFALL_TOKEN");
    if (strncmp(bridge->server, "http://", 7) != 0 && strncmp(bridge->server, "https://", 8) != 0)
        return complain("--server is http://... or https://..., not '%s'", bridge->server);
    if (policy->editions && !editions_are_known(policy->editions))
        return EXIT_WRONG;
    word_read(words->clock, &policy->timed, &policy->untimed);
    word_read(words->rated, &policy->rated, &policy->casual);
    return GO_ON;
}

static int bridge_with(const char *player, bridge_options *bridge, uint64_t reply) {
    competitor chosen; /* its entrant points into it */
    player_terms terms = {
        .means = {.size = sizeof(ff_means), .memory_mb = FF_MEMORY_DEFAULT, .threads = 1},
        .reply_ms = (unsigned)reply};
    ff_options none = {.size = sizeof(ff_options)};
    ff_error error;
    if (!competitor_find(player, &terms, &chosen)) {
        competitor_free(&chosen);
        return EXIT_WRONG;
    }
    competitor_prepare(&chosen, &none);
    bridge->create = chosen.entrant.create;
    bridge->context = chosen.entrant.context;
    bridge->fault = chosen.entrant.fault;
    signal(SIGPIPE, SIG_IGN); /* a program may end while it is spoken to */
    bool good = bridge_run(bridge, &error);
    competitor_free(&chosen);
    return good ? EXIT_DONE : complain("%s", error.message);
}

int bridge_run_command(int argc, char **argv) {
    bridge_options bridge = {0};
    bool json = false;
    bridge_words words = {"any", "any", 1, 1000, 0, 5000};
    const option options[] = {
        {"--server", "URL", "the server: https://play.example.org", .text = &bridge.server},
        {"--token", "T", "the account's token; FLAGFALL_TOKEN if not given", .text = &bridge.token},
        {"--editions", "LIST", "which are accepted, with commas between (all)",
         .text = &bridge.policy.editions},
        {"--clock", "yes|no|any", "games with a clock (any)", .text = &words.clock},
        {"--rated", "yes|no|any", "rated games (any)", .text = &words.rated},
        {"--games", "N", "how many at once (1)", .number = &words.games, .minimum = 1,
         .maximum = 64},
        {"--movetime", "MS", "for a move, where the clock allows it (1000)",
         .number = &words.budget, .minimum = 1, .maximum = 600000},
        {"--reply", "MS", "for a program to answer, beside its move (5000)", .number = &words.reply,
         .minimum = 1, .maximum = 600000},
        {"--count", "N", "ends after so many games; 0 goes on for ever (0)", .number = &words.count,
         .maximum = 1000000},
        {"--json", NULL, "a JSON object a line", .flag = &json},
        {.name = NULL},
    };
    const arguments spec = {
        "bridge [OPTION...] PLAYER",
        "Plays on a server as a bot: accepts challenges, and comes back when\n"
        "the server has been away. Prints a line for what happens to a game.\n" COMPETITOR_HELP,
        options, 1, 1};
    int status = arguments_parse(&spec, &argc, argv);
    if (status == GO_ON)
        status = words_read(&words, &bridge);
    bridge.tell = json ? tell_json : tell_line;
    return status == GO_ON ? bridge_with(argv[1], &bridge, words.reply) : status;
}
