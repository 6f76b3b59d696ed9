/* The computer players: a view in, a move out. */
#ifndef FLAGFALL_COMPUTER_H
#define FLAGFALL_COMPUTER_H

#include "flagfall/player.h"

#ifdef __cplusplus
extern "C" {
#endif

/* All kinds of computer player, weakest first. */
size_t ff_computer_count(void);
const ff_player_kind *ff_computer_at(size_t index);

/* The kind of that name, or null. */
const ff_player_kind *ff_computer_find(ff_span name);

#ifdef __cplusplus
}
#endif

#endif
