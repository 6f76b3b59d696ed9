/* flagfall match: two players against each other. */
#define _XOPEN_SOURCE 700 /* realpath */
#include "arena/match.h"
#include "commands.h"
#include "engine/ucc.h"
#include "engine/ucc_player.h"
#include "flagfall.h"
#include "support.h"

#include <errno.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct match_options {
    const char *edition;
    const char *record;
    uint64_t games, jobs, seed, budget_ms, ply_limit, reply_ms;
} match_options;

#define UCC_PREFIX "ucc:"

/* A foreign program, and its path in full. */
typedef struct foreigner {
    ucc_program program;
    char path[PATH_MAX];
} foreigner;

static ff_player *create_kind(const void *context, uint64_t seed) {
    return ff_player_new(context, seed);
}

static ff_player *create_ucc(const void *context, uint64_t seed) {
    (void)seed;
    return ucc_player_new(&((const foreigner *)context)->program);
}

static bool is_foreign(const char *name) {
    return strncmp(name, UCC_PREFIX, strlen(UCC_PREFIX)) == 0;
}

static bool foreigner_find(const char *name, foreigner *f, match_entrant *entrant) {
    const char *path = name + strlen(UCC_PREFIX);
    if (!realpath(path, f->path) || access(f->path, X_OK) != 0) {
        complain("%s cannot be run: %s", path, strerror(errno));
        return false;
    }
    f->program.path = f->path;
    *entrant = (match_entrant){name, f, create_ucc, ucc_player_fault, true};
    return true;
}

static bool entrant_find(const char *name, match_entrant *entrant) {
    const ff_player_kind *kind = ff_computer_find(ff_span_of(name));
    if (!kind) {
        complain("there is no player '%s'; there are:", name);
        for (size_t i = 0; i < ff_computer_count(); i++)
            complain("  %s", ff_computer_at(i)->name);
        return false;
    }
    *entrant = (match_entrant){.name = name, .context = kind, .create = create_kind};
    return true;
}

static bool seat_entrant(const char *name, foreigner *f, match_entrant *entrant) {
    return is_foreign(name) ? foreigner_find(name, f, entrant) : entrant_find(name, entrant);
}

static void take_record(void *context, const ff_record *record) {
    ff_buffer *out = context;
    ff_record_write(record, out);
}

static int report(const match_plan *plan, const match_score score[2]) {
    ff_buffer out = {0};
    for (int i = 0; i < 2; i++)
        match_score_write(&score[i], plan->entrant[i].name, &out);
    bool good = !out.failed && file_write(NULL, &out);
    ff_buffer_free(&out);
    return good ? EXIT_DONE : EXIT_WRONG;
}

static int play(match_plan *plan, const char *path) {
    ff_buffer records = {0};
    match_score score[2];
    if (path) {
        plan->take = take_record;
        plan->context = &records;
    }
    bool good = match_play(plan, score) && !records.failed;
    int status = good ? report(plan, score) : EXIT_NO;
    if (!good)
        complain("the match was not played to its end: memory or processes are out");
    if (good && path && !file_write(path, &records))
        status = EXIT_WRONG;
    ff_buffer_free(&records);
    return status;
}

/* Reads the command line into `o`; GO_ON, or the exit status. */
static int options_parse(match_options *o, int *argc, char **argv) {
    const option options[] = {
        {"--games", "N", "how many (100), in pairs with colours exchanged", .number = &o->games,
         .minimum = 1, .maximum = 1000000},
        {"--edition", "E", "tournament if not given; ucc with a program", .text = &o->edition},
        {"--jobs", "J", "games at the same time (1)", .number = &o->jobs, .minimum = 1,
         .maximum = 256},
        {"--seed", "S", "the same seed gives the same games (1)", .number = &o->seed,
         .maximum = UINT64_MAX},
        {"--movetime", "MS", "for players who use it (100)", .number = &o->budget_ms, .minimum = 1,
         .maximum = 600000},
        {"--plies", "N", "a draw then; the edition's cap if not given", .number = &o->ply_limit,
         .minimum = 1, .maximum = FF_PLIES_MAX},
        {"--reply", "MS", "within which programs must answer (5000)", .number = &o->reply_ms,
         .minimum = 1, .maximum = 600000},
        {"--record", "FILE", "the games as records", .text = &o->record},
        {0},
    };
    const arguments spec = {
        "match A B [OPTION...]",
        "Plays two players against each other and prints a line for each. A player is\n"
        "level:N, from 1 to 10, or level:N:human, who forgets shown ranks as people do;\n"
        "'random', 'picket' or 'general'; or ucc:PATH, a program of the 2012\n"
        "competition: a file that is run in a copy of its folder.",
        options, 2, 2};
    return arguments_parse(&spec, argc, argv);
}

/* The edition that is named, or the one that suits the players. */
static bool edition_for(const char *id, bool foreign, ff_edition *edition) {
    if (!id)
        id = foreign ? UCC_EDITION : ff_edition_default()->id;
    if (!edition_choose(id, edition))
        return false;
    if (!foreign || ucc_speaks(edition))
        return true;
    complain("programs of the 2012 competition know another board than %s", edition->id);
    return false;
}

int match_run(int argc, char **argv) {
    match_options o = {.reply_ms = 5000, .games = 100, .jobs = 1, .seed = 1, .budget_ms = 100};
    int status = options_parse(&o, &argc, argv);
    if (status != GO_ON)
        return status;
    ff_edition edition;
    if (!edition_for(o.edition, is_foreign(argv[1]) || is_foreign(argv[2]), &edition))
        return EXIT_WRONG;
    match_plan plan = {
        .games = (unsigned)o.games,
        .jobs = (unsigned)o.jobs,
        .budget_ms = (unsigned)o.budget_ms,
        .seed = o.seed,
        .set_up = ff_preset_draw,
        .options = {.ply_limit = o.ply_limit ? (uint16_t)o.ply_limit : edition.host_cap},
        .edition = &edition,
    };
    foreigner foreigners[2];
    for (int i = 0; i < 2; i++) {
        foreigners[i].program = (ucc_program){.reply_ms = (unsigned)o.reply_ms};
        if (!seat_entrant(argv[1 + i], &foreigners[i], &plan.entrant[i]))
            return EXIT_WRONG;
    }
    signal(SIGPIPE, SIG_IGN); /* programs may end while they are spoken to */
    return play(&plan, o.record);
}
