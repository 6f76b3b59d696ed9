/* A view rebuilt from public events. What must hold: it is the view that the host's own game
 * would give this seat; what contradicts the rules is refused, so that a host that errs is told
 * so instead of being played along with. */
#include "engine/bot/mirror.h"

#include <stdlib.h>
#include <string.h>

/* Who is hidden, while legality is asked: the rules take a hidden piece for one
 * that does not move, and this one may. */
typedef struct veil {
    bool covers[FF_SQUARES];
} veil;

static void veil_lift(veil *v, ff_position *position, ff_seat enemy) {
    for (int square = 0; square < FF_SQUARES; square++) {
        v->covers[square] = ff_position_owner(position, square) == enemy &&
                            ff_position_rank(position, square) == FF_HIDDEN;
        if (v->covers[square])
            ff_position_put(position, square, enemy, FF_SERGEANT);
    }
}

/* Puts it back where the pieces stand after a move; 0 for none. */
static void veil_drop(const veil *v, ff_position *position, ff_seat enemy, ff_move move) {
    for (int square = 0; square < FF_SQUARES; square++)
        if (v->covers[square])
            ff_position_put(position, move && square == FF_FROM(move) ? FF_TO(move) : square, enemy,
                            FF_HIDDEN);
}

/* Whether a side that cannot move has lost is for whoever runs the game to say:
 * one may hold that a piece that is only blocked can wait for its turn, and of
 * hidden pieces nobody else knows which can move at all. */
static void go_on(ff_position *position) {
    if (position->ending == FF_BY_IMMOBILE)
        position->ending = position->result = 0;
}

/* Own pieces by rank, the enemy's hidden: everywhere in its zone where nobody says where. */
static void put_armies(mirror *m, const ff_setup *own, const bool enemy[FF_SQUARES]) {
    const ff_edition *edition = &m->rules.edition;
    for (unsigned k = 0; k < ff_edition_zone_size(edition); k++) {
        int here = ff_edition_zone_square(edition, m->seat, k);
        int there = ff_edition_zone_square(edition, !m->seat, k);
        if (own->rank[k] != FF_EMPTY)
            ff_position_put(&m->position, here, m->seat, (ff_rank)own->rank[k]);
        if (!enemy || enemy[there])
            ff_position_put(&m->position, there, !m->seat, FF_HIDDEN);
    }
}

void mirror_begin(mirror *m, const ff_rules *rules, ff_seat seat, const ff_setup *own,
                  const bool enemy[FF_SQUARES]) {
    m->rules = *rules;
    m->seat = seat;
    m->knowledge = (ff_knowledge){.moved = {false}};
    m->history.size = 0;
    ff_position_clear(&m->position);
    put_armies(m, own, enemy);
    veil v;
    veil_lift(&v, &m->position, !seat);
    ff_position_begin(&m->rules, &m->position);
    veil_drop(&v, &m->position, !seat, 0);
    go_on(&m->position);
}

void mirror_free(mirror *m) {
    ff_history_free(&m->history);
    free(m->events);
    *m = (mirror){.events = NULL};
}

static bool make_room(mirror *m) {
    if (m->history.size < m->history.capacity)
        return true;
    uint32_t capacity = m->history.capacity ? 2 * m->history.capacity : 256;
    ff_event *events = realloc(m->events, capacity * sizeof *events);
    if (!events)
        return false;
    m->events = events;
    return ff_history_reserve(&m->history, capacity);
}

/* Gives a piece the rank that was told. What is known already must agree. */
static bool name(const mirror *m, ff_position *position, unsigned square, unsigned rank) {
    ff_seat owner = square < FF_SQUARES ? ff_position_owner(position, (int)square) : FF_NOBODY;
    if (owner == FF_NOBODY || rank == FF_EMPTY || rank >= FF_RANKS ||
        (rank >= FF_BOMB && m->knowledge.moved[square]))
        return false;
    ff_rank held = ff_position_rank(position, (int)square);
    if (held == FF_HIDDEN)
        ff_position_put(position, (int)square, owner, (ff_rank)rank);
    return held == FF_HIDDEN || held == (ff_rank)rank;
}

/* Names what the ply tells: both pieces of a battle, and whoever runs. */
static bool name_pieces(const mirror *m, ff_position *position, const ff_event *told) {
    unsigned from = FF_FROM(told->move), to = FF_TO(told->move);
    if (told->battle != FF_NO_BATTLE)
        return name(m, position, from, told->attacker) && name(m, position, to, told->defender);
    bool attack = to < FF_SQUARES && ff_position_owner(position, (int)to) != FF_NOBODY;
    unsigned gap = from < to ? to - from : from - to;
    bool along = from / FF_FILES == to / FF_FILES ? gap > 1 : gap % FF_FILES == 0 && gap > FF_FILES;
    return !attack && (!along || name(m, position, from, FF_SCOUT));
}

/* Is there still an army that fits? No rank more often than the army has it, and
 * no more pieces that have moved than are left to be movers. */
static bool is_possible(const mirror *m, const ff_position *position,
                        const ff_knowledge *knowledge) {
    int left[FF_RANKS], walkers = 0;
    ff_seat enemy = !m->seat;
    for (int rank = 0; rank < FF_RANKS; rank++)
        left[rank] = m->rules.edition.army[rank] - knowledge->lost[enemy][rank];
    for (int square = 0; square < FF_SQUARES; square++) {
        if (ff_position_owner(position, square) != enemy)
            continue;
        ff_rank rank = ff_position_rank(position, square);
        if (rank != FF_HIDDEN)
            left[rank]--;
        else if (knowledge->moved[square])
            walkers++;
    }
    for (int rank = FF_SPY; rank < FF_RANKS; rank++) {
        if (left[rank] < 0)
            return false;
        if (rank < FF_BOMB)
            walkers -= left[rank];
    }
    return walkers <= 0;
}

/* Plays on copies, so that what cannot have happened changes nothing. */
static bool play(mirror *m, const ff_event *told, ff_error *error) {
    ff_position after = m->position;
    ff_knowledge knowledge = m->knowledge;
    ff_seat mover = (ff_seat)after.turn;
    ff_event event;
    if (!name_pieces(m, &after, told))
        return ff_fail(error, FF_ERROR_CONFLICT, 0, 0, "these are not the pieces that stand there");
    veil v;
    veil_lift(&v, &after, !m->seat);
    ff_reason reason = ff_position_try(&m->rules, &after, &m->history, FF_FROM(told->move),
                                       FF_TO(told->move), &event);
    if (reason != FF_LEGAL)
        return ff_fail(error, FF_ERROR_ILLEGAL, 0, 0, "the move is not legal: %s",
                       ff_reason_word(reason));
    if (event.battle != told->battle)
        return ff_fail(error, FF_ERROR_CONFLICT, 0, 0, "the battle ends otherwise by the rules");
    veil_drop(&v, &after, !m->seat, told->move);
    go_on(&after);
    ff_knowledge_update(&knowledge, &event, mover);
    if (!is_possible(m, &after, &knowledge))
        return ff_fail(error, FF_ERROR_ARMY, 0, 0, "no army has these pieces");
    m->events[m->position.plies] = event;
    m->position = after;
    m->knowledge = knowledge;
    return true;
}

bool mirror_play(mirror *m, const ff_event *told, ff_error *error) {
    if (!make_room(m))
        return ff_fail(error, FF_ERROR_NO_MEMORY, 0, 0, "memory is out");
    if (play(m, told, error))
        return true;
    m->history.size = m->position.plies;
    return false;
}

void mirror_view(const mirror *m, ff_view *view) {
    memset(view, 0, sizeof *view);
    view->rules = &m->rules;
    view->viewer = (uint8_t)m->seat;
    ff_view_fill(view, &m->position, &m->knowledge);
    view->events = m->events;
    view->history = m->history;
    if (view->plies > 0)
        view->last = m->events[view->plies - 1];
}
