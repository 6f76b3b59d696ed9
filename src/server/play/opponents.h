/* What a server is handed by whoever starts it: its computer players, and the
 * styles in which it can set up an army. */
#ifndef FLAGFALL_SERVER_PLAY_OPPONENTS_H
#define FLAGFALL_SERVER_PLAY_OPPONENTS_H

#include "flagfall/player.h"

/* Styles of an edition are numbered from 0; see flagfall/presets.h. */
struct styles {
    size_t (*count)(const ff_edition *edition);
    const char *(*name)(const ff_edition *edition, size_t index);
    const char *(*title)(const ff_edition *edition, size_t index);
    const char *(*text)(const ff_edition *edition, size_t index);
    bool (*find)(const ff_edition *edition, ff_span name, size_t *index);
    bool (*make)(const ff_edition *edition, size_t index, ff_rng *rng, ff_setup *setup);
};

struct opponents {
    const ff_player_kind *const *kinds; /* the first is offered first */
    size_t count;
    struct styles styles;
};

#endif
