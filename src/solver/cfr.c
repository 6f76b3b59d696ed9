/* Counterfactual regret minimization: regrets and their sums (Zinkevich and others, 2007; CFR+
 * by Tammelin, 2014). What must hold: an iteration of a seat changes its own numbers alone, and
 * reads of the other what the iteration before has left. */
#include "solver/cfr.h"

#include "solver/walk.h"

#include <assert.h>

typedef struct pass {
    cfr *cfr;
    const tree *tree;
    ff_seat seat; /* whose regrets are brought up to date */
    double weight;
    workspace space;
} pass;

bool cfr_init(cfr *c, const tree *t, bool chosen) {
    *c = (cfr){.tree = t, .chosen = chosen};
    c->regret = calloc(t->slot_count + 1, sizeof *c->regret);
    c->move = calloc(t->slot_count + 1, sizeof *c->move);
    bool good = c->regret && c->move;
    for (int seat = FF_RED; seat <= FF_BLUE; seat++) {
        c->setup_regret[seat] = calloc(t->army_count, sizeof *c->setup_regret[seat]);
        c->setup[seat] = calloc(t->army_count, sizeof *c->setup[seat]);
        good = good && c->setup_regret[seat] && c->setup[seat];
    }
    return good;
}

void cfr_free(cfr *c) {
    free(c->regret);
    free(c->move);
    for (int seat = FF_RED; seat <= FF_BLUE; seat++) {
        free(c->setup_regret[seat]);
        free(c->setup[seat]);
    }
}

/* Chances in proportion to regrets; where there are none all that is legal is as likely. A
 * table as the node's slots, but in `double`. This is regret matching (Hart and Mas-Colell,
 * 2000). Column k of the table is one information set: what the mover knows is the public
 * history, which is the node, and its own set-up k. */
static void match_regrets(const cfr *c, const tree_node *node, double *chance) {
    uint32_t count = node->count[node->turn];
    const float *regret = c->regret + node->first_slot;
    const uint8_t *legal = c->tree->legal + node->first_slot;
    for (uint32_t k = 0; k < count; k++) {
        double sum = 0, ways = 0;
        for (size_t at = k; at < (size_t)node->moves * count; at += count) {
            sum += (double)regret[at];
            ways += legal[at];
        }
        for (size_t at = k; at < (size_t)node->moves * count; at += count)
            chance[at] = sum > 0 ? (double)regret[at] / sum : legal[at] / ways;
    }
}

static void walk(pass *p, const tree_node *node, const double *own, const double *other,
                 double *worth);

/* Goes to a child. `chance`: of the mover's set-ups, to make the move; `sum` takes its worth. */
static void walk_child(pass *p, const tree_node *node, const tree_node *child, const double *own,
                       const double *other, const double *chance, double *sum) {
    size_t used = p->space.used;
    ff_seat them = other_seat(p->seat);
    double *reach[2] = {workspace_take(&p->space, child->count[0]),
                        workspace_take(&p->space, child->count[1])};
    double *worth = workspace_take(&p->space, child->count[p->seat]);
    reach_child(p->tree, child, p->seat, own, NULL, reach[p->seat]);
    reach_child(p->tree, child, them, other, NULL, reach[them]);
    if (node->turn != FF_NOBODY) {
        const uint16_t *at = tree_setups(p->tree, child, (ff_seat)node->turn);
        for (uint32_t k = 0; k < child->count[node->turn]; k++)
            reach[node->turn][k] *= chance[at[k]];
    }
    /* With one side's reach at zero the other's numbers still change: worth is weighed by the
     * enemy's reach, the mean strategy by one's own. Only where both are zero is nothing to
     * learn. */
    if (sum_of(reach[0], child->count[0]) > 0 || sum_of(reach[1], child->count[1]) > 0) {
        walk(p, child, reach[p->seat], reach[them], worth);
        add_worth(p->tree, child, p->seat, worth, sum);
    }
    p->space.used = used;
}

/* Brings the node's numbers up to date, with what each move is worth. That a regret never
 * falls below zero is what makes it CFR+: a move that becomes good is tried at once, without
 * first paying back what it lost. The mean takes the chance by which the seat itself comes
 * here; the enemy's part is in the worth already. */
static void learn(pass *p, const tree_node *node, const double *own, const double *chance,
                  const double *row_worth, const double *worth) {
    uint32_t count = node->count[p->seat];
    for (size_t at = 0; at < (size_t)node->moves * count; at++) {
        size_t slot = node->first_slot + at;
        uint32_t k = (uint32_t)(at % count);
        if (!p->tree->legal[slot])
            continue;
        double regret = (double)p->cfr->regret[slot] + row_worth[at] - worth[k];
        p->cfr->regret[slot] = (float)(regret > 0 ? regret : 0);
        p->cfr->move[slot] += (float)(p->weight * own[k] * chance[at]);
    }
}

/* Of the seat whose pass it is each move's worth is kept apart, to compare them; of the other
 * seat the chances are in `reach` already, and the worths add up. */
static void walk_turn(pass *p, const tree_node *node, const double *own, const double *other,
                      double *worth) {
    const tree *t = p->tree;
    bool ours = node->turn == p->seat;
    uint32_t count = node->count[node->turn];
    size_t size = (size_t)node->moves * count;
    assert(count > 0); /* a set-up that nobody may hold leads to no node */
    double *chance = workspace_take(&p->space, size);
    double *row_worth = ours ? workspace_take(&p->space, size) : NULL;
    match_regrets(p->cfr, node, chance);
    for (uint32_t i = 0; i < node->children; i++) {
        const tree_node *child = &t->nodes[node->first_child + i];
        size_t row = (size_t)child->by * count;
        walk_child(p, node, child, own, other, chance + row, ours ? row_worth + row : worth);
    }
    if (!ours)
        return;
    for (size_t at = 0; at < size; at++)
        worth[at % count] += chance[at] * row_worth[at];
    learn(p, node, own, chance, row_worth, worth);
}

static void walk(pass *p, const tree_node *node, const double *own, const double *other,
                 double *worth) {
    size_t used = p->space.used;
    if (tree_is_over(node))
        worth_at_the_end(node, p->seat, other, worth);
    else if (node->turn == FF_NOBODY)
        for (uint32_t i = 0; i < node->children; i++)
            walk_child(p, node, &p->tree->nodes[node->first_child + i], own, other, NULL, worth);
    else
        walk_turn(p, node, own, other, worth);
    p->space.used = used;
}

/* --- set-ups, and an iteration ------------------------------------------------------------ */

/* The set-up is a move like the others, made before the first node. Without `chosen` its
 * regrets stay zero, which is every set-up alike. */
static void setup_chances(const cfr *c, ff_seat seat, double *chance) {
    uint32_t count = c->tree->army_count;
    double sum = sum_of(c->setup_regret[seat], count);
    for (uint32_t k = 0; k < count; k++)
        chance[k] = sum > 0 ? c->setup_regret[seat][k] / sum : 1.0 / count;
}

static void learn_setups(pass *p, const double *chance, const double *worth) {
    cfr *c = p->cfr;
    uint32_t count = c->tree->army_count;
    double mean = 0;
    for (uint32_t k = 0; k < count; k++)
        mean += chance[k] * worth[k];
    for (uint32_t k = 0; k < count; k++) {
        double regret = c->setup_regret[p->seat][k] + worth[k] - mean;
        if (c->chosen)
            c->setup_regret[p->seat][k] = regret > 0 ? regret : 0;
        c->setup[p->seat][k] += p->weight * chance[k];
    }
}

static void iterate(pass *p) {
    size_t used = p->space.used;
    uint32_t count = p->tree->army_count;
    double *chance[2] = {workspace_take(&p->space, count), workspace_take(&p->space, count)};
    double *worth = workspace_take(&p->space, count);
    setup_chances(p->cfr, FF_RED, chance[FF_RED]);
    setup_chances(p->cfr, FF_BLUE, chance[FF_BLUE]);
    walk(p, &p->tree->nodes[0], chance[p->seat], chance[other_seat(p->seat)], worth);
    learn_setups(p, chance[p->seat], worth);
    p->space.used = used;
}

/* The weight of an iteration is its number: early ones, far from the equilibrium, soon count
 * for little. The seats take turns within it, the second against what the first has become. */
bool cfr_run(cfr *c, unsigned iterations) {
    pass p = {.cfr = c, .tree = c->tree};
    if (!workspace_init(&p.space, c->tree, 3, 2))
        return false;
    while (iterations-- > 0) {
        p.weight = ++c->iterations;
        for (int seat = FF_RED; seat <= FF_BLUE; seat++) {
            p.seat = (ff_seat)seat;
            iterate(&p);
        }
    }
    workspace_free(&p.space);
    return true;
}

void cfr_strategy(const cfr *c, strategy *out) {
    const tree *t = c->tree;
    memcpy(out->move, c->move, t->slot_count * sizeof *out->move);
    for (int seat = FF_RED; seat <= FF_BLUE; seat++)
        memcpy(out->setup[seat], c->setup[seat], t->army_count * sizeof *out->setup[seat]);
    strategy_normalize(out, t);
}
