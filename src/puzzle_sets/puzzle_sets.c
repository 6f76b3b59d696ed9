/* Files of puzzles: made of records, one game after the other, and looked at again. What must
 * hold: a run that was killed can be started again and goes on; no game is searched twice and
 * no puzzle is written twice. */
#define _POSIX_C_SOURCE 200809L
#include "puzzle_sets/puzzle_sets.h"

#include "base/array.h"
#include "cli/files.h"
#include "cli/line.h"
#include "cli/progress.h"

#include "flagfall.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Games that have been searched, puzzles that are there already: their names. */
typedef struct names {
    uint64_t *name;
    size_t count, capacity;
} names;

typedef struct maker {
    puzzles_finder *finder;
    const char *out_path; /* null: standard output */
    FILE *out;
    bool json;
    uint64_t most; /* puzzles to find, 0: any number */
    uint64_t found;
    names games, puzzles;
    progress progress;
    double bytes, done; /* of all files, 0 where nobody knows; of the files before */
    double searched;    /* games */
    bool failed;        /* something could not be written */
    int status;
    ff_record record;
    ff_replay replay;
    ff_history history;
    ff_buffer line;
} maker;

static void status_raise(int *status, int other) {
    *status = other > *status ? other : *status;
}

/* --- names -------------------------------------------------------------------------------- */

/* One after the other: searching a game takes seconds, so a list of thousands is no matter. */
static bool names_have(const names *n, uint64_t name) {
    for (size_t i = 0; i < n->count; i++)
        if (n->name[i] == name)
            return true;
    return false;
}

static bool names_add(names *n, uint64_t name) {
    uint64_t *list = array_with_room(n->name, n->count, &n->capacity, sizeof *list);
    if (!list)
        return false;
    n->name = list;
    n->name[n->count++] = name;
    return true;
}

/* --- reading ------------------------------------------------------------------------------- */

/* A file of puzzles, line by line. */
typedef struct lines {
    const char *path;
    progress *progress; /* gives way to what is complained of */
    puzzle_reader reader;
    puzzle puzzle;
    uint64_t game;
} lines;

static lines lines_of(const char *path, ff_span text, progress *shown) {
    lines l = {.path = path, .progress = shown};
    puzzle_reader_init(&l.reader, text);
    return l;
}

/* A line that is wrong is told of before it is given. */
static puzzle_line lines_next(lines *l) {
    ff_error error;
    puzzle_line line = puzzle_reader_next(&l->reader, &l->puzzle, &l->game, &error);
    if (line == PUZZLE_LINE_ERROR) {
        progress_give_way(l->progress);
        complain("%s: line %zu, column %zu: %s", l->path, error.line, error.column, error.message);
    }
    return line;
}

/* --- the file that grows ------------------------------------------------------------------- */

/* Reads what an earlier run has left: whole lines. */
static bool read_earlier(maker *m, ff_span text) {
    lines l = lines_of(m->out_path, text, &m->progress);
    puzzle_line line;
    while ((line = lines_next(&l)) != PUZZLE_LINE_END) {
        if (line == PUZZLE_LINE_ERROR)
            return false;
        bool kept = line == PUZZLE_LINE_GAME ? names_add(&m->games, l.game)
                                             : names_add(&m->puzzles, puzzle_id(&l.puzzle));
        if (!kept) {
            complain("memory is out");
            return false;
        }
    }
    return true;
}

/* Is a text that has no whole line a part of the first one? Then it is a file of ours that was
 * killed at once. */
static bool begins_head(ff_span text) {
    ff_buffer head = {0};
    puzzle_head_write(&head);
    bool begins = text.size < head.size && memcmp(text.data, head.data, text.size) == 0;
    ff_buffer_free(&head);
    return begins;
}

/* A run that was killed may have left a part of a line: that is cut off. Any other text is some
 * other file, and stays as it is. */
static bool resume(maker *m) {
    ff_buffer text = {0};
    if (!file_read(m->out_path, &text))
        return false;
    size_t whole = text.size;
    while (whole > 0 && text.data[whole - 1] != '\n')
        whole--;
    ff_span all = {text.data, text.size};
    bool good = whole > 0 ? read_earlier(m, (ff_span){text.data, whole})
                          : text.size == 0 || begins_head(all) || read_earlier(m, all);
    if (good && truncate(m->out_path, (off_t)whole) != 0) {
        complain("%s: %s", m->out_path, strerror(errno));
        good = false;
    }
    if (good && whole == 0)
        puzzle_head_write(&m->line);
    ff_buffer_free(&text);
    return good;
}

static bool open_out(maker *m) {
    if (!m->out_path) {
        m->out = stdout;
        if (!m->json)
            puzzle_head_write(&m->line);
        return true;
    }
    m->out = fopen(m->out_path, "ab");
    if (!m->out) {
        complain("%s: %s", m->out_path, strerror(errno));
        return false;
    }
    return resume(m);
}

/* Writes what is there; a reader who has gone stops the work. Nothing is written behind what
 * was lost: a game whose puzzles are not all there must not be marked. */
static bool flush(maker *m) {
    progress_give_way(&m->progress);
    m->failed = m->failed || m->line.failed ||
                (m->line.size && fwrite(m->line.data, 1, m->line.size, m->out) != m->line.size) ||
                fflush(m->out) != 0;
    ff_buffer_clear(&m->line);
    return !m->failed;
}

static void give_up(maker *m) {
    status_raise(&m->status, complain("memory is out, or %s cannot be written",
                                      m->out_path ? m->out_path : "standard output"));
}

/* --- games ---------------------------------------------------------------------------------- */

static bool is_enough(const maker *m) {
    return m->most && m->found >= m->most;
}

static bool take_puzzle(void *context, const puzzle *p) {
    maker *m = context;
    ff_buffer text = {0};
    if (names_have(&m->puzzles, puzzle_id(p)))
        return true;
    m->found++;
    puzzle_write(p, &text);
    m->line.failed |= text.failed;
    if (!text.failed)
        line_write(&m->line, m->json, NULL, text.data);
    ff_buffer_free(&text);
    return flush(m) && !is_enough(m);
}

/* False when there is no sense in going on. */
static bool game_search(maker *m, const char *path) {
    const char *why;
    if (!ff_replay_record(&m->replay, &m->record, NULL, &m->history))
        return false;
    if (m->replay.verdict != FF_REPLAY_OK) {
        ff_buffer verdict = {0};
        ff_replay_write(&m->replay, &verdict);
        progress_give_way(&m->progress);
        complain("%s:%zu: %s", path, m->record.line,
                 verdict.failed ? "out of memory" : verdict.data);
        status_raise(&m->status, m->replay.verdict == FF_REPLAY_ERROR ? EXIT_WRONG : EXIT_NO);
        ff_buffer_free(&verdict);
        return true;
    }
    if (!puzzles_may_come_of(&m->replay, &why)) {
        progress_give_way(&m->progress);
        fprintf(stderr, "flagfall: %s:%zu: passed over: %s\n", path, m->record.line, why);
        return true;
    }
    puzzle whole = {.edition = ff_edition_find(ff_span_of(m->replay.rules.edition.id))};
    puzzles_armies(&m->replay, &whole);
    uint64_t name = puzzle_game_id(whole.edition, whole.army, m->history.moves, m->history.size);
    if (names_have(&m->games, name))
        return true;
    if (!puzzles_find(m->finder, &m->replay, &m->history, take_puzzle, m))
        return false;
    if (m->out_path && !is_enough(m))
        puzzle_mark_write(name, &m->line);
    return names_add(&m->games, name) && flush(m);
}

static bool text_search(maker *m, const char *path, ff_span text) {
    ff_record_reader reader;
    ff_error error;
    ff_read read;
    char more[32];
    ff_record_reader_init(&reader, text);
    while (!is_enough(m) && (read = ff_record_read(&reader, &m->record, &error)) != FF_READ_END) {
        if (read == FF_READ_ERROR) {
            progress_give_way(&m->progress);
            status_raise(&m->status,
                         complain("%s:%zu: line %zu, column %zu: %s", path, m->record.line,
                                  error.line, error.column, error.message));
        } else if (!game_search(m, path)) {
            return false;
        }
        snprintf(more, sizeof more, "%" PRIu64 " puzzles", m->found);
        progress_at(&m->progress, ++m->searched,
                    m->bytes > 0 ? (m->done + (double)reader.offset) / m->bytes : -1, more);
    }
    return true;
}

static void search(maker *m, int argc, char **argv) {
    m->bytes = files_size(argc, argv);
    for (int i = 1; i < argc && !is_enough(m); i++) {
        ff_buffer text = {0};
        if (!file_read(argv[i], &text))
            status_raise(&m->status, EXIT_WRONG);
        else if (!text_search(m, argv[i], (ff_span){text.data, text.size})) {
            give_up(m);
            argc = i;
        }
        m->done += (double)text.size;
        ff_buffer_free(&text);
    }
}

int puzzle_sets_make(const puzzle_sets_options *options, int argc, char **argv) {
    maker made = {.finder = options->finder,
                  .out_path = options->out_path,
                  .json = options->json,
                  .most = options->most};
    maker *m = &made;
    progress_begin(&m->progress, "games", 0, 0, options->quiet ? PROGRESS_OFF : PROGRESS_TERMINAL);
    if (!open_out(m))
        m->status = EXIT_WRONG;
    else if (!flush(m))
        give_up(m);
    else
        search(m, argc, argv);
    progress_end(&m->progress);
    if (m->out_path && m->out && fclose(m->out) != 0)
        status_raise(&m->status, complain("%s: %s", m->out_path, strerror(errno)));
    ff_record_free(&m->record);
    ff_history_free(&m->history);
    ff_buffer_free(&m->line);
    free(m->games.name);
    free(m->puzzles.name);
    return m->status;
}

/* --- puzzles that are looked at again -------------------------------------------------------- */

typedef struct checker {
    puzzles_finder *finder;
    bool json;
    progress progress;
    double bytes, done;              /* of all files, 0 where nobody knows; of the files before */
    unsigned seen[PUZZLE_KINDS + 1]; /* the last: of all kinds */
    unsigned right[PUZZLE_KINDS + 1];
    int status;
} checker;

static void check_one(checker *c, const char *path, const puzzle *p) {
    char wanted[FF_MOVE_TEXT], found[FF_MOVE_TEXT];
    ff_move answer;
    if (!puzzles_answer(c->finder, p, &answer)) {
        status_raise(&c->status, complain("memory is out"));
        return;
    }
    c->seen[p->kind]++;
    c->seen[PUZZLE_KINDS]++;
    if (answer == p->answer) {
        c->right[p->kind]++;
        c->right[PUZZLE_KINDS]++;
        return;
    }
    puzzle_answer_write(p->kind, p->answer, false, wanted);
    puzzle_answer_write(p->kind, answer, false, found);
    progress_give_way(&c->progress);
    line_print(c->json, NULL, "file=%s puzzle=%016" PRIx64 " kind=%s answer=%s found=%s", path,
               puzzle_id(p), puzzle_kind_word(p->kind), wanted, found);
}

static void check_text(checker *c, const char *path, ff_span text) {
    lines l = lines_of(path, text, &c->progress);
    puzzle_line line;
    while ((line = lines_next(&l)) != PUZZLE_LINE_END) {
        if (line == PUZZLE_LINE_PUZZLE)
            check_one(c, path, &l.puzzle);
        progress_at(&c->progress, c->seen[PUZZLE_KINDS],
                    c->bytes > 0 ? (c->done + (double)l.reader.offset) / c->bytes : -1, NULL);
        if (line != PUZZLE_LINE_ERROR)
            continue;
        status_raise(&c->status, EXIT_WRONG);
        if (!l.reader.begun_well)
            return;
    }
}

int puzzle_sets_check(const puzzle_sets_options *options, int argc, char **argv) {
    checker checked = {.finder = options->finder, .json = options->json};
    checker *c = &checked;
    progress_begin(&c->progress, "puzzles", 0, 0,
                   options->quiet ? PROGRESS_OFF : PROGRESS_TERMINAL);
    c->bytes = files_size(argc, argv);
    for (int i = 1; i < argc; i++) {
        ff_buffer text = {0};
        if (file_read(argv[i], &text))
            check_text(c, argv[i], (ff_span){text.data, text.size});
        else
            status_raise(&c->status, EXIT_WRONG);
        c->done += (double)text.size;
        ff_buffer_free(&text);
    }
    progress_end(&c->progress);
    for (int kind = 0; kind <= PUZZLE_KINDS; kind++)
        if (c->seen[kind])
            line_print(c->json, NULL, "kind=%s puzzles=%u right=%u share=%.3f",
                       kind == PUZZLE_KINDS ? "all" : puzzle_kind_word((puzzle_kind)kind),
                       c->seen[kind], c->right[kind], (double)c->right[kind] / c->seen[kind]);
    return c->status;
}
