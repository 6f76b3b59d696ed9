/* Players: made from their kinds, and asked for what only some can. What must hold: no
 * member is read that lies beyond the size which the struct's maker told. */
#include "flagfall/player.h"

#include <assert.h>

#include "base/sized.h"

bool ff_player_kind_is(const ff_player_kind *kind, ff_span name) {
    return ff_span_equals(name, kind->name) ||
           (SIZED_HAS(kind, alias) && kind->alias && ff_span_equals(name, kind->alias));
}

ff_player *ff_player_new(const ff_player_kind *kind, uint64_t seed) {
    assert(SIZED_HAS(kind, traits));
    ff_player *player = kind->create(kind->traits, seed);
    assert(!player || SIZED_HAS(player, free));
    return player;
}

bool ff_player_bound(ff_player *player, const ff_means *means) {
    return !SIZED_HAS(player, bound) || !player->bound || player->bound(player, means);
}

void ff_player_limit(ff_player *player, const ff_limits *limits) {
    if (SIZED_HAS(player, limit) && player->limit)
        player->limit(player, limits);
}

void ff_player_stop(ff_player *player) {
    if (SIZED_HAS(player, stop) && player->stop)
        player->stop(player);
}

bool ff_player_thought(const ff_player *player, ff_thought *thought) {
    return SIZED_HAS(player, thought) && player->thought && player->thought(player, thought);
}

void ff_player_report(ff_player *player, void (*hear)(void *context, const ff_thought *thought),
                      void *context) {
    if (SIZED_HAS(player, report) && player->report)
        player->report(player, hear, context);
}
