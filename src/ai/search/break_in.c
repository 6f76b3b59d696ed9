/* Which pieces bar a miner's way to where the enemy's flag most likely is. The cheapest way is
 * found from the flag outwards (Dijkstra, 1959): a step costs one, a piece of the enemy's more.
 * Our own pieces may step aside, except bombs and the flag, and are wanted to. */
#include "ai/search/break_in.h"

#include <string.h>

/* A bomb costs a miner little more than a step. Another piece may beat it, so that a way round
 * of five steps is as good. One of ours has to go out of the way first. FAR is more than any way
 * on the board can cost. */
enum { FAR = 10000, STEP = 1, BOMB_PRICE = 2, PIECE_PRICE = 5, OWN_PRICE = 3 };

/* How many squares before the miner are to be kept free, and how many of its steps it is worth
 * to leave one. */
enum { AHEAD = 3, CLEARING = 2 };

/* Below this chance the flag may be anywhere; what the last gate before a certain flag is
 * worth, in scouts; what each gate farther out is worth of that one; what a step on the way to a
 * certain flag is worth. Without the last a miner who is far away finds any other place as good:
 * the pull of a target falls with the distance. */
static const double least = 0.2, gate_worth = 40, farther = 0.5, step_worth = 0.6;

/* From which chance on a miner sets out in earnest, and how much dearer ours are then: of
 * 86 positions that were not won 34 had none left (bench/strength-log.md, "Breaking in"). */
static const double likely = 0.5, dearer = 1.5;

/* The square where the flag most likely is; FF_OFF_BOARD where no guess is good enough. */
static int guess_flag(const root_features *features) {
    int best = FF_OFF_BOARD;
    double most = least;
    for (int i = 0; i < features->targets; i++) {
        double chance = features->belief.chance[features->target[i]][FF_FLAG];
        if (chance > most) {
            most = chance;
            best = features->target[i];
        }
    }
    return best;
}

/* What it costs a miner to pass a square, FAR where it cannot. One of ours that is a miner goes
 * itself. */
static int price_of(const root_features *features, int square) {
    const ff_cell *cell = &features->view->cell[square];
    bool miner = cell->seat == features->self && cell->rank == FF_MINER;
    if (cell->seat == FF_NOBODY || miner)
        return STEP;
    if (cell->seat == features->self)
        return cell->rank < FF_BOMB ? STEP + OWN_PRICE : FAR;
    double bomb = features->belief.chance[square][FF_BOMB];
    return STEP + (int)(BOMB_PRICE * bomb + PIECE_PRICE * (1 - bomb));
}

/* Ways from the flag to all squares. */
typedef struct ways {
    int cost[FF_SQUARES];
    int before[FF_SQUARES]; /* the square nearer to the flag; FF_OFF_BOARD at the flag */
    bool done[FF_SQUARES];
} ways;

/* The nearest square that has not been left yet; FF_OFF_BOARD where none is. A plain scan: the
 * board is too small for a heap to pay. */
static int nearest(const ways *w) {
    int best = FF_OFF_BOARD, cost = FAR;
    for (int square = 0; square < FF_SQUARES; square++) {
        if (!w->done[square] && w->cost[square] < cost) {
            cost = w->cost[square];
            best = square;
        }
    }
    return best;
}

static void go_on(ways *w, const root_features *features, int from) {
    w->done[from] = true;
    for (int direction = 0; direction < 4; direction++) {
        int next = features->neighbour[from][direction];
        if (next < 0 || w->cost[from] + price_of(features, next) >= w->cost[next])
            continue;
        w->cost[next] = w->cost[from] + price_of(features, next);
        w->before[next] = from;
    }
}

/* Our miner with the cheapest way to the flag; FF_OFF_BOARD where there is none. Dijkstra's
 * order makes the first one met the cheapest, so the walk ends there. */
static int find_miner(ways *w, const root_features *features, int flag) {
    for (int square = 0; square < FF_SQUARES; square++) {
        w->cost[square] = FAR;
        w->done[square] = false;
    }
    w->cost[flag] = 0;
    w->before[flag] = FF_OFF_BOARD;
    int at = flag;
    for (; at != FF_OFF_BOARD; at = nearest(w)) {
        const ff_cell *cell = &features->view->cell[at];
        if (cell->seat == features->self && cell->rank == FF_MINER)
            break;
        go_on(w, features, at);
    }
    return at;
}

static void add_gate(root_features *features, int square, double worth) {
    features->gate[square] = worth;
    for (int rank = FF_SPY; rank < FF_BOMB; rank++)
        features->duel[rank][square].gain +=
            worth * root_features_clears(features, (ff_rank)rank, square);
}

/* The miner's next steps. */
static void set_out(root_features *features, const ways *w, int miner, double worth) {
    features->miner = miner;
    features->advance = worth;
    if (miner == FF_OFF_BOARD)
        return;
    for (int square = 0; square < FF_SQUARES; square++)
        features->nearer[square] = w->cost[square] < w->cost[miner];
    int at = w->before[miner];
    memset(features->ahead, 0, sizeof features->ahead);
    for (int i = 0; i < AHEAD && at != FF_OFF_BOARD; i++, at = w->before[at])
        features->ahead[at] = true;
}

bool break_in_is_on(const root_features *features) {
    return features->miner != FF_OFF_BOARD && features->advance >= step_worth * likely * likely;
}

static void spare_miners(root_features *features) {
    features->worth[features->self][FF_MINER] *= dearer;
    for (int i = 0; i < features->targets; i++)
        features->duel[FF_MINER][features->target[i]].fear *= dearer;
}

void break_in_plan(root_features *features) {
    ways w;
    int gates[FF_SQUARES], count = 0, flag = guess_flag(features);
    if (flag == FF_OFF_BOARD)
        return;
    int miner = find_miner(&w, features, flag);
    for (int at = miner; at != FF_OFF_BOARD; at = w.before[at])
        if (features->view->cell[at].seat == 1 - features->self && at != flag)
            gates[count++] = at;
    double chance = features->belief.chance[flag][FF_FLAG];
    /* The way leads from the miner to the flag, so the last gate found is the one before the
     * flag and is worth most. The chance counts twice: a doubtful flag should not draw a miner
     * across the board. */
    for (double worth = gate_worth * chance * chance; count > 0; worth *= farther)
        add_gate(features, gates[--count], worth);
    set_out(features, &w, miner, step_worth * chance * chance);
    if (break_in_is_on(features))
        spare_miners(features);
}

int break_in_advance(const root_features *features, ff_move move) {
    if (features->miner == FF_OFF_BOARD)
        return 0;
    int worth = (int)(100 * features->advance), from = FF_FROM(move), to = FF_TO(move);
    if (from == features->miner)
        return features->nearer[to] ? worth : -worth;
    /* Who attacks does not come or go for the miner's sake. */
    if (features->view->cell[to].seat != FF_NOBODY)
        return 0;
    return CLEARING * worth * (features->ahead[from] - features->ahead[to]);
}
