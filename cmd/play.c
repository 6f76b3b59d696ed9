/* `flagfall play`: a game in the terminal, on the full screen or in sentences. */
#define _POSIX_C_SOURCE 200809L
#include "cli/chance.h"
#include "cli/files.h"
#include "cli/folders.h"
#include "commands.h"
#include "tui/terminal.h"

#include "flagfall/computer.h"
#include "tui/online/game_list.h"
#include "tui/online/online.h"
#include "tui/play/local.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FIRST_LEVEL = 4 }; /* as the page proposes it (web/pages/new-game.js) */

/* The opponent asked for; null after a complaint. */
static const ff_player_kind *choose_opponent(const char *name, uint64_t level, bool human) {
    if (!name)
        return ff_computer_level((unsigned)level, human);
    const ff_player_kind *kind = ff_computer_find(ff_span_of(name));
    if (kind)
        return kind;
    ff_buffer names = {0};
    for (size_t i = 0; i < ff_computer_count(); i++)
        ff_buffer_format(&names, " %s", ff_computer_at(i)->name);
    complain("there is no opponent '%s'; there are:%s", name, names.data ? names.data : "");
    ff_buffer_free(&names);
    return NULL;
}

/* A line a level: its number, its rating and what it does. */
static int tell_levels(void) {
    for (unsigned level = 1; level <= FF_LEVELS; level++) {
        const ff_player_kind *kind = ff_computer_level(level, false);
        printf("%2u  %5d  %s\n", level, kind->rating, kind->title);
    }
    return EXIT_DONE;
}

static const char about[] =
    "Plays a game on the full screen: arrows, hjkl or the mouse choose a piece and where\n"
    "it goes, ? tells all keys. NO_COLOR in the environment leaves the colours out. With\n"
    "--plain, or where the terminal cannot move its cursor, the game goes in sentences,\n"
    "line by line, for a screen reader or a pipe; type help for its commands. In memory\n"
    "mode too the computer forgets nothing, unless it is one of the lower levels or has\n"
    "--human-memory.\n\n"
    "With --server the game is on somebody's server: one that is chosen there from a list\n"
    "(one's games, what is offered, what may be watched), or begun or joined by an option.\n"
    "Without a token one is a guest, known by a cookie in\n"
    "$XDG_STATE_HOME/flagfall (~/.local/state/flagfall).\n\n"
    "Exit status: 0 when the game was played to its end or was left, 1 when the input\n"
    "ended before the game did, 2 for wrong usage.";

typedef struct play_words {
    const char *edition, *opponent, *language;
    uint64_t level, seed, threads;
    const char *clock, *watch;
    bool red, blue, plain, memory, human, two, no_hints, no_remember, rated;
    const char *server, *token, *game, *against;
    const char *code;
    bool open, invite, seek, bots, levels;
    bool chosen_computer; /* by --level, --opponent or --human-memory */
} play_words;

/* The first of the words that are for a server alone; null: none. */
static const char *online_word(const play_words *w) {
    return w->token         ? "--token"
           : w->game        ? "--game"
           : w->code        ? "--code"
           : w->against     ? "--against"
           : w->open        ? "--open"
           : w->invite      ? "--invite"
           : w->seek        ? "--seek"
           : w->bots        ? "--bots"
           : w->clock       ? "--clock"
           : w->rated       ? "--rated"
           : w->watch       ? "--watch"
           : w->no_remember ? "--no-remember"
                            : NULL;
}

static bool in_sentences(const play_words *words) {
    return words->plain || !terminal_has_screen();
}

/* False after a complaint about words that do not go together. */
static bool go_together(const play_words *w) {
    bool computer = w->level || w->human || w->opponent, joins = w->game || w->code;
    int games = !!w->game + !!w->code + !!w->against + w->open + w->invite + w->seek + computer;
    const char *online = online_word(w);
    const struct {
        bool wrong;
        const char *why;
    } rows[] = {
        {w->red && w->blue, "one person plays one colour: --red or --blue"},
        {w->two && (computer || w->blue || w->red),
         "--two is for two people, who play both colours against each other"},
        {w->threads && (w->two || w->server), "--threads are for a computer that plays here"},
        {w->two && w->server, "--two is for this screen, without a --server"},
        {w->two && in_sentences(w),
         "--two needs a terminal that can hide the board, and no --plain"},
        {w->opponent && (w->level || w->human),
         "--opponent names the computer player, without --level and --human-memory "
         "(level:3:human has it)"},
        {games > 1, "one game at a time: --game, --code, --against, --open, --invite, --seek, or a "
                    "computer's --level or --opponent"},
        {joins && (w->edition || w->memory || w->red || w->blue || w->clock || w->rated ||
                   w->watch || w->no_hints || w->no_remember),
         "--game and --code name a game that has its edition, colours and other terms"},
        {w->seek && (w->memory || w->red || w->blue || w->watch || w->no_hints || w->no_remember),
         "--seek takes --edition, --clock, --rated and --bots: all else of such a game is as "
         "usual"},
        {w->bots && games > 0 && !w->seek, "--bots is for --seek: it lets your opponent be a bot"},
        {w->rated && computer, "--rated is for games between people"},
    };
    if (online && !w->server)
        return complain("%s is for a game on a --server", online) == EXIT_DONE;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (rows[i].wrong)
            return complain("%s", rows[i].why) == EXIT_DONE;
    return true;
}

static int show(const play_words *words, host *h, ff_language language) {
    return in_sentences(words) ? terminal_tell(h, language, words->seed)
                               : terminal_show(h, language, words->seed);
}

/* Where a guest's cookie is kept. */
static bool find_jar(ff_buffer *path) {
    if (!folder_own("XDG_STATE_HOME", "/.local/state", "say --token T", path))
        return false;
    ff_buffer_text(path, "/cookies");
    return !path->failed || complain("not enough memory") == EXIT_DONE;
}

/* One game; EXIT_WRONG with the reason where it does not come about. */
static int play_there(const play_words *words, const online_setting *setting, ff_error *error) {
    host *h = online_new(setting, error);
    return h ? show(words, h, setting->language) : EXIT_WRONG;
}

/* Waits for any opponent, and plays. EXIT_DONE where the person has stopped; why not is the error.
 */
static int seek_there(const play_words *words, const online_setting *setting, ff_error *error) {
    menu *m = calloc(1, sizeof *m);
    any_opponent *s = m ? any_opponent_open(setting, error) : NULL;
    int status = EXIT_WRONG;
    if (!m)
        ff_fail(error, FF_ERROR_NO_MEMORY, 0, 0, "not enough memory");
    if (s) {
        m->language = setting->language;
        any_opponent_update(s, m);
        status = terminal_seek(s, m, in_sentences(words));
        any_opponent_close(s);
    }
    if (s && m->note[0])
        ff_fail(error, FF_ERROR_PEER, 0, 0, "%s", m->note);
    if (s && status == EXIT_DONE && m->chosen.kind == MENU_GAME) {
        online_setting found = *setting;
        found.game = m->chosen.what;
        status = play_there(words, &found, error);
    }
    free(m);
    return status;
}

static online_setting chosen_setting(const online_setting *all, const menu *m) {
    const menu_row *row = &m->chosen;
    online_setting one = *all;
    one.terms = m->terms;
    one.game = row->kind == MENU_GAME ? row->what : NULL;
    one.code = row->kind == MENU_CODE ? row->what : NULL;
    one.opponent = row->kind == MENU_COMPUTER ? row->what : NULL;
    one.open = row->kind == MENU_OFFER;
    one.link = row->kind == MENU_INVITE;
    return one;
}

/* The game that was chosen, until it is left; or an offer is turned down. */
static int do_chosen(const play_words *words, const online_setting *setting, const menu *m,
                     ff_error *error) {
    online_setting one = chosen_setting(setting, m);
    if (m->chosen.kind == MENU_SEEK)
        return seek_there(words, &one, error);
    if (m->chosen.kind != MENU_DECLINE)
        return play_there(words, &one, error);
    online_decline(&one, m->chosen.what, error);
    return EXIT_DONE;
}

/* A choice in the lobby, its game, and the lobby again. What went wrong with a game is the note of
 * the list then; only the lobby's own failure ends it. The terms that were set stay, in the menu.
 */
static int play_from_lobby(const play_words *words, const online_setting *setting) {
    menu *m = calloc(1, sizeof *m);
    int status = EXIT_DONE;
    if (m)
        m->terms = setting->terms;
    while (m && status == EXIT_DONE && !m->leaves) {
        ff_error error = {0};
        m->chosen.kind = MENU_HEADING;
        m->held.kind = MENU_HEADING;
        m->count = m->cursor = m->top = 0;
        m->language = setting->language;
        game_list *l = game_list_open(setting, &error);
        status = l ? terminal_choose(l, m, in_sentences(words)) : complain("%s", error.message);
        if (l)
            game_list_close(l);
        if (status != EXIT_DONE || m->leaves)
            break;
        status = do_chosen(words, setting, m, &error);
        if (error.message[0]) {
            snprintf(m->note, sizeof m->note, "%s", error.message);
            status = EXIT_DONE;
        }
    }
    free(m);
    return m ? status : complain("not enough memory");
}

/* False after a complaint. */
static bool read_clock(const play_words *words, terms_clock *clock) {
    if (!words->clock)
        return true;
    if (!terms_read_clock(ff_span_of(words->clock), clock))
        return complain("--clock is minutes and seconds a move, as in 15+3 (added) or '5|10' "
                        "(free), 1d, 2d, 3d, 5d, 7d or 14d (days a move), or none; not '%s'",
                        words->clock) == EXIT_DONE;
    if (words->chosen_computer && terms_days(clock))
        return complain("--clock %s is for games between people", words->clock) == EXIT_DONE;
    return true;
}

/* The same. */
static bool read_terms(const play_words *words, bool account, game_terms *terms) {
    *terms = (game_terms){.edition = words->edition,
                          .seat = words->red    ? "red"
                                  : words->blue ? "blue"
                                                : "random",
                          .memory = words->memory,
                          .no_remember = words->no_remember,
                          .no_hints = words->no_hints,
                          .rated = words->rated,
                          .bots = words->bots,
                          .account = account};
    if (words->watch)
        terms->watch = strcmp(words->watch, "yes") == 0 ? WATCH_YES : WATCH_NO;
    if (words->rated && !account)
        return complain("--rated needs an account: say --token T") == EXIT_DONE;
    return read_clock(words, &terms->clock);
}

static int play_online(const play_words *words) {
    char level[32], server[512];
    ff_buffer jar = {0};
    ff_error error = {0};
    const char *token = words->token ? words->token : getenv("FLAGFALL_TOKEN");
    online_setting setting = {.server = server,
                              .token = token && *token ? token : NULL,
                              .game = words->game,
                              .against = words->against,
                              .code = words->code,
                              .open = words->open,
                              .link = words->invite,
                              .opponent = words->opponent ? words->opponent : level};
    snprintf(level, sizeof level, "level:%llu%s", (unsigned long long)words->level,
             words->human ? ":human" : "");
    snprintf(server, sizeof server, "%s", words->server);
    while (*server && server[strlen(server) - 1] == '/')
        server[strlen(server) - 1] = '\0';
    if (strncmp(server, "http://", 7) != 0 && strncmp(server, "https://", 8) != 0)
        return complain("--server is http://... or https://..., not '%s'", server);
    if (!terminal_language(words->language, &setting.language) ||
        !read_terms(words, setting.token != NULL, &setting.terms))
        return EXIT_WRONG;
    if (!setting.token && !find_jar(&jar)) {
        ff_buffer_free(&jar);
        return EXIT_WRONG;
    }
    setting.jar = jar.data;
    bool chosen = words->game || words->code || words->against || words->open || words->invite ||
                  words->chosen_computer;
    int status = words->seek ? seek_there(words, &setting, &error)
                 : chosen    ? play_there(words, &setting, &error)
                             : play_from_lobby(words, &setting);
    if (error.message[0])
        status = complain("%s", error.message);
    ff_buffer_free(&jar);
    return status;
}

static int play_with(const play_words *words) {
    ff_edition edition;
    local_setting game = {.edition = &edition,
                          .seat = words->blue ? FF_BLUE : FF_RED,
                          .memory = words->memory,
                          .no_hints = words->no_hints,
                          .seed = words->seed,
                          .threads = (unsigned)words->threads};
    if (!terminal_language(words->language, &game.language))
        return EXIT_WRONG;
    if (!words->two)
        game.opponent = choose_opponent(words->opponent, words->level, words->human);
    if ((!words->two && !game.opponent) || !edition_choose(words->edition, &edition))
        return EXIT_WRONG;
    return show(words, local_new(&game), game.language);
}

int play_run(int argc, char **argv) {
    play_words words = {.seed = chance_seed()};
    const option options[] = {
        {"--edition", "EDITION", "the edition to play, or a file of your own (default tournament)",
         .text = &words.edition},
        {"--level", "N", "strength of the computer, 1 the weakest to 10 (default 4)",
         .number = &words.level, .minimum = 1, .maximum = FF_LEVELS},
        {"--levels", NULL, "tells the levels with their ratings in Elo, and plays nothing",
         .flag = &words.levels},
        {"--human-memory", NULL, "the computer forgets shown ranks as people do",
         .flag = &words.human},
        {"--opponent", "NAME", "a computer player by its name", .text = &words.opponent},
        {"--two", NULL, "two people at this screen, which is covered in between",
         .flag = &words.two},
        {"--red", NULL, "play Red, who moves first (the default)", .flag = &words.red},
        {"--blue", NULL, "play Blue", .flag = &words.blue},
        {"--memory", NULL, "ranks are told once and hidden again", .flag = &words.memory},
        {"--no-hints", NULL, "where a piece can go is not shown", .flag = &words.no_hints},
        {"--plain", NULL, "in sentences, line by line", .flag = &words.plain},
        {"--language", "en|nl|fr|de", "of all that is said (default: of the environment)",
         .text = &words.language},
        {"--server", "URL", "on a server, as a guest or with a token", .text = &words.server},
        {"--token", "T", "the account's on the server (default: FLAGFALL_TOKEN)",
         .text = &words.token},
        {"--game", "ID", "a game on the server: to accept, to go on with, or to watch",
         .text = &words.game},
        {"--against", "NAME", "offers the game on the server to an account",
         .text = &words.against},
        {"--seek", NULL, "looks for any opponent, and shows how long it has waited",
         .flag = &words.seek},
        {"--bots", NULL, "who is found may be a bot", .flag = &words.bots},
        {"--open", NULL, "offers the game in the server's lobby", .flag = &words.open},
        {"--invite", NULL, "offers the game to whoever has its code", .flag = &words.invite},
        {"--code", "CODE", "takes the seat of an invitation", .text = &words.code},
        {"--clock", "CLOCK",
         "of a game that is begun on the server: 15+3 (minutes, and seconds added a move), '5|10' "
         "(seconds free a move), 3d (days a move), none (the default)",
         .text = &words.clock},
        {"--rated", NULL, "the game on the server is to be rated", .flag = &words.rated},
        {"--no-remember", NULL, "ranks that were shown are not marked on the board",
         .flag = &words.no_remember},
        {"--watch", "yes|no", "others may watch (default: what is offered with --open)",
         .text = &words.watch},
        {"--seed", "S", "of the computer and of random armies, to play it again",
         .number = &words.seed, .maximum = UINT64_MAX},
        {"--threads", "N", "that the computer thinks with (1); with more, answers differ",
         .number = &words.threads, .minimum = 1, .maximum = FF_THREADS_MAX},
        {0},
    };
    const arguments spec = {"play [OPTION...]", about, options, 0, 0};
    int status = arguments_parse(&spec, &argc, argv);
    if (status != GO_ON)
        return status;
    if (words.levels)
        return tell_levels();
    if (!go_together(&words))
        return EXIT_WRONG;
    words.chosen_computer = words.level || words.opponent || words.human;
    words.level = words.level ? words.level : FIRST_LEVEL;
    words.threads = words.threads ? words.threads : 1;
    words.edition = words.edition ? words.edition : ff_edition_default()->id;
    return words.server ? play_online(&words) : play_with(&words);
}
