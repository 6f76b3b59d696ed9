/* Waiting for any opponent on a server, as a list of one choice: to stop. A thread asks and hears
 * whom one meets, by the API for bots (docs/bots.md). */
#ifndef FLAGFALL_TUI_ANY_OPPONENT_H
#define FLAGFALL_TUI_ANY_OPPONENT_H

#include "tui/model/menu.h"
#include "tui/online/online.h"

typedef struct any_opponent any_opponent;

/* Looks for a game of the setting's edition, clock (none: any that is not of days) and rating. Null
 * with the reason where the server does not answer, or refuses. The setting is to stay. */
any_opponent *any_opponent_open(const online_setting *setting, ff_error *error);

/* Looks no more, where nobody has been found. */
void any_opponent_close(any_opponent *s);

/* A file that can be read when there is news. */
int any_opponent_news(const any_opponent *s);

/* Writes the rows anew, with how long one has waited. The game that has been found becomes the
 * choice (MENU_GAME); a refusal becomes the note, and the list is left by it (MENU_STOP). False
 * when memory is out. */
bool any_opponent_update(any_opponent *s, menu *m);

#endif
