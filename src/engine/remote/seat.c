/* A game's stream made into a mirror and answered with moves. A stream may begin anywhere:
 * what happened before is in its first line. */
#include "engine/remote/seat.h"

#include "engine/remote/event.h"
#include "flagfall/notation.h"

#include <jansson.h>
#include <stdio.h>
#include <string.h>

/* ---- where the enemy stood at first ---- */

/* Whose piece a letter of a view's board is. */
static ff_seat owner_of(char letter) {
    if (strchr("-+", letter))
        return FF_RED;
    if (strchr("?!", letter))
        return FF_BLUE;
    char capital = (char)(letter & ~0x20);
    if (capital >= 'B' && capital <= 'M')
        return FF_RED;
    return capital >= 'N' && capital <= 'Y' ? FF_BLUE : FF_NOBODY;
}

static void read_owners(const json_t *view, const ff_edition *edition, uint8_t owner[FF_SQUARES]) {
    const char *board = remote_text(view, "board");
    memset(owner, FF_NOBODY, FF_SQUARES);
    for (unsigned i = 0; board[i] && i < (unsigned)edition->files * edition->rows; i++)
        owner[FF_SQUARE(i % edition->files, i / edition->files)] =
            (uint8_t)(board[i] == '_' ? FF_NOBODY : owner_of(board[i]));
}

/* The board as it was before all these events: each is taken back, the last first. */
static bool rewind_owners(const json_t *events, uint8_t owner[FF_SQUARES]) {
    for (size_t i = json_array_size(events); i-- > 0;) {
        ff_event event;
        if (!remote_event(json_array_get(events, i), &event))
            return false;
        ff_seat mover = i % 2 ? FF_BLUE : FF_RED;
        owner[FF_FROM(event.move)] = (uint8_t)mover;
        owner[FF_TO(event.move)] = (uint8_t)(event.battle == FF_NO_BATTLE ? FF_NOBODY
                                             : mover == FF_RED            ? FF_BLUE
                                                                          : FF_RED);
    }
    return true;
}

/* ---- keeping up ---- */

static void act_on(seat_act *act, const char *path) {
    snprintf(act->path, sizeof act->path, "%s", path);
}

static void give_up(bridge_seat *seat, seat_act *act, const char *why) {
    snprintf(seat->trouble, sizeof seat->trouble, "%s", why);
    act_on(act, "resign");
    seat->given_up = true;
}

/* Gives up after what no game takes; says what the program did wrong, where that is known. */
static void give_up_at_fault(bridge_seat *seat, seat_act *act, const char *otherwise) {
    const char *fault = seat->fault ? seat->fault(seat->player) : NULL;
    give_up(seat, act, fault ? fault : otherwise);
}

/* Begins the mirror anew; needs all events. */
static bool begin(bridge_seat *seat, const json_t *game, const ff_edition *edition, ff_seat own) {
    const json_t *view = json_object_get(game, "view");
    ff_setup army;
    ff_rules rules;
    uint8_t owner[FF_SQUARES];
    bool enemy[FF_SQUARES];
    ff_options options = {.size = sizeof(ff_options), .ply_limit = edition->host_cap};
    if (remote_number(view, "first") != 0 ||
        ff_setup_parse(ff_span_of(remote_text(game, "setup")), edition, &army, NULL) != FF_SETUP_OK)
        return false;
    read_owners(view, edition, owner);
    if (!rewind_owners(json_object_get(view, "events"), owner))
        return false;
    for (int i = 0; i < FF_SQUARES; i++)
        enemy[i] = owner[i] == (own == FF_RED ? FF_BLUE : FF_RED);
    ff_rules_init(&rules, edition, &options);
    mirror_begin(&seat->mirror, &rules, own, &army, enemy);
    seat->begun = true;
    return true;
}

/* Plays what is new. False where that cannot be, and the game is given up. */
static bool follow(bridge_seat *seat, const json_t *view, seat_act *act) {
    const json_t *events = json_object_get(view, "events");
    unsigned first = remote_number(view, "first");
    for (size_t i = 0; i < json_array_size(events); i++) {
        ff_event event;
        ff_error error = {.message = "no move"};
        if (first + i < seat->mirror.history.size)
            continue;
        if (!remote_event(json_array_get(events, i), &event) ||
            !mirror_play(&seat->mirror, &event, &error)) {
            char why[sizeof seat->trouble];
            snprintf(why, sizeof why, "event %u cannot be: %.128s", (unsigned)(first + i),
                     error.message);
            give_up(seat, act, why);
            return false;
        }
    }
    return true;
}

/* ---- acting ---- */

/* How long to think. What a move costs nothing of ("free", the server's allowance for the way
 * there and back) may be used by half. */
static unsigned budget(bridge_seat *seat, const json_t *game, ff_seat own) {
    const json_t *clock = json_object_get(game, "clock");
    const json_t *terms = json_object_get(json_object_get(game, "terms"), "clock");
    if (!json_is_object(clock))
        return seat->budget_ms;
    ff_limits limits = {.size = sizeof(ff_limits),
                        .clocks = true,
                        .left_ms = {remote_number(clock, "red"), remote_number(clock, "blue")},
                        .increment_ms = 1000 * remote_number(terms, "increment")};
    ff_player_limit(seat->player, &limits);
    unsigned fair = ff_limits_budget(&limits, own) + remote_number(clock, "free") / 2;
    return fair < seat->budget_ms ? fair : seat->budget_ms;
}

static void move(bridge_seat *seat, const json_t *game, ff_seat own, seat_act *act) {
    ff_view view;
    char text[FF_MOVE_TEXT];
    mirror_view(&seat->mirror, &view);
    ff_move chosen = seat->player->move(seat->player, &view, budget(seat, game, own));
    if (chosen == FF_RESIGN) {
        give_up(seat, act, "it resigned");
        return;
    }
    if (ff_view_check(&view, FF_FROM(chosen), FF_TO(chosen)) != FF_LEGAL) {
        give_up_at_fault(seat, act, "its move is not legal");
        return;
    }
    ff_move_write(chosen, false, text);
    snprintf(act->path, sizeof act->path, "move/%s", text);
    snprintf(act->form, sizeof act->form, "ply=%u", seat->answered - 1);
}

static void set_up(bridge_seat *seat, const ff_edition *edition, ff_seat own, seat_act *act) {
    ff_setup army;
    char letters[FF_ZONE_MAX + 1];
    seat->player->set_up(seat->player, edition, own, &army);
    if (ff_setup_check(&army, edition) != FF_SETUP_OK) {
        give_up_at_fault(seat, act, "its army is not legal");
        return;
    }
    ff_setup_write(&army, edition, letters);
    seat->army_given = true;
    act_on(act, "setup");
    snprintf(act->form, sizeof act->form, "letters=%s", letters);
}

/* A move is made once for each position: `answered` is one more than the plies for which it has
 * been. A game that is shorter than what we know has been taken back, and is begun anew. */
static seat_state play(bridge_seat *seat, const json_t *game, const ff_edition *edition,
                       ff_seat own, seat_act *act) {
    const json_t *view = json_object_get(game, "view");
    unsigned plies = remote_number(view, "plies");
    if (seat->begun && plies < seat->mirror.history.size)
        seat->begun = false; /* taken back */
    if (!seat->begun && !begin(seat, game, edition, own))
        return SEAT_LOST;
    if (remote_number(view, "first") > seat->mirror.history.size)
        return SEAT_LOST;
    if (follow(seat, view, act) && json_array_size(json_object_get(view, "moves")) > 0 &&
        seat->answered != plies + 1) {
        seat->answered = plies + 1;
        move(seat, game, own, act);
    }
    return SEAT_GOES_ON;
}

static seat_state take_game(bridge_seat *seat, const json_t *game, seat_act *act) {
    const ff_edition *edition = ff_edition_find(ff_span_of(remote_text(game, "edition")));
    const char *phase = remote_text(game, "phase");
    ff_seat own = strcmp(remote_text(game, "seat"), "blue") == 0 ? FF_BLUE : FF_RED;
    if (strcmp(phase, "over") == 0)
        return SEAT_OVER;
    if (seat->given_up)
        return SEAT_GOES_ON;
    if (!edition) {
        give_up(seat, act, "the edition is not known here");
    } else if (strcmp(phase, "setup") == 0) {
        if (!seat->army_given && !json_is_string(json_object_get(game, "setup")))
            set_up(seat, edition, own, act);
    } else if (strcmp(phase, "play") == 0) {
        return play(seat, game, edition, own, act);
    }
    return SEAT_GOES_ON;
}

seat_state seat_take_line(bridge_seat *seat, ff_span line, seat_act *act) {
    json_error_t wrong;
    json_t *game = json_loadb(line.data, line.size, 0, &wrong);
    const char *type = remote_text(game, "type");
    *act = (seat_act){{0}, {0}};
    seat_state state = SEAT_GOES_ON;
    if (strcmp(type, "gameFull") == 0) { /* what was answered may have been lost */
        seat->answered = 0;
        seat->army_given = seat->given_up = false;
    }
    if (strcmp(type, "gameFull") == 0 || strcmp(type, "gameState") == 0)
        state = take_game(seat, game, act);
    json_decref(game);
    return state;
}

void seat_close(bridge_seat *seat) {
    mirror_free(&seat->mirror);
}
