/* `flagfall analyse`: what a seat could know, move by move. The games of one file are gone
 * through one after the other, and each is written as soon as it is known, so that a long file
 * can be followed and stopped. */
#include "cli/files.h"
#include "cli/line.h"
#include "cli/progress.h"
#include "commands.h"

#include "flagfall.h"

#include <stdio.h>
#include <string.h>

typedef struct analyser {
    const char *path;
    const ff_edition *extra; /* of the user's own, or null */
    ff_analysis_options options;
    uint64_t wanted; /* the number of the game; 0: all */
    uint64_t game;   /* the number of the present one */
    bool json;
    bool annotate;
    bool quiet;
    progress progress;
    double plies;           /* that are analysed */
    double share;           /* of the text, before the present game */
    double share_after;     /* and after it */
    unsigned games_written; /* annotated */
    int status;
    ff_record record;
    ff_record annotated; /* the same, with comments */
    ff_replay replay;
    ff_history history;
    ff_insight_sum sum;
    ff_buffer out;
} analyser;

/* The worst that came of any game is the exit status of all. */
static void status_raise(analyser *a, int status) {
    a->status = status > a->status ? status : a->status;
}

/* Writes out what is there; a reader who has gone stops the work. */
static bool flush(analyser *a) {
    size_t size = a->out.size;
    bool good = !a->out.failed && (!size || fwrite(a->out.data, 1, size, stdout) == size);
    ff_buffer_clear(&a->out);
    return good;
}

static void write_insight(analyser *a, const ff_insight *insight) {
    if (a->annotate)
        ff_annotate_move(&a->annotated, &a->record, insight);
    else if (!a->json)
        ff_insight_text(&a->out, insight, &a->replay.rules.edition);
    else {
        ff_buffer_text(&a->out, insight->ply > 1 ? "," : "");
        ff_insight_json(&a->out, insight);
    }
}

static bool take_insight(void *context, const ff_insight *insight) {
    analyser *a = context;
    double part = (double)insight->ply / a->history.size;
    ff_insight_add(&a->sum, insight);
    progress_give_way(&a->progress);
    write_insight(a, insight);
    if (!flush(a))
        return false;
    progress_at(&a->progress, ++a->plies, a->share + part * (a->share_after - a->share), NULL);
    return true;
}

static void head_write(analyser *a) {
    const ff_position *end = &a->replay.position;
    const char *result = ff_result_word((ff_result)end->result);
    const char *ending = ff_ending_word((ff_ending)end->ending);
    const char *eyes = a->options.seat == FF_NOBODY ? "mover"
                       : a->options.seat == FF_BLUE ? "blue"
                                                    : "red";
    if (a->annotate) {
        ff_annotate_tags(&a->annotated, &a->record);
        return;
    }
    if (!a->json) {
        ff_buffer_format(&a->out, "%s:%zu: edition=%s plies=%u result=%s by=%s\n", a->path,
                         a->record.line, a->replay.rules.edition.id, a->history.size, result,
                         ending);
        return;
    }
    line_open(&a->out);
    ff_buffer_text(&a->out, ",\"file\":");
    ff_json_string(&a->out, ff_span_of(a->path));
    ff_buffer_format(&a->out, ",\"line\":%zu,\"game\":%llu,\"edition\":", a->record.line,
                     (unsigned long long)a->game);
    ff_json_string(&a->out, ff_span_of(a->replay.rules.edition.id));
    ff_buffer_format(&a->out, ",\"eyes\":\"%s\",\"result\":\"%s\",\"by\":\"%s\",\"plies\":[", eyes,
                     result, ending);
}

static void foot_write(analyser *a) {
    if (a->annotate) {
        ff_buffer_text(&a->out, a->games_written++ ? "\n" : "");
        ff_annotate_rest(&a->annotated, &a->record);
        ff_record_write(&a->annotated, &a->out);
        a->out.failed |= a->annotated.text.failed;
        return;
    }
    if (!a->json) {
        ff_insight_sum_text(&a->out, &a->sum);
        return;
    }
    ff_buffer_text(&a->out, "],\"sum\":");
    ff_insight_sum_json(&a->out, &a->sum);
    ff_buffer_text(&a->out, "}\n");
}

/* False when there is no sense in going on. */
static bool game_analyse(analyser *a) {
    a->sum = (ff_insight_sum){0};
    if (!ff_replay_record(&a->replay, &a->record, a->extra, &a->history))
        return false;
    if (a->replay.verdict != FF_REPLAY_OK) {
        ff_replay_write(&a->replay, &a->out);
        complain("%s:%zu: %s", a->path, a->record.line,
                 a->out.failed ? "out of memory" : a->out.data);
        ff_buffer_clear(&a->out);
        status_raise(a, a->replay.verdict == FF_REPLAY_ERROR ? EXIT_WRONG : EXIT_NO);
        return true;
    }
    head_write(a);
    if (!ff_analyse(&a->replay, &a->history, &a->options, take_insight, a))
        return false;
    foot_write(a);
    return flush(a);
}

/* The games of a text; false when there is no sense in going on. */
static bool text_analyse(analyser *a, ff_span text) {
    ff_record_reader reader;
    ff_error error;
    ff_read read;
    ff_record_reader_init(&reader, text);
    while ((read = ff_record_read(&reader, &a->record, &error)) != FF_READ_END) {
        a->game++;
        if (a->wanted && a->game != a->wanted)
            continue;
        a->share = a->share_after;
        a->share_after = (double)reader.offset / (double)text.size;
        if (read == FF_READ_GAME) {
            if (!game_analyse(a))
                return false;
            continue;
        }
        status_raise(a, complain("%s:%zu: line %zu, column %zu: %s", a->path, a->record.line,
                                 error.line, error.column, error.message));
    }
    return true;
}

static void file_analyse(analyser *a) {
    ff_buffer text = {0};
    if (!file_read(a->path, &text))
        status_raise(a, EXIT_WRONG);
    else if (!text_analyse(a, (ff_span){text.data, text.size}))
        status_raise(a, complain("memory is out, or standard output cannot be written"));
    else if (a->game == 0)
        status_raise(a, complain("%s holds no game", a->path));
    else if (a->game < a->wanted)
        status_raise(a, complain("%s holds %llu games, so there is no --game %llu", a->path,
                                 (unsigned long long)a->game, (unsigned long long)a->wanted));
    ff_buffer_free(&text);
}

static int run(analyser *a, const char *seat, const char *edition_path) {
    ff_edition edition;
    a->options.seat = !seat ? FF_NOBODY : strcmp(seat, "blue") == 0 ? FF_BLUE : FF_RED;
    if (edition_path && !edition_read(edition_path, &edition))
        return EXIT_WRONG;
    a->extra = edition_path ? &edition : NULL;
    progress_begin(&a->progress, "plies", 0, 0, a->quiet ? PROGRESS_OFF : PROGRESS_TERMINAL);
    file_analyse(a);
    progress_end(&a->progress);
    ff_record_free(&a->record);
    ff_record_free(&a->annotated);
    ff_history_free(&a->history);
    ff_buffer_free(&a->out);
    return a->status;
}

int analyse_run(int argc, char **argv) {
    analyser a = {.options = {.size = sizeof(ff_analysis_options), .seed = 1}};
    const char *seat = NULL, *edition = NULL;
    uint64_t budget_ms = 0;
    const option options[] = {
        {.name = "--seat",
         .value = "red|blue",
         .help = "all plies through these eyes (the mover's)",
         .text = &seat},
        {.name = "--game",
         .value = "N",
         .help = "only the N-th game of the file",
         .number = &a.wanted,
         .minimum = 1,
         .maximum = UINT32_MAX},
        {.name = "--movetime",
         .value = "MS",
         .help = "for each move (a fixed number of positions)",
         .number = &budget_ms,
         .minimum = 1,
         .maximum = 600000},
        {.name = "--nodes",
         .value = "N",
         .help = "positions to look at for each move (40000)",
         .number = &a.options.nodes,
         .minimum = 1,
         .maximum = UINT32_MAX},
        {.name = "--edition",
         .value = "FILE",
         .help = "an edition of your own that records name",
         .text = &edition},
        {.name = "--json", .help = "a JSON object a game, on a line", .flag = &a.json},
        {.name = "--annotate", .help = "the record itself, with comments", .flag = &a.annotate},
        {.name = "--quiet", .help = "does not tell how far it is", .flag = &a.quiet},
        {.name = NULL},
    };
    const arguments spec = {
        "analyse [OPTION...] FILE",
        "Goes through the games of a record (- is standard input) and tells of each ply\n"
        "what the seat could know, what the enemy's pieces might have been, the better\n"
        "move and what the choice cost, and how lucky a battle was. Worths are in\n"
        "scouts, the computer's unit. Exit status 0: done; 1: a game breaks the rules;\n"
        "2: one cannot be read.",
        options, 1, 1};
    int status = arguments_parse(&spec, &argc, argv);
    if (status != GO_ON)
        return status;
    if (a.annotate && a.json)
        return complain("--annotate writes a record, and --json objects: choose one");
    a.path = argv[1];
    a.options.budget_ms = (unsigned)budget_ms;
    return run(&a, seat, edition);
}
