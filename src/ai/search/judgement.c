#include "ai/search/judgement.h"

#include <string.h>

/* A piece that shows itself loses this part of its worth. */
enum { SECRET_PART = 12 };

/* What the flag is worth while it is one guess among many. */
enum { FLAG_GUESS = 2000 };

/* What it costs that an enemy breaks in beside our flag and cannot be taken there. */
enum { BREACH = 6000 };

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

int judgement_certainty(double flag) {
    return (int)(flag * flag * flag * GAME_WORTH / 5);
}

/* What an attack is worth on average against a piece that may be this or that, where
 * the attacker that is lost counts `risk` times. */
static int expect(const judgement *j, unsigned seat, int rank, const double chance[FF_RANKS],
                  double risk) {
    double gain = 0;
    for (int other = FF_SPY; other < FF_RANKS; other++) {
        if (chance[other] == 0)
            continue;
        ff_battle battle = ff_battle_of((ff_rank)rank, (ff_rank)other);
        if (battle != FF_DEFENDER_WINS)
            gain += chance[other] * j->worth[!seat][other];
        if (battle == FF_DEFENDER_WINS)
            gain -= chance[other] * j->worth[seat][rank] * risk;
        if (battle == FF_BOTH_DIE)
            gain -= chance[other] * j->worth[seat][rank];
    }
    return (int)gain + judgement_certainty(chance[FF_FLAG]);
}

static void weigh_pieces(judgement *j, const outlook *o) {
    for (int seat = 0; seat < 2; seat++) {
        for (int rank = FF_SPY; rank < FF_FLAG; rank++) {
            j->worth[seat][rank] = hundredths(o->worth[seat][rank]);
            j->secret[seat][rank] = j->worth[seat][rank] / SECRET_PART;
        }
        j->worth[seat][FF_FLAG] = FLAG_GUESS;
        j->secret[seat][FF_FLAG] = 0;
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

static void weigh_threats(judgement *j, const outlook *o) {
    uint8_t open[FF_SQUARES], mined[FF_SQUARES];
    walk_to_flag(o, false, open);
    walk_to_flag(o, true, mined);
    for (int i = 0; i < o->targets; i++) {
        double miner = o->belief.chance[o->target[i]][FF_MINER];
        for (int square = 0; square < FF_SQUARES; square++) {
            double way = threat_at(open[square]), tunnel = threat_at(mined[square]);
            j->threat[o->target[i]][square] =
                (int16_t)(tunnel > way ? way + miner * (tunnel - way) : way);
        }
    }
}

/* Where a piece shields our flag, and what it costs that a hidden enemy takes it. */
static void weigh_breaches(judgement *j, const outlook *o) {
    memset(j->shield, 0, sizeof j->shield);
    memset(j->breach, 0, sizeof j->breach);
    for (int square = 0; square < FF_SQUARES; square++)
        j->shield[square] = outlook_guards_flag(o, square);
    for (int i = 0; i < o->targets; i++) {
        int square = o->target[i];
        for (int rank = FF_SPY; rank < FF_FLAG; rank++) {
            double won = 0;
            for (int other = FF_SPY; other < FF_BOMB; other++)
                if (ff_battle_of((ff_rank)other, (ff_rank)rank) == FF_ATTACKER_WINS)
                    won += o->belief.chance[square][other];
            j->breach[rank][square] = (int)(won * BREACH);
        }
    }
}

void judgement_init(judgement *j, const outlook *o) {
    double ours[2][FF_RANKS];
    guess_ours(o, ours);
    j->rules = o->view->rules;
    j->self = o->self;
    weigh_pieces(j, o);
    for (int square = 0; square < FF_SQUARES; square++) {
        const double *chance = ours[o->view->cell[square].moved];
        for (int rank = FF_SPY; rank < FF_RANKS; rank++) {
            j->guess[j->self][rank][square] =
                expect(j, j->self, rank, o->belief.chance[square], outlook_risk(o, (ff_rank)rank));
            j->guess[!j->self][rank][square] = expect(j, !j->self, rank, chance, 1);
            j->fear[rank][square] = hundredths(o->duel[rank][square].fear);
        }
    }
    weigh_threats(j, o);
    weigh_breaches(j, o);
    siege_init(&j->siege, o);
}
