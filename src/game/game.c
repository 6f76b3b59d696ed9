/* The live game: the only place that knows both armies while it goes on. All that leaves
 * is a view. */
#include "flagfall/game.h"

#include "core/make_move.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* `events` and `redacted` have room for `capacity` plies, as has the history.
 * The redacted list is what memory mode shows: it is kept beside the full one so
 * that a view can point at it. */
struct ff_game {
    ff_rules rules;
    ff_position first;
    ff_position position;
    ff_knowledge knowledge;
    ff_history history;
    ff_event *events;
    ff_event *redacted;
    uint32_t capacity;
    bool begun;
    bool is_set_up[2];
    ff_setup setup[2];
};

ff_game *ff_game_new(const ff_edition *edition, const ff_options *options) {
    ff_game *game = calloc(1, sizeof *game);
    if (!game)
        return NULL;
    ff_rules_init(&game->rules, edition, options);
    ff_position_clear(&game->position);
    return game;
}

/* `first` is kept: replays, take-backs and exports need where the game began, and the list of
 * moves alone does not tell the ranks. */
static void begin(ff_game *game) {
    assert(!game->begun && game->history.size == 0);
    game->position = game->first;
    game->begun = true;
}

ff_game *ff_game_from(const ff_edition *edition, const ff_options *options,
                      const ff_position *position, const bool known[FF_SQUARES]) {
    ff_game *game = ff_game_new(edition, options);
    if (!game)
        return NULL;
    ff_position_clear(&game->first);
    game->first.turn = position->turn;
    for (int square = 0; square < FF_SQUARES; square++) {
        ff_seat seat = ff_position_owner(position, square);
        if (seat == FF_NOBODY)
            continue;
        ff_position_put(&game->first, square, seat, ff_position_rank(position, square));
        game->knowledge.known[square] = known && known[square];
    }
    ff_position_begin(&game->rules, &game->first);
    game->is_set_up[FF_RED] = game->is_set_up[FF_BLUE] = true;
    begin(game);
    return game;
}

void ff_game_free(ff_game *game) {
    if (!game)
        return;
    ff_history_free(&game->history);
    free(game->events);
    free(game->redacted);
    free(game);
}

/* Aborted games have an ending and no result. */
bool ff_game_is_over(const ff_game *game) {
    return game->position.result != FF_ONGOING || game->position.ending != FF_BY_NOTHING;
}

/* A seat may set up again until the other one has, too: then the game begins at once. */
bool ff_game_set_up(ff_game *game, ff_seat seat, const ff_setup *setup, ff_setup_reason *why) {
    assert(seat == FF_RED || seat == FF_BLUE);
    ff_setup_reason reason = FF_SETUP_OK;
    bool open = !game->begun && !ff_game_is_over(game);
    if (open)
        reason = ff_setup_check(setup, &game->rules.edition);
    if (why)
        *why = reason;
    if (!open || reason != FF_SETUP_OK)
        return false;

    game->setup[seat] = *setup;
    game->is_set_up[seat] = true;
    if (ff_game_is_set_up(game, FF_NOBODY)) {
        ff_position_setup(&game->rules, &game->first, &game->setup[FF_RED], &game->setup[FF_BLUE]);
        begin(game);
    }
    return true;
}

bool ff_game_is_set_up(const ff_game *game, ff_seat seat) {
    if (seat == FF_NOBODY)
        return game->is_set_up[FF_RED] && game->is_set_up[FF_BLUE];
    return game->is_set_up[seat];
}

static bool grow_events(ff_event **events, uint32_t capacity) {
    ff_event *grown = realloc(*events, capacity * sizeof **events);
    if (grown)
        *events = grown;
    return grown != NULL;
}

/* Makes room for a ply in all three lists. A move that will be refused grows nothing: it is no
 * change, and a view lent out before it must stay good. Where the second or third list does not
 * grow, the first is only larger than it need be, and `capacity` keeps its value. */
static bool make_room(ff_game *game, unsigned from, unsigned to) {
    if (game->history.size < game->capacity ||
        ff_move_check(&game->rules, &game->position, &game->history, from, to) != FF_LEGAL)
        return true;
    uint32_t capacity = game->capacity ? 2 * game->capacity : 256;
    if (!ff_history_reserve(&game->history, capacity) || !grow_events(&game->events, capacity) ||
        !grow_events(&game->redacted, capacity))
        return false;
    game->capacity = capacity;
    return true;
}

/* What memory mode keeps of a ply once the next one is played: who stayed, not what it was.
 * The last ply is told whole in this mode as well, by `view.last`: it has just been seen. */
static ff_event redact(ff_event event) {
    event.attacker = FF_EMPTY;
    event.defender = FF_EMPTY;
    event.revealed = false;
    return event;
}

#ifndef NDEBUG
/* Do the parts of a game that has begun agree? The lists are as long as the game, what is
 * known is known of pieces, and who is no longer on the board has been lost. */
static bool is_consistent(const ff_game *game) {
    const ff_position *position = &game->position;
    int missing[2] = {0};
    if (game->history.size != position->plies || position->plies > game->capacity)
        return false;
    for (int square = 0; square < FF_SQUARES; square++) {
        ff_seat now = ff_position_owner(position, square);
        ff_seat then = ff_position_owner(&game->first, square);
        if (now == FF_NOBODY && (game->knowledge.known[square] || game->knowledge.moved[square]))
            return false;
        if (then != FF_NOBODY)
            missing[then]++;
        if (now != FF_NOBODY)
            missing[now]--;
    }
    for (int seat = FF_RED; seat <= FF_BLUE; seat++)
        for (int rank = 0; rank < FF_RANKS; rank++)
            missing[seat] -= game->knowledge.lost[seat][rank];
    return missing[FF_RED] == 0 && missing[FF_BLUE] == 0;
}
#endif

/* The order of the refusals tells nothing hidden: whose turn it is comes before anything that
 * looks at the board. `FF_GAME_OVER` of a game that is not over is memory that ran out; the
 * caller tells them apart by `ff_game_is_over`. */
ff_reason ff_game_move(ff_game *game, ff_seat seat, unsigned from, unsigned to) {
    ff_position *position = &game->position;
    if (!game->begun || ff_game_is_over(game))
        return FF_GAME_OVER;
    if (position->turn != seat)
        return FF_NOT_YOURS;
    if (!make_room(game, from, to))
        return FF_GAME_OVER;

    ff_event event;
    uint32_t ply = position->plies;
    ff_reason reason = ff_position_try(&game->rules, position, &game->history, from, to, &event);
    if (reason != FF_LEGAL)
        return reason;
    game->events[ply] = event;
    game->redacted[ply] = redact(event);
    ff_knowledge_update(&game->knowledge, &event, seat);
    assert(is_consistent(game));
    return FF_LEGAL;
}

/* How a game ends by the board (flag, immobile) is not the host's to say, hence the
 * `default`. Where nobody is the loser it is a draw. */
bool ff_game_end(ff_game *game, ff_ending ending, ff_seat loser) {
    if (ff_game_is_over(game))
        return false;
    ff_result result = FF_DRAW;
    switch (ending) {
    case FF_BY_RESIGN:
    case FF_BY_TIME:
    case FF_BY_FORFEIT:
        if (loser != FF_NOBODY)
            result = result_won_by(loser == FF_RED ? FF_BLUE : FF_RED);
        break;
    case FF_BY_AGREEMENT:
    case FF_BY_LIMIT:
        break;
    case FF_BY_ABORT:
        result = FF_ONGOING;
        break;
    default:
        return false;
    }
    game->position.result = (uint8_t)result;
    game->position.ending = (uint8_t)ending;
    return true;
}

/* Before the first position there is nothing but what the viewer itself has put
 * on its squares; also where the game ended there, since nobody has played. */
static void view_set_up(const ff_game *game, ff_view *view) {
    ff_position position;
    ff_position_clear(&position);
    const ff_edition *edition = &game->rules.edition;
    ff_seat seat = (ff_seat)view->viewer;
    if (seat != FF_NOBODY && game->is_set_up[seat]) {
        for (unsigned k = 0; k < ff_edition_zone_size(edition); k++) {
            ff_rank rank = (ff_rank)game->setup[seat].rank[k];
            if (rank != FF_EMPTY)
                ff_position_put(&position, ff_edition_zone_square(edition, seat, k), seat, rank);
        }
    }
    ff_view_fill(view, &position, &game->knowledge);
    view->turn = FF_NOBODY;
    view->result = game->position.result;
    view->ending = game->position.ending;
}

/* The lists are lent, not copied: a view is made for every ply of every batch, and a game may
 * have thousands of plies. They stay where they are until the game is changed. */
void ff_game_view(const ff_game *game, ff_seat viewer, bool memory, ff_view *view) {
    memset(view, 0, sizeof *view);
    view->rules = &game->rules;
    view->viewer = (uint8_t)viewer;
    view->memory = memory;
    if (!game->begun) {
        view_set_up(game, view);
        return;
    }
    ff_view_fill(view, &game->position, &game->knowledge);
    view->events = memory && !ff_game_is_over(game) ? game->redacted : game->events;
    view->history = game->history;
    if (view->plies > 0)
        view->last = game->events[view->plies - 1];
}

bool ff_game_first_position(const ff_game *game, ff_position *position) {
    if (!game->begun || !ff_game_is_over(game))
        return false;
    *position = game->first;
    return true;
}
