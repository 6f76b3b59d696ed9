/* All positions of a record, made at once. */
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
                 .chair = FF_NOBODY,
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

static bool play(replay *r) {
    ff_position position = r->result.first;
    ff_history history = {0};
    ff_knowledge knowledge = {.moved = {false}};
    scene s = {.turn = position.turn};
    show_all(&s, &position);
    bool good = ff_history_reserve(&history, r->moves.size) && album_add(&r->past, &s);
    for (uint32_t i = 0; good && i < r->moves.size; i++) {
        ff_seat mover = (ff_seat)position.turn;
        s.last = ff_position_play(&r->result.rules, &position, &history, r->moves.moves[i]);
        ff_knowledge_update(&knowledge, &s.last, mover);
        memcpy(s.lost, knowledge.lost, sizeof s.lost);
        show_all(&s, &position);
        good = album_add(&r->past, &s);
    }
    ff_history_free(&history);
    return good;
}

static void take_names(replay *r, const ff_record *record) {
    static const char *const tags[] = {"Red", "Blue"};
    for (int seat = FF_RED; seat <= FF_BLUE; seat++) {
        const char *name = ff_record_tag_value(record, tags[seat]);
        snprintf(r->name[seat], TABLE_NAME, "%s", name ? name : "");
    }
}

/* What the rules say of the record, without the place that a file would have. */
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

host *replay_new(const ff_record *record, ff_language language, ff_error *error) {
    replay *r = calloc(1, sizeof *r);
    if (!r) {
        ff_fail(error, FF_ERROR_NO_MEMORY, 0, 0, "not enough memory");
        return NULL;
    }
    r->host = (host){update, ignore_army, ignore_move, ignore_act, replay_free, -1};
    bool good = ff_replay_record(&r->result, record, NULL, &r->moves);
    if (!good) {
        ff_fail(error, FF_ERROR_NO_MEMORY, 0, 0, "not enough memory");
    } else if (r->result.verdict == FF_REPLAY_ERROR || r->result.verdict == FF_REPLAY_BAD_SETUP) {
        ff_buffer why = {0};
        ff_replay_write(&r->result, &why);
        good = ff_fail(error, FF_ERROR_ILLEGAL, 0, 0, "%s",
                       why.data ? why.data : "the record makes no game");
        ff_buffer_free(&why);
    } else if (!play(r)) {
        good = ff_fail(error, FF_ERROR_NO_MEMORY, 0, 0, "not enough memory");
    }
    if (!good) {
        replay_free(&r->host);
        return NULL;
    }
    take_names(r, record);
    tell_fault(r, language);
    return &r->host;
}

/* --- one position ------------------------------------------------------------------------- */

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
    bool good = ff_replay_record(&r, record, NULL, &moves);
    if (!good) {
        ff_fail(error, FF_ERROR_NO_MEMORY, 0, 0, "not enough memory");
    } else if (r.verdict == FF_REPLAY_ERROR || r.verdict == FF_REPLAY_BAD_SETUP) {
        ff_buffer why = {0};
        ff_replay_write(&r, &why);
        good = ff_fail(error, FF_ERROR_ILLEGAL, 0, 0, "%s", why.data ? why.data : "no game");
        ff_buffer_free(&why);
    } else if (ply != REPLAY_LAST && ply > moves.size) {
        good = ff_fail(error, FF_ERROR_RANGE, 0, 0, "it has %u plies, not %u", moves.size, ply);
    } else if (!play_to(&r, &moves, ply == REPLAY_LAST ? moves.size : ply, viewer, all, out)) {
        good = ff_fail(error, FF_ERROR_NO_MEMORY, 0, 0, "not enough memory");
    }
    if (good)
        *edition = r.rules.edition;
    ff_history_free(&moves);
    return good;
}
