/* A player's strategy by asking. What must hold: a player is shown a view of a real game that
 * came to the node with its set-up; which of the other's set-ups is behind it does not matter,
 * for views of an information set are equal. */
#include "solver/player_strategy.h"

#include "solver/walk.h"

typedef struct inquiry {
    const player_question *ask;
    const tree *tree;
    strategy *strategy;
    ff_seat seat;
    workspace space;
    bool failed;
    double share; /* of the work that is done */
} inquiry;

static ff_player *make_player(inquiry *q, uint64_t seed) {
    ff_player *player = ff_player_new(q->ask->kind, seed);
    if (!player)
        q->failed = true;
    else
        ff_player_bound(player,
                        &(ff_means){.size = sizeof(ff_means), .memory_mb = 4, .threads = 1});
    return player;
}

/* --- set-ups ------------------------------------------------------------------------------ */

static void ask_setups(inquiry *q) {
    const tree *t = q->tree;
    double *chance = q->strategy->setup[q->seat];
    for (uint32_t k = 0; k < t->army_count; k++)
        chance[k] = q->ask->chosen ? 0 : 1;
    for (unsigned seed = 1; q->ask->chosen && seed <= q->ask->setup_seeds; seed++) {
        ff_player *player = make_player(q, seed);
        if (!player)
            return;
        ff_setup setup = {0};
        player->set_up(player, &t->rules.edition, q->seat, &setup);
        player->free(player);
        for (uint32_t k = 0; k < t->army_count; k++)
            chance[k] += memcmp(&t->armies[k], &setup, sizeof setup) == 0;
    }
}

/* --- moves -------------------------------------------------------------------------------- */

/* A game that came to the node, with that set-up of our seat's; null when memory is out. */
static ff_game *game_at(const inquiry *q, uint32_t node, uint32_t k) {
    const tree *t = q->tree;
    ff_options options = {.size = sizeof(ff_options), .ply_limit = t->rules.ply_limit};
    ff_game *game = ff_game_new(&t->rules.edition, &options);
    ff_move path[TREE_PLIES_MAX];
    unsigned plies = tree_path(t, node, path);
    if (!game)
        return NULL;
    for (int seat = FF_RED; seat <= FF_BLUE; seat++) {
        uint32_t army = tree_army(t, node, (ff_seat)seat, (ff_seat)seat == q->seat ? k : 0);
        ff_game_set_up(game, (ff_seat)seat, &t->armies[army], NULL);
    }
    for (unsigned i = 0; i < plies; i++)
        if (ff_game_move(game, (ff_seat)(i % 2), FF_FROM(path[i]), FF_TO(path[i])) != FF_LEGAL) {
            ff_game_free(game); /* memory is out: the moves are legal */
            return NULL;
        }
    return game;
}

/* Counts a player's answer. */
static void ask_player(inquiry *q, ff_player *player, const ff_view *view, const tree_node *node,
                       uint32_t k) {
    ff_player_limit(player, &(ff_limits){.size = sizeof(ff_limits), .nodes = q->ask->nodes});
    ff_move move = player->move(player, view, 0);
    for (unsigned row = 0; row < node->moves; row++) {
        size_t slot = node->first_slot + (size_t)row * node->count[node->turn] + k;
        if (tree_move(q->tree, node, row) == move && q->tree->legal[slot])
            q->strategy->move[slot] += 1.0f / (float)q->ask->seeds;
    }
}

static void ask_moves(inquiry *q, uint32_t index, uint32_t k) {
    const tree_node *node = &q->tree->nodes[index];
    ff_game *game = game_at(q, index, k);
    if (!game) {
        q->failed = true;
        return;
    }
    ff_view view;
    ff_game_view(game, q->seat, false, &view);
    for (unsigned row = 0; row < node->moves; row++)
        q->strategy->move[node->first_slot + (size_t)row * node->count[node->turn] + k] = 0;
    for (unsigned seed = 1; seed <= q->ask->seeds && !q->failed; seed++) {
        ff_player *player = make_player(q, seed);
        if (!player)
            break;
        ask_player(q, player, &view, node, k);
        player->free(player);
    }
    ff_game_free(game);
}

/* Another part of the games is done. */
static void tell(inquiry *q, double width) {
    q->share += width;
    if (q->ask->told)
        q->ask->told(q->ask->context, q->share);
}

/* Goes wherever the seat comes by its own play, whatever the other does. `width` is the
 * share of all work that is thought to be here: that of the node above in equal parts. */
static void inquire(inquiry *q, uint32_t index, const double *own, double width) {
    const tree *t = q->tree;
    const tree_node *node = &t->nodes[index];
    bool ours = node->turn == q->seat;
    for (uint32_t k = 0; ours && k < node->count[q->seat] && !q->failed; k++)
        if (own[k] > 0)
            ask_moves(q, index, k);
    for (uint32_t i = 0; i < node->children && !q->failed; i++) {
        const tree_node *child = &t->nodes[node->first_child + i];
        size_t used = q->space.used;
        double *reach = workspace_take(&q->space, child->count[q->seat]);
        const float *row = ours ? row_of(node, q->strategy->move, child->by) : NULL;
        reach_child(t, child, q->seat, own, row, reach);
        if (sum_of(reach, child->count[q->seat]) > 0)
            inquire(q, node->first_child + i, reach, width / node->children);
        else
            tell(q, width / node->children);
        q->space.used = used;
    }
    if (node->children == 0)
        tell(q, width);
}

bool player_strategy(const player_question *ask, const tree *t, strategy *s) {
    inquiry q = {.ask = ask, .tree = t, .strategy = s};
    if (!workspace_init(&q.space, t, 1, 0))
        return false;
    for (int seat = FF_RED; seat <= FF_BLUE && !q.failed; seat++) {
        q.seat = (ff_seat)seat;
        ask_setups(&q);
        inquire(&q, 0, s->setup[seat], 0.5);
    }
    workspace_free(&q.space);
    double all = sum_of(s->setup[0], t->army_count), alike = 1 / all;
    for (uint32_t k = 0; k < t->army_count && !q.failed; k++) {
        s->setup[FF_RED][k] *= alike;
        s->setup[FF_BLUE][k] *= alike;
    }
    return !q.failed;
}
