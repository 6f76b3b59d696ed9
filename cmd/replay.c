/* `flagfall replay`: a game of a file, step by step on the full screen, or all at once. */
#include "commands.h"
#include "support.h"
#include "terminal.h"

#include "tui/play/replay.h"

#include <stdio.h>

static void add_moves(ff_buffer *out, const table *t, ff_language language) {
    for (size_t ply = 1; ply < t->past->size; ply++) {
        ff_buffer_format(out, "%zu. ", ply);
        text_add_ply(out, language, t->edition, &t->past->scenes[ply].last,
                     (ff_seat)t->past->scenes[ply - 1].turn);
        ff_buffer_byte(out, '\n');
    }
    if (t->note[0])
        ff_buffer_format(out, "%s\n", t->note);
    text_add_end(out, language, (ff_result)t->result, (ff_ending)t->ending, FF_NOBODY);
    ff_buffer_byte(out, '\n');
}

/* All moves in sentences. */
static int tell(host *h, ff_language language) {
    table t;
    ff_buffer out = {0};
    h->update(h, &t);
    add_moves(&out, &t, language);
    h->free(h);
    bool good = !out.failed;
    int status =
        good ? (file_write(NULL, &out) ? EXIT_DONE : EXIT_WRONG) : complain("not enough memory");
    ff_buffer_free(&out);
    return status;
}

int replay_run(int argc, char **argv) {
    uint64_t number = 1;
    const char *wish = NULL;
    bool plain = false;
    const option options[] = {
        {"--game", "N", "which of the games in the file (default 1)", .number = &number,
         .minimum = 1, .maximum = UINT32_MAX},
        {"--plain", NULL, "all moves in sentences, line by line", .flag = &plain},
        {"--language", "en|nl|fr|de", "of all that is said (default: of the environment)",
         .text = &wish},
        {0},
    };
    const arguments spec = {
        "replay [OPTION...] FILE",
        "Steps through a record on the full screen: [ and ] a move back or on, < and > to\n"
        "the beginning or the end, v turns the board, ? tells all keys. Where there is no\n"
        "terminal the moves are told in sentences. FILE may be -, standard input, there.",
        options, 1, 1};
    ff_language language;
    ff_record record = {0};
    ff_error error;
    int status = arguments_parse(&spec, &argc, argv);
    if (status != GO_ON)
        return status;
    if (!terminal_language(wish, &language) || !record_choose(argv[1], number, &record))
        return EXIT_WRONG;
    host *h = replay_new(&record, language, &error);
    ff_record_free(&record);
    if (!h)
        return complain("%s: %s", argv[1], error.message);
    return plain || !terminal_has_screen() ? tell(h, language) : terminal_show(h, language, 0);
}
