/* The course of `match` and `tournament`: options checked before anything is played, games
 * handed to the ledger in the order of the schedule, results told at the end. */
#define _POSIX_C_SOURCE 200809L
#include "contest/contest.h"

#include "ai/setup/setups.h"
#include "arena/report.h"
#include "arena/spread.h"
#include "cli/files.h"
#include "cli/line.h"
#include "contest/competitor.h"
#include "contest/ledger.h"
#include "engine/protocol/ucc.h"
#include "flagfall.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct contest_options {
    const char *edition, *record, *journal, *armies, *gametime, *sprt, *log;
    uint64_t games, jobs, seed, move_ms, nodes, limit, quiet_limit, reply_ms, memory_mb, threads;
    bool json, progress, quiet, gauntlet, scores;
} contest_options;

typedef struct contest {
    const contest_kind *kind;
    contest_options options;
    ff_edition edition;
    sprt test;
    match_plan plan;
    player_terms terms; /* with the log, if there is one */
    unsigned players;
    competitor *competitor;
    match_entrant *entrant;
} contest;

enum {
    GAMES = 100,
    GAMES_OF_TEST = 100000 /* a test ends before */
};

/* Reads the command line; GO_ON, or the exit status. */
static int options_parse(const contest_kind *kind, contest_options *o, int *argc, char **argv) {
    const option more[] = {
        [CONTEST_TWO] = {"--sprt", "E0,E1[,A,B]",
                         "until A is known to be E0 or E1 Elo better; errors .05,.05",
                         .text = &o->sprt},
        [CONTEST_MANY] = {"--gauntlet", NULL, "the first against each of the others",
                          .flag = &o->gauntlet},
        [CONTEST_SELF] = {0},
    };
    static const unsigned least[] = {2, 2, 1}, most[] = {2, SCHEDULE_PLAYERS_MAX, 1};
    const option options[] = {
        {"--games", "N", "of each two players (100), in pairs with colours exchanged",
         .number = &o->games, .minimum = 1, .maximum = 1000000},
        {"--edition", "EDITION", "tournament if not given; ucc with a program of 2012",
         .text = &o->edition},
        {"--jobs", "J", "games at the same time (1)", .number = &o->jobs, .minimum = 1,
         .maximum = 256},
        {"--seed", "S", "the same seed gives the same games (1)", .number = &o->seed,
         .maximum = UINT64_MAX},
        {"--movetime", "MS", "for a move, for players who use it (100)", .number = &o->move_ms,
         .minimum = 1, .maximum = 600000},
        {"--gametime", "MS[+INC]", "for all moves of a seat, and more for each",
         .text = &o->gametime},
        {"--nodes", "N", "positions a move instead of a time, where they are counted",
         .number = &o->nodes, .minimum = 1, .maximum = UINT32_MAX},
        {"--limit", "PLIES", "a draw then; the edition's cap if not given", .number = &o->limit,
         .minimum = 1, .maximum = FF_PLIES_MAX},
        {"--plies", "PLIES", "the same", .number = &o->limit, .minimum = 1,
         .maximum = FF_PLIES_MAX},
        {"--quiet-limit", "PLIES", "a draw after so many without an attack",
         .number = &o->quiet_limit, .minimum = 1, .maximum = FF_PLIES_MAX},
        {"--armies", "drawn|plain|own",
         "the same for a pair, drawn with care or plainly as people set up; or the players' own",
         .text = &o->armies},
        {"--reply", "MS", "within which programs must answer (5000)", .number = &o->reply_ms,
         .minimum = 1, .maximum = 600000},
        {"--memory", "MB", "that each player of ours may take (64)", .number = &o->memory_mb,
         .minimum = 1, .maximum = 65536},
        {"--threads", "N", "that each player of ours uses for a move (1); with more, games differ",
         .number = &o->threads, .minimum = 1, .maximum = FF_THREADS_MAX},
        {"--record", "FILE", "the games as records", .text = &o->record},
        {"--resume", "FILE", "keeps what is played here, and goes on from there",
         .text = &o->journal},
        {"--log", "FILE", "what engines are told and say", .text = &o->log},
        {"--json", NULL, "results as JSON", .flag = &o->json},
        {"--progress", NULL, "tell how far it is, also where nobody looks", .flag = &o->progress},
        {"--quiet", NULL, "does not tell how far it is", .flag = &o->quiet},
        {"--scores", NULL, "records say at each move what its player thought the game was worth",
         .flag = &o->scores},
        more[kind->field],
        {0},
    };
    const arguments spec = {kind->usage, kind->about, options, least[kind->field],
                            most[kind->field]};
    return arguments_parse(&spec, argc, argv);
}

/* --- values that are more than a number ------------------------------------------- */

/* "MS" or "MS+INC". False after a complaint. */
static bool read_gametime(const char *text, match_time *time) {
    char *end;
    unsigned long total = strtoul(text, &end, 10), increment = 0;
    bool good = *text >= '0' && *text <= '9' && total >= 1 && total <= 86400000;
    if (good && *end == '+') {
        const char *more = end + 1;
        increment = strtoul(more, &end, 10);
        good = *more >= '0' && *more <= '9' && increment <= 600000;
    }
    if (!good || *end) {
        complain("--gametime wants milliseconds, 60000 or 60000+100, not '%s'", text);
        return false;
    }
    time->game_ms = (unsigned)total;
    time->increment_ms = (unsigned)increment;
    return true;
}

/* "0,5" or "0,5,.05,.05". False after a complaint. */
static bool read_test(const char *text, sprt *test) {
    double number[4] = {0, 0, 0.05, 0.05};
    int count = 0;
    const char *at = text;
    for (char *end; count < 4; at = end + 1) {
        number[count] = strtod(at, &end);
        bool read = end != at;
        at = end;
        if (!read)
            break;
        count++;
        if (*end != ',')
            break;
    }
    *test = (sprt){number[0], number[1], number[2], number[3]};
    if (*at == 0 && (count == 2 || count == 4) && test->elo0 >= -1000 && test->elo0 < test->elo1 &&
        test->elo1 <= 1000 && test->alpha > 0 && test->alpha < 0.5 && test->beta > 0 &&
        test->beta < 0.5)
        return true;
    complain("--sprt wants two Elo differences, the lower one first, and perhaps the chances of "
             "the two errors: 0,10 or 0,10,.05,.05; not '%s'",
             text);
    return false;
}

/* Who thinks how long. False after a complaint. */
static bool read_time(const contest_options *o, match_time *time) {
    *time = (match_time){.nodes = o->nodes};
    if ((o->move_ms > 0) + (o->nodes > 0) + (o->gametime != NULL) > 1) {
        complain("--movetime, --gametime and --nodes exclude each other");
        return false;
    }
    if (o->gametime)
        return read_gametime(o->gametime, time);
    time->move_ms = o->move_ms ? (unsigned)o->move_ms : o->nodes ? 0 : 100;
    return true;
}

/* --- players and edition ------------------------------------------------------------ */

/* Line-buffered, so that each line is whole in the file as soon as it is said, by whichever
 * thread. */
static bool open_log(contest *c) {
    if (!c->options.log)
        return true;
    FILE *log = c->terms.log = fopen(c->options.log, "wb");
    if (!log)
        complain("%s: %s", c->options.log, strerror(errno));
    return log && setvbuf(log, NULL, _IOLBF, BUFSIZ) == 0;
}

static bool find_players(contest *c, char **words) {
    c->terms.means = (ff_means){.size = sizeof(ff_means),
                                .memory_mb = (unsigned)c->options.memory_mb,
                                .threads = (unsigned)c->options.threads};
    c->terms.reply_ms = (unsigned)c->options.reply_ms;
    c->competitor = calloc(c->players, sizeof *c->competitor);
    c->entrant = calloc(c->players, sizeof *c->entrant);
    if (!c->competitor || !c->entrant)
        return complain("memory is out") == EXIT_DONE;
    for (unsigned i = 0; i < c->players; i++) {
        char *word = words[c->kind->field == CONTEST_SELF ? 0 : i];
        if (!competitor_find(word, &c->terms, &c->competitor[i]))
            return false;
        c->entrant[i] = c->competitor[i].entrant;
    }
    return true;
}

/* The edition that is named, or the one that suits the players. */
static bool choose_edition(contest *c) {
    bool ucc = false;
    for (unsigned i = 0; i < c->players; i++)
        ucc |= c->competitor[i].is_ucc;
    const char *id = c->options.edition;
    if (!id)
        id = ucc ? UCC_EDITION : ff_edition_default()->id;
    if (!edition_choose(id, &c->edition))
        return false;
    if (ucc && !ucc_speaks(&c->edition)) {
        complain("programs of the 2012 competition know another board than %s", c->edition.id);
        return false;
    }
    uint16_t quiet = (uint16_t)c->options.quiet_limit;
    if (quiet && (!c->edition.quiet_limit || quiet < c->edition.quiet_limit))
        c->edition.quiet_limit = quiet;
    return true;
}

static bool is_word(const char *given, const char *word) {
    return given && strcmp(given, word) == 0;
}

static void draw_plainly(const ff_edition *edition, ff_rng *rng, ff_setup *setup) {
    setup_draw_plainly(setup, edition, rng);
}

static bool make_plan(contest *c) {
    const contest_options *o = &c->options;
    unsigned games = o->games ? (unsigned)o->games : o->sprt ? GAMES_OF_TEST : GAMES;
    c->plan = (match_plan){
        .edition = &c->edition,
        .options = {.size = sizeof(ff_options),
                    .ply_limit = o->limit ? (uint16_t)o->limit : c->edition.host_cap},
        .entrant = c->entrant,
        .schedule = {.players = c->players, .games = games, .gauntlet = o->gauntlet},
        .jobs = (unsigned)o->jobs,
        .seed = o->seed,
        .scores = o->scores || c->kind->field == CONTEST_SELF,
        .test = o->sprt ? &c->test : NULL,
        .set_up = is_word(o->armies, "plain") ? draw_plainly : ff_preset_draw,
        .armies = o->armies,
        .own_armies = is_word(o->armies, "own"),
    };
    for (unsigned i = 0; i < c->players; i++)
        competitor_prepare(&c->competitor[i], &c->plan.options);
    return read_time(o, &c->plan.time) && (!o->sprt || read_test(o->sprt, &c->test));
}

/* --- playing ------------------------------------------------------------------------ */

static int report(const contest *c, const results *all) {
    ff_buffer out = {0};
    const pairing_results *games = &all->pairing[0];
    /* Of games against oneself only how many there were and how they ended means anything. */
    if (c->kind->field == CONTEST_SELF) {
        line_print(c->options.json, NULL, "games=%u drawn=%u plies=%llu", all->games,
                   games->tally.drawn, (unsigned long long)games->plies);
        return EXIT_DONE;
    }
    const match_plan *plan = &c->plan;
    const tally *first = &games->tally;
    if (c->options.json) {
        report_json(plan, all, &out);
    } else {
        report_lines(plan, all, &out);
        if (c->kind->field == CONTEST_MANY) {
            ff_buffer_byte(&out, '\n');
            report_cross_table(plan, all, &out);
        }
        if (plan->test)
            report_test(plan->test, first, &out);
    }
    bool good = !out.failed && file_write(NULL, &out);
    ff_buffer_free(&out);
    if (!good)
        return EXIT_WRONG;
    return plan->test && sprt_judge(plan->test, first->pairs) != SPRT_ELO1 ? EXIT_NO : EXIT_DONE;
}

/* A program that loses so has failed, and the results alone do not say why. */
static void tell_forfeits(const contest *c, const results *all) {
    for (unsigned i = 0; i < c->players; i++) {
        ff_buffer line = {0};
        if (report_forfeits(&c->plan, all, i, &line) && !line.failed)
            complain("%s", line.data);
        ff_buffer_free(&line);
    }
}

static int play(contest *c, spread *s, const char *match) {
    ledger l = {.record_path = c->options.record,
                .journal_path = c->options.journal,
                .mode = c->options.quiet      ? PROGRESS_OFF
                        : c->options.progress ? PROGRESS_LINES
                                              : PROGRESS_TERMINAL};
    results all;
    int status = EXIT_WRONG;
    if (!results_init(&all, &c->plan.schedule)) {
        complain("memory is out");
    } else if (ledger_open(&l, &c->plan, match)) {
        c->plan.begin = ledger_begin;
        c->plan.arrive = ledger_arrive;
        c->plan.take = ledger_take;
        c->plan.tell = ledger_tell;
        c->plan.context = &l;
        /* Here alone, or on other machines too where this is the first of several. */
        bool played = s->link ? spread_match(&c->plan, &all, s) : match_play(&c->plan, &all);
        if (!played) {
            complain("the match was not played to its end: memory, processes or files failed");
            status = EXIT_NO;
        }
        bool kept = ledger_close(&l);
        tell_forfeits(c, &all);
        if (kept && played)
            status = report(c, &all);
    }
    c->plan.context = NULL; /* the ledger ends here */
    results_free(&all);
    return status;
}

/* Another rank writes nothing: what it plays goes to the first. */
static int serve(contest *c, spread *s) {
    ff_error error;
    return spread_serve(&c->plan, s, &error) ? EXIT_DONE : complain("%s", error.message);
}

/* Plays on this machine or as one of several that were started together. They agree by `job`, a
 * line that names all that the games depend on, that they were started for the same match. */
static int play_as_rank(contest *c) {
    ff_error error;
    ff_buffer job = {0};
    spread s = {.link = cluster_open(&error)};
    if (!s.link && error.code != FF_ERROR_NONE)
        return complain("%s", error.message);
    ff_buffer_text(&job, FF_VERSION_TEXT " ");
    ledger_describe(&c->plan, &c->terms, c->competitor, &job);
    s.job = job.data;
    int status = job.failed                   ? complain("memory is out")
                 : s.link && c->options.log   ? complain("--log is for one process: several "
                                                           "would write over each other's lines")
                 : s.link && s.link->rank > 0 ? serve(c, &s)
                                              : play(c, &s, job.data + strlen(FF_VERSION_TEXT " "));
    ff_buffer_free(&job);
    if (s.link) {
        fflush(stdout);
        s.link->close(s.link, s.all_here);
    }
    return status;
}

int contest_run(const contest_kind *kind, int argc, char **argv) {
    contest c = {.kind = kind,
                 .options = {.reply_ms = REPLY_MS_DEFAULT,
                             .memory_mb = FF_MEMORY_DEFAULT,
                             .threads = 1,
                             .jobs = 1,
                             .seed = 1}};
    int status = options_parse(kind, &c.options, &argc, argv);
    if (status != GO_ON)
        return status;
    c.players = kind->field == CONTEST_SELF ? 2 : (unsigned)argc - 1;
    signal(SIGPIPE, SIG_IGN); /* programs may end while they are spoken to */
    status = open_log(&c) && find_players(&c, argv + 1) && choose_edition(&c) && make_plan(&c)
                 ? play_as_rank(&c)
                 : EXIT_WRONG;
    for (unsigned i = 0; c.competitor && i < c.players; i++)
        competitor_free(&c.competitor[i]);
    free(c.competitor);
    free(c.entrant);
    if (c.terms.log)
        fclose(c.terms.log);
    return status;
}
