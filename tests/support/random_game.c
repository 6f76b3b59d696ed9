/* Chance for tests of the rules. What must hold: the same seed draws the same edition, position and
 * moves, so that a failure comes again. */
#include "random_game.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool chance(ff_rng *rng, unsigned percent) {
    return ff_rng_below(rng, 100) < percent;
}

static unsigned between(ff_rng *rng, unsigned low, unsigned high) {
    return low + ff_rng_below(rng, high - low + 1);
}

static unsigned least(unsigned a, unsigned b) {
    return a < b ? a : b;
}

/* Editions. */

static void draw_board(ff_rng *rng, ff_edition *edition) {
    bool small = chance(rng, 60); /* where chases soon come round */
    edition->files = (uint8_t)between(rng, 2, small ? 5 : FF_FILES);
    edition->rows = (uint8_t)between(rng, 3, small ? 5 : FF_ROWS);
    unsigned most = least(edition->rows / 2u, (unsigned)FF_ZONE_MAX / edition->files);
    edition->zone_rows = (uint8_t)between(rng, 1, most);
    unsigned wet = 12 * ff_rng_below(rng, 3);
    memset(edition->lake, 0, sizeof edition->lake);
    for (unsigned row = 0; row < edition->rows; row++) {
        for (unsigned file = 0; file < edition->files; file++) {
            edition->lake[FF_SQUARE(file, row)] = chance(rng, wet);
        }
    }
}

static unsigned driest_zone(const ff_edition *edition) {
    unsigned dry[2] = {0, 0};
    for (int square = 0; square < FF_SQUARES; square++) {
        int row = square / FF_FILES, file = square % FF_FILES;
        bool land = file < edition->files && row < edition->rows && !edition->lake[square];
        dry[0] += land && row < edition->zone_rows;
        dry[1] += land && row >= edition->rows - edition->zone_rows;
    }
    return least(dry[0], dry[1]);
}

static void draw_army(ff_rng *rng, ff_edition *edition) {
    unsigned room = driest_zone(edition);
    memset(edition->army, 0, sizeof edition->army);
    edition->army[FF_FLAG] = 1;
    edition->army[FF_SCOUT] = 1;
    for (unsigned pieces = 2; pieces < room && !chance(rng, 5); pieces++) {
        edition->army[between(rng, FF_SPY, FF_BOMB)]++;
    }
}

static void draw_rules(ff_rng *rng, ff_edition *edition) {
    edition->two_squares = (uint8_t)ff_rng_below(rng, 9);
    edition->chase =
        (ff_chase)(chance(rng, 15) ? FF_CHASE_NONE : between(rng, FF_CHASE_ISF, FF_CHASE_EXACT));
    edition->forfeit = chance(rng, 30);
    edition->reveal_runs = chance(rng, 50);
    edition->quiet_limit = (uint16_t)(chance(rng, 60) ? 0 : between(rng, 1, 80));
    edition->ply_limit = (uint16_t)(chance(rng, 60) ? 0 : between(rng, 1, 200));
}

ff_edition random_edition(ff_rng *rng) {
    ff_edition edition = *ff_edition_default();
    ff_error error;
    strcpy(edition.id, "random");
    do {
        draw_board(rng, &edition);
        draw_army(rng, &edition);
        draw_rules(rng, &edition);
    } while (driest_zone(&edition) < 2 || !ff_edition_check(&edition, &error));
    return edition;
}

ff_options random_options(ff_rng *rng) {
    return (ff_options){
        .size = sizeof(ff_options),
        .forfeit = chance(rng, 15),
        .no_limits = chance(rng, 30),
        .ply_limit = (uint16_t)(chance(rng, 80) ? 0 : between(rng, 1, 300)),
    };
}

/* Positions. */

static void begin_all(umpire *umpires[UMPIRES], ff_seat turn) {
    for (int i = 0; i < UMPIRES; i++) {
        umpires[i]->begin(umpires[i], turn);
    }
}

static void put_all(umpire *umpires[UMPIRES], int square, ff_seat seat, ff_rank rank) {
    for (int i = 0; i < UMPIRES; i++) {
        umpires[i]->put(umpires[i], square, seat, rank);
    }
}

/* A part of the board, so that pieces meet. */
typedef struct window {
    unsigned file, row, files, rows;
} window;

static window draw_window(ff_rng *rng, const ff_edition *edition) {
    window part;
    part.files = least(edition->files, between(rng, 3, 6));
    part.rows = least(edition->rows, between(rng, 3, 6));
    part.file = between(rng, 0, edition->files - part.files);
    part.row = between(rng, 0, edition->rows - part.rows);
    return part;
}

/* An empty square of the window, or -1 after some tries. */
static int empty_square(ff_rng *rng, const window *part, const ff_edition *edition,
                        const umpire *judge) {
    oracle_state state = judge->state(judge);
    for (int tries = 0; tries < 50; tries++) {
        unsigned file = part->file + ff_rng_below(rng, part->files);
        unsigned row = part->row + ff_rng_below(rng, part->rows);
        unsigned square = FF_SQUARE(file, row);
        if (!edition->lake[square] && state.seat[square] == FF_NOBODY) {
            return (int)square;
        }
    }
    return -1;
}

static ff_rank sparse_rank(ff_rng *rng) {
    static const ff_rank often[] = {FF_SCOUT, FF_SCOUT, FF_SCOUT,   FF_MINER, FF_SERGEANT, FF_BOMB,
                                    FF_MAJOR, FF_MAJOR, FF_MARSHAL, FF_SPY,   FF_CAPTAIN,  FF_FLAG};
    return often[ff_rng_below(rng, sizeof often / sizeof often[0])];
}

void random_sparse_position(ff_rng *rng, const ff_edition *edition, umpire *umpires[UMPIRES]) {
    window part = draw_window(rng, edition);
    for (ff_seat seat = FF_RED; seat <= FF_BLUE; seat++) {
        unsigned count = chance(rng, 3) ? 0 : between(rng, 1, chance(rng, 50) ? 2 : 6);
        for (unsigned i = 0; i < count; i++) {
            int square = empty_square(rng, &part, edition, umpires[0]);
            if (square >= 0) {
                put_all(umpires, square, seat, i ? sparse_rank(rng) : FF_COLONEL);
            }
        }
    }
    begin_all(umpires, (ff_seat)ff_rng_below(rng, 2));
}

/* The k-th square of a zone, own back row first, left to right from the owner's side. */
static int zone_square(const ff_edition *edition, ff_seat seat, int k) {
    int file = k % edition->files, row = k / edition->files;
    return seat == FF_RED ? FF_SQUARE(file, row)
                          : FF_SQUARE(edition->files - 1 - file, edition->rows - 1 - row);
}

void random_armies(ff_rng *rng, const ff_edition *edition, umpire *umpires[UMPIRES]) {
    for (ff_seat seat = FF_RED; seat <= FF_BLUE; seat++) {
        ff_setup setup;
        ff_setup_random(&setup, edition, rng);
        for (int k = 0; k < edition->files * edition->zone_rows; k++) {
            if (setup.rank[k] != FF_EMPTY) {
                put_all(umpires, zone_square(edition, seat, k), seat, setup.rank[k]);
            }
        }
    }
    begin_all(umpires, FF_RED);
}

/* Choices. */

random_manner random_manner_of(ff_rng *rng) {
    static const random_manner manners[] = {
        {FF_NOBODY, 0, 0, 0, 0},    {FF_NOBODY, 75, 0, 0, 90}, {FF_RED, 0, 98, 95, 100},
        {FF_BLUE, 0, 98, 98, 100},  {FF_BLUE, 5, 95, 90, 100}, {FF_RED, 60, 80, 80, 95},
        {FF_BLUE, 90, 90, 90, 100},
    };
    return manners[ff_rng_below(rng, sizeof manners / sizeof manners[0])];
}

static bool next_to(unsigned a, unsigned b) {
    int files = abs((int)(a % FF_FILES) - (int)(b % FF_FILES));
    return files + abs((int)(a / FF_FILES) - (int)(b / FF_FILES)) == 1;
}

static bool threatens(const oracle_state *state, ff_move move) {
    ff_seat enemy = state->turn == FF_RED ? FF_BLUE : FF_RED;
    for (unsigned square = 0; square < FF_SQUARES; square++) {
        if (next_to(FF_TO(move), square) && state->seat[square] == enemy) {
            return true;
        }
    }
    return false;
}

/* Is this the kind of move that the player wants? */
enum wish { WISH_ANY, WISH_QUIET, WISH_BACK, WISH_PURSUE, WISH_FLEE };

static bool grants(enum wish wish, const oracle_state *state, const ff_move last[2], ff_move move) {
    ff_seat own = state->turn, other = own == FF_RED ? FF_BLUE : FF_RED;
    bool quiet = state->seat[FF_TO(move)] == FF_NOBODY;
    switch (wish) {
    case WISH_ANY:
        return true;
    case WISH_QUIET:
        return quiet;
    case WISH_BACK:
        return last[own] && FF_FROM(move) == FF_TO(last[own]) && FF_TO(move) == FF_FROM(last[own]);
    case WISH_PURSUE:
        return quiet && threatens(state, move);
    case WISH_FLEE:
        return quiet && last[other] && next_to(FF_FROM(move), FF_TO(last[other]));
    }
    return false;
}

static enum wish draw_wish(ff_rng *rng, const random_manner *manner, ff_seat own) {
    if (chance(rng, manner->go_back)) {
        return WISH_BACK;
    }
    if (own == manner->pursuer && chance(rng, manner->pursue)) {
        return WISH_PURSUE;
    }
    if (own != manner->pursuer && chance(rng, manner->flee)) {
        return WISH_FLEE;
    }
    return chance(rng, manner->hold_off) ? WISH_QUIET : WISH_ANY;
}

ff_move random_choice(ff_rng *rng, const random_manner *manner, const oracle_state *state,
                      const ff_move last[2], const ff_move *moves, size_t count) {
    enum wish first = draw_wish(rng, manner, state->turn);
    enum wish order[] = {first, manner->hold_off > 50 ? WISH_QUIET : WISH_ANY, WISH_ANY};
    for (size_t i = 0; i < sizeof order / sizeof order[0]; i++) {
        ff_move good[FF_MOVES_MAX];
        uint32_t found = 0;
        for (size_t k = 0; k < count; k++) {
            if (grants(order[i], state, last, moves[k])) {
                good[found++] = moves[k];
            }
        }
        if (found) {
            return good[ff_rng_below(rng, found)];
        }
    }
    return moves[0];
}
