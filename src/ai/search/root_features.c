/* Battles, ways and dangers as one seat sees them at the root. Squares are walked by steps
 * of one, so that every edition's board and lakes are right by themselves. */
#include "ai/search/root_features.h"

#include <stdlib.h>
#include <string.h>

/* What pieces are worth to either side; a scout is the unit. The flag's number
 * is what a chance of it is worth, not what it costs to lose it. */
static const double worth_table[FF_RANKS] = {
    [FF_SPY] = 3,        [FF_SCOUT] = 1.2,   [FF_MINER] = 3, [FF_SERGEANT] = 2,
    [FF_LIEUTENANT] = 3, [FF_CAPTAIN] = 4.5, [FF_MAJOR] = 7, [FF_COLONEL] = 11,
    [FF_GENERAL] = 18,   [FF_MARSHAL] = 25,  [FF_BOMB] = 3,  [FF_FLAG] = 60,
};

/* East and west first: only these can leave a row for the next. */
static const int step[4] = {1, -1, FF_FILES, -FF_FILES};

int root_features_neighbour(const ff_edition *edition, int square, int direction) {
    int next = square + step[direction];
    if (direction < 2 && next / FF_FILES != square / FF_FILES)
        return -1;
    if (next < 0 || next >= FF_SQUARES || !ff_edition_on_board(edition, next))
        return -1;
    return edition->lake[next] ? -1 : next;
}

static void find_neighbours(root_features *features) {
    for (int square = 0; square < FF_SQUARES; square++)
        for (int direction = 0; direction < 4; direction++)
            features->neighbour[square][direction] =
                (int8_t)root_features_neighbour(&features->view->rules->edition, square, direction);
}

/* The table, with what the state of the game makes of some ranks: a spy is next to nothing
 * without a marshal to take, the last two miners are needed for the bombs, and without bombs a
 * miner is a weak piece like others. */
static void weigh(root_features *features) {
    unsigned own[FF_RANKS + 1] = {0}; /* alive, by rank */
    for (int square = 0; square < FF_SQUARES; square++)
        if (features->view->cell[square].seat == features->self)
            own[features->view->cell[square].rank]++;
    unsigned enemy = 1u - features->self;
    memcpy(features->worth[0], worth_table, sizeof worth_table);
    memcpy(features->worth[1], worth_table, sizeof worth_table);
    if (!features->belief.left[FF_MARSHAL])
        features->worth[features->self][FF_SPY] = 0.5;
    if (!own[FF_MARSHAL])
        features->worth[enemy][FF_SPY] = 0.5;
    if (features->belief.left[FF_BOMB] && own[FF_MINER] <= 2)
        features->worth[features->self][FF_MINER] *= 2;
    if (!features->belief.left[FF_BOMB])
        features->worth[features->self][FF_MINER] = 1.5;
}

double root_features_risk(const root_features *features, ff_rank rank) {
    return rank >= FF_MAJOR && rank <= FF_MARSHAL ? features->risk : 1;
}

/* The duel of our rank against what stands on a square, and the same attack the
 * other way round. */
static duel weigh_duel(const root_features *features, ff_rank rank, int square) {
    const double *ours = features->worth[features->self],
                 *theirs = features->worth[1 - features->self];
    duel d = {0};
    double lose = 0;
    for (int other = FF_SPY; other < FF_RANKS; other++) {
        double chance = features->belief.chance[square][other];
        if (chance == 0)
            continue;
        ff_battle battle = ff_battle_of(rank, (ff_rank)other);
        if (battle == FF_ATTACKER_WINS || battle == FF_FLAG_TAKEN)
            d.win += chance;
        else if (battle == FF_BOTH_DIE)
            d.tie += chance;
        else
            lose += chance;
        if (battle != FF_DEFENDER_WINS)
            d.gain += chance * theirs[other];
        /* What follows is about the enemy's attack on us, and these never attack. */
        if (other == FF_BOMB || other == FF_FLAG)
            continue;
        ff_battle answer = ff_battle_of((ff_rank)other, rank);
        if (answer == FF_ATTACKER_WINS || answer == FF_FLAG_TAKEN)
            d.fear += chance * ours[rank];
        /* An even exchange is to be feared only where our piece is the dearer one. */
        else if (answer == FF_BOTH_DIE && ours[rank] > theirs[other])
            d.fear += chance * (ours[rank] - theirs[other]);
    }
    d.gain -= (d.tie + lose * root_features_risk(features, rank)) * ours[rank];
    return d;
}

void root_features_walk(const root_features *features, int from, const bool barred[FF_SQUARES],
                        uint8_t steps[FF_SQUARES]) {
    uint8_t queue[FF_SQUARES];
    int head = 0, tail = 0;
    memset(steps, FAR_AWAY, FF_SQUARES);
    steps[from] = 0;
    queue[tail++] = (uint8_t)from;
    while (head < tail) {
        int square = queue[head++];
        for (int direction = 0; direction < 4; direction++) {
            int next = features->neighbour[square][direction];
            if (next < 0 || steps[next] != FAR_AWAY || barred[next])
                continue;
            steps[next] = (uint8_t)(steps[square] + 1);
            queue[tail++] = (uint8_t)next;
        }
    }
}

/* For our pieces: our own movers may step aside; other enemies and what cannot move bar
 * the way. */
static void bar_ways(const root_features *features, bool barred[FF_SQUARES]) {
    for (int square = 0; square < FF_SQUARES; square++) {
        const ff_cell *cell = &features->view->cell[square];
        barred[square] =
            cell->seat == 1 - features->self || cell->rank == FF_BOMB || cell->rank == FF_FLAG;
    }
}

void root_features_init(root_features *features, const ff_view *view, const belief *b,
                        double risk) {
    features->view = view;
    features->self = (ff_seat)view->viewer;
    features->targets = 0;
    /* A hundred quiet plies are half of what makes a draw in a tournament (docs/rules.md). */
    features->urgency = view->quiet >= 100 ? 1 : view->quiet / 100.0;
    features->belief = *b;
    features->risk = risk;
    memset(features->gate, 0, sizeof features->gate);
    features->miner = FF_OFF_BOARD;
    weigh(features);
    find_neighbours(features);
    bool barred[FF_SQUARES];
    bar_ways(features, barred);
    for (int square = 0; square < FF_SQUARES; square++) {
        if (view->cell[square].seat != 1 - features->self)
            continue;
        features->target[features->targets] = square;
        features->catchable[features->targets] = 1;
        root_features_walk(features, square, barred, features->steps[features->targets++]);
        for (int rank = FF_SPY; rank < FF_RANKS; rank++)
            features->duel[rank][square] = weigh_duel(features, (ff_rank)rank, square);
    }
}

double root_features_clears(const root_features *features, ff_rank rank, int square) {
    double cleared = 0;
    for (int other = FF_SPY; other < FF_FLAG; other++)
        if (ff_battle_of(rank, (ff_rank)other) != FF_DEFENDER_WINS)
            cleared += features->belief.chance[square][other];
    return cleared;
}

double root_features_pull(const root_features *features, ff_rank rank, int square) {
    double best = 0;
    for (int i = 0; i < features->targets; i++) {
        int steps = features->steps[i][square];
        if (steps == FAR_AWAY || steps == 0)
            continue;
        const duel *d = &features->duel[rank][features->target[i]];
        /* The 1 draws a little towards pieces that promise nothing yet, and more the longer
         * nothing has happened; otherwise a side with no good attack would only shuffle. */
        double pull = features->catchable[i] * (d->gain + 1 + 4 * features->urgency) / (steps + 2);
        if (pull > best)
            best = pull;
    }
    return best;
}

bool root_features_guards_flag(const root_features *features, int square) {
    for (int direction = 0; direction < 4; direction++) {
        int next = features->neighbour[square][direction];
        if (next >= 0 && features->view->cell[next].seat == features->self &&
            features->view->cell[next].rank == FF_FLAG)
            return true;
    }
    return false;
}

/* What stands on a square of ours after the change; FF_EMPTY where nothing does. */
static ff_rank own_rank(const root_features *features, const change *after, int square) {
    if (square == after->here)
        return after->rank;
    const ff_cell *cell = &features->view->cell[square];
    return square == after->gone || cell->seat != features->self ? FF_EMPTY : (ff_rank)cell->rank;
}

/* The nearest piece from a square in one direction after the change, or -1 where
 * there is none; `steps` says how far it is. */
static int first_piece(const root_features *features, const change *after, int square,
                       int direction, int *steps) {
    *steps = 0;
    do {
        square = features->neighbour[square][direction];
        ++*steps;
    } while (square >= 0 && square != after->here &&
             (square == after->gone || features->view->cell[square].seat == FF_NOBODY));
    return square;
}

/* What an enemy there may do to a piece of ours from a distance: scouts alone
 * reach farther than one square. */
static double fear_of(const root_features *features, ff_rank rank, int enemy, int steps) {
    if (steps == 1)
        return features->duel[rank][enemy].fear;
    if (ff_battle_of(FF_SCOUT, rank) == FF_DEFENDER_WINS || rank == FF_SCOUT)
        return 0;
    return features->belief.chance[enemy][FF_SCOUT] * features->worth[features->self][rank];
}

/* The worst that an enemy may do to one piece. */
static double fear_at(const root_features *features, const change *after, int square,
                      ff_rank rank) {
    double worst = 0;
    for (int direction = 0; direction < 4; direction++) {
        int steps, enemy = first_piece(features, after, square, direction, &steps);
        if (enemy < 0 || enemy == after->here ||
            features->view->cell[enemy].seat != 1 - features->self)
            continue;
        double fear = fear_of(features, rank, enemy, steps);
        if (fear > worst)
            worst = fear;
    }
    /* Nobody runs at what he cannot name as gladly as at what he can. */
    bool known = square == after->here ? after->known : features->view->cell[square].known;
    return known ? worst : 0.6 * worst;
}

double root_features_danger(const root_features *features, const change *after) {
    double worst = 0, sum = 0;
    for (int square = 0; square < FF_SQUARES; square++) {
        ff_rank rank = own_rank(features, after, square);
        if (rank == FF_EMPTY)
            continue;
        double fear = fear_at(features, after, square, rank);
        sum += fear;
        if (fear > worst)
            worst = fear;
    }
    /* The enemy has one move; what else hangs may be saved. */
    return worst + 0.25 * (sum - worst);
}
