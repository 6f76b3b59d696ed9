/* `flagfall play`: a game in the terminal against a computer player. */
#define _POSIX_C_SOURCE 200809L
#include "commands.h"
#include "support.h"

#include "flagfall/computer.h"
#include "flagfall/presets.h"
#include "tui/plain.h"

#include <time.h>

static bool preset_make(const ff_edition *edition, ff_span name, ff_rng *rng, ff_setup *setup) {
    size_t index;
    return ff_preset_find(edition, name, &index) && ff_preset_make(edition, index, rng, setup);
}

static void preset_list(const ff_edition *edition, ff_buffer *out) {
    for (size_t i = 0; i < ff_preset_count(edition); i++)
        ff_buffer_format(out, "%s: %s\n", ff_preset_name(edition, i), ff_preset_text(edition, i));
}

static uint64_t seed_of_now(void) {
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

/* The opponent asked for; null after a complaint. */
static const ff_player_kind *choose_opponent(const char *name, uint64_t level, bool human) {
    if (!name)
        return ff_computer_level((unsigned)level, human);
    const ff_player_kind *kind = ff_computer_find(ff_span_of(name));
    if (kind)
        return kind;
    ff_buffer names = {0};
    for (size_t i = 0; i < ff_computer_count(); i++)
        ff_buffer_format(&names, " %s", ff_computer_at(i)->name);
    complain("there is no opponent '%s'; there are:%s", name, names.data ? names.data : "");
    ff_buffer_free(&names);
    return NULL;
}

static int status_of(plain_status status) {
    switch (status) {
    case PLAIN_DONE:
        return EXIT_DONE;
    case PLAIN_CUT:
        return EXIT_NO;
    default:
        return complain("not enough memory");
    }
}

static const char about[] =
    "Plays a game in sentences, line by line, with no cursor control and no colour:\n"
    "for a terminal, a screen reader or a pipe. Type help in the game for its\n"
    "commands. In memory mode too the computer forgets nothing, unless it is one of\n"
    "the lower levels or has --human-memory.\n\n"
    "Exit status: 0 when the game was played to its end or left with quit, 1 when\n"
    "the input ended before the game did, 2 for wrong usage.";

int play_run(int argc, char **argv) {
    const char *id = ff_edition_default()->id, *name = NULL;
    uint64_t level = FF_LEVELS, seed = seed_of_now();
    bool red = false, blue = false, plain = false, memory = false, human = false;
    const option options[] = {
        {"--edition", "E", "the edition to play, or a file of your own (default tournament)",
         .text = &id},
        {"--level", "N", "strength of the computer, 1 the weakest to 10 (default 10)",
         .number = &level, .minimum = 1, .maximum = FF_LEVELS},
        {"--human-memory", NULL, "the computer forgets shown ranks as people do", .flag = &human},
        {"--opponent", "NAME", "a computer player by its name", .text = &name},
        {"--red", NULL, "play Red, who moves first (the default)", .flag = &red},
        {"--blue", NULL, "play Blue", .flag = &blue},
        {"--memory", NULL, "ranks are told once and hidden again", .flag = &memory},
        {"--plain", NULL, "line by line; the only way so far", .flag = &plain},
        {"--seed", "S", "of the computer and of random armies, to play it again", .number = &seed,
         .maximum = UINT64_MAX},
        {0},
    };
    const arguments spec = {"play [OPTION...]", about, options, 0, 0};
    int status = arguments_parse(&spec, &argc, argv);
    if (status != GO_ON)
        return status;
    if (red && blue)
        return complain("one person plays one colour: --red or --blue");
    ff_edition edition;
    const ff_player_kind *opponent = choose_opponent(name, level, human);
    if (!opponent || !edition_choose(id, &edition))
        return EXIT_WRONG;
    plain_setting setting = {.edition = &edition,
                             .opponent = opponent,
                             .seat = blue ? FF_BLUE : FF_RED,
                             .memory = memory,
                             .seed = seed,
                             .in = stdin,
                             .out = stdout,
                             .preset_make = preset_make,
                             .preset_list = preset_list};
    return status_of(plain_play(&setting));
}
