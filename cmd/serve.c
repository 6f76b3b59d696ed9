/* flagfall serve: the game server with its web client. */
#define _POSIX_C_SOURCE 200809L

#include "cli/files.h"
#include "cli/folders.h"
#include "cli/open_page.h"
#include "commands.h"
#include "flagfall/version.h"
#include "interchange/xml.h"
#include "offline/study.h"
#include "server/database/engine.h"
#include "server/http/http.h"
#include "server/push/push_crypto.h"
#include "server/server.h"
#include "server/vacation/vacations.h"

#include "flagfall/computer.h"
#include "flagfall/gsn.h"
#include "flagfall/presets.h"

#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { OPPONENTS_MAX = 64 }; /* computer players: twice the levels, and those by name */

static const uploaded_format formats[] = {
    {"gsn", "#X38FA11", ff_gsn_read, ff_gsn_write},
    {"xml", "<", xml_read, xml_write},
    {NULL, NULL, NULL, NULL},
};

/* The context is the file of `open_page_begin`, -1 where nothing is to be opened. */
static void tell_address(void *context, const char *address) {
    const int *file = context;
    puts(address);
    fflush(stdout);
    if (*file >= 0)
        open_page(*file, address);
}

/* A desktop starts programs in no folder in particular: the store is where data of the user's
 * programs are. */
static bool find_store(ff_buffer *path) {
    if (!folder_own("XDG_DATA_HOME", "/.local/share", "say --store FILE", path))
        return false;
    ff_buffer_text(path, "/flagfall.db");
    return !path->failed || complain("not enough memory") == EXIT_DONE;
}

/* The server, with its page opened. Whoever asks twice gets the page of the first. */
static int serve_opened(server_options *server, bool own_store) {
    ff_buffer store = {0};
    ff_error error;
    char address[64];
    bool served = server->port && open_page_answers(server->port);
    int file = open_page_begin(), status = EXIT_DONE;
    snprintf(address, sizeof address, "http://127.0.0.1:%u/", server->port);
    server->context = &file;
    if (served) {
        tell_address(&file, address);
    } else if (!own_store && !find_store(&store)) {
        status = EXIT_WRONG;
    } else {
        server->store = own_store ? server->store : store.data;
        status = server_run(server, &error) ? EXIT_DONE : complain("%s", error.message);
    }
    server->context = NULL;
    ff_buffer_free(&store);
    return status;
}

/* The levels, strongest first (the first is what a page offers first), the same with
 * human memory, then the players by name. */
static struct opponents opponents(const ff_player_kind *kinds[OPPONENTS_MAX]) {
    size_t count = 0;
    for (int human = 0; human < 2; human++)
        for (unsigned level = FF_LEVELS; level > 0; level--)
            kinds[count++] = ff_computer_level(level, human);
    for (; count < ff_computer_count() && count < OPPONENTS_MAX; count++)
        kinds[count] = ff_computer_at(count);
    return (struct opponents){kinds,
                              count,
                              {ff_preset_count, ff_preset_name, ff_preset_title, ff_preset_text,
                               ff_preset_find, ff_preset_make}};
}

/* Of the analysis of a game what the host is told. */
static const char *agree(ff_span text, bool (*goes_on)(void *context), void *context,
                         agreement found[2]) {
    ff_insight_sum sum;
    unsigned nodes = 0;
    const char *refused = study_sum(text, goes_on, context, &sum, &nodes);
    for (int seat = FF_RED; seat <= FF_BLUE; seat++) {
        found[seat] = (agreement){.nodes = nodes,
                                  .moves = sum.moves[seat],
                                  .same = sum.same[seat],
                                  .loss = sum.loss[seat]};
        for (int mark = FF_NO_MARK + 1; mark < FF_MARKS; mark++)
            found[seat].doubtful += sum.marks[seat][mark];
    }
    return refused;
}

/* Options that are lists or words. */
typedef struct serve_words {
    const char *proxies;
    const char *metrics;
    const char *log;
    const char *clock;
    const char *sandbox;
    const char *analysis;
    const char *services;
} serve_words;

/* How long games wait for people, and are kept. */
typedef struct serve_patience {
    uint64_t claim_seconds, claim_hours, idle_days, challenge_hours, unstarted_hours,
        keep_guest_games, keep_games, keep_chat; /* days; 0: for ever */
    uint64_t vacation;                           /* days in a year */
} serve_patience;

/* What the command line says. Numbers stand here as they were typed, in the units of the
 * options, until `choices_finish` puts them into `server`. */
typedef struct serve_choices {
    server_options server;
    serve_words words;
    serve_patience patience;
    uint64_t port, budget, connections, per_address, watch_delay, guest_games, guest_share, unread,
        threads;
    const char *puzzles_file;
    bool opened;
} serve_choices;

static int words_read(const serve_words *words, server_options *server) {
    ff_error error;
    if (!proxies_parse(&server->proxies, words->proxies, &error))
        return complain("--proxy: %s", error.message);
    if (!proxies_parse(&server->metrics, words->metrics, &error))
        return complain("--metrics: %s", error.message);
    if (!push_services_open(&server->services, words->services, &error))
        return complain("--push-allow: %s", error.message);
    if (server->push_ca && !push_authorities_are_good(server->push_ca))
        return complain("--push-ca: '%s' is no file with certificates (PEM)", server->push_ca);
    log_level_parse(words->log, &server->log);
    server->manual_time = strcmp(words->clock, "manual") == 0;
    server->sandbox = strcmp(words->sandbox, "on") == 0;
    bool analyses = strcmp(words->analysis, "on") == 0;
    server->analyse = analyses ? study_whole : NULL;
    server->agree = analyses ? agree : NULL;
    return GO_ON;
}

static adjudicator_rules rules_of(const serve_patience *patience) {
    const int64_t hour = 3600000, day = 24 * hour;
    return (adjudicator_rules){.claim_timed_ms = (int64_t)patience->claim_seconds * 1000,
                               .claim_ms = (int64_t)patience->claim_hours * hour,
                               .idle_ms = (int64_t)patience->idle_days * day,
                               .challenge_ms = (int64_t)patience->challenge_hours * hour,
                               .gone_ms = adjudicator_usual.gone_ms,
                               .unstarted_ms = (int64_t)patience->unstarted_hours * hour,
                               .origin_ms = adjudicator_usual.origin_ms,
                               .keep_guest_games_ms = (int64_t)patience->keep_guest_games * day,
                               .keep_games_ms = (int64_t)patience->keep_games * day,
                               .keep_chat_ms = (int64_t)patience->keep_chat * day,
                               .vacation_days = (int64_t)patience->vacation};
}

/* The options, a function a subject: each writes its rows to `out` and returns how many.
 * Help and manual show them in this order. */
#define ADD_ROWS(out, rows) (memcpy(out, rows, sizeof rows), sizeof rows / sizeof rows[0])

/* Where the server listens, what it keeps, and who may come how often. */
static size_t add_network(option *out, serve_choices *of) {
    const option rows[] = {
        {"--open", NULL, "opens the page in a browser; games are kept with the user's data",
         .flag = &of->opened},
        {"--port", "N", "the port to listen on, 0 for any that is free (8080)", .number = &of->port,
         .maximum = 65535},
        {"--host", "ADDRESS", "the address to listen on (127.0.0.1)", .text = &of->server.host},
        {"--store", "STORE", "file or postgresql://.. that keeps the games (flagfall.db)",
         .text = &of->server.store},
        {"--node", "NAME", "one of several servers on a store in PostgreSQL, and what it is called",
         .text = &of->server.node},
        {"--public-host", "NAME", "NAME or NAME:PORT under which a proxy offers this server",
         .text = &of->server.public_host},
        {"--proxy", "LIST", "addresses or networks of proxies that say whose a request is",
         .text = &of->words.proxies},
        {"--connections", "N", "how many there may be at once (8000)", .number = &of->connections,
         .minimum = 10, .maximum = 60000},
        {"--per-address", "N", "and of one address (200)", .number = &of->per_address, .minimum = 1,
         .maximum = 60000},
        {"--unread", "MB", "megabytes that may wait for all clients to read (256)",
         .number = &of->unread, .minimum = 1, .maximum = 65536},
        {"--metrics", "LIST", "addresses that may read /metrics (127.0.0.1,::1)",
         .text = &of->words.metrics},
    };
    return ADD_ROWS(out, rows);
}

/* What the server writes to its log, which hosts and files it may reach, and its clock. */
static size_t add_protection(option *out, serve_choices *of) {
    const option rows[] = {
        {"--log", "off|info|debug", "how much is told on stderr, a line an event (info)",
         .text = &of->words.log},
        {"--push-allow", "LIST",
         "further push services, HOST or HOST:PORT, that may be at private addresses",
         .text = &of->words.services},
        {"--push-ca", "FILE", "certificates by which push services are known (the system's)",
         .text = &of->server.push_ca},
        {"--sandbox", "on|off", "on: no file but the store's folder (on)",
         .text = &of->words.sandbox},
        {"--clock", "system|manual", "manual, for tests, stands still until 'admin clock' (system)",
         .text = &of->words.clock},
    };
    return ADD_ROWS(out, rows);
}

/* How long games wait for people. */
static size_t add_patience(option *out, serve_choices *of) {
    const option rows[] = {
        {"--claim", "S", "seconds that the other must be away to claim a game with a clock (60)",
         .number = &of->patience.claim_seconds, .minimum = 1, .maximum = 86400},
        {"--claim-untimed", "H", "hours for one without (24)", .number = &of->patience.claim_hours,
         .minimum = 1, .maximum = 8760},
        {"--idle", "DAYS", "days after which a game ends in which nobody acts (14)",
         .number = &of->patience.idle_days, .minimum = 1, .maximum = 3650},
        {"--challenge", "H", "hours that a challenge stands (24)",
         .number = &of->patience.challenge_hours, .minimum = 1, .maximum = 8760},
        {"--vacation", "DAYS", "days a year in which an account's correspondence games wait (30)",
         .number = &of->patience.vacation, .maximum = VACATION_DAYS_MAX},
    };
    return ADD_ROWS(out, rows);
}

/* What people find there: the page, computer players, analyses, games to watch, puzzles. */
static size_t add_play(option *out, serve_choices *of) {
    const option rows[] = {
        {"--web", "FOLDER", "serve the page from a folder, for work on it",
         .text = &of->server.web},
        {"--think", "MS", "milliseconds the computer may take for a move (500)",
         .number = &of->budget, .minimum = 1, .maximum = 60000},
        {"--threads", "N", "on which computers think, a move on each (2)", .number = &of->threads,
         .minimum = 1, .maximum = FF_THREADS_MAX},
        {"--analysis", "on|off", "finished games for browsers that cannot, on a thread (on)",
         .text = &of->words.analysis},
        {"--watch-delay", "SECONDS", "with which spectators see games under way (0)",
         .number = &of->watch_delay, .maximum = 3600},
        {"--puzzles", "FILE", "further puzzles, made by 'flagfall puzzles', to be rated",
         .text = &of->puzzles_file},
    };
    return ADD_ROWS(out, rows);
}

/* How much of what people did is kept, and for how long. */
static size_t add_keeping(option *out, serve_choices *of) {
    const option rows[] = {
        {"--guest-games", "N", "seats at games that are kept of all guests together (200000)",
         .number = &of->guest_games, .maximum = 1000000000},
        {"--guest-share", "PERCENT", "of these, that guests at one address may have (5)",
         .number = &of->guest_share, .minimum = 1, .maximum = 100},
        {"--unstarted", "H", "hours until a game of guests is forgotten that has not begun (72)",
         .number = &of->patience.unstarted_hours, .minimum = 1, .maximum = 8760},
        {"--keep-guest-games", "DAYS",
         "that finished games of guests alone are kept, 0: for ever (400)",
         .number = &of->patience.keep_guest_games, .maximum = 36500},
        {"--keep-games", "DAYS", "that any finished game is kept, 0: for ever (0)",
         .number = &of->patience.keep_games, .maximum = 36500},
        {"--keep-chat", "DAYS", "that chat at finished games is kept, 0: for ever (0)",
         .number = &of->patience.keep_chat, .maximum = 36500},
    };
    return ADD_ROWS(out, rows);
}

enum { OPTIONS_MAX = 48 }; /* of all subjects together, and the row that ends them */

/* Whoever gives the page's address is told the name that is in it. */
static int refuse_public_host(const char *given) {
    char name[HTTP_HOST_SIZE];
    const char *scheme = strstr(given, "://"), *from = scheme ? scheme + 3 : given;
    snprintf(name, sizeof name, "%.*s", (int)strcspn(from, "/"), from);
    return complain(
        "--public-host takes NAME or NAME:PORT as browsers send it, as in '%s', not '%s'",
        http_host_is_good(name) ? name : "play.example.org", given);
}

static bool is_folder(const char *path) {
    struct stat about;
    return stat(path, &about) == 0 && S_ISDIR(about.st_mode);
}

/* Is each word of the kind that its option takes, and do they go together? */
static int choices_check(const server_options *server) {
    if (!location_is_good(server->store))
        return complain("--store takes the path of a file or postgresql://.., not '%s'",
                        server->store);
    if (server->node && engine_of(server->store) == &engine_sqlite)
        return complain("--node is for servers that share a store in PostgreSQL; a file has one");
    if (server->public_host && !http_host_is_good(server->public_host))
        return refuse_public_host(server->public_host);
    if (server->web && !is_folder(server->web))
        return complain("--web: there is no folder '%s'", server->web);
    return GO_ON;
}

static int choices_read(serve_choices *of, int *argc, char **argv) {
    option options[OPTIONS_MAX];
    size_t count = add_network(options, of);
    count += add_protection(options + count, of);
    count += add_patience(options + count, of);
    count += add_play(options + count, of);
    count += add_keeping(options + count, of);
    assert(count < OPTIONS_MAX);
    options[count] = (option){.name = NULL};
    const arguments spec = {"serve [OPTION...]",
                            "Serves the game and its page, and prints the address. SIGTERM or\n"
                            "Ctrl-C stops it; a server that is killed loses no move that it has\n"
                            "answered.",
                            options, 0, 0};
    int status = arguments_parse(&spec, argc, argv);
    if (status == GO_ON)
        status = choices_check(&of->server);
    return status == GO_ON ? words_read(&of->words, &of->server) : status;
}

/* The numbers in the server's units; `arguments_parse` has kept them in their ranges. */
static void choices_finish(serve_choices *of) {
    server_options *server = &of->server;
    server->port = (unsigned)of->port;
    server->watch_delay = (unsigned)of->watch_delay;
    server->guest_games = (unsigned)of->guest_games;
    /* Rounded up, so that guests at one address always have room for a seat. */
    server->guest_share = (unsigned)((of->guest_games * of->guest_share + 99) / 100);
    server->budget_ms = (unsigned)of->budget;
    server->threads = (unsigned)of->threads;
    server->connections = (unsigned)of->connections;
    server->per_address = (unsigned)of->per_address;
    server->unread = (size_t)of->unread << 20;
    server->rules = rules_of(&of->patience);
}

int serve_run(int argc, char **argv) {
    static const char default_store[] = "flagfall.db";
    const ff_player_kind *kinds[OPPONENTS_MAX];
    int nothing = -1;
    ff_buffer puzzles = {0};
    serve_choices of = {
        .server = {.version = ff_version_text(),
                   .host = "127.0.0.1",
                   .store = default_store,
                   .formats = formats,
                   .listening = tell_address,
                   .context = &nothing},
        .words = {"", "127.0.0.1,::1", "info", "system", "on", "on", ""},
        .patience = {60, 24, 14, 24, 72, .keep_guest_games = 400, .vacation = 30},
        .port = 8080,
        .budget = 500,
        .connections = 8000,
        .per_address = 200,
        .guest_games = 200000,
        .guest_share = 5,
        .unread = 256,
        .threads = 2,
    };
    int status = choices_read(&of, &argc, argv);
    if (status == GO_ON && of.puzzles_file && !file_read(of.puzzles_file, &puzzles))
        status = EXIT_WRONG;
    if (status != GO_ON)
        return status;
    choices_finish(&of);
    of.server.puzzles = (ff_span){puzzles.data, puzzles.size};
    of.server.opponents = opponents(kinds);
    umask(077); /* the store holds secrets: armies that the other side may not see */
    ff_error error;
    if (of.opened)
        status = serve_opened(&of.server, of.server.store != default_store);
    else
        status = server_run(&of.server, &error) ? EXIT_DONE : complain("%s", error.message);
    ff_buffer_free(&puzzles);
    return status;
}
