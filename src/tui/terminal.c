/* Full screens and games in sentences for the subcommands: chooses what the terminal can show,
 * and makes an exit status of how it ended. */
#define _POSIX_C_SOURCE 200809L
#include "tui/terminal.h"

#include "cli/files.h"

#include "flagfall/rules_text.h"
#include "tui/plain/choose.h"
#include "tui/plain/plain.h"
#include "tui/screen/screen.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

bool terminal_language(const char *wish, ff_language *language) {
    *language = text_language(NULL);
    if (!wish || ff_language_find(ff_span_of(wish), language))
        return true;
    complain("--language is en, nl, fr or de, not '%s'", wish);
    return false;
}

bool terminal_has_screen(void) {
    return screen_is_possible();
}

static screen_look look_now(void) {
    const char *no = getenv("NO_COLOR"); /* https://no-color.org: set, and not to nothing */
    return (screen_look){!no || !*no, screen_shows_unicode()};
}

/* Letters beyond ASCII are for terminals that have them; files and pipes are UTF-8. */
static bool says_ascii(void) {
    return !screen_shows_unicode() && isatty(STDOUT_FILENO);
}

/* The exit status. A signal that came meanwhile was only noted, until the terminal was in
 * order: now it ends the program, as whoever sent it expects. */
static int status_of(screen_status status, int number) {
    if (status == SCREEN_ENDED && number)
        raise(number);
    switch (status) {
    case SCREEN_LEFT:
        return EXIT_DONE;
    case SCREEN_ENDED:
        return EXIT_NO;
    case SCREEN_NONE:
        return complain("this terminal cannot show a full screen; try --plain");
    default:
        return complain("not enough memory");
    }
}

int terminal_show(host *h, ff_language language, uint64_t seed) {
    ui_model m;
    int number = 0;
    if (!h)
        return complain("not enough memory");
    screen_look look = look_now();
    ui_begin(&m, h, language, look.unicode, seed);
    screen_status status = screen_play(&m, &look, &number);
    ui_end(&m);
    h->free(h);
    return status_of(status, number);
}

int terminal_tell(host *h, ff_language language, uint64_t seed) {
    plain_setting setting = {.host = h,
                             .language = language,
                             .ascii = says_ascii(),
                             .seed = seed,
                             .in = stdin,
                             .out = stdout};
    plain_status status = h ? plain_play(&setting) : PLAIN_FAILED;
    if (h)
        h->free(h);
    if (status == PLAIN_FAILED)
        return complain("not enough memory");
    return status == PLAIN_DONE ? EXIT_DONE : EXIT_NO;
}

typedef struct choosing {
    game_list *lobby; /* or */
    any_opponent *seeking;
    menu *menu;
} choosing;

static bool update(void *context) {
    choosing *c = context;
    return c->lobby ? game_list_update(c->lobby, c->menu)
                    : any_opponent_update(c->seeking, c->menu);
}

static int choose(choosing *c, int news, bool in_sentences) {
    int number = 0;
    if (in_sentences) {
        choose_setting plain = {c->menu, news, update, c, says_ascii(), stdin, stdout};
        return choose_plain(&plain) ? EXIT_DONE : complain("not enough memory");
    }
    screen_list list = {c->menu, news, update, c, c->seeking != NULL};
    screen_look look = look_now();
    return status_of(screen_choose(&list, &look, &number), number);
}

int terminal_choose(game_list *l, menu *m, bool in_sentences) {
    return choose(&(choosing){.lobby = l, .menu = m}, game_list_news(l), in_sentences);
}

int terminal_seek(any_opponent *s, menu *m, bool in_sentences) {
    return choose(&(choosing){.seeking = s, .menu = m}, any_opponent_news(s), in_sentences);
}
