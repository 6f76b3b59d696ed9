/* A game, a record or a list on the terminal, on the full screen or in sentences: what the
 * subcommands share. */
#ifndef FLAGFALL_TUI_TERMINAL_H
#define FLAGFALL_TUI_TERMINAL_H

#include "tui/model/table.h"
#include "tui/online/any_opponent.h"
#include "tui/online/game_list.h"

/* The language asked for, or that of the environment where `wish` is null. False after a
 * complaint. */
bool terminal_language(const char *wish, ff_language *language);

/* Is there a terminal for a full screen? */
bool terminal_has_screen(void);

/* Shows a host (which is freed; null: a complaint) until the person leaves. Returns the exit
 * status; a signal that came meanwhile ends the program here, with the terminal restored. */
int terminal_show(host *h, ff_language language, uint64_t seed);

/* The same in sentences, line by line. */
int terminal_tell(host *h, ff_language language, uint64_t seed);

/* Shows a lobby until the menu has a choice, or is left. Returns the exit status as above. */
int terminal_choose(game_list *l, menu *m, bool in_sentences);

/* The same, until an opponent has been found or the person stops. */
int terminal_seek(any_opponent *s, menu *m, bool in_sentences);

#endif
