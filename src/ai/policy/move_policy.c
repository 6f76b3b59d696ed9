/* The sum of a move: a few weights of its own, and what it changes of how the piece stands to each
 * enemy piece. What must hold: nothing is read of an enemy piece but what its owner has shown. */
#include "ai/policy/move_policy.h"

#include <assert.h>
#include <stddef.h>

#include "core/board.h"

const int8_t *move_policy_for(const ff_edition *edition) {
    return move_policy_table[armies_kind(edition)];
}

/* --- pieces and squares ------------------------------------------------------------ */

enum { HIDDEN_UNMOVED, HIDDEN_MOVED, KNOWN };

static unsigned state_of(const policy_scene *s, unsigned square) {
    return s->knowledge->known[square] ? KNOWN : s->knowledge->moved[square];
}

static unsigned own_kind(const policy_scene *s, unsigned square) {
    return (rank_at(s->position, square) - FF_SPY) * POLICY_STATES + state_of(s, square);
}

static unsigned named_kind(const policy_scene *s, unsigned square) {
    return (rank_at(s->position, square) - FF_SPY) * 2 + s->knowledge->known[square];
}

static unsigned enemy_kind(const policy_scene *s, unsigned square) {
    unsigned state = state_of(s, square);
    return state == KNOWN ? rank_at(s->position, square) - FF_SPY
                          : (unsigned)(POLICY_ENEMY - KNOWN) + state;
}

/* `offset_wide`, as the seat sees it from its own side but for a constant. */
static int wide_of(const policy_scene *s, unsigned square) {
    return s->seat == FF_RED ? offset_wide(square) : -offset_wide(square);
}

/* --- the scene --------------------------------------------------------------------- */

static unsigned phase_of(const ff_edition *edition, unsigned left) {
    unsigned army = ff_edition_army_size(edition);
    return 3 * left > 2 * army ? 0 : 3 * left > army ? 1 : 2;
}

void policy_scene_init(policy_scene *s, const ff_edition *edition, const ff_position *position,
                       const ff_knowledge *knowledge, const ff_history *history) {
    const uint64_t *enemies = position->pieces[!position->turn];
    uint32_t size = history->size;
    s->position = position;
    s->knowledge = knowledge;
    s->edition = edition;
    s->seat = position->turn;
    s->count = 0;
    for (int lane = 0; lane < 2; lane++)
        for (uint64_t bits = enemies[lane]; bits && s->count < FF_ZONE_MAX; bits &= bits - 1) {
            unsigned square = bit_square[lane][__builtin_ctzll(bits)];
            s->stand[s->count] = (uint16_t)(enemy_kind(s, square) * OFFSETS);
            s->wide[s->count++] = (int16_t)(OFFSET_MIDDLE + wide_of(s, square));
        }
    s->phase = phase_of(edition, s->count);
    s->just = FF_OFF_BOARD;
    if (size > 0 && bitboard_has(enemies, FF_TO(history->moves[size - 1])))
        s->just = FF_TO(history->moves[size - 1]);
    s->reached[0] = s->reached[1] = 0;
    for (unsigned ago = 0; ago < POLICY_PAST; ago++) {
        s->past[ago] = size > 2 * ago + 1 ? history->moves[size - 2 - 2 * ago] : 0;
        unsigned to = FF_TO(s->past[ago]);
        s->reached[to / 64] |= UINT64_C(1) << to % 64;
    }
}

/* --- a move's own terms ------------------------------------------------------------ */

/* The number in a policy of a weight, by its table and the number there. */
static_assert(POLICY_WEIGHTS <= UINT16_MAX, "a term is a number of 16 bits");
#define TERM(table, number) (uint16_t)(offsetof(policy_layout, table) + (number))

static unsigned count_guards(const policy_scene *s, unsigned target) {
    const uint64_t *enemies = s->position->pieces[!s->seat];
    int count = __builtin_popcountll(enemies[0] & neighbour_bits[target][0]) +
                __builtin_popcountll(enemies[1] & neighbour_bits[target][1]);
    return count < POLICY_GUARDS ? (unsigned)count : POLICY_GUARDS - 1;
}

static unsigned row_of(const policy_scene *s, unsigned square) {
    unsigned row = square / FF_FILES;
    return s->seat == FF_RED ? row : s->edition->rows - 1u - row;
}

static unsigned place_of(const policy_scene *s, unsigned square) {
    unsigned file = square % FF_FILES, last = s->edition->files - 1u;
    return row_of(s, square) * POLICY_HALF + (2 * file < last ? file : last - file);
}

static unsigned list_attack(const policy_scene *s, unsigned own, unsigned to, uint16_t *list) {
    unsigned pair = own * POLICY_ENEMY + enemy_kind(s, to), count = 0;
    list[count++] = TERM(attack, s->phase * POLICY_OWN * POLICY_ENEMY + pair);
    list[count++] = TERM(guarded, pair * POLICY_GUARDS + count_guards(s, to));
    list[count++] =
        TERM(hit, (own * POLICY_STATES + state_of(s, to)) * POLICY_PLACES + place_of(s, to));
    if (to == s->just)
        list[count++] = TERM(answer, pair);
    return count;
}

static unsigned list_step(const policy_scene *s, unsigned own, unsigned from, unsigned to,
                          uint16_t *list) {
    unsigned count = 0;
    bool along = (to > from ? to - from : from - to) >= FF_FILES;
    unsigned direction = !along ? 2 : (to > from) == (s->seat == FF_RED) ? 0 : 1;
    list[count++] = TERM(step, (s->phase * POLICY_OWN + own) * POLICY_DIRECTIONS + direction);
    list[count++] = TERM(enter, own * POLICY_PLACES + place_of(s, to));
    list[count++] = TERM(quit, own * POLICY_PLACES + place_of(s, from));
    if (s->just == FF_OFF_BOARD)
        return count;
    unsigned other = enemy_kind(s, s->just);
    if (squares_adjoin((int)from, s->just))
        list[count++] = TERM(leave, own * POLICY_ENEMY + other);
    unsigned offset = offset_classes[OFFSET_MIDDLE + wide_of(s, s->just) - wide_of(s, to)];
    list[count++] = TERM(meet, (named_kind(s, from) * POLICY_ENEMY + other) * OFFSETS + offset);
    return count;
}

static unsigned run_length(unsigned from, unsigned to) {
    unsigned distance = from < to ? to - from : from - to;
    return distance < FF_FILES ? distance : distance / FF_FILES;
}

/* Which of the seat's last moves brought the piece there, and whether it goes back to where one of
 * them began. */
static unsigned list_trail(const policy_scene *s, unsigned own, unsigned from, unsigned to,
                           uint16_t *list) {
    unsigned trail = 0, count = 0;
    if (!(s->reached[from / 64] >> from % 64 & 1))
        return 0;
    for (unsigned ago = 0, stood = from; ago < POLICY_PAST; ago++) {
        if (!s->past[ago] || FF_TO(s->past[ago]) != stood)
            continue;
        stood = FF_FROM(s->past[ago]);
        trail |= 1u << ago;
        if (stood == to)
            list[count++] = TERM(visit, own * POLICY_PAST + ago);
    }
    if (trail)
        list[count++] = TERM(trail, own * POLICY_TRAILS + trail);
    return count;
}

static unsigned list_terms(const policy_scene *s, ff_move move, bool attack,
                           uint16_t list[POLICY_TERMS]) {
    unsigned from = FF_FROM(move), to = FF_TO(move), own = own_kind(s, from);
    unsigned count = attack ? list_attack(s, own, to, list) : list_step(s, own, from, to, list);
    if (!squares_adjoin((int)from, (int)to))
        list[count++] = TERM(run, state_of(s, from) * POLICY_RUNS + run_length(from, to));
    return count + list_trail(s, own, from, to, list + count);
}

static bool is_attack(const policy_scene *s, ff_move move) {
    return bitboard_has(s->position->pieces[!s->seat], FF_TO(move));
}

/* --- standing to enemy pieces ------------------------------------------------------ */

/* The first weight of `stand` for an own piece of that kind. */
static unsigned stand_from(unsigned named) {
    return offsetof(policy_layout, stand) + named * POLICY_ENEMY * OFFSETS;
}

/* What the weights from `first` on say of an own piece there beside all enemy pieces. */
static int stand_of(const int8_t *first, const policy_scene *s, int wide) {
    int sum = 0;
    for (unsigned n = 0; n < s->count; n++)
        sum += first[s->stand[n] + offset_classes[s->wide[n] - wide]];
    return sum;
}

/* --- for players and for the learner ----------------------------------------------- */

void move_policy_score(const int8_t *policy, const policy_scene *s, const ff_move *moves,
                       size_t count, int *scores) {
    bool stood[FF_SQUARES] = {false};
    int before[FF_SQUARES]; /* of pieces that have moves, where `stood` says so */
    for (size_t i = 0; i < count; i++) {
        unsigned from = FF_FROM(moves[i]);
        uint16_t list[POLICY_TERMS];
        bool attack = is_attack(s, moves[i]);
        unsigned terms = list_terms(s, moves[i], attack, list);
        scores[i] = 0;
        for (unsigned k = 0; k < terms; k++)
            scores[i] += policy[list[k]];
        if (attack)
            continue;
        const int8_t *first = policy + stand_from(named_kind(s, from));
        if (!stood[from])
            before[from] = stand_of(first, s, wide_of(s, from));
        stood[from] = true;
        scores[i] += stand_of(first, s, wide_of(s, FF_TO(moves[i]))) - before[from];
    }
}

void move_policy_terms(const policy_scene *s, ff_move move, policy_terms *terms) {
    bool attack = is_attack(s, move);
    terms->plus = list_terms(s, move, attack, terms->added);
    terms->minus = 0;
    unsigned first = stand_from(named_kind(s, FF_FROM(move)));
    int from = wide_of(s, FF_FROM(move)), to = wide_of(s, FF_TO(move));
    for (unsigned n = 0; n < s->count && !attack; n++) {
        unsigned term = first + s->stand[n];
        terms->taken[terms->minus++] = (uint16_t)(term + offset_classes[s->wide[n] - from]);
        terms->added[terms->plus++] = (uint16_t)(term + offset_classes[s->wide[n] - to]);
    }
}
