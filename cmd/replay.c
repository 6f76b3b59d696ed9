/* `flagfall replay`: a game of a file, step by step on the full screen, or all at once. And
 * `flagfall show`: one position of it, as text or as a picture. */
#include "cli/files.h"
#include "commands.h"
#include "tui/terminal.h"

#include "flagfall/json.h"
#include "flagfall/notation.h"
#include "tui/image/image.h"
#include "tui/play/replay.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

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

/* On standard output, and freed; the exit status. */
static int write_out(ff_buffer *out) {
    int status = EXIT_DONE;
    if (out->failed)
        status = complain("not enough memory");
    else if (!file_write(NULL, out))
        status = EXIT_WRONG;
    ff_buffer_free(out);
    return status;
}

/* All moves in sentences. */
static int tell(host *h, ff_language language) {
    table t;
    ff_buffer out = {0};
    h->update(h, &t);
    add_moves(&out, &t, language);
    h->free(h);
    return write_out(&out);
}

/* The game with all its moves, as `convert --to json` has it. */
static int tell_json(const ff_record *record) {
    ff_buffer out = {0};
    ff_buffer_text(&out, "{\"format_version\":1,\"game\":");
    out.failed |= !ff_json_review(&out, record);
    ff_buffer_text(&out, "}\n");
    return write_out(&out);
}

int replay_run(int argc, char **argv) {
    uint64_t number = 1;
    const char *wish = NULL;
    bool plain = false, json = false;
    const option options[] = {
        {"--game", "N", "which of the games in the file (default 1)", .number = &number,
         .minimum = 1, .maximum = UINT32_MAX},
        {"--plain", NULL, "all moves in sentences, line by line", .flag = &plain},
        {"--json", NULL, "all moves as a JSON object", .flag = &json},
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
    if (plain && json) {
        ff_record_free(&record);
        return complain("--plain is for people, --json for programs: choose one");
    }
    host *h = replay_new(&record, language, &error); /* also for JSON: a record without a game */
    if (h && json) {
        status = tell_json(&record);
        h->free(h);
    }
    ff_record_free(&record);
    if (!h)
        return complain("%s: %s", argv[1], error.message);
    if (json)
        return status;
    return plain || !terminal_has_screen() ? tell(h, language) : terminal_show(h, language, 0);
}

/* --- show ------------------------------------------------------------------------------ */

typedef struct show_words {
    const char *viewer, *format, *out;
    uint64_t game, ply, width;
    bool json, animate;
} show_words;

/* By the letters of a view (docs/protocol.md). */
static void write_board(const ff_edition *edition, const scene *s, ff_buffer *out) {
    ff_rules rules;
    ff_view view = {.rules = &rules, .viewer = FF_NOBODY};
    char letters[FF_SQUARES + 1];
    ff_rules_init(&rules, edition, NULL);
    memcpy(view.cell, s->cell, sizeof view.cell);
    ff_view_board_write(&view, letters);
    ff_buffer_text(out, letters);
}

static void write_json(const show_words *words, const ff_edition *edition, const scene *s,
                       ff_buffer *out) {
    char move[FF_MOVE_TEXT];
    ff_move_write(s->last.move, s->last.battle != FF_NO_BATTLE, move);
    ff_buffer_text(out, "{\"format_version\":1,\"edition\":");
    ff_json_string(out, ff_span_of(edition->id));
    ff_buffer_format(out, ",\"viewer\":\"%s\",\"turn\":\"%s\",\"move\":", words->viewer,
                     s->turn == FF_BLUE ? "blue" : "red");
    if (s->last.move)
        ff_buffer_format(out, "\"%s\"", move);
    else
        ff_buffer_text(out, "null");
    ff_buffer_text(out, ",\"board\":\"");
    write_board(edition, s, out);
    ff_buffer_text(out, "\"}\n");
}

static bool draw(const show_words *words, const ff_edition *edition, const scene *s,
                 ff_buffer *out) {
    bool blue = strcmp(words->viewer, "blue") == 0;
    ff_buffer svg = {0};
    ff_error error = {.message = "not enough memory"};
    if (words->json) {
        write_json(words, edition, s, out);
        return !out->failed || complain("%s", error.message) == EXIT_DONE;
    }
    if (strcmp(words->format, "text") == 0) {
        image_text(edition, s, blue, out);
        return !out->failed || complain("%s", error.message) == EXIT_DONE;
    }
    bool png = strcmp(words->format, "png") == 0;
    image_svg(edition, s, blue, png ? &svg : out);
    bool good = !svg.failed && !out->failed &&
                (!png || image_png(&svg, (unsigned)words->width, out, &error));
    if (!good)
        complain("%s", error.message);
    ff_buffer_free(&svg);
    return good;
}

/* A film shows the whole board, and is an SVG. */
static int show_film(const char *path, const show_words *words) {
    ff_record record = {0};
    ff_edition edition;
    album game = {0};
    ff_error error;
    ff_buffer out = {0};
    if (words->json || strcmp(words->viewer, "all") != 0 || strcmp(words->format, "text") != 0)
        return complain("--animate is an SVG with all ranks: it goes without --format, --viewer "
                        "and --json");
    if (!record_choose(path, words->game, &record))
        return EXIT_WRONG;
    bool good = replay_scenes(&record, &edition, &game, &error);
    ff_record_free(&record);
    if (!good) {
        album_free(&game);
        return complain("%s: %s", path, error.message);
    }
    uint32_t last = (uint32_t)game.size - 1;
    if (words->ply != UINT32_MAX && words->ply > last) {
        album_free(&game);
        return complain("%s: it has %u plies, not %u", path, last, (unsigned)words->ply);
    }
    image_film(&edition, &game, words->ply < last ? (uint32_t)words->ply : last, &out);
    album_free(&game);
    if (out.failed)
        complain("not enough memory");
    good = !out.failed && file_write(words->out, &out);
    ff_buffer_free(&out);
    return good ? EXIT_DONE : EXIT_WRONG;
}

static int show(const char *path, const show_words *words) {
    static const char *const viewers[] = {"red", "blue", "spectator"};
    ff_record record = {0};
    ff_edition edition;
    scene s;
    ff_error error;
    ff_buffer out = {0};
    ff_seat viewer = FF_RED;
    bool all = strcmp(words->viewer, "all") == 0;
    while (!all && viewer < FF_NOBODY && strcmp(words->viewer, viewers[viewer]) != 0)
        viewer++;
    if (strcmp(words->format, "png") == 0 && !words->out && isatty(STDOUT_FILENO))
        return complain("a PNG is not for a terminal: name a file with --out");
    if (!record_choose(path, words->game, &record))
        return EXIT_WRONG;
    uint32_t ply = words->ply > FF_PLIES_MAX ? REPLAY_LAST : (uint32_t)words->ply;
    bool good = replay_position(&record, ply, all ? FF_NOBODY : viewer, all, &edition, &s, &error);
    ff_record_free(&record);
    if (!good)
        return complain("%s: %s", path, error.message);
    good = draw(words, &edition, &s, &out) && file_write(words->out, &out);
    ff_buffer_free(&out);
    return good ? EXIT_DONE : EXIT_WRONG;
}

int show_run(int argc, char **argv) {
    show_words words = {"all", "text", NULL, 1, UINT32_MAX, 800, false, false};
    const option options[] = {
        {"--game", "N", "which of the games in the file (default 1)", .number = &words.game,
         .minimum = 1, .maximum = UINT32_MAX},
        {"--ply", "N", "after so many plies; 0 is the first position (default: the last)",
         .number = &words.ply, .maximum = FF_PLIES_MAX},
        {"--viewer", "all|red|blue|spectator", "who looks, and knows so much (default all)",
         .text = &words.viewer},
        {"--format", "text|svg|png", "what is written (default text)", .text = &words.format},
        {"--animate", NULL, "the game, up to that ply, as an SVG that plays itself",
         .flag = &words.animate},
        {"--json", NULL, "the position as a JSON object, not as --format", .flag = &words.json},
        {"--width", "N", "of a PNG, in pixels (default 800)", .number = &words.width, .minimum = 16,
         .maximum = 8192},
        {"--out", "FILE", "where to (default: standard output)", .text = &words.out},
        {0},
    };
    const arguments spec = {
        "show [OPTION...] FILE",
        "Shows a position of a record, as text or as a picture for a forum or a page. The\n"
        "pieces are drawn as in the page. FILE may be -, standard input. A position that\n"
        "nobody has played is a record, too: with a tag Board, and no moves.",
        options, 1, 1};
    int status = arguments_parse(&spec, &argc, argv);
    if (status != GO_ON)
        return status;
    return words.animate ? show_film(argv[1], &words) : show(argv[1], &words);
}
