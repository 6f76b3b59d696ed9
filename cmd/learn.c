/* flagfall learn: a network learns the game from its own games. Reads what is wanted, goes on
 * from a state file where there is one, and reports, saves and stops between rounds. */
#define _POSIX_C_SOURCE 200809L
#include "cli/files.h"
#include "cli/line.h"
#include "cli/progress.h"
#include "commands.h"

#include "ai/learned/net_file.h"
#include "flagfall.h"
#include "learn/evaluation_match.h"
#include "learn/progress.h"
#include "learn/state.h"

#include <errno.h>
#include <inttypes.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MATCHES = 8 }; /* players that are tried against at each report */

typedef struct learn_options {
    const char *editions, *opponents, *against, *state, *net, *curves, *from;
    const char *rate, *rate_half, *noise, *noise_last, *noise_half, *lambda, *discount;
    uint64_t games, seed, threads, every, match_games, nodes, past, searched, passes, snapshot;
    bool json, quiet;
} learn_options;

typedef struct learning {
    learn_options options;
    training_plan plan;
    const ff_player_kind *against[MATCHES];
    unsigned matches;
    training *training;
    ff_buffer progress;
    ff_buffer command;   /* the words that it was called by */
    training_report sum; /* since the last report */
    double loss;         /* times samples */
    progress meter;
    unsigned first_nets; /* networks read that it begins with */
    net net;             /* scratch */
} learning;

/* A signal only sets this; it is asked for between rounds, so that a state that is saved is
 * always of whole rounds, and what is learned does not depend on when the signal came. The threads
 * of a match ask too. */
static atomic_bool stopped;

static void stop(int signal_number) {
    (void)signal_number;
    stopped = true;
}

/* --- words -------------------------------------------------------------------------------- */

/* Cuts the next of words apart by commas off; false at the end. */
static bool cut_word(char **rest, char **word) {
    if (!*rest || !**rest)
        return false;
    *word = *rest;
    *rest = strchr(*rest, ',');
    if (*rest)
        *(*rest)++ = '\0';
    return true;
}

/* Takes "SIGN NUMBER" off the end of a word; `other` where there is none. False where it is
 * no number. */
static bool cut_number(char *word, char sign, uint64_t other, uint64_t *number) {
    char *at = strrchr(word, sign), *end;
    *number = other;
    if (!at)
        return true;
    *number = strtoull(at + 1, &end, 10);
    bool good = at[1] >= '0' && at[1] <= '9' && *end == '\0';
    *at = '\0';
    return good;
}

/* EDITION[:SHARE[@GAME]] */
static bool read_edition(char *word, void *context) {
    training_plan *plan = &((learning *)context)->plan;
    uint64_t from, share;
    if (plan->editions == TRAINING_EDITIONS)
        return complain("--editions: %d at most", TRAINING_EDITIONS) == EXIT_DONE;
    training_edition *e = &plan->edition[plan->editions];
    if (!cut_number(word, '@', 0, &from) || !cut_number(word, ':', 1, &share) || share < 1 ||
        share > 1000)
        return complain("--editions wants EDITION[:SHARE][@GAME], SHARE from 1 to 1000") ==
               EXIT_DONE;
    if (!edition_choose(word, &e->edition))
        return false;
    e->share = (unsigned)share;
    e->from = from;
    plan->editions++;
    return true;
}

static const ff_player_kind *find_kind(const char *where, const char *name) {
    const ff_player_kind *kind = ff_computer_find(ff_span_of(name));
    if (!kind)
        complain("%s: there is no player '%s'", where, name);
    return kind;
}

/* PLAYER=PERCENT */
static bool read_opponent(char *word, void *context) {
    training_plan *plan = &((learning *)context)->plan;
    uint64_t share;
    if (!cut_number(word, '=', 5, &share) || share < 1 || share > 90)
        return complain("--opponents wants PLAYER=PERCENT, 1 to 90") == EXIT_DONE;
    const ff_player_kind *kind = find_kind("--opponents", word);
    if (kind && plan->opponents == TRAINING_OPPONENTS)
        return complain("--opponents: %d at most", TRAINING_OPPONENTS) == EXIT_DONE;
    if (kind)
        plan->opponent[plan->opponents++] = (training_opponent){kind, (unsigned)share};
    return kind != NULL;
}

static bool read_against(char *word, void *context) {
    learning *l = context;
    if (l->matches == MATCHES)
        return complain("--against: %d at most", MATCHES) == EXIT_DONE;
    return (l->against[l->matches] = find_kind("--against", word)) && ++l->matches;
}

/* Reads a list of words apart by commas. */
static bool read_list(const char *text, bool (*read)(char *word, void *context), void *context) {
    char *copy = strdup(text), *rest = copy, *word;
    bool good = copy || complain("memory is out") == EXIT_DONE;
    while (good && cut_word(&rest, &word))
        good = read(word, context);
    free(copy);
    return good;
}

/* A number with a point. */
static bool read_real(const char *name, const char *text, double least, double most,
                      double *number) {
    char *end;
    if (!text)
        return true;
    double value = strtod(text, &end);
    if (end == text || *end || !(value >= least && value <= most))
        return complain("%s wants a number from %g to %g, not '%s'", name, least, most, text) ==
               EXIT_DONE;
    *number = value;
    return true;
}

static int options_parse(learn_options *o, int *argc, char **argv) {
    const option options[] = {
        {"--editions", "LIST",
         "EDITION[:SHARE][@GAME],...: what is played (duel), how often, from which game on",
         .text = &o->editions},
        {"--games", "N", "until so many are played in all (100000)", .number = &o->games,
         .maximum = UINT64_MAX / 2},
        {"--state", "FILE", "where all is kept, and gone on from", .text = &o->state},
        {"--net", "FILE", "the network that plays, after each report", .text = &o->net},
        {"--from", "FILE,...",
         "begin with this network where there is no state, or the mean of several",
         .text = &o->from},
        {"--curves", "FILE", "how it goes, as an SVG", .text = &o->curves},
        {"--every", "N", "report and save after so many games (4096)", .number = &o->every,
         .minimum = 1, .maximum = UINT64_MAX / 2},
        {"--against", "LIST", "players to be tried against at each report (one-ply)",
         .text = &o->against},
        {"--evaluation-games", "N", "against each of these (100)", .alias = "--trial",
         .number = &o->match_games, .minimum = 2, .maximum = 100000},
        {"--opponents", "LIST", "PLAYER=PERCENT,...: learn against these too", .alias = "--rivals",
         .text = &o->opponents},
        {"--past", "PERCENT", "of the games against snapshots of itself (15)", .number = &o->past,
         .maximum = 90},
        {"--searched", "PERCENT",
         "of the games by the search player, with the network's advice (0)", .number = &o->searched,
         .maximum = 100},
        {"--passes", "N", "over each round's samples, every other in a mirror (1)",
         .number = &o->passes, .minimum = 1, .maximum = 100},
        {"--snapshot", "N", "one of these every so many games (4096)", .number = &o->snapshot,
         .minimum = TRAINING_GAMES, .maximum = UINT64_MAX / 2},
        {"--nodes", "N", "positions a move for players who search (1000)", .number = &o->nodes,
         .minimum = 1, .maximum = UINT32_MAX},
        {"--threads", "N", "at work (1); what is learned does not depend on it",
         .number = &o->threads, .minimum = 1, .maximum = FF_THREADS_MAX},
        {"--seed", "S", "of a new network and of all games (1)", .number = &o->seed,
         .maximum = UINT64_MAX},
        {"--rate", "X", "first step size, times the inputs that are on (0.1)", .text = &o->rate},
        {"--rate-half", "GAMES", "after which it is half of that (100000)", .text = &o->rate_half},
        {"--noise", "X", "by how much moves are misjudged at first (0.05)", .alias = "--heat",
         .text = &o->noise},
        {"--noise-last", "X", "and at last (0.004)", .alias = "--heat-last",
         .text = &o->noise_last},
        {"--noise-half", "GAMES", "after which the first is halved (8000)", .alias = "--heat-half",
         .text = &o->noise_half},
        {"--lambda", "X", "how much the end of a game counts (0.85)", .text = &o->lambda},
        {"--discount", "X", "of what is expected a move later (0.997)", .text = &o->discount},
        {"--json", NULL, "each report as a JSON object on a line", .flag = &o->json},
        {"--quiet", NULL, "does not tell how far it is", .flag = &o->quiet},
        {0},
    };
    const arguments spec = {
        "learn [OPTION...]",
        "A network plays against itself, and learns from that what a seat may expect of\n"
        "what it knows. What it has come to is kept in a state file, with the optimiser;\n"
        "called again it goes on from there as if it had not stopped. Ends after --games,\n"
        "or when it is interrupted, once the round of games under way is over.",
        options, 0, 0};
    return arguments_parse(&spec, argc, argv);
}

/* --- files --------------------------------------------------------------------------------- */

/* The new file is written beside the old one and then takes its place: whoever reads, or a
 * machine that stops, finds the one or the other whole. */
static bool replace(const char *path, const ff_buffer *bytes) {
    ff_buffer other = {0};
    ff_buffer_format(&other, "%s.new", path);
    bool good = !other.failed && !bytes->failed && file_write(other.data, bytes);
    if (good && rename(other.data, path) != 0)
        good = complain("%s: %s", path, strerror(errno)) == EXIT_DONE;
    ff_buffer_free(&other);
    return good;
}

/* Tries it at once with an empty file, so that nobody learns for hours what cannot be kept. */
static bool can_replace(const char *path) {
    ff_buffer other = {0}, nothing = {0};
    if (!path)
        return true;
    ff_buffer_format(&other, "%s.new", path);
    bool good = !other.failed && file_write(other.data, &nothing);
    if (good)
        unlink(other.data);
    ff_buffer_free(&other);
    return good;
}

static bool read_state(learning *l) {
    ff_buffer bytes = {0};
    ff_error error;
    bool good = file_read(l->options.state, &bytes);
    if (good && !state_read((ff_span){bytes.data, bytes.size}, l->training, &l->progress, &error))
        good = complain("%s: %s", l->options.state, error.message) == EXIT_DONE;
    ff_buffer_free(&bytes);
    return good;
}

/* One more of the networks that it begins with. */
static bool read_first_net(char *path, void *context) {
    learning *l = context;
    ff_buffer bytes = {0};
    ff_error error;
    bool good = file_read(path, &bytes);
    if (good && !net_read((ff_span){bytes.data, bytes.size}, &l->net, &error))
        good = complain("%s: %s", path, error.message) == EXIT_DONE;
    if (good)
        model_from_net(&l->training->model, &l->net, l->first_nets++);
    ff_buffer_free(&bytes);
    return good;
}

static bool write_state(learning *l) {
    ff_buffer out = {0};
    state_write(l->training, (ff_span){l->progress.data, l->progress.size}, &out);
    bool good = replace(l->options.state, &out);
    ff_buffer_free(&out);
    return good;
}

/* The largest army that was played with. */
static unsigned pieces_of(const training_plan *plan) {
    unsigned most = 0;
    for (unsigned i = 0; i < plan->editions; i++) {
        unsigned pieces = ff_edition_army_size(&plan->edition[i].edition);
        most = pieces > most ? pieces : most;
    }
    return most;
}

static bool write_net(learning *l) {
    ff_buffer out = {0}, head = {0};
    ff_buffer_format(&head,
                     "made-by %s\nseed %" PRIu64 "\ngames %" PRIu64 "\nlessons %" PRIu64 "\n",
                     l->command.data, l->training->seed, l->training->games, l->training->learned);
    ff_buffer_format(&head, "pieces %u\nlicence BSD-2-Clause\n", pieces_of(&l->plan));
    net_write(&l->net, head.failed ? "" : head.data, &out);
    bool good = replace(l->options.net, &out);
    ff_buffer_free(&head);
    ff_buffer_free(&out);
    return good;
}

static bool write_curves(learning *l) {
    ff_buffer out = {0};
    progress_draw((ff_span){l->progress.data, l->progress.size}, &out);
    bool good = replace(l->options.curves, &out);
    ff_buffer_free(&out);
    return good;
}

static bool save(learning *l) {
    return (!l->options.state || write_state(l)) && (!l->options.net || write_net(l)) &&
           (!l->options.curves || write_curves(l));
}

/* --- reports --------------------------------------------------------------------------------- */

static bool goes_on(void) {
    return !stopped;
}

static bool try_against(learning *l, const training_edition *e, const ff_player_kind *kind) {
    tally t;
    const evaluation_match one = {.edition = &e->edition,
                                  .against = kind,
                                  .games = (unsigned)l->options.match_games,
                                  .threads = l->plan.threads,
                                  .nodes = l->plan.nodes,
                                  .seed = l->training->games,
                                  .goes_on = goes_on};
    if (!evaluation_match_play(&one, &l->net, &t))
        return stopped || complain("memory or threads are out") == EXIT_DONE;
    ff_buffer_format(&l->progress, " %s@%s=%.3f", kind->name, e->edition.id,
                     tally_points(&t) / tally_games(&t));
    return true;
}

/* The network that plays: the mean of the weights, in integers. */
static void take_net(learning *l) {
    model_round(&l->training->model.mean, &l->net);
    model_prune(&l->net);
}

/* Adds a line of progress, tells it, and saves everything. Who interrupts wants an end, and gets
 * one without the matches, or with those that were over by then. The words of the line (`lessons`
 * and `rivals`, the samples and the opponents) stay as in the state files of earlier versions: the
 * curves are drawn from these lines. */
static bool report(learning *l) {
    const training_report *r = &l->sum;
    size_t begin = l->progress.size;
    bool good = true;
    ff_buffer_format(
        &l->progress,
        "games=%" PRIu64 " lessons=%" PRIu64 " loss=%.4f inputs=%.0f length=%.1f draws=%.3f",
        l->training->games, l->training->learned, r->samples ? l->loss / (double)r->samples : 0,
        l->training->inputs, (double)r->plies / r->games, (double)r->draws / r->games);
    if (r->pool_games)
        ff_buffer_format(&l->progress, " rivals=%.3f", r->pool_points / 2.0 / r->pool_games);
    take_net(l);
    for (unsigned e = 0; e < l->plan.editions && good; e++)
        for (unsigned i = 0; i < l->matches && good && !stopped; i++)
            if (l->plan.edition[e].from <= l->training->games)
                good = try_against(l, &l->plan.edition[e], l->against[i]);
    if (l->progress.failed)
        return complain("memory is out") == EXIT_DONE;
    progress_give_way(&l->meter);
    line_print(l->options.json, NULL, "%s", l->progress.data + begin);
    ff_buffer_byte(&l->progress, '\n');
    l->sum = (training_report){0};
    l->loss = 0;
    return good && save(l);
}

static void add_up(learning *l, const training_report *r) {
    l->loss += r->loss * (double)r->samples;
    l->sum.samples += r->samples;
    l->sum.plies += r->plies;
    l->sum.games += r->games;
    l->sum.draws += r->draws;
    l->sum.pool_games += r->pool_games;
    l->sum.pool_points += r->pool_points;
}

static int rounds(learning *l) {
    while (l->training->games < l->options.games && !stopped) {
        training_report one;
        if (!training_round(l->training, &l->plan, &one))
            return complain("a round could not be played: memory is out, or a player failed");
        add_up(l, &one);
        progress_at(&l->meter, (double)l->training->games, -1, NULL);
        uint64_t games = l->training->games, every = l->options.every;
        /* A round is TRAINING_GAMES: was a multiple of `every` passed in it? */
        bool due = games / every != (games - TRAINING_GAMES) / every;
        if ((due || stopped || games >= l->options.games) && !report(l))
            return EXIT_WRONG;
    }
    return EXIT_DONE;
}

static int learn(learning *l) {
    if (l->options.games == 0) { /* what it begins with is all there is to keep */
        take_net(l);
        return save(l) ? EXIT_DONE : EXIT_WRONG;
    }
    if (l->training->games >= l->options.games)
        complain("%s has %" PRIu64 " games already, and --games says until how many in all",
                 l->options.state, l->training->games);
    progress_begin(&l->meter, "games", (double)l->training->games, (double)l->options.games,
                   l->options.quiet ? PROGRESS_OFF : PROGRESS_TERMINAL);
    int status = rounds(l);
    progress_end(&l->meter);
    return status;
}

/* --- the command ------------------------------------------------------------------------------ */

static bool make_plan(learning *l) {
    const learn_options *o = &l->options;
    training_plan *p = &l->plan;
    *p = (training_plan){.past = (unsigned)o->past,
                         .searched = (unsigned)o->searched,
                         .snapshot = o->snapshot,
                         .passes = (unsigned)o->passes,
                         .rate = 0.1,
                         .rate_half = 100000,
                         .noise = 0.05,
                         .noise_last = 0.004,
                         .noise_half = 8000,
                         .lambda = 0.85,
                         .discount = 0.997,
                         .nodes = o->nodes,
                         .threads = (unsigned)o->threads};
    if (!read_list(o->editions, read_edition, l) || !read_list(o->opponents, read_opponent, l) ||
        !read_list(o->against, read_against, l) || !read_real("--rate", o->rate, 0, 10, &p->rate) ||
        !read_real("--rate-half", o->rate_half, 1, 1e15, &p->rate_half) ||
        !read_real("--noise", o->noise, 0, 1, &p->noise) ||
        !read_real("--noise-last", o->noise_last, 0, 1, &p->noise_last) ||
        !read_real("--noise-half", o->noise_half, 1, 1e15, &p->noise_half) ||
        !read_real("--lambda", o->lambda, 0, 1, &p->lambda) ||
        !read_real("--discount", o->discount, 0.5, 1, &p->discount))
        return false;
    unsigned shares = p->past;
    for (unsigned i = 0; i < p->opponents; i++)
        shares += p->opponent[i].share;
    if (p->editions == 0 || p->edition[0].from > 0)
        return complain("--editions: the first is played from the first game on") == EXIT_DONE;
    return shares <= 100 || complain("--opponents and --past: more than all games") == EXIT_DONE;
}

static bool begin(learning *l) {
    const learn_options *o = &l->options;
    if (!can_replace(o->state) || !can_replace(o->net) || !can_replace(o->curves))
        return false;
    l->training = training_new(l->options.seed);
    if (!l->training)
        return complain("memory is out") == EXIT_DONE;
    if (l->options.state && access(l->options.state, F_OK) == 0)
        return read_state(l);
    return !l->options.from || read_list(l->options.from, read_first_net, l);
}

/* The words it was called by stand in the network's file, for whoever wants to repeat it; that
 * file is text of printable characters. */
static void note_command(learning *l, int argc, char **argv) {
    ff_buffer_text(&l->command, "flagfall");
    for (int i = 0; i < argc; i++) {
        ff_buffer_byte(&l->command, ' ');
        for (const char *c = argv[i]; *c; c++)
            ff_buffer_byte(&l->command, *c >= ' ' && *c <= '~' ? *c : '?');
    }
}

int learn_run(int argc, char **argv) {
    learning *l = calloc(1, sizeof *l);
    if (!l)
        return complain("memory is out");
    l->options = (learn_options){.editions = "duel",
                                 .opponents = "",
                                 .against = "one-ply",
                                 .games = 100000,
                                 .seed = 1,
                                 .threads = 1,
                                 .every = 4096,
                                 .match_games = 100,
                                 .nodes = 1000,
                                 .past = 15,
                                 .passes = 1,
                                 .snapshot = 4096};
    note_command(l, argc, argv);
    int status = options_parse(&l->options, &argc, argv);
    signal(SIGINT, stop);
    signal(SIGTERM, stop);
    if (status == GO_ON)
        status = make_plan(l) && begin(l) ? learn(l) : EXIT_WRONG;
    training_free(l->training);
    ff_buffer_free(&l->progress);
    ff_buffer_free(&l->command);
    free(l);
    return status;
}
