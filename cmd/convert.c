/* `flagfall convert`: between records and Gravon's formats. */
#include "cli/files.h"
#include "cli/line.h"
#include "cli/progress.h"
#include "commands.h"

#include "flagfall.h"
#include "interchange/ataraxos.h"
#include "interchange/ucc_log.h"
#include "interchange/xml.h"

#include <stdio.h>
#include <string.h>

/* A format: how a file of it begins, and a game's way in and out. */
typedef struct format {
    const char *name;
    bool (*is)(ff_span text); /* does a text begin so? null: like none of the others */
    bool (*read)(ff_span text, ff_record *record, ff_buffer *notes, ff_error *error);
    bool (*write)(const ff_record *record, ff_buffer *out, ff_buffer *notes, ff_error *error);
    bool many; /* games in a file */
} format;

static bool record_write(const ff_record *record, ff_buffer *out, ff_buffer *notes,
                         ff_error *error) {
    (void)notes, (void)error;
    ff_record_write(record, out);
    return true;
}

/* What the rules make of it, with all ranks; only written. */
static bool review_write(const ff_record *record, ff_buffer *out, ff_buffer *notes,
                         ff_error *error) {
    (void)notes;
    line_open(out);
    ff_buffer_text(out, ",\"game\":");
    if (!ff_json_review(out, record))
        return ff_fail(error, FF_ERROR_NO_MEMORY, 0, 0, "memory is out");
    ff_buffer_text(out, "}\n");
    return true;
}

static bool gsn_is(ff_span text) {
    return text.size >= 8 && memcmp(text.data, "#X38FA11", 8) == 0;
}

static bool xml_is(ff_span text) {
    return text.size > 0 && text.data[0] == '<';
}

/* A file of records holds many games, so it is read by `records_convert`. */
static const format formats[] = {
    {"record", NULL, NULL, record_write, true},
    {"gsn", gsn_is, ff_gsn_read, ff_gsn_write, false},
    {"xml", xml_is, xml_read, xml_write, false},
    {"ucc", ucc_log_is, ucc_log_read, ucc_log_write, false},
    {"ataraxos", ataraxos_is, ataraxos_read, ataraxos_write, false},
    {"json", NULL, NULL, review_write, true},
    {NULL, NULL, NULL, NULL, false},
};

typedef struct converter {
    const format *from; /* null: by how the file begins */
    const format *to;
    uint64_t game;  /* the only one wanted, 0 all */
    uint64_t games; /* seen in this file */
    uint64_t written;
    bool refused; /* what is wanted, by what cannot hold it */
    bool quiet;
    progress progress;
    double bytes;       /* of all files; 0 where nobody knows */
    double done;        /* of the files before */
    double games_ready; /* of all files */
    ff_record record;
    ff_buffer notes;
    ff_buffer out;
} converter;

static const format *format_find(const char *name) {
    for (const format *f = formats; f->name; f++)
        if (strcmp(f->name, name) == 0)
            return f;
    return NULL;
}

/* A file says what it is by how it begins; what begins like nothing else is a record, whose reader
 * says best what is wrong with it. */
static const format *format_guess(ff_span text) {
    /* Behind the mark that some editors put before UTF-8. */
    size_t at = text.size >= 3 && memcmp(text.data, "\xef\xbb\xbf", 3) == 0 ? 3 : 0;
    while (at < text.size && strchr(" \t\r\n", text.data[at]))
        at++;
    for (const format *f = formats; f->name; f++)
        if (f->is && f->is((ff_span){text.data + at, text.size - at}))
            return f;
    return &formats[0];
}

/* What was lost or not understood, a line each on stderr; it quotes files, which may hold what
 * a terminal obeys. */
static void notes_tell(converter *c, const char *path) {
    char *text = c->notes.size ? c->notes.data : "";
    while (*text && !c->quiet) {
        int size = (int)strcspn(text, "\n");
        for (int i = 0; i < size; i++)
            if ((unsigned char)text[i] < ' ' || (unsigned char)text[i] > '~')
                text[i] = '?';
        progress_end(&c->progress);
        fprintf(stderr, "%s: %.*s\n", path, size, text);
        text += size + (text[size] == '\n');
    }
    ff_buffer_clear(&c->notes);
}

static bool error_tell(converter *c, const char *path, const ff_error *error) {
    progress_end(&c->progress);
    if (error->line > 0)
        complain("%s:%zu:%zu: %s", path, error->line, error->column, error->message);
    else
        complain("%s: %s", path, error->message);
    return false;
}

/* One game that has been read, if it is wanted. What a format of one game a file cannot hold ends
 * it all, and nothing is written: otherwise games would be lost unseen. */
static bool game_convert(converter *c, const char *path) {
    ff_error error;
    c->games++;
    if (c->game != 0 && c->games != c->game)
        return true;
    c->refused = c->written++ > 0 && !c->to->many;
    if (c->refused) {
        progress_end(&c->progress);
        complain("%s: %s holds one game a file; choose one with --game N", path, c->to->name);
        return false;
    }
    if (!c->to->write(&c->record, &c->out, &c->notes, &error))
        return error_tell(c, path, &error);
    notes_tell(c, path);
    return true;
}

static bool records_convert(converter *c, const char *path, ff_span text) {
    ff_record_reader reader;
    ff_error error;
    ff_read read;
    bool good = true;
    ff_record_reader_init(&reader, text);
    while (!c->refused && (read = ff_record_read(&reader, &c->record, &error)) != FF_READ_END) {
        if (read == FF_READ_ERROR)
            c->games++;
        good &= read == FF_READ_GAME ? game_convert(c, path) : error_tell(c, path, &error);
        progress_at(&c->progress, ++c->games_ready,
                    c->bytes > 0 ? (c->done + (double)reader.offset) / c->bytes : -1, NULL);
    }
    return good;
}

static bool text_convert(converter *c, const char *path, ff_span text) {
    const format *from = c->from ? c->from : format_guess(text);
    ff_error error;
    c->games = 0;
    if (!from->read)
        return records_convert(c, path, text);
    if (!from->read(text, &c->record, &c->notes, &error))
        return error_tell(c, path, &error);
    notes_tell(c, path);
    bool good = game_convert(c, path);
    progress_at(&c->progress, ++c->games_ready,
                c->bytes > 0 ? (c->done + (double)text.size) / c->bytes : -1, NULL);
    return good;
}

static bool file_convert(converter *c, const char *path) {
    ff_buffer text = {0};
    bool good = file_read(path, &text) && text_convert(c, path, (ff_span){text.data, text.size});
    if (good && c->games == 0) {
        complain("%s holds no game", path);
        good = false;
    }
    if (good && c->game > c->games) {
        complain("%s holds %llu games", path, (unsigned long long)c->games);
        good = false;
    }
    c->done += (double)text.size;
    ff_buffer_free(&text);
    return good;
}

/* What could be converted is written even where something else could not. */
static int convert(converter *c, const char *path_out, int argc, char **argv) {
    bool good = true;
    c->bytes = files_size(argc, argv);
    progress_begin(&c->progress, "games", 0, 0, c->quiet ? PROGRESS_OFF : PROGRESS_TERMINAL);
    for (int i = 1; i < argc && !c->refused; i++)
        good &= file_convert(c, argv[i]);
    progress_end(&c->progress);
    if (c->out.failed) {
        complain("out of memory");
        good = false;
    } else if (!c->refused && (c->out.size > 0 || good)) {
        good &= file_write(path_out, &c->out);
    }
    ff_record_free(&c->record);
    ff_buffer_free(&c->notes);
    ff_buffer_free(&c->out);
    return good ? EXIT_DONE : EXIT_WRONG;
}

int convert_run(int argc, char **argv) {
    const char *from = NULL, *to = "record", *path_out = NULL;
    converter c = {0};
    const option options[] = {
        {"--to", "record|gsn|xml|ucc|ataraxos|json", "what to write; record if not given",
         .text = &to},
        {"--from", "record|gsn|xml|ucc|ataraxos",
         "what is read; found out from the file if not given", .text = &from},
        {"--game", "N", "only the N-th game of each file", .number = &c.game, .minimum = 1,
         .maximum = UINT32_MAX},
        {"-o", "FILE", "the file to write, standard output if not given", .text = &path_out},
        {"--quiet", NULL, "tells neither what is lost nor how far it is", .flag = &c.quiet},
        {0},
    };
    const arguments spec = {
        "convert [OPTION...] FILE...",
        "Converts games between records and others' formats (- is standard input): the\n"
        "two of Gravon's archive, logs of the computer competition of 2012, the text of\n"
        "Ataraxos's public games. What a format cannot hold is told on standard error.",
        options, 1, 1 << 20};
    int status = arguments_parse(&spec, &argc, argv);
    if (status != GO_ON)
        return status;
    c.to = format_find(to);
    c.from = from ? format_find(from) : NULL;
    return convert(&c, path_out, argc, argv);
}
