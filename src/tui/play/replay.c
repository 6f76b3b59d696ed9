/* All positions of a record, made at once: stepping back and on is then only choosing one.
 * Nobody plays here, so what a host would be asked for is ignored. */
#include "tui/play/replay.h"

#include "flagfall/replay.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct replay {
    host host; /* first: a host is a replay */
    ff_replay result;
    ff_history moves;
    album past;
    char name[2][TABLE_NAME];
    char note[TABLE_NOTE];
} replay;

static bool update(host *self, table *t) {
    const replay *r = (const replay *)self;
    *t = (table){.edition = &r->result.rules.edition,
                 .stage = STAGE_OVER,
                 .seat = FF_NOBODY,
                 .replay = true,
                 .draw_by = FF_NOBODY,
                 .past = &r->past,
                 .result = r->result.position.result,
                 .ending = r->result.position.ending,
                 .notes = r->note[0] != 0};
    memcpy(t->name, r->name, sizeof t->name);
    memcpy(t->note, r->note, sizeof t->note);
    return true;
}

static void ignore_army(host *self, const ff_setup *army) {
    (void)self, (void)army;
}

static void ignore_move(host *self, unsigned from, unsigned to) {
    (void)self, (void)from, (void)to;
}

static void ignore_act(host *self, act what, const char *text) {
    (void)self, (void)what, (void)text;
}

static void replay_free(host *self) {
    replay *r = (replay *)self;
    album_free(&r->past);
    ff_history_free(&r->moves);
    free(r);
}

/* --- positions -------------------------------------------------------------------------- */

static void show_all(scene *s, const ff_position *position) {
    for (int square = 0; square < FF_SQUARES; square++) {
        ff_seat seat = ff_position_owner(position, square);
        ff_rank rank = seat == FF_NOBODY ? FF_EMPTY : ff_position_rank(position, square);
        s->cell[square] = (ff_cell){(uint8_t)seat, (uint8_t)rank, 0, 1};
    }
    s->turn = position->turn;
}

/* A scene a ply, with every rank. */
static bool play(const ff_replay *game, const ff_history *moves, album *out) {
    ff_position position = game->first;
    ff_history history = {0};
    ff_knowledge knowledge = {.moved = {false}};
    scene s = {.turn = position.turn};
    show_all(&s, &position);
    bool good = ff_history_reserve(&history, moves->size) && album_add(out, &s);
    for (uint32_t i = 0; good && i < moves->size; i++) {
        ff_seat mover = (ff_seat)position.turn;
        s.last = ff_position_play(&game->rules, &position, &history, moves->moves[i]);
        ff_knowledge_update(&knowledge, &s.last, mover);
        memcpy(s.lost, knowledge.lost, sizeof s.lost);
        show_all(&s, &position);
        good = album_add(out, &s);
    }
    ff_history_free(&history);
    return good;
}

/* Why the game ends where it does, for a record that breaks the rules: it is shown up to there.
 * Without the place that a file would have. */
static void tell_fault(replay *r, ff_language language) {
    ff_buffer why = {0}, text = {0};
    if (r->result.verdict != FF_REPLAY_OK)
        ff_replay_write(&r->result, &why);
    if (why.data)
        TEXT_ADD(&text, language, T_BAD_RECORD, why.data);
    snprintf(r->note, sizeof r->note, "%s", text.data ? text.data : "");
    ff_buffer_free(&why);
    ff_buffer_free(&text);
}

/* The game of a record as the rules play it; false with the reason where there is none. */
static bool read_game(const ff_record *record, ff_replay *game, ff_history *moves,
                      ff_error *error) {
    if (!ff_replay_record(game, record, NULL, moves))
        return ff_fail(error, FF_ERROR_NO_MEMORY, 0, 0, "not enough memory");
    if (game->verdict != FF_REPLAY_ERROR && game->verdict != FF_REPLAY_BAD_SETUP)
        return true;
    ff_buffer why = {0};
    ff_replay_write(game, &why);
    ff_fail(error, FF_ERROR_ILLEGAL, 0, 0, "%s", why.data ? why.data : "the record makes no game");
    ff_buffer_free(&why);
    return false;
}

host *replay_new(const ff_record *record, ff_language language, ff_error *error) {
    replay *r = calloc(1, sizeof *r);
    if (!r) {
        ff_fail(error, FF_ERROR_NO_MEMORY, 0, 0, "not enough memory");
        return NULL;
    }
    r->host = (host){update, ignore_army, ignore_move, ignore_act, replay_free, -1};
    bool good = read_game(record, &r->result, &r->moves, error);
    if (good && !play(&r->result, &r->moves, &r->past))
        good = ff_fail(error, FF_ERROR_NO_MEMORY, 0, 0, "not enough memory");
    if (!good) {
        replay_free(&r->host);
        return NULL;
    }
    static const char *const tags[] = {"Red", "Blue"};
    for (int seat = FF_RED; seat <= FF_BLUE; seat++) {
        const char *name = ff_record_tag_value(record, tags[seat]);
        snprintf(r->name[seat], TABLE_NAME, "%s", name ? name : "");
    }
    tell_fault(r, language);
    return &r->host;
}

/* --- one position ------------------------------------------------------------------------- */

/* The plies are played once more for each position that is asked for: a record has some hundred,
 * and one position is all that `show` wants. */
static bool play_to(const ff_replay *r, const ff_history *moves, uint32_t ply, ff_seat viewer,
                    bool all, scene *out) {
    ff_position position = r->first;
    ff_history history = {0};
    ff_knowledge knowledge = {.moved = {false}};
    ff_view view = {.rules = &r->rules, .viewer = (uint8_t)viewer};
    if (!ff_history_reserve(&history, moves->size))
        return false;
    *out = (scene){.turn = FF_RED};
    for (uint32_t i = 0; i < ply; i++) {
        ff_seat mover = (ff_seat)position.turn;
        out->last = ff_position_play(&r->rules, &position, &history, moves->moves[i]);
        ff_knowledge_update(&knowledge, &out->last, mover);
    }
    ff_view_fill(&view, &position, &knowledge);
    memcpy(out->cell, view.cell, sizeof out->cell);
    memcpy(out->lost, view.lost, sizeof out->lost);
    if (all)
        show_all(out, &position);
    out->turn = position.turn;
    ff_history_free(&history);
    return true;
}

bool replay_position(const ff_record *record, uint32_t ply, ff_seat viewer, bool all,
                     ff_edition *edition, scene *out, ff_error *error) {
    ff_replay r;
    ff_history moves = {0};
    bool good = read_game(record, &r, &moves, error);
    if (good && ply != REPLAY_LAST && ply > moves.size)
        good = ff_fail(error, FF_ERROR_RANGE, 0, 0, "it has %u plies, not %u", moves.size, ply);
    if (good && !play_to(&r, &moves, ply == REPLAY_LAST ? moves.size : ply, viewer, all, out))
        good = ff_fail(error, FF_ERROR_NO_MEMORY, 0, 0, "not enough memory");
    if (good)
        *edition = r.rules.edition;
    ff_history_free(&moves);
    return good;
}

bool replay_scenes(const ff_record *record, ff_edition *edition, album *out, ff_error *error) {
    ff_replay r;
    ff_history moves = {0};
    bool good = read_game(record, &r, &moves, error);
    if (good && !play(&r, &moves, out))
        good = ff_fail(error, FF_ERROR_NO_MEMORY, 0, 0, "not enough memory");
    if (good)
        *edition = r.rules.edition;
    ff_history_free(&moves);
    return good;
}
