/* What one finds on a server: one's games, what is offered, what may be watched, and what one
 * may begin. Kept up to date by a thread that reads the lobby's stream (docs/bots.md). */
#ifndef FLAGFALL_TUI_GAME_LIST_H
#define FLAGFALL_TUI_GAME_LIST_H

#include "tui/model/menu.h"
#include "tui/online/online.h"

typedef struct game_list game_list;

/* Null with the reason where the server does not answer. */
game_list *game_list_open(const online_setting *setting, ff_error *error);
void game_list_close(game_list *l);

/* A file that can be read when there is news. */
int game_list_news(const game_list *l);

/* Writes the rows anew where there is news. False when memory is out. */
bool game_list_update(game_list *l, menu *m);

#endif
