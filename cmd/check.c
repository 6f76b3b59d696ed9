/* `flagfall check`: replays records by the rules, a line a game. The line is the verdict of the
 * rules, or what is wrong with a commitment to an army (docs/formats.md). */
#include "cli/files.h"
#include "cli/line.h"
#include "cli/progress.h"
#include "cli/record_sum.h"
#include "commands.h"

#include "commitment/commitment.h"
#include "flagfall.h"

#include <stdio.h>
#include <string.h>

typedef struct checker {
    const ff_edition *extra; /* of the user's own, or null */
    bool json;
    progress progress;
    double bytes; /* of all files; 0 where nobody knows */
    double done;  /* of the files before */
    double games;
    int status;
    ff_record record;
    ff_replay replay;
    ff_history history;
    ff_buffer line; /* the verdict */
    ff_buffer out;
} checker;

/* Commitments. */

/* The first word that is wrong with a seat's commitment, or null; without one nothing is. */
static const char *commitment_fault(const checker *c, ff_seat seat) {
    static const char *const names[2][3] = {{"RedCommitment", "RedSalt", "RedSetup"},
                                            {"BlueCommitment", "BlueSalt", "BlueSetup"}};
    const char *hash = ff_record_tag_value(&c->record, names[seat][0]);
    const char *salt = ff_record_tag_value(&c->record, names[seat][1]);
    const char *setup = ff_record_tag_value(&c->record, names[seat][2]);
    if (!hash)
        return NULL;
    if (!setup)
        return "no-setup";
    if (!salt)
        return "no-salt";
    struct commitment promised = {c->replay.rules.edition.id, seat == FF_BLUE ? "blue" : "red",
                                  ff_span_of(setup), ff_span_of(salt)};
    commitment_reason reason = commitment_verify(&promised, ff_span_of(hash));
    return reason == COMMITMENT_OK ? NULL : commitment_reason_word(reason);
}

/* Writes the line about a broken commitment, if one is. */
static bool commitments_write(checker *c) {
    for (int seat = FF_RED; seat <= FF_BLUE; seat++) {
        const char *fault = commitment_fault(c, (ff_seat)seat);
        if (!fault)
            continue;
        ff_buffer_format(&c->line, "illegal commitment=%s reason=%s",
                         seat == FF_BLUE ? "blue" : "red", fault);
        return true;
    }
    return false;
}

/* Output. */

static void json_write(ff_buffer *out, const char *path, size_t line, const char *verdict) {
    size_t size = strcspn(verdict, " ");
    line_open(out);
    ff_buffer_text(out, ",\"file\":");
    ff_json_string(out, ff_span_of(path));
    ff_buffer_format(out, ",\"line\":%zu", line);
    line_member(out, "status", (ff_span){verdict, size});
    if (strncmp(verdict, "error ", 6) == 0)
        line_member(out, "message", ff_span_of(verdict + 6));
    else
        line_members(out, verdict + size);
    ff_buffer_text(out, "}\n");
}

static void verdict_print(checker *c, const char *path, size_t line) {
    const char *verdict = c->line.failed ? "error out of memory" : c->line.data;
    ff_buffer_clear(&c->out);
    if (c->json)
        json_write(&c->out, path, line, verdict);
    else
        ff_buffer_format(&c->out, "%s:%zu: %s\n", path, line, verdict);
    progress_give_way(&c->progress);
    if (!c->out.failed)
        fwrite(c->out.data, 1, c->out.size, stdout);
}

static void status_raise(checker *c, int status) {
    c->status = status > c->status ? status : c->status;
}

/* Games. */

static void game_check(checker *c) {
    ff_buffer_clear(&c->line);
    if (!ff_replay_record(&c->replay, &c->record, c->extra, &c->history)) {
        ff_buffer_text(&c->line, "error out of memory");
        status_raise(c, EXIT_WRONG);
        return;
    }
    ff_verdict verdict = c->replay.verdict;
    bool playable = verdict != FF_REPLAY_ERROR && verdict != FF_REPLAY_BAD_SETUP;
    if (playable && commitments_write(c)) {
        status_raise(c, EXIT_NO);
        return;
    }
    ff_replay_write(&c->replay, &c->line);
    status_raise(c, verdict == FF_REPLAY_OK      ? EXIT_DONE
                    : verdict == FF_REPLAY_ERROR ? EXIT_WRONG
                                                 : EXIT_NO);
}

/* What is not as it was written may still be a game by the rules, so it is told on a line of its
 * own. */
static void sums_check(checker *c, const char *path, ff_span text) {
    record_sums sums = {.text = text};
    ff_buffer_clear(&c->line);
    ff_buffer_text(&c->line, "error ");
    size_t before = c->line.size;
    while (record_sums_next_fault(&sums, &c->line)) {
        verdict_print(c, path, sums.fault);
        status_raise(c, EXIT_WRONG);
        c->line.size = before;
    }
}

static void text_check(checker *c, const char *path, ff_span text) {
    ff_record_reader reader;
    ff_error error;
    ff_read read;
    size_t games = 0;
    sums_check(c, path, text);
    ff_record_reader_init(&reader, text);
    while ((read = ff_record_read(&reader, &c->record, &error)) != FF_READ_END) {
        games++;
        if (read == FF_READ_GAME) {
            game_check(c);
        } else {
            ff_buffer_clear(&c->line);
            ff_buffer_format(&c->line, "error line %zu, column %zu: %s", error.line, error.column,
                             error.message);
            status_raise(c, EXIT_WRONG);
        }
        verdict_print(c, path, c->record.line);
        progress_at(&c->progress, ++c->games,
                    c->bytes > 0 ? (c->done + (double)reader.offset) / c->bytes : -1, NULL);
    }
    if (games == 0)
        status_raise(c, complain("%s holds no game", path));
}

static int check(checker *c, bool quiet, int argc, char **argv) {
    c->bytes = files_size(argc, argv);
    progress_begin(&c->progress, "games", 0, 0, quiet ? PROGRESS_OFF : PROGRESS_TERMINAL);
    for (int i = 1; i < argc; i++) {
        ff_buffer text = {0};
        if (file_read(argv[i], &text))
            text_check(c, argv[i], (ff_span){text.data, text.size});
        else
            status_raise(c, EXIT_WRONG);
        c->done += (double)text.size;
        ff_buffer_free(&text);
    }
    progress_end(&c->progress);
    if (fflush(stdout) != 0)
        status_raise(c, complain("standard output cannot be written"));
    ff_record_free(&c->record);
    ff_history_free(&c->history);
    ff_buffer_free(&c->line);
    ff_buffer_free(&c->out);
    return c->status;
}

int check_run(int argc, char **argv) {
    const char *path = NULL;
    bool quiet = false;
    checker c = {0};
    const option options[] = {
        {.name = "--edition",
         .value = "FILE",
         .help = "an edition of your own that records name",
         .text = &path},
        {.name = "--json", .help = "a JSON object a line", .flag = &c.json},
        {.name = "--quiet", .help = "does not tell how far it is", .flag = &quiet},
        {.name = NULL},
    };
    const arguments spec = {
        "check [OPTION...] FILE...",
        "Replays the games of records (- is standard input) and prints a line for each:\n"
        "ok, illegal or error; and one for each that is not what its check sum says.\n"
        "Exit status 0: all are right; 1: one is not; 2: one cannot be read, or is not\n"
        "as it was written.",
        options, 1, 1 << 20};
    int status = arguments_parse(&spec, &argc, argv);
    if (status != GO_ON)
        return status;
    ff_edition edition;
    if (path && !edition_read(path, &edition))
        return EXIT_WRONG;
    c.extra = path ? &edition : NULL;
    return check(&c, quiet, argc, argv);
}
