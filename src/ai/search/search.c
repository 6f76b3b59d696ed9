#include "ai/search/search.h"

#include <string.h>

#include "base/hash.h"
#include "core/make_move.h"

/* How many plies of attacks follow the last full one; what an attack on a hidden
 * piece must promise its maker; how far quiet moves are tried behind attacks. */
enum { QUIESCENCE = 6, MARGIN_GUESS = 50, STEP_HANDICAP = 200 };

/* From which depth on, and after how many moves, steps are looked at less deep. */
enum { REDUCED_DEPTH = 3, REDUCED_FROM = 2, REDUCED_TWICE_FROM = 6 };

/* To the enemy a hidden piece that it cannot name costs only this part of the fear of
 * it. */
enum { SHY_TENTHS = 6 };

/* What it costs that an enemy whose rank is known may try our flag without knowing
 * what it is: he has come so far, and will not ask what pays on average. */
enum { FLAG_DREAD = 4000 };

void search_begin(search *s, const judgement *j) {
    s->judge = j;
    s->rules = j->rules;
    s->self = j->self;
    s->nodes = 0;
    s->stopped = false;
    memset(s->credit, 0, sizeof s->credit);
    transpositions_forget(&s->known);
}

/* --- frames ------------------------------------------------------------------ */

/* A piece is known by where it stood at the root: in a world that tells its rank. */
static uint64_t key_of(unsigned origin, unsigned square) {
    return ff_hash_number(0, origin << 8 | square);
}

enum { KEY_HIDDEN = FF_SQUARES, KEY_TURN };

static bool is_hidden(const frame *f, unsigned seat, unsigned square) {
    return (f->hidden[seat][0] & square_bits[square][0]) |
           (f->hidden[seat][1] & square_bits[square][1]);
}

/* A piece comes or goes. */
static void flip_key(frame *f, unsigned square) {
    f->key ^= key_of(f->origin[square], square);
}

static void flip_hidden(frame *f, unsigned seat, unsigned square) {
    f->hidden[seat][0] ^= square_bits[square][0];
    f->hidden[seat][1] ^= square_bits[square][1];
}

/* Shows a piece; its owner loses what the secret was worth. */
static void open_piece(const search *s, frame *f, unsigned seat, unsigned square, unsigned rank) {
    if (!is_hidden(f, seat, square))
        return;
    flip_hidden(f, seat, square);
    f->key ^= key_of(f->origin[square], KEY_HIDDEN);
    f->score += seat == s->self ? -s->judge->secret[seat][rank] : s->judge->secret[seat][rank];
}

static void lose_piece(const search *s, frame *f, unsigned seat, unsigned rank) {
    f->score += seat == s->self ? -s->judge->worth[seat][rank] : s->judge->worth[seat][rank];
}

void search_root(const judgement *j, const ff_view *view, const uint8_t ranks[FF_SQUARES],
                 frame *root) {
    memset(root, 0, sizeof *root);
    for (int square = 0; square < FF_SQUARES; square++) {
        const ff_cell *cell = &view->cell[square];
        root->origin[square] = (uint8_t)square;
        if (cell->seat == FF_NOBODY)
            continue;
        unsigned rank = cell->seat == j->self ? cell->rank : ranks[square];
        ff_position_put(&root->position, square, (ff_seat)cell->seat, (ff_rank)rank);
        root->key = ff_hash_number(root->key, rank);
        if (!cell->known)
            flip_hidden(root, cell->seat, (unsigned)square);
        if (rank != FF_FLAG)
            root->score +=
                cell->seat == j->self ? j->worth[j->self][rank] : -j->worth[!j->self][rank];
    }
    for (unsigned i = 0; i < SIEGE_INTRUDERS; i++)
        root->intruder[i] = i < j->siege.intruders ? j->siege.intruder[i].square : FF_OFF_BOARD;
    root->position.turn = view->turn;
    root->position.plies = view->plies;
    root->position.quiet = view->quiet;
    root->position.chase[FF_RED] = view->chase[FF_RED];
    root->position.chase[FF_BLUE] = view->chase[FF_BLUE];
}

/* A piece of the enemy comes and goes; so does its threat. */
static void threaten(const search *s, frame *f, unsigned seat, unsigned square, int sign) {
    if (seat != s->self)
        f->score -= sign * s->judge->threat[f->origin[square]][square];
}

/* An enemy went from one square to another, or off the board. */
static void follow(const search *s, frame *f, unsigned from, unsigned to) {
    for (unsigned i = 0; i < s->judge->siege.intruders; i++)
        if (f->intruder[i] == from)
            f->intruder[i] = (uint8_t)to;
}

/* Plays a legal move of the world; true when it took the flag. */
static bool advance(search *s, frame *f, ff_move move) {
    unsigned from = FF_FROM(move), to = FF_TO(move), seat = f->position.turn;
    unsigned rank = rank_at(&f->position, from);
    if (!squares_adjoin((int)from, (int)to))
        open_piece(s, f, seat, from, rank);
    ff_event event = make_move(s->rules, &f->position, &s->history, move);
    bool was_hidden = is_hidden(f, seat, from);
    f->key ^= key_of(KEY_TURN, KEY_TURN);
    flip_key(f, from);
    if (event.battle == FF_NO_BATTLE) {
        if (was_hidden) {
            flip_hidden(f, seat, from);
            flip_hidden(f, seat, to);
        }
        threaten(s, f, seat, from, -1);
        f->origin[to] = f->origin[from];
        flip_key(f, to);
        threaten(s, f, seat, to, 1);
        if (seat != s->self)
            follow(s, f, from, to);
        return false;
    }
    open_piece(s, f, seat, from, rank);
    open_piece(s, f, !seat, to, event.defender);
    threaten(s, f, seat, from, -1);
    if (seat != s->self)
        follow(s, f, from, event.battle == FF_ATTACKER_WINS ? to : FF_OFF_BOARD);
    else if (event.battle != FF_DEFENDER_WINS)
        follow(s, f, to, FF_OFF_BOARD);
    if (event.battle != FF_DEFENDER_WINS) {
        flip_key(f, to);
        threaten(s, f, !seat, to, -1);
        lose_piece(s, f, !seat, event.defender);
    }
    if (event.battle == FF_DEFENDER_WINS || event.battle == FF_BOTH_DIE)
        lose_piece(s, f, seat, event.attacker);
    if (event.battle == FF_ATTACKER_WINS) {
        f->origin[to] = f->origin[from];
        flip_key(f, to);
        threaten(s, f, seat, to, 1);
    }
    return event.battle == FF_FLAG_TAKEN;
}

static void retreat(search *s) {
    s->history.size--;
}

/* --- moves ------------------------------------------------------------------- */

typedef struct choice {
    ff_move move;
    int order;
    bool guessed; /* by or on a hidden enemy: worth `order` on average, the line ends */
} choice;

/* Is there a piece of the searching seat beside a square that could take a miner? */
static bool is_guarded(const search *s, const frame *f, unsigned square) {
    static const int step[4] = {1, -1, FF_FILES, -FF_FILES};
    for (int i = 0; i < 4; i++) {
        int next = (int)square + step[i];
        if (next < 0 || next >= FF_SQUARES || !squares_adjoin((int)square, next))
            continue;
        unsigned rank = rank_at(&f->position, (unsigned)next);
        bool own = f->position.pieces[s->self][0] & square_bits[next][0] ||
                   f->position.pieces[s->self][1] & square_bits[next][1];
        if (own && rank >= FF_MINER && rank < FF_BOMB)
            return true;
    }
    return false;
}

/* Rates an attack; false when the attacker would not make it. */
static bool rate_attack(const search *s, const frame *f, choice *c) {
    unsigned seat = f->position.turn, from = FF_FROM(c->move), to = FF_TO(c->move);
    unsigned rank = rank_at(&f->position, from), other = rank_at(&f->position, to);
    if (seat != s->self && is_hidden(f, seat, from)) {
        c->guessed = true;
        c->order = s->judge->fear[other][f->origin[from]];
        if (s->judge->shield[to] && !is_guarded(s, f, to))
            c->order += s->judge->breach[other][f->origin[from]];
        if (is_hidden(f, !seat, to))
            c->order = c->order * SHY_TENTHS / 10;
        return true;
    }
    if (seat != s->self && other == FF_FLAG && is_hidden(f, !seat, to)) {
        c->guessed = true;
        c->order = FLAG_DREAD;
        return true;
    }
    if (is_hidden(f, !seat, to)) {
        int guess = s->judge->guess[seat][rank][f->origin[to]];
        c->guessed = seat == s->self;
        c->order = guess - (is_hidden(f, seat, from) ? s->judge->secret[seat][rank] : 0);
        return c->guessed || guess > MARGIN_GUESS;
    }
    ff_battle battle = ff_battle_of((ff_rank)rank, (ff_rank)other);
    c->order =
        (battle != FF_DEFENDER_WINS ? s->judge->worth[!seat][other] : 0) -
        (battle == FF_DEFENDER_WINS || battle == FF_BOTH_DIE ? s->judge->worth[seat][rank] : 0);
    return true;
}

static void rate_step(const search *s, const frame *f, choice *c) {
    unsigned from = FF_FROM(c->move), to = FF_TO(c->move);
    c->order = s->credit[f->position.turn][from * FF_SQUARES + to] - STEP_HANDICAP;
}

/* The moves worth a look, all or attacks alone; `any` tells whether there is a
 * legal move at all. */
static unsigned gather(const search *s, const frame *f, bool attacks_only, choice *list,
                       bool *any) {
    const ff_position *p = &f->position;
    move_set t;
    generate_legal(s->rules, p, &s->history, &t);
    *any = move_set_any(&t);
    unsigned count = 0;
    for (unsigned word = 0; word < MOVE_SET_WORDS; word++) {
        uint64_t enemies = p->pieces[!p->turn][word % LANES];
        uint64_t left = attacks_only ? t.word[word] & enemies : t.word[word];
        for (; left; left &= left - 1) {
            unsigned bit = (unsigned)__builtin_ctzll(left);
            choice c = {.move = move_set_move(p, word, bit)};
            if (!(enemies >> bit & 1))
                rate_step(s, f, &c);
            else if (!rate_attack(s, f, &c))
                continue;
            list[count++] = c;
        }
    }
    return count;
}

/* Brings the best of the rest to the front. */
static choice pick(choice *list, unsigned at, unsigned count) {
    unsigned best = at;
    for (unsigned i = at + 1; i < count; i++)
        if (list[i].order > list[best].order)
            best = i;
    choice c = list[best];
    list[best] = list[at];
    return list[at] = c;
}

/* Brings a move to the front; false where it is not among them. */
static bool bring(choice *list, unsigned count, ff_move move) {
    for (unsigned i = 0; i < count; i++) {
        if (list[i].move == move) {
            choice c = list[i];
            list[i] = list[0];
            list[0] = c;
            return true;
        }
    }
    return false;
}

/* --- the tree ---------------------------------------------------------------- */

static bool enough(search *s) {
    if (s->stopped)
        return true;
    s->nodes++;
    if (s->nodes >= s->limit || (s->late && s->nodes % 512 == 0 && s->late(s->context)))
        s->stopped = true;
    return s->stopped;
}

/* For the player on turn. */
static int stand(const search *s, const frame *f) {
    int score = f->score - siege_cost(&s->judge->siege, &f->position, f->intruder);
    return f->position.turn == s->self ? score : -score;
}

static int explore(search *s, const frame *f, int depth, int alpha, int beta);

/* How many plies less a move is looked at, that many others go before: steps are in the
 * order of what has cut before, and the late ones seldom do. */
static int reduction_of(const frame *f, ff_move move, int depth, unsigned index) {
    bool step = rank_at(&f->position, FF_TO(move)) == FF_EMPTY;
    if (!step || depth < REDUCED_DEPTH || index < REDUCED_FROM)
        return 0;
    return index < REDUCED_TWICE_FROM ? 1 : 2;
}

/* The moves after the first only have to be shown not to be better (principal variation
 * search), the late ones at a lower depth (late move reductions). */
static int follow_up(search *s, const frame *next, int depth, int alpha, int beta, int reduction) {
    int value = -explore(s, next, depth - reduction, -alpha - 1, -alpha);
    if (value > alpha && reduction > 0)
        value = -explore(s, next, depth, -alpha - 1, -alpha);
    if (value > alpha && value < beta)
        value = -explore(s, next, depth, -beta, -alpha);
    return value;
}

/* Of the `index`-th move in the order in which they are tried. */
static int value_of(search *s, const frame *f, const choice *c, int depth, const int window[2],
                    unsigned index) {
    frame next = *f;
    int value = GAME_WORTH + depth, reduction = reduction_of(f, c->move, depth, index);
    if (!advance(s, &next, c->move))
        value = index == 0 ? -explore(s, &next, depth - 1, -window[1], -window[0])
                           : follow_up(s, &next, depth - 1, window[0], window[1], reduction);
    retreat(s);
    return value;
}

static bool is_drawn(const search *s, const frame *f) {
    return (s->rules->quiet_limit && f->position.quiet >= s->rules->quiet_limit) ||
           f->position.plies >= s->rules->ply_limit;
}

static bool takes_back(ff_move move, ff_move before) {
    return FF_FROM(move) == FF_TO(before) && FF_TO(move) == FF_FROM(before);
}

/* What may be played from here depends on how one came here, when somebody goes to and
 * fro or the end by a number of plies is near: such a position is not like any other. */
static bool is_like_others(const search *s, const frame *f, int depth) {
    const ff_history *h = &s->history;
    const ff_move *end = h->moves + h->size;
    if (h->size > 2 && takes_back(end[-1], end[-3]))
        return false;
    if (h->size > 3 && takes_back(end[-2], end[-4]))
        return false;
    if (f->position.plies + depth >= s->rules->ply_limit)
        return false;
    return !s->rules->quiet_limit || f->position.quiet + depth < s->rules->quiet_limit;
}

static bool settles(const finding *known, int depth, int alpha, int beta) {
    if (known->depth < depth)
        return false;
    return known->bound == BOUND_EXACT || (known->bound == BOUND_LOWER && known->value >= beta) ||
           (known->bound == BOUND_UPPER && known->value <= alpha);
}

/* A position being looked at. */
typedef struct node {
    const frame *f;
    int depth;
    int standing;  /* what the player has without a move */
    ff_move first; /* tried before the others; 0: none */
    ff_move best;  /* of those tried */
} node;

/* What the best move is worth. At depth 0 and below attacks alone, and the player may
 * stand on what it has. */
static int try_moves(search *s, node *n, int alpha, int beta) {
    bool quiet = n->depth <= 0, any;
    choice list[FF_MOVES_MAX];
    unsigned count = gather(s, n->f, quiet, list, &any);
    if (!any)
        return -GAME_WORTH - n->depth;
    if (count == 0)
        return n->standing;
    int best = quiet ? n->standing : -GAME_WORTH - n->depth;
    bool ready = n->first && bring(list, count, n->first);
    for (unsigned i = 0; i < count && !s->stopped; i++) {
        choice c = i == 0 && ready ? list[0] : pick(list, i, count);
        int value = c.guessed ? n->standing + c.order
                              : value_of(s, n->f, &c, n->depth, (int[2]){alpha, beta}, i);
        if (value > best) {
            best = value;
            n->best = c.move;
        }
        if (best > alpha)
            alpha = best;
        if (alpha >= beta) {
            if (!quiet)
                s->credit[n->f->position.turn][FF_FROM(c.move) * FF_SQUARES + FF_TO(c.move)] +=
                    n->depth * n->depth;
            break;
        }
    }
    return best;
}

static int explore_quiet(search *s, const frame *f, int depth, int alpha, int beta) {
    int standing = stand(s, f);
    if (standing >= beta || depth <= -QUIESCENCE)
        return standing;
    node n = {.f = f, .depth = depth, .standing = standing};
    return try_moves(s, &n, alpha > standing ? alpha : standing, beta);
}

static void remember(search *s, const node *n, int value, int alpha, int beta) {
    finding_bound bound = value <= alpha ? BOUND_UPPER : value >= beta ? BOUND_LOWER : BOUND_EXACT;
    transpositions_keep(&s->known, (finding){.key = n->f->key,
                                             .value = value,
                                             .move = n->best,
                                             .depth = (int8_t)n->depth,
                                             .bound = (uint8_t)bound});
}

/* Negamax, fail-soft. */
static int explore(search *s, const frame *f, int depth, int alpha, int beta) {
    if (enough(s))
        return 0;
    if (is_drawn(s, f))
        return 0;
    if (depth <= 0)
        return explore_quiet(s, f, depth, alpha, beta);
    bool alike = is_like_others(s, f, depth);
    const finding *known = transpositions_find(&s->known, f->key);
    if (known && alike && settles(known, depth, alpha, beta))
        return known->value;
    node n = {.f = f, .depth = depth, .standing = stand(s, f), .first = known ? known->move : 0};
    int value = try_moves(s, &n, alpha, beta);
    if (alike && !s->stopped)
        remember(s, &n, value, alpha, beta);
    return value;
}

int search_move(search *s, const frame *root, ff_move move, int depth, int alpha) {
    frame next = *root;
    /* The flag is a guess like the other ranks: a world in which it stands there
     * counts as much as the chance of it should tempt. */
    int value = stand(s, root) + s->judge->worth[!s->self][FF_FLAG];
    if (!advance(s, &next, move))
        value = -explore(s, &next, depth - 1, -SEARCH_INFINITE, -alpha);
    retreat(s);
    return value;
}
