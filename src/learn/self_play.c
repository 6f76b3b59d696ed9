/* Self-play: games to learn from. What must hold: a sample is made of its seat's view alone. */
#include "learn/self_play.h"

#include <stdlib.h>

#include "ai/learned/choose_army.h"
#include "ai/learned/weigh.h"
#include "base/array.h"
#include "base/hash.h"
#include "base/rng.h"
#include "flagfall/presets.h"

/* A network chooses from 2, 4, 8 .. armies, doubled so often at most. */
enum { ARMIES_DOUBLED = 8 };

/* What a seat expected when it moved. */
typedef struct estimate {
    float value;    /* of the best move, or of a player's, before its battle */
    bool exploring; /* another move was played: what followed says nothing of this */
    long sample;    /* of the state after it; -1 where the game ended with it */
} estimate;

typedef struct estimates {
    estimate *list;
    size_t count, room;
} estimates;

typedef struct episode {
    const self_play_seat *seats;
    const self_play_options *options;
    ff_game *game;
    ff_rng rng;
    bool mirrored;
    samples *out;
    estimates estimates[2];
} episode;

static bool add_estimate(estimates *h, estimate one) {
    estimate *list = array_with_room(h->list, h->count, &h->room, sizeof *list);
    if (!list)
        return false;
    h->list = list;
    h->list[h->count++] = one;
    return true;
}

/* --- choosing ------------------------------------------------------------------------ */

static const weighed_move *choose(episode *p, const weighed_move *list, size_t count,
                                  unsigned noise) {
    const weighed_move *best = list;
    int64_t most = INT64_MIN;
    for (size_t i = 0; i < count; i++) {
        int64_t value = list[i].value;
        /* Noise shows the network moves that it would not choose by itself. */
        if (noise) { /* two draws: small errors are likelier than large ones */
            value += rng_below(&p->rng, noise);
            value -= rng_below(&p->rng, noise);
        }
        if (value > most) {
            most = value;
            best = &list[i];
        }
    }
    return best;
}

/* A move by the network, and what it expects of the best one. */
static ff_move choose_by_net(episode *p, const net *n, const ff_view *view, estimate *h) {
    weighed_move list[FF_MOVES_MAX];
    size_t count = weigh_moves(n, view, NULL, list, NULL);
    unsigned noise = p->options->noise;
    bool exploring = rng_below(&p->rng, 1000) < p->options->explore;
    const weighed_move *chosen = choose(p, list, count, exploring ? EXPLORE_FACTOR * noise : noise);
    const weighed_move *best = weigh_best(list, count);
    *h = (estimate){(float)best->value / NET_WIN, exploring && chosen != best, -1};
    return chosen->move;
}

/* A player's move, and what the network expects of it. */
static ff_move choose_by_player(episode *p, const self_play_seat *who, const ff_view *view,
                                estimate *h) {
    /* Bounded by nodes and never by time: the games have to be the same on any machine. */
    const ff_limits limits = {.size = sizeof limits, .nodes = p->options->nodes};
    ff_player_limit(who->player, &limits);
    ff_move move = who->player->move(who->player, view, 0);
    *h = (estimate){.sample = -1};
    if (!who->learns)
        return move;
    weighed_move list[FF_MOVES_MAX];
    size_t count = weigh_moves(who->net, view, NULL, list, NULL);
    for (size_t i = 0; i < count; i++)
        if (list[i].move == move)
            h->value = (float)list[i].value / NET_WIN;
    return move;
}

/* --- samples -------------------------------------------------------------------------- */

/* What is learned is the worth of the state that a seat has made by its move (an afterstate),
 * not of the one it found: at play every move is weighed by the state that it makes. */
static bool add_sample(episode *p, ff_seat seat, estimate h) {
    ff_view view;
    ff_game_view(p->game, seat, false, &view);
    if (view.result == FF_ONGOING && view.ending == FF_BY_NOTHING) {
        inputs_state s;
        uint16_t list[INPUTS_MAX];
        inputs_from_view(&s, &view);
        if (p->mirrored)
            inputs_mirror(&s);
        h.sample = (long)p->out->count;
        if (!samples_add(p->out, list, inputs_list(&s, list)))
            return false;
    }
    return add_estimate(&p->estimates[seat], h);
}

/* From the end backwards. TD(lambda) in its backward form (Sutton, 1988). After a move that
 * was only tried, what followed is the fault of the trial: the chain is cut there, and the
 * best move's own estimate stands. */
static void set_targets(episode *p, ff_seat seat, ff_result result) {
    const self_play_options *t = p->options;
    const estimates *h = &p->estimates[seat];
    bool drawn = result == FF_DRAW || result == FF_ONGOING;
    float won = (result == FF_RED_WINS) == (seat == FF_RED) ? 1 : -1;
    float target = drawn ? (float)WEIGH_DRAW / NET_WIN : won;
    for (size_t i = h->count; i-- > 0;) {
        const estimate *one = &h->list[i];
        if (one->sample >= 0) {
            target *= t->discount;
            p->out->list[one->sample].target = target;
        }
        float kept = one->exploring ? 0 : t->lambda;
        target = (1 - kept) * one->value + kept * target;
    }
}

/* --- a game --------------------------------------------------------------------------- */

/* An army of the seat's: one in eight is a named preset, so that none is unknown; the others are
 * drawn as people set up. Half of these the seat's network chooses from a few or from many, so
 * that it meets what it thinks best, and learns where it is wrong. */
static void draw_army(episode *p, const ff_edition *edition, ff_seat seat, ff_setup *setup) {
    const net *n = p->seats[seat].net;
    size_t presets = ff_preset_count(edition);
    unsigned lot = rng_below(&p->rng, 16);
    if (lot < 2)
        ff_preset_make(edition, rng_below(&p->rng, (uint32_t)presets), &p->rng, setup);
    else if (lot < 9 || !n)
        ff_preset_draw(edition, &p->rng, setup);
    else
        choose_army(n, edition, seat, 2u << rng_below(&p->rng, ARMIES_DOUBLED), &p->rng, setup);
}

static void set_up(episode *p, const ff_edition *edition) {
    for (int seat = FF_RED; seat <= FF_BLUE; seat++) {
        ff_setup setup;
        draw_army(p, edition, (ff_seat)seat, &setup);
        ff_game_set_up(p->game, (ff_seat)seat, &setup, NULL);
    }
}

static bool play_ply(episode *p, ff_seat seat) {
    ff_view view;
    const self_play_seat *who = &p->seats[seat];
    estimate h;
    ff_game_view(p->game, seat, false, &view);
    ff_move move =
        who->player ? choose_by_player(p, who, &view, &h) : choose_by_net(p, who->net, &view, &h);
    if (move == FF_RESIGN)
        return ff_game_end(p->game, FF_BY_RESIGN, seat);
    if (ff_game_move(p->game, seat, FF_FROM(move), FF_TO(move)) != FF_LEGAL)
        return false;
    return !who->learns || add_sample(p, seat, h);
}

/* Who shuffles for ever has to see the end of it, and soon: games end in a draw after fewer
 * quiet plies than the edition's, now few and now more, which the network sees as a share. */
static ff_game *begin(const ff_edition *edition, ff_rng *rng) {
    unsigned army = ff_edition_army_size(edition), most = 60 + 3 * army;
    ff_edition hasty = *edition;
    unsigned quiet = 30 + rng_below(rng, most);
    if (!hasty.quiet_limit || quiet < hasty.quiet_limit)
        hasty.quiet_limit = (uint16_t)quiet;
    return ff_game_new(&hasty, &(ff_options){.size = sizeof(ff_options),
                                             .ply_limit = (uint16_t)(200 + 45 * army)});
}

bool self_play(const ff_edition *edition, const self_play_seat seats[2],
               const self_play_options *options, uint64_t seed, samples *out,
               self_play_result *game) {
    episode p = {.seats = seats, .options = options, .out = out};
    ff_rng_seed(&p.rng, seed);
    p.game = begin(edition, &p.rng);
    if (!p.game)
        return false;
    p.mirrored = rng_next(&p.rng) & 1;
    set_up(&p, edition);
    bool played = true;
    for (unsigned seat = FF_RED; played && !ff_game_is_over(p.game); seat = 1 - seat)
        played = play_ply(&p, (ff_seat)seat);
    ff_view view;
    ff_game_view(p.game, FF_NOBODY, false, &view);
    *game = (self_play_result){(ff_result)view.result, view.plies};
    for (int seat = FF_RED; seat <= FF_BLUE; seat++) {
        set_targets(&p, (ff_seat)seat, game->result);
        free(p.estimates[seat].list);
    }
    ff_game_free(p.game);
    return played;
}
