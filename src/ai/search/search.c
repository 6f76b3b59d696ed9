/* Negamax with alpha-beta (Knuth and Moore, 1975), principal variation search, late move
 * reductions, the history heuristic (Schaeffer, 1983) and a quiescence search over attacks.
 * What must hold: a node's score and key are kept up move by move; debug builds work them out
 * anew for some nodes and compare. */
#include "ai/search/search.h"

#include <assert.h>
#include <string.h>

#include "base/hash.h"
#include "core/make_move.h"

/* How many plies of attacks follow the last full one; what an attack on a hidden
 * piece must promise its maker, in hundredths of a scout; by how much the order puts quiet moves
 * behind attacks. */
enum { QUIESCENCE = 6, MARGIN_GUESS = 50, STEP_HANDICAP = 200 };

/* From which depth on, and after how many moves, steps are looked at less deep. */
enum { REDUCED_DEPTH = 3, REDUCED_FROM = 2, REDUCED_TWICE_FROM = 6 };

/* To the enemy a hidden piece that it cannot name costs only this part of the fear of
 * it. */
enum { SHY_TENTHS = 6 };

/* What it costs that an enemy whose rank is known may try our flag without knowing
 * what it is: he has come so far, and will not ask what pays on average. */
enum { FLAG_DREAD = 4000 };

void search_begin(search *s, const evaluation *e) {
    s->evaluation = e;
    s->rules = e->rules;
    s->self = e->self;
    s->nodes = 0;
    s->stopped = false;
    memset(s->history_score, 0, sizeof s->history_score);
    transpositions_forget(&s->known);
}

/* --- nodes ------------------------------------------------------------------- */

/* Zobrist's keys (1970), one for each square where a piece stood at the root and each square
 * where it stands now. The rank needs none: within one world the origin decides it. Computed
 * each time: a table of all pairs would take 80 KiB of the nearest cache. */
static uint64_t key_of(unsigned origin, unsigned square) {
    return hash_number(0, origin << 8 | square);
}

/* Not squares: "this piece is hidden" and "Blue is on turn". */
enum { KEY_HIDDEN = FF_SQUARES, KEY_TURN };

static bool is_hidden(const search_node *node, unsigned seat, unsigned square) {
    return (node->hidden[seat][0] & square_bits[square][0]) |
           (node->hidden[seat][1] & square_bits[square][1]);
}

/* A piece comes or goes. */
static void flip_key(search_node *node, unsigned square) {
    node->key ^= key_of(node->origin[square], square);
}

static void flip_hidden(search_node *node, unsigned seat, unsigned square) {
    node->hidden[seat][0] ^= square_bits[square][0];
    node->hidden[seat][1] ^= square_bits[square][1];
}

/* Shows a piece; its owner loses what the secret was worth. */
static void open_piece(const search *s, search_node *node, unsigned seat, unsigned square,
                       unsigned rank) {
    if (!is_hidden(node, seat, square))
        return;
    flip_hidden(node, seat, square);
    node->key ^= key_of(node->origin[square], KEY_HIDDEN);
    node->score +=
        seat == s->self ? -s->evaluation->secret[seat][rank] : s->evaluation->secret[seat][rank];
}

/* What it costs a seat to lose its piece of that rank on a square. The enemy's may be worth more
 * to us than itself, whether we take it or it falls attacking. */
static int loss_of(const search *s, const search_node *node, unsigned seat, unsigned square,
                   unsigned rank) {
    int gate = seat == s->self ? 0 : s->evaluation->gate[node->origin[square]];
    return s->evaluation->worth[seat][rank] + gate;
}

static void lose_piece(const search *s, search_node *node, unsigned seat, unsigned square,
                       unsigned rank) {
    int loss = loss_of(s, node, seat, square, rank);
    node->score += seat == s->self ? -loss : loss;
}

void search_root(const evaluation *e, const ff_view *view, const uint8_t ranks[FF_SQUARES],
                 search_node *root) {
    memset(root, 0, sizeof *root);
    for (int square = 0; square < FF_SQUARES; square++) {
        const ff_cell *cell = &view->cell[square];
        root->origin[square] = (uint8_t)square;
        if (cell->seat == FF_NOBODY)
            continue;
        unsigned rank = cell->seat == e->self ? cell->rank : ranks[square];
        ff_position_put(&root->position, square, (ff_seat)cell->seat, (ff_rank)rank);
        /* Worlds differ in ranks alone, so the ranks begin the key: entries of one world are
         * not found in another. */
        root->key = hash_number(root->key, rank);
        if (!cell->known)
            flip_hidden(root, cell->seat, (unsigned)square);
        if (rank != FF_FLAG)
            root->score +=
                cell->seat == e->self ? e->worth[e->self][rank] : -e->worth[!e->self][rank];
    }
    for (unsigned i = 0; i < FLAG_SAFETY_INTRUDERS; i++)
        root->intruder[i] =
            i < e->flag_safety.intruders ? e->flag_safety.intruder[i].square : FF_OFF_BOARD;
    root->position.turn = view->turn;
    root->position.plies = view->plies;
    root->position.quiet = view->quiet;
    root->position.chase[FF_RED] = view->chase[FF_RED];
    root->position.chase[FF_BLUE] = view->chase[FF_BLUE];
}

/* A piece of the enemy comes and goes; so does its threat. */
static void add_threat(const search *s, search_node *node, unsigned seat, unsigned square,
                       int sign) {
    if (seat != s->self)
        node->score -= sign * s->evaluation->threat[node->origin[square]][square];
}

/* An enemy went from one square to another, or off the board. */
static void move_intruder(const search *s, search_node *node, unsigned from, unsigned to) {
    for (unsigned i = 0; i < s->evaluation->flag_safety.intruders; i++)
        if (node->intruder[i] == from)
            node->intruder[i] = (uint8_t)to;
}

#ifndef NDEBUG
/* Do the parts of a node agree? Every piece came from a square of its own, hidden pieces are
 * pieces, and an intruder is the enemy's or gone. */
static bool is_consistent(const search *s, const search_node *node) {
    bool taken[FF_SQUARES] = {false};
    for (unsigned square = 0; square < FF_SQUARES; square++) {
        ff_seat owner = ff_position_owner(&node->position, (int)square);
        for (unsigned seat = 0; seat < 2; seat++)
            if (owner != (ff_seat)seat && is_hidden(node, seat, square))
                return false;
        if (owner == FF_NOBODY)
            continue;
        if (taken[node->origin[square]])
            return false;
        taken[node->origin[square]] = true;
    }
    for (unsigned i = 0; i < s->evaluation->flag_safety.intruders; i++)
        if (node->intruder[i] != FF_OFF_BOARD &&
            ff_position_owner(&node->position, node->intruder[i]) != (ff_seat)!s->self)
            return false;
    return true;
}

/* A node's score and key worked out from its board. They differ from those that are kept up
 * move by move by the same amount at all nodes of a search. */
typedef struct node_sums {
    int64_t score;
    uint64_t key;
} node_sums;

static node_sums sums_of(const search *s, const search_node *node) {
    const evaluation *e = s->evaluation;
    node_sums sums = {0, node->position.turn == FF_RED ? 0 : key_of(KEY_TURN, KEY_TURN)};
    for (unsigned square = 0; square < FF_SQUARES; square++) {
        unsigned seat = ff_position_owner(&node->position, (int)square);
        unsigned rank = rank_at(&node->position, square), origin = node->origin[square];
        if (seat == FF_NOBODY)
            continue;
        bool hidden = is_hidden(node, seat, square);
        int worth = e->worth[seat][rank] + (hidden ? e->secret[seat][rank] : 0);
        sums.score +=
            seat == s->self ? worth : -worth - e->gate[origin] - e->threat[origin][square];
        sums.key ^= key_of(origin, square) ^ (hidden ? key_of(origin, KEY_HIDDEN) : 0);
    }
    return sums;
}

/* Has a move changed score and key by as much as it changed the board? Looked at for some
 * nodes, since it takes longer than the move. */
static bool follows(const search *s, const search_node *before, const search_node *after) {
    if (s->nodes % 8 != 0)
        return true;
    node_sums was = sums_of(s, before), is = sums_of(s, after);
    return after->score - before->score == is.score - was.score &&
           (after->key ^ before->key) == (is.key ^ was.key);
}
#endif

/* Plays a legal move of the world; true when it took the flag. Score, key, origins and
 * threats are changed by what the move changes, never worked out anew: a search does this
 * some million times a second, and debug builds compare with the slow way (`follows`). Of a
 * quiet move only the mover's square changes; a battle opens both ranks first, so that what
 * follows counts open pieces alone. */
static bool node_make_move(search *s, search_node *node, ff_move move) {
    unsigned from = FF_FROM(move), to = FF_TO(move), seat = node->position.turn;
    unsigned rank = rank_at(&node->position, from);
    if (!squares_adjoin((int)from, (int)to))
        open_piece(s, node, seat, from, rank);
    ff_event event = make_move(s->rules, &node->position, &s->history, move);
    bool was_hidden = is_hidden(node, seat, from);
    node->key ^= key_of(KEY_TURN, KEY_TURN);
    flip_key(node, from);
    if (event.battle == FF_NO_BATTLE) {
        if (was_hidden) {
            flip_hidden(node, seat, from);
            flip_hidden(node, seat, to);
        }
        add_threat(s, node, seat, from, -1);
        node->origin[to] = node->origin[from];
        flip_key(node, to);
        add_threat(s, node, seat, to, 1);
        if (seat != s->self)
            move_intruder(s, node, from, to);
        return false;
    }
    open_piece(s, node, seat, from, rank);
    open_piece(s, node, !seat, to, event.defender);
    add_threat(s, node, seat, from, -1);
    if (seat != s->self)
        move_intruder(s, node, from, event.battle == FF_ATTACKER_WINS ? to : FF_OFF_BOARD);
    else if (event.battle != FF_DEFENDER_WINS)
        move_intruder(s, node, to, FF_OFF_BOARD);
    if (event.battle != FF_DEFENDER_WINS) {
        flip_key(node, to);
        add_threat(s, node, !seat, to, -1);
        lose_piece(s, node, !seat, to, event.defender);
    }
    if (event.battle == FF_DEFENDER_WINS || event.battle == FF_BOTH_DIE)
        lose_piece(s, node, seat, from, event.attacker);
    if (event.battle == FF_ATTACKER_WINS) {
        node->origin[to] = node->origin[from];
        flip_key(node, to);
        add_threat(s, node, seat, to, 1);
    }
    return event.battle == FF_FLAG_TAKEN;
}

static void unmake_move(search *s) {
    s->history.size--;
}

/* --- moves ------------------------------------------------------------------- */

typedef struct scored_move {
    ff_move move;
    int order;
    bool guessed; /* by or on a hidden enemy: worth `order` on average, the line ends */
} scored_move;

/* Is there a piece of the searching seat beside a square that could take a miner? */
static bool is_guarded(const search *s, const search_node *node, unsigned square) {
    static const int step[4] = {1, -1, FF_FILES, -FF_FILES};
    for (int i = 0; i < 4; i++) {
        int next = (int)square + step[i];
        if (next < 0 || next >= FF_SQUARES || !squares_adjoin((int)square, next))
            continue;
        unsigned rank = rank_at(&node->position, (unsigned)next);
        bool own = node->position.pieces[s->self][0] & square_bits[next][0] ||
                   node->position.pieces[s->self][1] & square_bits[next][1];
        if (own && rank >= FF_MINER && rank < FF_BOMB)
            return true;
    }
    return false;
}

/* Rates an attack; false when the attacker would not make it. In this order: a hidden enemy
 * attacks, a known enemy tries our flag, somebody attacks what he cannot name (the attack then
 * counts on average, so that nobody plans with what he could not know), and last a battle whose
 * two ranks are open. */
static bool rate_attack(const search *s, const search_node *node, scored_move *c) {
    unsigned seat = node->position.turn, from = FF_FROM(c->move), to = FF_TO(c->move);
    unsigned rank = rank_at(&node->position, from), other = rank_at(&node->position, to);
    if (seat != s->self && is_hidden(node, seat, from)) {
        c->guessed = true;
        c->order = s->evaluation->fear[other][node->origin[from]];
        if (s->evaluation->shield[to] && !is_guarded(s, node, to))
            c->order += s->evaluation->breach[other][node->origin[from]];
        if (is_hidden(node, !seat, to))
            c->order = c->order * SHY_TENTHS / 10;
        return true;
    }
    if (seat != s->self && other == FF_FLAG && is_hidden(node, !seat, to)) {
        c->guessed = true;
        c->order = FLAG_DREAD;
        return true;
    }
    if (is_hidden(node, !seat, to)) {
        int guess = s->evaluation->guess[seat][rank][node->origin[to]];
        c->guessed = seat == s->self;
        c->order = guess - (is_hidden(node, seat, from) ? s->evaluation->secret[seat][rank] : 0);
        return c->guessed || guess > MARGIN_GUESS;
    }
    ff_battle battle = ff_battle_of((ff_rank)rank, (ff_rank)other);
    c->order = 0;
    if (battle != FF_DEFENDER_WINS)
        c->order += loss_of(s, node, !seat, to, other);
    if (battle == FF_DEFENDER_WINS || battle == FF_BOTH_DIE)
        c->order -= loss_of(s, node, seat, from, rank);
    return true;
}

/* The moves worth a look, all or attacks alone; `any` tells whether there is a legal move at
 * all. Attacks that their side would not make are left out here, which is why a side may have
 * moves and none worth a look: `any` keeps that apart from having lost. */
static unsigned generate_moves(const search *s, const search_node *node, bool attacks_only,
                               scored_move *list, bool *any) {
    const ff_position *p = &node->position;
    move_set t;
    generate_legal(s->rules, p, &s->history, &t);
    *any = move_set_any(&t);
    unsigned count = 0;
    for (unsigned word = 0; word < MOVE_SET_WORDS; word++) {
        uint64_t enemies = p->pieces[!p->turn][word % LANES];
        uint64_t left = attacks_only ? t.word[word] & enemies : t.word[word];
        for (; left; left &= left - 1) {
            unsigned bit = (unsigned)__builtin_ctzll(left);
            scored_move c = {.move = move_set_move(p, word, bit)};
            unsigned way = FF_FROM(c.move) * FF_SQUARES + FF_TO(c.move);
            if (!(enemies >> bit & 1))
                c.order = s->history_score[p->turn][way] - STEP_HANDICAP;
            else if (!rate_attack(s, node, &c))
                continue;
            list[count++] = c;
        }
    }
    return count;
}

/* Brings the best of the rest to the front. One at a time rather than sorted: most nodes are
 * cut off after the first or second move. */
static scored_move pick_best(scored_move *list, unsigned at, unsigned count) {
    unsigned best = at;
    for (unsigned i = at + 1; i < count; i++)
        if (list[i].order > list[best].order)
            best = i;
    scored_move c = list[best];
    list[best] = list[at];
    return list[at] = c;
}

/* Brings a move to the front; false where it is not among them. */
static bool move_to_front(scored_move *list, unsigned count, ff_move move) {
    for (unsigned i = 0; i < count; i++) {
        if (list[i].move == move) {
            scored_move c = list[i];
            list[i] = list[0];
            list[0] = c;
            return true;
        }
    }
    return false;
}

/* --- the tree ---------------------------------------------------------------- */

/* Counts a node; the clock is read at one node in 512 only, for reading it takes time as well.
 * Once stopped a search stays so, and what it returns means nothing. */
static bool limit_reached(search *s) {
    if (s->stopped)
        return true;
    s->nodes++;
    if (s->nodes >= s->limit || (s->late && s->nodes % 512 == 0 && s->late(s->context)))
        s->stopped = true;
    return s->stopped;
}

/* For the player on turn. */
static int evaluate(const search *s, const search_node *node) {
    int score = node->score -
                flag_safety_cost(&s->evaluation->flag_safety, &node->position, node->intruder);
    return node->position.turn == s->self ? score : -score;
}

static int negamax(search *s, const search_node *node, int depth, int alpha, int beta);

/* How many plies less a move is looked at, that many others go before: steps are in the
 * order of what has cut before, and the late ones seldom do. */
static int reduction_of(const search_node *node, ff_move move, int depth, unsigned index) {
    bool step = rank_at(&node->position, FF_TO(move)) == FF_EMPTY;
    if (!step || depth < REDUCED_DEPTH || index < REDUCED_FROM)
        return 0;
    return index < REDUCED_TWICE_FROM ? 1 : 2;
}

/* The moves after the first only have to be shown not to be better (principal variation
 * search), the late ones at a lower depth (late move reductions). */
static int search_later_move(search *s, const search_node *next, int depth, int alpha, int beta,
                             int reduction) {
    int value = -negamax(s, next, depth - reduction, -alpha - 1, -alpha);
    if (value > alpha && reduction > 0)
        value = -negamax(s, next, depth, -alpha - 1, -alpha);
    if (value > alpha && value < beta)
        value = -negamax(s, next, depth, -beta, -alpha);
    return value;
}

/* Of the `index`-th move in the order in which they are tried. */
static int search_child(search *s, const search_node *node, const scored_move *c, int depth,
                        const int window[2], unsigned index) {
    search_node next = *node;
    int value = GAME_WORTH + depth, reduction = reduction_of(node, c->move, depth, index);
    bool over = node_make_move(s, &next, c->move);
    assert(over || (is_consistent(s, &next) && follows(s, node, &next)));
    if (!over)
        value = index == 0
                    ? -negamax(s, &next, depth - 1, -window[1], -window[0])
                    : search_later_move(s, &next, depth - 1, window[0], window[1], reduction);
    unmake_move(s);
    return value;
}

/* By the edition's limits, or by the game's own. A side that cannot move is found when its moves
 * are generated. */
static bool is_drawn(const search *s, const search_node *node) {
    return (s->rules->quiet_limit && node->position.quiet >= s->rules->quiet_limit) ||
           node->position.plies >= s->rules->ply_limit;
}

static bool reverses(ff_move move, ff_move before) {
    return FF_FROM(move) == FF_TO(before) && FF_TO(move) == FF_FROM(before);
}

/* What may be played from here depends on how one came here, when somebody goes to and
 * fro or the end by a number of plies is near: such a position is not like any other. */
static bool is_path_independent(const search *s, const search_node *node, int depth) {
    const ff_history *h = &s->history;
    const ff_move *end = h->moves + h->size;
    if (h->size > 2 && reverses(end[-1], end[-3]))
        return false;
    if (h->size > 3 && reverses(end[-2], end[-4]))
        return false;
    if (node->position.plies + depth >= s->rules->ply_limit)
        return false;
    return !s->rules->quiet_limit || node->position.quiet + depth < s->rules->quiet_limit;
}

/* Does an entry of the table settle the window? It must have been searched as deep, and its
 * bound must lie outside the window on the side that it bounds. */
static bool causes_cutoff(const transposition_entry *known, int depth, int alpha, int beta) {
    if (known->depth < depth)
        return false;
    return known->bound == BOUND_EXACT || (known->bound == BOUND_LOWER && known->value >= beta) ||
           (known->bound == BOUND_UPPER && known->value <= alpha);
}

/* A position being looked at. */
typedef struct visit {
    const search_node *node;
    int depth;
    int stand_pat; /* what the player has without a move */
    ff_move first; /* tried before the others; 0: none */
    ff_move best;  /* of those tried */
} visit;

/* What the best move is worth. At depth 0 and below attacks alone, and the player may
 * stand on what it has. */
static int search_moves(search *s, visit *n, int alpha, int beta) {
    bool quiet = n->depth <= 0, any;
    scored_move list[FF_MOVES_MAX];
    unsigned count = generate_moves(s, n->node, quiet, list, &any);
    if (!any)
        /* The more depth is left, the nearer the end: a loss is put off and a win is taken
         * early. */
        return -GAME_WORTH - n->depth;
    if (count == 0)
        return n->stand_pat;
    int best = quiet ? n->stand_pat : -GAME_WORTH - n->depth;
    bool ready = n->first && move_to_front(list, count, n->first);
    for (unsigned i = 0; i < count && !s->stopped; i++) {
        scored_move c = i == 0 && ready ? list[0] : pick_best(list, i, count);
        int value = c.guessed ? n->stand_pat + c.order
                              : search_child(s, n->node, &c, n->depth, (int[2]){alpha, beta}, i);
        if (value > best) {
            best = value;
            n->best = c.move;
        }
        if (best > alpha)
            alpha = best;
        if (alpha >= beta) {
            /* The history heuristic: what cut off here is tried early elsewhere, and deep cuts
             * count more because they save more. */
            if (!quiet)
                s->history_score[n->node->position.turn][FF_FROM(c.move) * FF_SQUARES +
                                                         FF_TO(c.move)] += n->depth * n->depth;
            break;
        }
    }
    return best;
}

/* Attacks alone, until none is worth making: a position amid exchanges says nothing. The player
 * may also leave it at what it has ("stand pat"), since attacking is never a duty. */
static int quiescence(search *s, const search_node *node, int depth, int alpha, int beta) {
    int stand_pat = evaluate(s, node);
    if (stand_pat >= beta || depth <= -QUIESCENCE)
        return stand_pat;
    visit n = {.node = node, .depth = depth, .stand_pat = stand_pat};
    return search_moves(s, &n, alpha > stand_pat ? alpha : stand_pat, beta);
}

static void store_entry(search *s, const visit *n, int value, int alpha, int beta) {
    transposition_bound bound = value <= alpha  ? BOUND_UPPER
                                : value >= beta ? BOUND_LOWER
                                                : BOUND_EXACT;
    transpositions_keep(&s->known, (transposition_entry){.key = n->node->key,
                                                         .value = value,
                                                         .move = n->best,
                                                         .depth = (int8_t)n->depth,
                                                         .bound = (uint8_t)bound});
}

/* The worth of a node to the player on turn, fail-soft: outside the window it is a bound, and
 * as tight a one as has been found. */
static int negamax(search *s, const search_node *node, int depth, int alpha, int beta) {
    if (limit_reached(s))
        return 0;
    if (is_drawn(s, node))
        return 0;
    if (depth <= 0)
        return quiescence(s, node, depth, alpha, beta);
    bool path_independent = is_path_independent(s, node, depth);
    const transposition_entry *known = transpositions_find(&s->known, node->key);
    if (known && path_independent && causes_cutoff(known, depth, alpha, beta))
        return known->value;
    visit n = {.node = node,
               .depth = depth,
               .stand_pat = evaluate(s, node),
               .first = known ? known->move : 0};
    int value = search_moves(s, &n, alpha, beta);
    if (path_independent && !s->stopped)
        store_entry(s, &n, value, alpha, beta);
    return value;
}

int search_move(search *s, const search_node *root, ff_move move, int depth, int alpha) {
    search_node next = *root;
    /* The flag is a guess like the other ranks: a world in which it stands there
     * counts as much as the chance of it should tempt. */
    int value = evaluate(s, root) + s->evaluation->worth[!s->self][FF_FLAG];
    bool over = node_make_move(s, &next, move);
    assert(over || (is_consistent(s, &next) && follows(s, root, &next)));
    if (!over)
        value = -negamax(s, &next, depth - 1, -SEARCH_INFINITE, -alpha);
    unmake_move(s);
    return value;
}
