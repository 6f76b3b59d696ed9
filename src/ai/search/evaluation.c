/* The tables of the evaluation, filled from the features of the root. All worths are integers:
 * sums of floating-point numbers depend on their order and on the machine, and the same search
 * must find the same move everywhere. */
#include "ai/search/evaluation.h"

#include <string.h>

/* What a piece loses that shows itself, in hundredths of a scout: a mover so much and this part of
 * its worth, for all that is known of an army helps to tell the rest; a bomb the other part.
 * Learned from games (bench/strength-log.md, "Worths fitted to games"). */
enum { SECRET = 50, SECRET_PART = 30, SECRET_PART_OF_BOMB = 12 };

/* What the flag is worth while it is one guess among many. */
enum { FLAG_GUESS = 2000 };

/* What it costs that an enemy breaks in beside our flag and cannot be taken there. */
enum { BREACH = 6000 };

static int hundredths(double worth) {
    return (int)(worth * 100);
}

/* What the enemy can tell of a piece of ours that it cannot name: our hidden ranks,
 * bombs and flag only where nothing has moved. */
static void guess_ours(const root_features *features, double chance[2][FF_RANKS]) {
    double sum[2] = {0, 0};
    memset(chance, 0, 2 * sizeof *chance);
    for (int square = 0; square < FF_SQUARES; square++) {
        const ff_cell *cell = &features->view->cell[square];
        if (cell->seat != features->self || cell->known)
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

/* The cube keeps a chance of a third at less than a hundredth of a game, so that nobody wastes
 * a piece on a mere guess; a certain flag counts a fifth of a game above its worth. */
int evaluation_certainty(double flag) {
    return (int)(flag * flag * flag * GAME_WORTH / 5);
}

/* What an attack is worth on average against a piece that may be this or that; an attacker that
 * is lost counts `risk` times its worth. A tie takes both pieces, hence it is counted on both
 * sides. */
static int expect(const evaluation *e, unsigned seat, int rank, const double chance[FF_RANKS],
                  double risk) {
    double gain = 0;
    for (int other = FF_SPY; other < FF_RANKS; other++) {
        if (chance[other] == 0)
            continue;
        ff_battle battle = ff_battle_of((ff_rank)rank, (ff_rank)other);
        if (battle != FF_DEFENDER_WINS)
            gain += chance[other] * e->worth[!seat][other];
        if (battle == FF_DEFENDER_WINS)
            gain -= chance[other] * e->worth[seat][rank] * risk;
        if (battle == FF_BOTH_DIE)
            gain -= chance[other] * e->worth[seat][rank];
    }
    return (int)gain + evaluation_certainty(chance[FF_FLAG]);
}

static void weigh_pieces(evaluation *e, const root_features *features) {
    for (int seat = 0; seat < 2; seat++) {
        for (int rank = FF_SPY; rank < FF_FLAG; rank++) {
            e->worth[seat][rank] = hundredths(features->worth[seat][rank]);
            e->secret[seat][rank] = SECRET + e->worth[seat][rank] / SECRET_PART;
        }
        e->secret[seat][FF_BOMB] = e->worth[seat][FF_BOMB] / SECRET_PART_OF_BOMB;
        /* Losing the flag is the end of the game and not a matter of worth: the search finds
         * that by itself. Here it is only what a guess at it should tempt. */
        e->worth[seat][FF_FLAG] = FLAG_GUESS;
        e->secret[seat][FF_FLAG] = 0;
    }
}

/* How far our flag is from everywhere, for a piece that our bombs stop and for a miner. Our
 * other pieces bar nobody here: they may be gone by the time somebody comes. */
static void walk_to_flag(const root_features *features, bool miner, uint8_t steps[FF_SQUARES]) {
    bool barred[FF_SQUARES];
    int flag = FF_OFF_BOARD;
    for (int square = 0; square < FF_SQUARES; square++) {
        const ff_cell *cell = &features->view->cell[square];
        barred[square] = cell->seat == features->self && cell->rank == FF_BOMB && !miner;
        if (cell->seat == features->self && cell->rank == FF_FLAG)
            flag = square;
    }
    memset(steps, FAR_AWAY, FF_SQUARES);
    if (flag != FF_OFF_BOARD)
        root_features_walk(features, flag, barred, steps);
}

/* What it costs that an enemy has so many steps to our flag, in hundredths of a scout. */
static int threat_at(unsigned steps) {
    static const int table[] = {0, 600, 400, 250, 150, 100, 60, 30};
    return steps < sizeof table / sizeof *table ? table[steps] : 0;
}

static void weigh_threats(evaluation *e, const root_features *features) {
    uint8_t open[FF_SQUARES], mined[FF_SQUARES];
    walk_to_flag(features, false, open);
    walk_to_flag(features, true, mined);
    for (int i = 0; i < features->targets; i++) {
        double miner = features->belief.chance[features->target[i]][FF_MINER];
        for (int square = 0; square < FF_SQUARES; square++) {
            /* A miner may come by the way through the bombs. What it saves counts by the chance
             * that the piece is a miner. */
            double way = threat_at(open[square]), tunnel = threat_at(mined[square]);
            e->threat[features->target[i]][square] =
                (int16_t)(tunnel > way ? way + miner * (tunnel - way) : way);
        }
    }
}

/* Where a piece shields our flag, and what it costs that a hidden enemy takes it. */
static void weigh_breaches(evaluation *e, const root_features *features) {
    memset(e->shield, 0, sizeof e->shield);
    memset(e->breach, 0, sizeof e->breach);
    for (int square = 0; square < FF_SQUARES; square++)
        e->shield[square] = root_features_guards_flag(features, square);
    for (int i = 0; i < features->targets; i++) {
        int square = features->target[i];
        for (int rank = FF_SPY; rank < FF_FLAG; rank++) {
            double won = 0;
            for (int other = FF_SPY; other < FF_BOMB; other++)
                if (ff_battle_of((ff_rank)other, (ff_rank)rank) == FF_ATTACKER_WINS)
                    won += features->belief.chance[square][other];
            e->breach[rank][square] = (int)(won * BREACH);
        }
    }
}

/* What attacks on each square promise: ours on who stands there, and the enemy's on a piece of ours
 * that it cannot name. */
static void weigh_attacks(evaluation *e, const root_features *features) {
    double ours[2][FF_RANKS];
    int theirs[2][FF_RANKS] = {{0}};
    guess_ours(features, ours);
    for (int moved = 0; moved < 2; moved++)
        for (int rank = FF_SPY; rank < FF_RANKS; rank++)
            theirs[moved][rank] = expect(e, !e->self, rank, ours[moved], 1);
    for (int square = 0; square < FF_SQUARES; square++) {
        const ff_cell *cell = &features->view->cell[square];
        const double *chance = features->belief.chance[square];
        for (int rank = FF_SPY; rank < FF_RANKS; rank++) {
            e->guess[!e->self][rank][square] = theirs[cell->moved][rank];
            e->guess[e->self][rank][square] = 0;
            if (cell->seat == 1 - features->self)
                e->guess[e->self][rank][square] =
                    expect(e, e->self, rank, chance, root_features_risk(features, (ff_rank)rank)) +
                    hundredths(features->gate[square] *
                               root_features_clears(features, (ff_rank)rank, square));
        }
    }
}

void evaluation_init(evaluation *e, const root_features *features) {
    e->rules = features->view->rules;
    e->self = features->self;
    weigh_pieces(e, features);
    for (int square = 0; square < FF_SQUARES; square++) {
        e->gate[square] = hundredths(features->gate[square]);
        for (int rank = FF_SPY; rank < FF_RANKS; rank++)
            e->fear[rank][square] = hundredths(features->duel[rank][square].fear);
    }
    weigh_attacks(e, features);
    weigh_threats(e, features);
    weigh_breaches(e, features);
    flag_safety_init(&e->flag_safety, features);
}
