/* A level is a player around another: it shortens the time, hides what would be forgotten,
 * and hands everything else on. It can only do what the player inside can. */
#include "ai/players/level.h"

#include <stdlib.h>

#include "ai/players/memory_model.h"
#include "base/sized.h"

enum { EVENTS_MEBIBYTES = (FF_PLIES_MAX * sizeof(ff_event) + (1 << 20) - 1) / (1 << 20) };

typedef struct level {
    ff_player player; /* first: a pointer to one is a pointer to the other */
    const level_traits *traits;
    ff_player *thinker;
    unsigned span;
    uint64_t seed;
    ff_event *events; /* room for a whole game, where something is forgotten */
} level;

static void level_set_up(ff_player *player, const ff_edition *edition, ff_seat seat,
                         ff_setup *setup) {
    ff_player *thinker = ((level *)player)->thinker;
    thinker->set_up(thinker, edition, seat, setup);
}

static ff_move level_move(ff_player *player, const ff_view *view, unsigned budget_ms) {
    const level *self = (const level *)player;
    ff_view remembered;
    /* 0 means "no limit", so that a small budget has to become one millisecond at least. */
    unsigned share = (unsigned)((uint64_t)budget_ms * self->traits->share / 1000);
    if (budget_ms && !share)
        share = 1;
    if (!self->span)
        return self->thinker->move(self->thinker, view, share);
    memory_model_view(view, self->seed, self->span, self->events, &remembered);
    return self->thinker->move(self->thinker, &remembered, share);
}

/* A level that forgets keeps a list of events beside its thinker. */
static bool level_bound(ff_player *player, const ff_means *means) {
    const level *self = (const level *)player;
    unsigned own = self->span ? EVENTS_MEBIBYTES : 0;
    ff_means rest;
    if (!sized_read(&rest, sizeof rest, means) || rest.memory_mb <= own)
        return false;
    rest.memory_mb -= own;
    return self->thinker->bound(self->thinker, &rest);
}

static void level_limit(ff_player *player, const ff_limits *limits) {
    ff_player *thinker = ((level *)player)->thinker;
    thinker->limit(thinker, limits);
}

static void level_stop(ff_player *player) {
    ff_player *thinker = ((level *)player)->thinker;
    thinker->stop(thinker);
}

static void level_report(ff_player *player, void (*hear)(void *context, const ff_thought *thought),
                         void *context) {
    ff_player *thinker = ((level *)player)->thinker;
    thinker->report(thinker, hear, context);
}

static bool level_thought(const ff_player *player, ff_thought *thought) {
    const ff_player *thinker = ((const level *)player)->thinker;
    return thinker->thought(thinker, thought);
}

static void level_free(ff_player *player) {
    level *self = (level *)player;
    if (self->thinker)
        self->thinker->free(self->thinker);
    free(self->events);
    free(self);
}

/* A player without a function cannot do what it is for: a level can do what the player inside
 * can, no more. */
static ff_player functions_of(const ff_player *thinker) {
    return (ff_player){.size = sizeof(ff_player),
                       .set_up = level_set_up,
                       .move = level_move,
                       .free = level_free,
                       .bound = thinker->bound ? level_bound : NULL,
                       .limit = thinker->limit ? level_limit : NULL,
                       .stop = thinker->stop ? level_stop : NULL,
                       .report = thinker->report ? level_report : NULL,
                       .thought = thinker->thought ? level_thought : NULL};
}

/* Makes room for the list of events beside the thinker. */
static bool begin_to_forget(level *self, unsigned span) {
    static const ff_means usual = {
        .size = sizeof(ff_means), .memory_mb = FF_MEMORY_DEFAULT, .threads = 1};
    self->span = span;
    self->events = malloc(FF_PLIES_MAX * sizeof *self->events);
    return self->events && (!self->thinker->bound || level_bound(&self->player, &usual));
}

static ff_player *create(const level_traits *traits, unsigned span, uint64_t seed) {
    level *self = calloc(1, sizeof *self);
    if (!self)
        return NULL;
    self->traits = traits;
    self->seed = seed;
    self->thinker = traits->create(traits->traits, seed);
    if (!self->thinker || (span && !begin_to_forget(self, span))) {
        level_free(&self->player);
        return NULL;
    }
    self->player = functions_of(self->thinker);
    return &self->player;
}

ff_player *level_new(const void *traits, uint64_t seed) {
    const level_traits *t = traits;
    return create(t, t->span, seed);
}

ff_player *level_new_human(const void *traits, uint64_t seed) {
    const level_traits *t = traits;
    unsigned span = t->span && t->span < LEVEL_HUMAN_SPAN ? t->span : LEVEL_HUMAN_SPAN;
    return create(t, span, seed);
}
