/* flagfall admin: the operator's commands, while a server runs on the store or not. */
#define _POSIX_C_SOURCE 200809L

#include "server/api/admin.h"
#include "cli/files.h"
#include "cli/line.h"
#include "commands.h"
#include "server/database/engine.h"
#include "server/server.h"
#include "store_listener.h"

#include <assert.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

/* ---- what is done here, whether a server runs or not ---- */

/* Of a store that cannot be copied it is the store that is named; else it is the copy. */
static int refuse_backup(const char *store, const char *copy, const ff_error *error) {
    char shown[LOCATION_SHOWN];
    if (error->code == FF_ERROR_UNSUPPORTED)
        return complain("%s: %s", location_show(store, shown), error->message);
    complain("%s: %s", copy, error->message);
    return EXIT_NO;
}

static int back_up(const char *store, bool json, int argc, char **argv) {
    store_listener l = {.json = json};
    store_check_hears who = store_listener_begin(&l);
    store_report report;
    ff_error error;
    if (argc != 3)
        return complain("'backup' takes the name of a new file");
    umask(077);
    signal(SIGXFSZ, SIG_IGN); /* a file that may not grow is an error like a full disk */
    bool done = store_back_up(store, argv[2], &who, &report, &error);
    progress_end(&l.progress);
    if (!done)
        return refuse_backup(store, argv[2], &error);
    return report.problems ? store_report_print(&report, json) : EXIT_DONE;
}

static int check(const char *store, bool json, int argc) {
    char shown[LOCATION_SHOWN];
    store_listener l = {.json = json};
    store_check_hears who = store_listener_begin(&l);
    store_report report;
    ff_error error;
    if (argc != 2)
        return complain("'check' takes no more words");
    bool done = store_check(store, &who, &report, &error);
    progress_end(&l.progress);
    if (!done)
        return complain("%s: %s", location_show(store, shown), error.message);
    return store_report_print(&report, json);
}

/* The last line of a list that goes on, of the text's end; empty where it does not. */
static ff_span find_more(const ff_buffer *said) {
    if (said->size == 0)
        return (ff_span){NULL, 0};
    size_t begin = said->size - 1;
    while (begin > 0 && said->data[begin - 1] != '\n')
        begin--;
    ff_span line = {said->data + begin, said->size - begin};
    size_t size = strlen(ADMIN_MORE);
    bool more = line.size > size && memcmp(line.data, ADMIN_MORE, size) == 0;
    return more ? line : (ff_span){line.data, 0};
}

/* What the first words of a line are, by the command that says it. */
static const char *first_member(const char *asked) {
    static const char *const members[][2] = {{"list", "game"},
                                             {"bans", "who"},
                                             {"reports", "report"},
                                             {"fair-play", "game"},
                                             {"add-bot", "token"},
                                             {"tournaments", "tournament"},
                                             {"add-tournament", "tournament"}};
    for (size_t i = 0; i < sizeof members / sizeof *members; i++)
        if (strcmp(members[i][0], asked) == 0)
            return members[i][1];
    return NULL;
}

static void print_objects(const char *text, size_t size, const char *asked) {
    for (size_t at = 0; at < size;) {
        size_t end = at;
        while (end < size && text[end] != '\n')
            end++;
        line_print(true, first_member(asked), "%.*s", (int)(end - at), text + at);
        at = end + 1;
    }
}

static int print(bool good, const ff_buffer *said, const char *asked, bool json) {
    const char *text = said->data ? said->data : "";
    size_t size = said->size - find_more(said).size;
    if (!good) {
        complain("%.*s", (int)said->size, text);
        return EXIT_NO;
    }
    if (json)
        print_objects(text, size, asked);
    else
        fwrite(text, 1, size, stdout);
    return EXIT_DONE;
}

/* By the server where one runs, or else by ourselves. */
static int command_run(const char *store, bool json, ff_span words, ff_buffer *said) {
    char shown[LOCATION_SHOWN];
    bool good = false;
    ff_error error;
    if (!admin_ask(store, words, &good, said) && !server_operate(store, words, &good, said, &error))
        return complain("%s: %s", location_show(store, shown), error.message);
    return print(good, said, words.data, json);
}

/* A list comes page by page: the line that says where it goes on becomes the word of the next
 * question, until a page has none. */
static int command_run_all(const char *store, bool json, ff_buffer *words) {
    assert(words->data);                    /* what could not be gathered is not run */
    size_t first = strlen(words->data) + 1; /* the command itself */
    for (;;) {
        ff_buffer said = {0};
        int status = command_run(store, json, (ff_span){words->data, words->size}, &said);
        ff_span more = status == EXIT_DONE ? find_more(&said) : (ff_span){NULL, 0};
        size_t skipped = strlen(ADMIN_MORE);
        if (more.size) {
            words->size = first;
            ff_buffer_add(words, more.data + skipped, more.size - skipped - 1);
            ff_buffer_byte(words, 0);
        }
        ff_buffer_free(&said);
        if (!more.size || words->failed)
            return status;
    }
}

static int run(const char *store, bool json, int argc, char **argv) {
    if (strcmp(argv[1], "backup") == 0)
        return back_up(store, json, argc, argv);
    if (strcmp(argv[1], "check") == 0)
        return check(store, json, argc);
    ff_buffer words = {0};
    for (int i = 1; i < argc; i++)
        ff_buffer_add(&words, argv[i], strlen(argv[i]) + 1);
    int status;
    ff_error error;
    if (words.failed || words.size > ADMIN_REQUEST)
        status = complain("these words are too long");
    else if (!admin_understands((ff_span){words.data, words.size}, &error))
        status = complain("%s", error.message);
    else
        status = command_run_all(store, json, &words);
    ff_buffer_free(&words);
    return status;
}

int admin_run(int argc, char **argv) {
    const char *store = "flagfall.db";
    bool json = false;
    ff_buffer about = {0};
    const option options[] = {
        {"--store", "STORE", "the server's store, a file or postgresql://.. (flagfall.db)",
         .text = &store},
        {"--json", NULL, "a JSON object a line", .flag = &json},
        {.name = NULL},
    };
    ff_buffer_format(&about,
                     "The operator's commands, while the server runs on the store or not:\n\n%s",
                     admin_help());
    const arguments spec = {"admin [OPTION...] COMMAND [WORD]", about.data, options, 1, 8};
    int status = arguments_parse_command(&spec, &argc, argv);
    if (status == GO_ON)
        status = run(store, json, argc, argv);
    ff_buffer_free(&about);
    return status;
}
