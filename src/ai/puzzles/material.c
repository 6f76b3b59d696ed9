/* What a move wins for certain: three plies and an exchange in each world, on plain positions.
 * What must hold: no estimate takes part but the table of worths, so that "certain" means in
 * every world that was drawn. */
#include "ai/puzzles/material.h"

#include <limits.h>
#include <string.h>

#include "core/history.h"
#include "flagfall/world.h"

/* The seat's move, the answer, the seat's next move, and one that takes back. */
enum { PLIES_AHEAD = 4 };

/* Seat by seat the same, whatever has fallen: what is certain must not hang on an estimate. */
static const int worths[FF_RANKS] = {
    [FF_SPY] = 200,        [FF_SCOUT] = 120,    [FF_MINER] = 300, [FF_SERGEANT] = 200,
    [FF_LIEUTENANT] = 300, [FF_CAPTAIN] = 450,  [FF_MAJOR] = 700, [FF_COLONEL] = 1100,
    [FF_GENERAL] = 1800,   [FF_MARSHAL] = 2500, [FF_BOMB] = 300,  [FF_FLAG] = MATERIAL_FLAG,
};

/* A world, and what is open in it. */
typedef struct line {
    const ff_rules *rules;
    ff_history *history;
    ff_position position;
    bool open[FF_SQUARES]; /* pieces of the enemy's that the seat can name */
} line;

int material_worth(unsigned rank) {
    return worths[rank];
}

/* What a battle brings who attacks. */
static int gain_of(ff_battle battle, unsigned attacker, unsigned defender) {
    int gain = 0;
    if (battle != FF_DEFENDER_WINS)
        gain += worths[defender];
    if (battle == FF_DEFENDER_WINS || battle == FF_BOTH_DIE)
        gain -= worths[attacker];
    return gain;
}

/* Plays a move and brings up to date what is open: battles and runs show a piece. */
static int play(line *l, ff_move move) {
    int from = FF_FROM(move), to = FF_TO(move);
    ff_event event = ff_position_play(l->rules, &l->position, l->history, move);
    bool was_open = l->open[from], attacks = event.battle != FF_NO_BATTLE;
    l->open[from] = false;
    l->open[to] = attacks || was_open || event.revealed;
    return attacks ? gain_of((ff_battle)event.battle, event.attacker, event.defender) : 0;
}

static void take_back(line *l, const line *before) {
    l->position = before->position;
    memcpy(l->open, before->open, sizeof l->open);
    l->history->size--;
}

/* The most that the side on turn wins by taking what stands on `square`; 0 where that costs,
 * for nobody has to take. */
static int exchange(line *l, int square) {
    ff_move moves[FF_MOVES_MAX];
    size_t count = ff_moves(l->rules, &l->position, l->history, moves);
    ff_rank defender = ff_position_rank(&l->position, square);
    int most = 0;
    for (size_t i = 0; i < count; i++) {
        if (FF_TO(moves[i]) != square)
            continue;
        ff_rank attacker = ff_position_rank(&l->position, FF_FROM(moves[i]));
        int gain = gain_of(ff_battle_of(attacker, defender), attacker, defender);
        most = gain > most ? gain : most;
    }
    return most;
}

/* The most that the seat can count on in one more move. Attacks on open pieces alone: what a
 * hidden one is differs from world to world, so it cannot be counted on. */
static int harvest(line *l) {
    ff_move moves[FF_MOVES_MAX];
    size_t count = ff_moves(l->rules, &l->position, l->history, moves);
    ff_seat enemy = l->position.turn == FF_RED ? FF_BLUE : FF_RED;
    line before = *l;
    int most = 0;
    for (size_t i = 0; i < count; i++) {
        int to = FF_TO(moves[i]);
        if (ff_position_owner(&before.position, to) != enemy || !before.open[to])
            continue;
        int gain = play(l, moves[i]);
        if (gain > most && ff_position_owner(&l->position, to) != FF_NOBODY &&
            l->position.result == FF_ONGOING)
            gain -= exchange(l, to);
        take_back(l, &before);
        most = gain > most ? gain : most;
    }
    return most;
}

/* What is left of a gain after the enemy's best answer. */
static int after_answers(line *l) {
    ff_move moves[FF_MOVES_MAX];
    if (l->position.result != FF_ONGOING)
        return 0;
    size_t count = ff_moves(l->rules, &l->position, l->history, moves);
    line before = *l;
    int least = INT_MAX;
    for (size_t i = 0; i < count; i++) {
        int gain = -play(l, moves[i]);
        if (l->position.result == FF_ONGOING)
            gain += harvest(l);
        take_back(l, &before);
        least = gain < least ? gain : least;
    }
    return least;
}

static bool begin(line *l, const ff_view *view, ff_history *history) {
    memset(l, 0, sizeof *l);
    l->rules = view->rules;
    l->history = history;
    for (int square = 0; square < FF_SQUARES; square++)
        l->open[square] =
            view->cell[square].seat == 1 - view->viewer && view->cell[square].rank != FF_HIDDEN;
    return history_copy(history, &view->history, PLIES_AHEAD);
}

/* Tries the moves in one more world. A move that has once gained less than the floor is not tried
 * again: it is not certain, whatever other worlds say. */
static void add_world(line *l, int floor, material_gain *gains, size_t count, unsigned worlds) {
    line before = *l;
    for (size_t i = 0; i < count; i++) {
        if (gains[i].least < floor)
            continue;
        int gain = play(l, gains[i].move);
        gain += after_answers(l);
        take_back(l, &before);
        gains[i].least = gain < gains[i].least ? gain : gains[i].least;
        gains[i].mean += (gain - gains[i].mean) / ((int)worlds + 1);
    }
}

material_answer material_ahead(const ff_view *view, ff_rng *rng, unsigned worlds, int floor,
                               material_gain gains[FF_MOVES_MAX], size_t *count) {
    ff_history history = {0};
    ff_move moves[FF_MOVES_MAX];
    line l;
    material_answer answer = begin(&l, view, &history) ? MATERIAL_DONE : MATERIAL_NO_MEMORY;
    *count = ff_view_moves(view, moves);
    for (size_t i = 0; i < *count; i++)
        gains[i] = (material_gain){.move = moves[i], .least = INT_MAX};
    for (unsigned w = 0; answer == MATERIAL_DONE && w < worlds; w++) {
        ff_world drawn = ff_world_draw(view, rng, &l.position);
        if (drawn == FF_WORLD_OK)
            add_world(&l, floor, gains, *count, w);
        else
            answer = drawn == FF_WORLD_NO_MEMORY ? MATERIAL_NO_MEMORY : MATERIAL_UNKNOWN;
    }
    ff_history_free(&history);
    return answer;
}
