/* Evaluation: a match of the arena between a network and a player of the table. Bounded by
 * nodes and never by time, so that a score means the same on every machine. */
#include "learn/evaluation_match.h"

#include "ai/players/learned.h"
#include "arena/match.h"
#include "flagfall/presets.h"

static ff_player *create_learned(const void *context, uint64_t seed) {
    return learned_new(context, seed);
}

static ff_player *create_kind(const void *context, uint64_t seed) {
    return ff_player_new(context, seed);
}

static bool ask_whether_to_go_on(void *context, const match_game *game) {
    const evaluation_match *t = context;
    (void)game;
    return t->goes_on();
}

bool evaluation_match_play(const evaluation_match *t, const net *n, tally *out) {
    evaluation_match asked = *t;
    const learned_traits traits = {.net = n, .pieces = FF_ZONE_MAX};
    const match_entrant entrants[2] = {
        {.name = "learned", .context = &traits, .create = create_learned},
        {.name = t->against->name, .context = t->against, .create = create_kind}};
    const match_plan plan = {
        .edition = t->edition,
        .options = {.size = sizeof(ff_options), .ply_limit = t->edition->host_cap},
        .entrant = entrants,
        .schedule = {.players = 2, .games = t->games},
        .time = {.nodes = t->nodes},
        .jobs = t->threads,
        .seed = t->seed,
        .set_up = ff_preset_draw,
        .arrive = ask_whether_to_go_on,
        .context = &asked};
    results all;
    bool played = results_init(&all, &plan.schedule) && match_play(&plan, &all);
    if (played)
        *out = all.pairing[0].tally;
    results_free(&all);
    return played;
}
