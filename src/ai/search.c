#include "ai/search.h"

#include <string.h>

#include "core/ply.h"

/* How many plies of attacks follow the last full one; what an attack on a hidden
 * piece must promise its maker; how far quiet moves are tried behind attacks. */
enum { QUIESCENCE = 6, MARGIN_GUESS = 50, STEP_HANDICAP = 200 };

/* From which depth on, and after how many moves, steps are looked at less deep. */
enum { REDUCED_DEPTH = 3, REDUCED_FROM = 2, REDUCED_TWICE_FROM = 6 };

/* A piece that shows itself loses this part of its worth. */
enum { SECRET_PART = 12 };

/* What the flag is worth while it is one guess among many, and to the enemy a
 * hidden piece it cannot name costs only this part of the fear of it. */
enum { FLAG_GUESS = 2000, SHY_TENTHS = 6 };

/* What it costs that an enemy whose rank is known may try our flag without knowing
 * what it is: he has come so far, and will not ask what pays on average. */
enum { FLAG_DREAD = 4000 };

/* What it costs that an enemy breaks in beside our flag and cannot be taken there. */
enum { BREACH = 6000 };

/* --- tables ------------------------------------------------------------------ */

static int hundredths(double worth) {
    return (int)(worth * 100);
}

/* What the enemy can tell of a piece of ours that it cannot name: our hidden ranks,
 * bombs and flag only where nothing has moved. */
static void guess_ours(const outlook *o, double chance[2][FF_RANKS]) {
    double sum[2] = {0, 0};
    memset(chance, 0, 2 * sizeof *chance);
    for (int square = 0; square < FF_SQUARES; square++) {
        const ff_cell *cell = &o->view->cell[square];
        if (cell->seat != o->self || cell->known)
            continue;
        chance[0][cell->rank] += 1;
        sum[0] += 1;
        if (cell->rank < FF_BOMB) {
            chance[1][cell->rank] += 1;
            sum[1] += 1;
        }
    }
    for (int moved = 0; moved < 2; moved++)
        for (int rank = 0; rank < FF_RANKS; rank++)
            chance[moved][rank] /= sum[moved] > 0 ? sum[moved] : 1;
}

int search_certainty(double flag) {
    return (int)(flag * flag * flag * SEARCH_FLAG / 5);
}

/* What an attack is worth on average against a piece that may be this or that, where
 * the attacker that is lost counts `risk` times. */
static int expect(const search *s, unsigned seat, int rank, const double chance[FF_RANKS],
                  double risk) {
    double gain = 0;
    for (int other = FF_SPY; other < FF_RANKS; other++) {
        if (chance[other] == 0)
            continue;
        ff_battle battle = ff_battle_of((ff_rank)rank, (ff_rank)other);
        if (battle != FF_DEFENDER_WINS)
            gain += chance[other] * s->worth[!seat][other];
        if (battle == FF_DEFENDER_WINS)
            gain -= chance[other] * s->worth[seat][rank] * risk;
        if (battle == FF_BOTH_DIE)
            gain -= chance[other] * s->worth[seat][rank];
    }
    return (int)gain + search_certainty(chance[FF_FLAG]);
}

static void weigh_pieces(search *s, const outlook *o) {
    for (int seat = 0; seat < 2; seat++) {
        for (int rank = FF_SPY; rank < FF_FLAG; rank++) {
            s->worth[seat][rank] = hundredths(o->worth[seat][rank]);
            s->secret[seat][rank] = s->worth[seat][rank] / SECRET_PART;
        }
        s->worth[seat][FF_FLAG] = FLAG_GUESS;
        s->secret[seat][FF_FLAG] = 0;
    }
}

/* How far our flag is from everywhere: for a piece that our bombs stop, and for a
 * miner. Whoever else stands in the way may be gone tomorrow. */
static void walk_to_flag(const outlook *o, bool miner, uint8_t steps[FF_SQUARES]) {
    bool barred[FF_SQUARES];
    int flag = FF_OFF_BOARD;
    for (int square = 0; square < FF_SQUARES; square++) {
        const ff_cell *cell = &o->view->cell[square];
        barred[square] = cell->seat == o->self && cell->rank == FF_BOMB && !miner;
        if (cell->seat == o->self && cell->rank == FF_FLAG)
            flag = square;
    }
    memset(steps, FAR_AWAY, FF_SQUARES);
    if (flag != FF_OFF_BOARD)
        outlook_walk(o, flag, barred, steps);
}

/* What it costs that an enemy has so many steps to our flag, in hundredths of a scout. */
static int threat_at(unsigned steps) {
    static const int table[] = {0, 600, 400, 250, 150, 100, 60, 30};
    return steps < sizeof table / sizeof *table ? table[steps] : 0;
}

static void weigh_threats(search *s, const outlook *o) {
    uint8_t open[FF_SQUARES], mined[FF_SQUARES];
    walk_to_flag(o, false, open);
    walk_to_flag(o, true, mined);
    for (int i = 0; i < o->targets; i++) {
        double miner = o->belief.chance[o->target[i]][FF_MINER];
        for (int square = 0; square < FF_SQUARES; square++) {
            double way = threat_at(open[square]), tunnel = threat_at(mined[square]);
            s->threat[o->target[i]][square] =
                (int16_t)(tunnel > way ? way + miner * (tunnel - way) : way);
        }
    }
}

/* Where a piece shields our flag, and what it costs that a hidden enemy takes it. */
static void weigh_breaches(search *s, const outlook *o) {
    memset(s->shield, 0, sizeof s->shield);
    memset(s->breach, 0, sizeof s->breach);
    for (int square = 0; square < FF_SQUARES; square++)
        s->shield[square] = outlook_guards_flag(o, square);
    for (int i = 0; i < o->targets; i++) {
        int square = o->target[i];
        for (int rank = FF_SPY; rank < FF_FLAG; rank++) {
            double won = 0;
            for (int other = FF_SPY; other < FF_BOMB; other++)
                if (ff_battle_of((ff_rank)other, (ff_rank)rank) == FF_ATTACKER_WINS)
                    won += o->belief.chance[square][other];
            s->breach[rank][square] = (int)(won * BREACH);
        }
    }
}

void search_prepare(search *s, const outlook *o) {
    double ours[2][FF_RANKS];
    guess_ours(o, ours);
    s->rules = o->view->rules;
    s->self = o->self;
    weigh_pieces(s, o);
    for (int square = 0; square < FF_SQUARES; square++) {
        const double *chance = ours[o->view->cell[square].moved];
        for (int rank = FF_SPY; rank < FF_RANKS; rank++) {
            s->guess[s->self][rank][square] =
                expect(s, s->self, rank, o->belief.chance[square], outlook_risk(o, (ff_rank)rank));
            s->guess[!s->self][rank][square] = expect(s, !s->self, rank, chance, 1);
            s->fear[rank][square] = hundredths(o->duel[rank][square].fear);
        }
    }
    weigh_threats(s, o);
    weigh_breaches(s, o);
    siege_init(&s->siege, o);
    memset(s->credit, 0, sizeof s->credit);
}

/* --- frames ------------------------------------------------------------------ */

static bool is_hidden(const frame *f, unsigned seat, unsigned square) {
    return (f->hidden[seat][0] & lane_bits[square][0]) |
           (f->hidden[seat][1] & lane_bits[square][1]);
}

static void flip_hidden(frame *f, unsigned seat, unsigned square) {
    f->hidden[seat][0] ^= lane_bits[square][0];
    f->hidden[seat][1] ^= lane_bits[square][1];
}

/* Shows a piece; its owner loses what the secret was worth. */
static void open_piece(const search *s, frame *f, unsigned seat, unsigned square, unsigned rank) {
    if (!is_hidden(f, seat, square))
        return;
    flip_hidden(f, seat, square);
    f->score += seat == s->self ? -s->secret[seat][rank] : s->secret[seat][rank];
}

static void lose_piece(const search *s, frame *f, unsigned seat, unsigned rank) {
    f->score += seat == s->self ? -s->worth[seat][rank] : s->worth[seat][rank];
}

void search_root(const search *s, const ff_view *view, const uint8_t ranks[FF_SQUARES],
                 frame *root) {
    memset(root, 0, sizeof *root);
    for (int square = 0; square < FF_SQUARES; square++) {
        const ff_cell *cell = &view->cell[square];
        root->origin[square] = (uint8_t)square;
        if (cell->seat == FF_NOBODY)
            continue;
        unsigned rank = cell->seat == s->self ? cell->rank : ranks[square];
        ff_position_put(&root->position, square, (ff_seat)cell->seat, (ff_rank)rank);
        if (!cell->known)
            flip_hidden(root, cell->seat, (unsigned)square);
        if (rank != FF_FLAG)
            root->score +=
                cell->seat == s->self ? s->worth[s->self][rank] : -s->worth[!s->self][rank];
    }
    for (unsigned i = 0; i < SIEGE_INTRUDERS; i++)
        root->intruder[i] = i < s->siege.intruders ? s->siege.intruder[i].square : FF_OFF_BOARD;
    root->position.turn = view->turn;
    root->position.plies = view->plies;
    root->position.quiet = view->quiet;
    root->position.chase[FF_RED] = view->chase[FF_RED];
    root->position.chase[FF_BLUE] = view->chase[FF_BLUE];
}

/* A piece of the enemy comes and goes; so does its threat. */
static void threaten(const search *s, frame *f, unsigned seat, unsigned square, int sign) {
    if (seat != s->self)
        f->score -= sign * s->threat[f->origin[square]][square];
}

/* An enemy went from one square to another, or off the board. */
static void follow(const search *s, frame *f, unsigned from, unsigned to) {
    for (unsigned i = 0; i < s->siege.intruders; i++)
        if (f->intruder[i] == from)
            f->intruder[i] = (uint8_t)to;
}

/* Plays a legal move of the world; true when it took the flag. */
static bool advance(search *s, frame *f, ff_move move) {
    unsigned from = FF_FROM(move), to = FF_TO(move), seat = f->position.turn;
    unsigned rank = rank_at(&f->position, from);
    if (!squares_adjoin((int)from, (int)to))
        open_piece(s, f, seat, from, rank);
    ff_event event = position_apply(s->rules, &f->position, &s->history, move);
    bool was_hidden = is_hidden(f, seat, from);
    if (event.battle == FF_NO_BATTLE) {
        if (was_hidden) {
            flip_hidden(f, seat, from);
            flip_hidden(f, seat, to);
        }
        threaten(s, f, seat, from, -1);
        f->origin[to] = f->origin[from];
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
        threaten(s, f, !seat, to, -1);
        lose_piece(s, f, !seat, event.defender);
    }
    if (event.battle == FF_DEFENDER_WINS || event.battle == FF_BOTH_DIE)
        lose_piece(s, f, seat, event.attacker);
    if (event.battle == FF_ATTACKER_WINS) {
        f->origin[to] = f->origin[from];
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
        bool own = f->position.pieces[s->self][0] & lane_bits[next][0] ||
                   f->position.pieces[s->self][1] & lane_bits[next][1];
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
        c->order = s->fear[other][f->origin[from]];
        if (s->shield[to] && !is_guarded(s, f, to))
            c->order += s->breach[other][f->origin[from]];
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
        int guess = s->guess[seat][rank][f->origin[to]];
        c->guessed = seat == s->self;
        c->order = guess - (is_hidden(f, seat, from) ? s->secret[seat][rank] : 0);
        return c->guessed || guess > MARGIN_GUESS;
    }
    ff_battle battle = ff_battle_of((ff_rank)rank, (ff_rank)other);
    c->order = (battle != FF_DEFENDER_WINS ? s->worth[!seat][other] : 0) -
               (battle == FF_DEFENDER_WINS || battle == FF_BOTH_DIE ? s->worth[seat][rank] : 0);
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
    targets t;
    targets_legal(s->rules, p, &s->history, &t);
    *any = targets_any(&t);
    unsigned count = 0;
    for (unsigned word = 0; word < TARGET_WORDS; word++) {
        uint64_t enemies = p->pieces[!p->turn][word % LANES];
        uint64_t left = attacks_only ? t.word[word] & enemies : t.word[word];
        for (; left; left &= left - 1) {
            unsigned bit = (unsigned)__builtin_ctzll(left);
            choice c = {.move = targets_move(p, word, bit)};
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

/* --- the tree ---------------------------------------------------------------- */

static bool enough(search *s) {
    s->nodes++;
    if (s->nodes >= s->limit || (s->late && s->nodes % 512 == 0 && s->late(s->context)))
        s->stopped = true;
    return s->stopped;
}

/* For the player on turn. */
static int stand(const search *s, const frame *f) {
    int score = f->score - siege_cost(&s->siege, &f->position, f->intruder);
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
    int value = SEARCH_FLAG + depth, reduction = reduction_of(f, c->move, depth, index);
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

/* Negamax, fail-soft; at depth 0 and below attacks alone, and the player may stand
 * on what it has. */
static int explore(search *s, const frame *f, int depth, int alpha, int beta) {
    if (enough(s))
        return 0;
    if (is_drawn(s, f))
        return 0;
    bool quiet = depth <= 0, any;
    int best = -SEARCH_FLAG - depth, standing = stand(s, f);
    if (quiet) {
        best = standing;
        if (best >= beta || depth <= -QUIESCENCE)
            return best;
        alpha = best > alpha ? best : alpha;
    }
    choice list[FF_MOVES_MAX];
    unsigned count = gather(s, f, quiet, list, &any);
    if (!any)
        return -SEARCH_FLAG - depth;
    if (count == 0)
        return standing;
    for (unsigned i = 0; i < count && !s->stopped; i++) {
        choice c = pick(list, i, count);
        int value =
            c.guessed ? standing + c.order : value_of(s, f, &c, depth, (int[2]){alpha, beta}, i);
        if (value > best)
            best = value;
        if (best > alpha)
            alpha = best;
        if (alpha >= beta) {
            if (!quiet)
                s->credit[f->position.turn][FF_FROM(c.move) * FF_SQUARES + FF_TO(c.move)] +=
                    depth * depth;
            break;
        }
    }
    return best;
}

int search_move(search *s, const frame *root, ff_move move, int depth, int alpha) {
    frame next = *root;
    /* The flag is a guess like the other ranks: a world in which it stands there
     * counts as much as the chance of it should tempt. */
    int value = stand(s, root) + s->worth[!s->self][FF_FLAG];
    if (!advance(s, &next, move))
        value = -explore(s, &next, depth - 1, -SEARCH_INFINITE, -alpha);
    retreat(s);
    return value;
}
