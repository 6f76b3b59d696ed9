/* The tree is grown depth first. What must hold: the set-ups of a node are those, and all
 * those, with which its history could have been played; and a child's are some of its
 * parent's, in the same order. */
#include "solver/tree.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { DEAD = FF_OFF_BOARD };

/* A node as its games stand: where each piece is, and which set-ups it may be of. */
typedef struct stand {
    uint8_t square[2][FF_ZONE_MAX]; /* of the piece that began on each square of the zone */
    uint16_t *army[2];              /* in `tree.armies` */
    uint32_t count[2];
    ff_position counters; /* whose turn it is, and all that is counted */
} stand;

/* A node is what both seats and a spectator know: who has which set-up is not in it, all that
 * are possible are kept beside each other. So the tree has one node a public history, and not
 * one for each pair of armies. */
typedef struct grower {
    tree *tree;
    uint32_t nodes_max;
    tree_status status;
    unsigned zone;
    ff_history history;
} grower;

/* What a ply (or the set-up) shows beside itself, as the rules judge it: can each side still
 * move? Index 0 is who moved, 1 who is next. */
typedef struct shown {
    bool can_move[2];
} shown;

static bool fail(grower *g, tree_status status) {
    g->status = status;
    return false;
}

/* --- arrays that grow ---------------------------------------------------------------- */

static bool reserve(grower *g, void **array, size_t *room, size_t wanted, size_t size) {
    if (wanted <= *room)
        return true;
    /* At least twice as much as before, so that growing stays cheap. */
    size_t more = wanted + *room + 64;
    void *grown = realloc(*array, more * size);
    if (!grown)
        return fail(g, TREE_NO_MEMORY);
    *array = grown;
    *room = more;
    return true;
}

static bool add_nodes(grower *g, uint32_t count) {
    tree *t = g->tree;
    if (count > g->nodes_max - t->node_count)
        return fail(g, TREE_TOO_MANY_NODES);
    void *nodes = t->nodes;
    if (!reserve(g, &nodes, &t->node_room, (size_t)t->node_count + count, sizeof *t->nodes))
        return false;
    t->nodes = nodes;
    memset(t->nodes + t->node_count, 0, count * sizeof *t->nodes);
    t->node_count += count;
    return true;
}

/* Lists of set-ups are kept as places in the parent's list, so that a walk hands numbers down
 * and worths up by these places alone. */
static bool add_setups(grower *g, const uint16_t *which, uint32_t count, size_t *first) {
    tree *t = g->tree;
    void *setups = t->setups;
    if (!reserve(g, &setups, &t->room[0], t->setups_size + count, sizeof *t->setups))
        return false;
    t->setups = setups;
    memcpy(t->setups + t->setups_size, which, count * sizeof *which);
    *first = t->setups_size;
    t->setups_size += count;
    return true;
}

/* --- positions of a stand -------------------------------------------------------------- */

static void put_army(const grower *g, const stand *s, ff_seat seat, uint32_t army,
                     ff_position *position) {
    const uint8_t *rank = g->tree->armies[army].rank;
    for (unsigned k = 0; k < g->zone; k++)
        if (rank[k] != FF_EMPTY && s->square[seat][k] != DEAD)
            ff_position_put(position, s->square[seat][k], seat, (ff_rank)rank[k]);
}

/* The whole board with the `red`-th and the `blue`-th set-up of this stand. The counters are
 * the same for all set-ups of a stand: what is counted is public. */
static ff_position position_of(const grower *g, const stand *s, uint32_t red, uint32_t blue) {
    ff_position position;
    ff_position_clear(&position);
    put_army(g, s, FF_RED, s->army[FF_RED][red], &position);
    put_army(g, s, FF_BLUE, s->army[FF_BLUE][blue], &position);
    position.turn = s->counters.turn;
    position.plies = s->counters.plies;
    position.quiet = s->counters.quiet;
    position.chase[FF_RED] = s->counters.chase[FF_RED];
    position.chase[FF_BLUE] = s->counters.chase[FF_BLUE];
    return position;
}

/* The same by who is on turn. */
static ff_position position_by(const grower *g, const stand *s, uint32_t own, uint32_t other) {
    return s->counters.turn == FF_RED ? position_of(g, s, own, other)
                                      : position_of(g, s, other, own);
}

static int piece_on(const grower *g, const stand *s, ff_seat seat, unsigned square) {
    for (unsigned k = 0; k < g->zone; k++)
        if (s->square[seat][k] == square)
            return (int)k;
    return -1;
}

/* Who can move, of a position that has just been judged. That nobody, or one side, can move
 * ends the game and is seen by all, and depends on ranks: a set-up with which the game would
 * have ended is ruled out by its going on. */
static shown judge(const ff_position *position) {
    bool next_won = position->result == (position->turn == FF_RED ? FF_RED_WINS : FF_BLUE_WINS);
    if (position->ending != FF_BY_IMMOBILE)
        return (shown){{true, true}};
    if (position->result == FF_DRAW)
        return (shown){{false, false}};
    return (shown){{!next_won, next_won}};
}

/* --- what may follow ------------------------------------------------------------------- */

/* The set-ups of each seat that one child has, as places in the parent's lists. */
typedef struct part {
    uint16_t *place[2];
    uint32_t count[2];
} part;

static bool part_init(grower *g, part *p, const stand *s) {
    *p = (part){{NULL, NULL}, {0, 0}};
    for (int seat = FF_RED; seat <= FF_BLUE; seat++)
        p->place[seat] = malloc((s->count[seat] + 1) * sizeof *p->place[seat]);
    return (p->place[0] && p->place[1]) || fail(g, TREE_NO_MEMORY);
}

static void part_free(part *p) {
    free(p->place[0]);
    free(p->place[1]);
}

static bool grow_node(grower *g, uint32_t node, const stand *s);

/* The stand of a child, which owns its lists of armies. */
static bool stand_begin(grower *g, stand *child, const stand *s, const part *p) {
    *child = *s;
    child->army[0] = child->army[1] = NULL;
    for (int seat = FF_RED; seat <= FF_BLUE; seat++) {
        child->count[seat] = p->count[seat];
        child->army[seat] = malloc((p->count[seat] + 1) * sizeof *child->army[seat]);
        if (!child->army[seat])
            return fail(g, TREE_NO_MEMORY);
        for (uint32_t k = 0; k < p->count[seat]; k++)
            child->army[seat][k] = s->army[seat][p->place[seat][k]];
    }
    return true;
}

static void stand_end(stand *s) {
    free(s->army[0]);
    free(s->army[1]);
}

/* Children wait in a list until their parent knows how many there are. They cannot be put
 * into the tree one by one: children stand side by side there, and growing the first would
 * put its own children between them. */
typedef struct family {
    struct {
        stand stand;
        tree_node node;
    } * child;
    size_t count, room;
} family;

/* Adds the child that `p` has, in which the game stands as `position` does. */
static bool add_child(grower *g, family *f, const stand *s, const part *p, uint16_t by,
                      const ff_position *position) {
    void *children = f->child;
    if (!reserve(g, &children, &f->room, f->count + 1, sizeof *f->child))
        return false;
    f->child = children;
    stand *child = &f->child[f->count].stand;
    tree_node *node = &f->child[f->count].node;
    *node = (tree_node){
        .turn = FF_NOBODY,
        .by = by,
        .depth = position->plies,
        .payoff = (int8_t)((position->result == FF_RED_WINS) - (position->result == FF_BLUE_WINS)),
        .count = {p->count[0], p->count[1]}};
    if (position->result == FF_ONGOING)
        node->turn = position->turn;
    f->count++;
    bool good = stand_begin(g, child, s, p);
    child->counters = *position;
    for (int seat = FF_RED; good && seat <= FF_BLUE; seat++)
        good = add_setups(g, p->place[seat], p->count[seat], &node->setups[seat]);
    return good;
}

static void family_free(family *f) {
    for (size_t i = 0; i < f->count; i++)
        stand_end(&f->child[i].stand);
    free(f->child);
}

/* Puts the children into the tree, and then grows each. */
static bool settle(grower *g, uint32_t parent, const family *f) {
    tree *t = g->tree;
    uint32_t first = t->node_count;
    if (!add_nodes(g, (uint32_t)f->count))
        return false;
    t->nodes[parent].first_child = first;
    t->nodes[parent].children = (uint32_t)f->count;
    for (uint32_t i = 0; i < f->count; i++) {
        t->nodes[first + i] = f->child[i].node;
        t->nodes[first + i].parent = parent;
    }
    for (uint32_t i = 0; i < f->count; i++) {
        const tree_node *node = &t->nodes[first + i];
        if (node->depth > t->deepest)
            t->deepest = node->depth;
        if (node->turn == FF_NOBODY)
            continue;
        if (parent > 0)
            g->history.moves[g->history.size++] = tree_move(t, &t->nodes[parent], node->by);
        bool grown = grow_node(g, first + i, &f->child[i].stand);
        g->history.size -= parent > 0;
        if (!grown)
            return false;
    }
    return true;
}

/* --- a ply ------------------------------------------------------------------------------ */

/* The pieces of a ply: who goes, who is hit (-1: nobody). */
typedef struct ply {
    ff_move move;
    uint16_t row;
    int piece, target;
} ply;

static ff_position play(grower *g, const stand *s, const ply *p, uint32_t own, uint32_t other,
                        ff_event *event) {
    ff_position position = position_by(g, s, own, other);
    *event = ff_position_play(&g->tree->rules, &position, &g->history, p->move);
    g->history.size--;
    return position;
}

static void take_piece(stand *s, ff_seat seat, int piece) {
    s->square[seat][piece] = DEAD;
}

/* Where the pieces are after a ply with this outcome. */
static void follow(stand *s, ff_seat mover, const ply *p, ff_battle battle) {
    ff_seat other = mover == FF_RED ? FF_BLUE : FF_RED;
    if (battle == FF_ATTACKER_WINS || battle == FF_FLAG_TAKEN || battle == FF_BOTH_DIE)
        take_piece(s, other, p->target);
    if (battle == FF_DEFENDER_WINS || battle == FF_BOTH_DIE)
        take_piece(s, mover, p->piece);
    else
        s->square[mover][p->piece] = (uint8_t)FF_TO(p->move);
}

/* Of the set-ups `all`, which agree in what the ply has shown, those whose owners can still
 * move and those who cannot are told apart by how the game goes on: up to four children. Each
 * seat's ability depends on its own set-up alone, so that one of the other's is enough to ask
 * with: n + m plies are played instead of n * m. */
static bool add_judged(grower *g, family *f, const stand *s, const ply *p, const part *all,
                       ff_seat mover) {
    ff_seat next = mover == FF_RED ? FF_BLUE : FF_RED;
    ff_event event;
    part some;
    assert(all->count[0] > 0 && all->count[1] > 0);
    if (!part_init(g, &some, s)) {
        part_free(&some);
        return false;
    }
    bool good = true;
    for (unsigned kind = 0; good && kind < 4; kind++) {
        bool moves[2] = {!(kind & 1), !(kind & 2)};
        some.count[mover] = some.count[next] = 0;
        for (uint32_t k = 0; k < all->count[mover]; k++) {
            ff_position after = play(g, s, p, all->place[mover][k], all->place[next][0], &event);
            if (judge(&after).can_move[0] == moves[0])
                some.place[mover][some.count[mover]++] = all->place[mover][k];
        }
        for (uint32_t k = 0; k < all->count[next]; k++) {
            ff_position after = play(g, s, p, all->place[mover][0], all->place[next][k], &event);
            if (judge(&after).can_move[1] == moves[1])
                some.place[next][some.count[next]++] = all->place[next][k];
        }
        if (some.count[mover] == 0 || some.count[next] == 0)
            continue;
        ff_position after = play(g, s, p, some.place[mover][0], some.place[next][0], &event);
        good = add_child(g, f, s, &some, p->row, &after);
        if (good)
            follow(&f->child[f->count - 1].stand, mover, p, (ff_battle)event.battle);
    }
    part_free(&some);
    return good;
}

/* Those of the places in `from` where a piece has that rank. */
static uint32_t with_rank(const grower *g, const stand *s, ff_seat seat, int piece, unsigned rank,
                          const uint16_t *from, uint32_t count, uint16_t *out) {
    uint32_t n = 0;
    for (uint32_t k = 0; k < count; k++)
        if (g->tree->armies[s->army[seat][from[k]]].rank[piece] == rank)
            out[n++] = from[k];
    return n;
}

/* A ply onto an empty square shows no more than that it was possible; a battle names both. */
static bool add_ply(grower *g, family *f, const stand *s, const ply *p, const part *able) {
    ff_seat mover = (ff_seat)s->counters.turn, next = mover == FF_RED ? FF_BLUE : FF_RED;
    if (p->target < 0)
        return add_judged(g, f, s, p, able, mover);
    part some;
    bool good = part_init(g, &some, s);
    for (unsigned own = FF_SPY; good && own < FF_RANKS; own++) {
        some.count[mover] = with_rank(g, s, mover, p->piece, own, able->place[mover],
                                      able->count[mover], some.place[mover]);
        for (unsigned other = FF_SPY; good && some.count[mover] > 0 && other < FF_RANKS; other++) {
            some.count[next] = with_rank(g, s, next, p->target, other, able->place[next],
                                         able->count[next], some.place[next]);
            if (some.count[next] > 0)
                good = add_judged(g, f, s, p, &some, mover);
        }
    }
    part_free(&some);
    return good;
}

/* --- a node ------------------------------------------------------------------------------ */

static int find_move(const ff_move *moves, unsigned count, ff_move move) {
    for (unsigned i = 0; i < count; i++)
        if (moves[i] == move)
            return (int)i;
    return -1;
}

/* Writes what each set-up of who is on turn can play: the node's moves and its slots. The
 * moves of a set-up do not depend on the enemy's (where its pieces stand is public), so that
 * the first of the enemy's is as good as any. */
static bool list_moves(grower *g, uint32_t index, const stand *s) {
    tree *t = g->tree;
    tree_node *node = &t->nodes[index];
    ff_move all[FF_MOVES_MAX], own[FF_MOVES_MAX];
    unsigned count = 0;
    uint32_t setups = s->count[s->counters.turn];
    for (uint32_t k = 0; k < setups; k++) {
        ff_position position = position_by(g, s, k, 0);
        size_t n = ff_moves(&t->rules, &position, &g->history, own);
        for (size_t i = 0; i < n; i++)
            if (find_move(all, count, own[i]) < 0)
                all[count++] = own[i];
    }
    void *moves = t->move, *legal = t->legal;
    if (!reserve(g, &moves, &t->room[1], t->move_size + count, sizeof *t->move))
        return false;
    t->move = moves;
    if (!reserve(g, &legal, &t->room[2], t->slot_count + (size_t)count * setups, 1))
        return false;
    t->legal = legal;
    node->moves = (uint16_t)count;
    node->first_move = t->move_size;
    node->first_slot = t->slot_count;
    memcpy(t->move + t->move_size, all, count * sizeof *all);
    memset(t->legal + t->slot_count, 0, (size_t)count * setups);
    for (uint32_t k = 0; k < setups; k++) {
        ff_position position = position_by(g, s, k, 0);
        size_t n = ff_moves(&t->rules, &position, &g->history, own);
        for (size_t i = 0; i < n; i++)
            t->legal[t->slot_count + (size_t)find_move(all, count, own[i]) * setups + k] = 1;
    }
    t->move_size += count;
    t->slot_count += (size_t)count * setups;
    t->information_sets += setups;
    if (count > t->most_moves)
        t->most_moves = (uint16_t)count;
    return true;
}

/* The set-ups that can make the row's move, and all of the other seat's. */
static void able_to(const tree *t, const tree_node *node, const stand *s, unsigned row, part *p) {
    ff_seat mover = (ff_seat)node->turn, next = mover == FF_RED ? FF_BLUE : FF_RED;
    const uint8_t *legal = t->legal + node->first_slot + (size_t)row * s->count[mover];
    p->count[mover] = p->count[next] = 0;
    for (uint32_t k = 0; k < s->count[mover]; k++)
        if (legal[k])
            p->place[mover][p->count[mover]++] = (uint16_t)k;
    for (uint32_t k = 0; k < s->count[next]; k++)
        p->place[next][p->count[next]++] = (uint16_t)k;
}

static bool grow_node(grower *g, uint32_t index, const stand *s) {
    tree *t = g->tree;
    if (s->counters.plies >= TREE_PLIES_MAX)
        return fail(g, TREE_TOO_LONG);
    if (!list_moves(g, index, s))
        return false;
    ff_seat mover = (ff_seat)s->counters.turn, next = mover == FF_RED ? FF_BLUE : FF_RED;
    family f = {NULL, 0, 0};
    part able;
    bool good = part_init(g, &able, s);
    for (uint16_t row = 0; good && row < t->nodes[index].moves; row++) {
        ply p = {.move = tree_move(t, &t->nodes[index], row), .row = row};
        p.piece = piece_on(g, s, mover, FF_FROM(p.move));
        p.target = piece_on(g, s, next, FF_TO(p.move));
        able_to(t, &t->nodes[index], s, row, &able);
        good = add_ply(g, &f, s, &p, &able);
    }
    part_free(&able);
    good = good && settle(g, index, &f);
    family_free(&f);
    return good;
}

/* --- the set-up ------------------------------------------------------------------------- */

/* All orders of the army over the zone's squares, from the `k`-th on. Pieces of one rank are
 * not told apart: an order is written once, not once for each way of swapping two scouts. */
static bool list_armies(grower *g, ff_setup *setup, unsigned k, unsigned left[FF_RANKS],
                        size_t *room) {
    tree *t = g->tree;
    if (k == g->zone) {
        void *armies = t->armies;
        if (t->army_count == TREE_SETUPS_MAX)
            return fail(g, TREE_TOO_MANY_SETUPS);
        if (!reserve(g, &armies, room, t->army_count + 1u, sizeof *t->armies))
            return false;
        t->armies = armies;
        t->armies[t->army_count++] = *setup;
        return true;
    }
    for (unsigned rank = FF_EMPTY; rank < FF_RANKS; rank++) {
        if (left[rank] == 0)
            continue;
        left[rank]--;
        setup->rank[k] = (uint8_t)rank;
        if (!list_armies(g, setup, k + 1, left, room))
            return false;
        left[rank]++;
    }
    return true;
}

static bool stand_on_the_same_squares(const grower *g, uint32_t a, uint32_t b) {
    for (unsigned k = 0; k < g->zone; k++)
        if ((g->tree->armies[a].rank[k] == FF_EMPTY) != (g->tree->armies[b].rank[k] == FF_EMPTY))
            return false;
    return true;
}

/* The first position of two set-ups, judged. */
static ff_position begin(const grower *g, const stand *s, uint32_t red, uint32_t blue) {
    ff_position position = position_of(g, s, red, blue);
    ff_position_begin(&g->tree->rules, &position);
    return position;
}

/* Takes away the pieces that this army does not have. */
static void leave_empty(const grower *g, stand *s, ff_seat seat, uint32_t army) {
    for (unsigned k = 0; k < g->zone; k++)
        if (g->tree->armies[army].rank[k] == FF_EMPTY)
            take_piece(s, seat, (int)k);
}

/* The games that begin with Red's pieces where army `red` has them and Blue's where `blue`
 * has: one, and others where somebody cannot move from the start. */
static bool add_games(grower *g, family *f, const stand *s, uint32_t red, uint32_t blue,
                      part *some) {
    for (unsigned kind = 0; kind < 4; kind++) {
        bool moves[2] = {!(kind & 1), !(kind & 2)}; /* of Blue, of Red, who is next */
        some->count[0] = some->count[1] = 0;
        for (uint32_t k = 0; k < g->tree->army_count; k++) {
            if (stand_on_the_same_squares(g, k, red)) {
                ff_position first = begin(g, s, k, blue);
                if (judge(&first).can_move[1] == moves[1])
                    some->place[FF_RED][some->count[FF_RED]++] = (uint16_t)k;
            }
            if (stand_on_the_same_squares(g, k, blue)) {
                ff_position first = begin(g, s, red, k);
                if (judge(&first).can_move[0] == moves[0])
                    some->place[FF_BLUE][some->count[FF_BLUE]++] = (uint16_t)k;
            }
        }
        if (some->count[0] == 0 || some->count[1] == 0)
            continue;
        ff_position first = begin(g, s, some->place[0][0], some->place[1][0]);
        if (!add_child(g, f, s, some, 0, &first))
            return false;
        leave_empty(g, &f->child[f->count - 1].stand, FF_RED, red);
        leave_empty(g, &f->child[f->count - 1].stand, FF_BLUE, blue);
    }
    return true;
}

/* Is this the first army that has its pieces where it has? Where armies leave squares of the
 * zone empty, which ones is seen by all at once: it is the first thing public, and so the
 * first that divides the tree. */
static bool is_first_of_its_squares(const grower *g, uint32_t army) {
    for (uint32_t k = 0; k < army; k++)
        if (stand_on_the_same_squares(g, k, army))
            return false;
    return true;
}

static bool grow_root(grower *g, const stand *s) {
    tree *t = g->tree;
    family f = {NULL, 0, 0};
    part some;
    bool good = part_init(g, &some, s) && add_nodes(g, 1);
    if (good)
        t->nodes[0] = (tree_node){.turn = FF_NOBODY, .count = {t->army_count, t->army_count}};
    for (int seat = FF_RED; good && seat <= FF_BLUE; seat++)
        good = add_setups(g, s->army[seat], t->army_count, &t->nodes[0].setups[seat]);
    for (uint32_t red = 0; good && red < t->army_count; red++)
        for (uint32_t blue = 0; good && blue < t->army_count; blue++)
            if (is_first_of_its_squares(g, red) && is_first_of_its_squares(g, blue))
                good = add_games(g, &f, s, red, blue, &some);
    part_free(&some);
    good = good && settle(g, 0, &f);
    family_free(&f);
    return good;
}

static bool grow(grower *g, const ff_edition *edition) {
    tree *t = g->tree;
    unsigned left[FF_RANKS], pieces = ff_edition_army_size(edition);
    size_t room = 0;
    ff_setup setup = {0};
    stand s = {.count = {0, 0}};
    for (unsigned rank = FF_SPY; rank < FF_RANKS; rank++)
        left[rank] = edition->army[rank];
    left[FF_EMPTY] = 0;
    for (unsigned k = 0; k < g->zone; k++) {
        bool lake = edition->lake[ff_edition_zone_square(edition, FF_RED, k)];
        assert(!lake); /* zones have none */
        left[FF_EMPTY] += !lake;
        for (int seat = FF_RED; seat <= FF_BLUE; seat++)
            s.square[seat][k] = (uint8_t)ff_edition_zone_square(edition, (ff_seat)seat, k);
    }
    left[FF_EMPTY] -= pieces;
    if (!list_armies(g, &setup, 0, left, &room))
        return false;
    if (!ff_history_reserve(&g->history, TREE_PLIES_MAX + 1))
        return fail(g, TREE_NO_MEMORY);
    ff_position_clear(&s.counters);
    bool good = true;
    for (int seat = FF_RED; good && seat <= FF_BLUE; seat++) {
        s.count[seat] = t->army_count;
        s.army[seat] = malloc(t->army_count * sizeof *s.army[seat]);
        good = s.army[seat] || fail(g, TREE_NO_MEMORY);
        for (uint32_t k = 0; good && k < t->army_count; k++)
            s.army[seat][k] = (uint16_t)k;
    }
    good = good && grow_root(g, &s);
    stand_end(&s);
    return good;
}

tree_status tree_grow(tree *t, const ff_edition *edition, unsigned ply_limit, uint32_t nodes_max) {
    memset(t, 0, sizeof *t);
    grower g = {.tree = t,
                .nodes_max = nodes_max,
                .status = TREE_OK,
                .zone = ff_edition_zone_size(edition)};
    ff_rules_init(&t->rules, edition,
                  &(ff_options){.size = sizeof(ff_options), .ply_limit = (uint16_t)ply_limit});
    grow(&g, edition);
    ff_history_free(&g.history);
    return g.status;
}

void tree_free(tree *t) {
    free(t->armies);
    free(t->nodes);
    free(t->setups);
    free(t->move);
    free(t->legal);
    memset(t, 0, sizeof *t);
}

uint32_t tree_army(const tree *t, uint32_t node, ff_seat seat, uint32_t k) {
    while (node != 0) {
        k = tree_setups(t, &t->nodes[node], seat)[k];
        node = t->nodes[node].parent;
    }
    return k;
}

unsigned tree_path(const tree *t, uint32_t node, ff_move moves[TREE_PLIES_MAX]) {
    unsigned depth = t->nodes[node].depth;
    for (unsigned i = depth; i > 0; i--) {
        const tree_node *here = &t->nodes[node];
        node = here->parent;
        moves[i - 1] = tree_move(t, &t->nodes[node], here->by);
    }
    return depth;
}
