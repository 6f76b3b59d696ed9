/* What is told of a game: all of it, or what has changed since the last time.
 *
 * Both come from snapshots: the members of the message as this viewer may see them, written
 * from its view. A change is the members of the new snapshot that differ from those of the
 * one before, byte by byte, so it can tell nothing that the whole messages would not. */
#include "flagfall/json.h"
#include "server/encoding/encode.h"
#include "server/encoding/encode_parts.h"

#include <assert.h>
#include <string.h>

/* A game as somebody sees it: what its members are written from. Of the table only what is told to
 * everybody may be used (its row, its next game), or what is the viewer's own; all else comes from
 * `state` and `view`, which are as late for a spectator as the host wants. */
typedef struct scene {
    const struct table *table;
    const table_state *state; /* that this viewer sees */
    const encode_eyes *eyes;
    phase phase;
    const ff_view *view;
} scene;

static void add_game(ff_buffer *out, const scene *seen) {
    encode_text(out, "game", seen->table->row.id);
}

static void add_edition(ff_buffer *out, const scene *seen) {
    encode_text(out, "edition", seen->table->row.edition);
}

static void add_seat(ff_buffer *out, const scene *seen) {
    encode_seat(out, "seat", seen->eyes->viewer);
}

/* With the delay that holds: the longer one of what was agreed and what the host has set. */
static void add_terms(ff_buffer *out, const scene *seen) {
    game_terms terms = seen->table->row.terms;
    terms.delay = (uint16_t)(seen->table->delay.ms / 1000);
    encode_terms(out, &terms);
}

static void add_phase(ff_buffer *out, const scene *seen) {
    encode_text(out, "phase", encode_phase_word(seen->phase));
}

static void add_player(ff_buffer *out, const scene *seen, ff_seat seat) {
    const store_seat *row = &seen->table->row.seat[seat];
    encode_player(out, seat_word(seat), row);
    encode_bool(out, "here", seen->eyes->here[seat] || row->kind == SEAT_COMPUTER);
    encode_bool(out, "ready", ff_game_is_set_up(seen->state->game, seat));
    if (game_is_correspondence(&seen->table->row))
        encode_bool(out, "vacation", table_state_is_away(seen->state, seat));
    encode_close(out);
}

static void add_red(ff_buffer *out, const scene *seen) {
    add_player(out, seen, FF_RED);
}

static void add_blue(ff_buffer *out, const scene *seen) {
    add_player(out, seen, FF_BLUE);
}

/* Only to whoever made the invitation, to be sent on, and only as long as nobody has come. */
static void add_code(ff_buffer *out, const scene *seen) {
    bool own = seen->phase == PHASE_WAITING && seen->eyes->viewer == seen->table->row.by;
    encode_maybe_text(out, "code", own ? seen->table->row.code : "");
}

/* The viewer's own army, as it has set it up; of `now`, for nobody sees one's own seat later. */
static void add_setup(ff_buffer *out, const scene *seen) {
    ff_seat viewer = seen->eyes->viewer;
    encode_maybe_text(out, "setup", viewer == FF_NOBODY ? "" : seen->table->now.letters[viewer]);
}

/* Both seats' texts, once they may be told and where both are there. */
static void add_pair(ff_buffer *out, const char *key, bool told, const char *red,
                     const char *blue) {
    if (!told || !red[0] || !blue[0]) {
        encode_null(out, key);
        return;
    }
    encode_begin(out, key, "{");
    encode_text(out, "red", red);
    encode_text(out, "blue", blue);
    encode_close(out);
}

/* What was promised is told from the first move on, and what was in it at the end. */
static bool has_begun(const scene *seen) {
    return ff_game_is_set_up(seen->state->game, FF_NOBODY);
}

static bool is_shown(const scene *seen) {
    return has_begun(seen) && ff_game_is_over(seen->state->game);
}

static void add_commitments(ff_buffer *out, const scene *seen) {
    const store_seat *seat = seen->table->row.seat;
    add_pair(out, "commitments", has_begun(seen), seat[FF_RED].commitment,
             seat[FF_BLUE].commitment);
}

static void add_salts(ff_buffer *out, const scene *seen) {
    const store_seat *seat = seen->table->row.seat;
    add_pair(out, "salts", is_shown(seen), seat[FF_RED].salt, seat[FF_BLUE].salt);
}

static void add_armies(ff_buffer *out, const scene *seen) {
    const table_state *state = seen->state;
    add_pair(out, "armies", is_shown(seen), state->letters[FF_RED], state->letters[FF_BLUE]);
}

static void add_running(ff_buffer *out, const struct clock *clock) {
    encode_begin(out, "running", "[");
    for (int seat = FF_RED; seat <= FF_BLUE; seat++) {
        if (!clock_runs(clock, (ff_seat)seat))
            continue;
        encode_comma(out);
        ff_json_string(out, ff_span_of(seat_word((ff_seat)seat)));
    }
    ff_buffer_byte(out, ']');
}

/* Who sees the game later sees its clock as it was after the last act seen. */
static void add_clock(ff_buffer *out, const scene *seen) {
    const struct clock *clock = &seen->state->clock;
    int64_t then = seen->state == &seen->table->now ? seen->eyes->now : clock->since_ms;
    if (!seen->state->timed) {
        encode_null(out, "clock");
        return;
    }
    encode_begin(out, "clock", "{");
    encode_number(out, "red", clock_left(clock, FF_RED, then));
    encode_number(out, "blue", clock_left(clock, FF_BLUE, then));
    encode_number(out, "free", clock_free(clock, then));
    add_running(out, clock);
    encode_close(out);
}

static void add_draw(ff_buffer *out, const scene *seen) {
    encode_seat(out, "draw", seen->state->draw);
}

static void add_rematch(ff_buffer *out, const scene *seen) {
    encode_seat(out, "rematch", seen->table->row.rematch);
}

/* A seat's conditional moves are its secret, and what became of them. */
static void add_plan(ff_buffer *out, const scene *seen) {
    ff_seat viewer = seen->eyes->viewer;
    const struct plan *of = viewer == FF_NOBODY ? NULL : &seen->table->now.plan[viewer];
    if (!of || (!of->count && !of->ended)) {
        encode_null(out, "plan");
        return;
    }
    encode_begin(out, "plan", "{");
    encode_begin(out, "line", "[");
    for (unsigned i = 0; i < of->count; i++) {
        char text[PLAN_PAIR_TEXT];
        plan_write(&of->pair[i], text);
        encode_comma(out);
        ff_json_string(out, ff_span_of(text));
    }
    ff_buffer_byte(out, ']');
    encode_maybe_text(out, "ended", plan_end_word(of->ended));
    encode_close(out);
}

static void add_next(ff_buffer *out, const scene *seen) {
    encode_maybe_text(out, "next", seen->table->next);
}

/* Until when the viewer has to wait before it may claim the game. */
static void add_claim(ff_buffer *out, const scene *seen) {
    const encode_eyes *eyes = seen->eyes;
    int64_t since = eyes->viewer == FF_NOBODY ? 0 : table_waits_since(seen->table, eyes->viewer);
    int64_t left = since + eyes->claim_ms - eyes->now;
    encode_maybe_number(out, "claim", since ? (left > 0 ? left : 0) : STORE_NULL);
}

static void add_paused(ff_buffer *out, const scene *seen) {
    encode_bool(out, "paused", seen->state->paused);
}

/* Told when both changes are there, so that nobody sees one seat's rating of before and the other's
 * of after. */
static void add_rating(ff_buffer *out, const scene *seen) {
    const store_seat *seat = seen->table->row.seat;
    if (seat[FF_RED].change == STORE_NULL || seat[FF_BLUE].change == STORE_NULL) {
        encode_null(out, "rating");
        return;
    }
    encode_begin(out, "rating", "{");
    encode_number(out, "red", seat[FF_RED].change);
    encode_number(out, "blue", seat[FF_BLUE].change);
    encode_close(out);
}

/* Of each ply, in milliseconds, once the game is over. */
static void add_times(ff_buffer *out, const scene *seen) {
    const struct move_times *times = table_times(seen->table);
    if (!times) {
        encode_null(out, "times");
        return;
    }
    encode_begin(out, "times", "[");
    for (unsigned i = 0; i < times->plies; i++) {
        ff_buffer_text(out, i ? "," : "");
        ff_buffer_number(out, times->ms[i]);
    }
    ff_buffer_byte(out, ']');
}

/* ---- snapshots ---- */

/* In their order; the view's members follow. What passes with time alone is no change. */
static const struct member {
    void (*add)(ff_buffer *out, const scene *seen);
    bool passes;
} members[ENCODE_GAME_MEMBERS] = {
    {add_game, false},        {add_edition, false}, {add_seat, false},   {add_terms, false},
    {add_phase, false},       {add_red, false},     {add_blue, false},   {add_code, false},
    {add_setup, false},       {add_salts, false},   {add_armies, false}, {add_draw, false},
    {add_commitments, false}, {add_next, false},    {add_paused, false}, {add_rating, false},
    {add_rematch, false},     {add_plan, false},    {add_times, false},  {add_clock, true},
    {add_claim, true},
};

enum { BOARD = ENCODE_GAME_MEMBERS + JSON_VIEW_BOARD };

static void add_view_members(encode_snapshot *snapshot, const ff_view *view) {
    for (int i = 0; i < JSON_VIEW_MEMBERS; i++) {
        if (snapshot->played) {
            encode_begin(&snapshot->text, json_view_members[i].key, "");
            json_view_members[i].write(&snapshot->text, view);
        }
        snapshot->end[ENCODE_GAME_MEMBERS + i] = snapshot->text.size;
    }
}

void encode_look(encode_snapshot *snapshot, const struct table *table, const encode_eyes *eyes,
                 ff_view *view) {
    const table_state *state = table_seen_by(table, eyes->viewer);
    scene seen = {table, state, eyes, table_phase_of(table, state), view};
    table_view(table, eyes->viewer, view);
    snapshot->plies = view->plies;
    snapshot->takebacks = state->takebacks;
    snapshot->redacted =
        view->memory && view->result == FF_ONGOING && view->ending == FF_BY_NOTHING;
    snapshot->played = seen.phase > PHASE_SETUP;
    ff_buffer_clear(&snapshot->text);
    encode_open(&snapshot->text, "game");
    snapshot->begin = snapshot->text.size;
    for (int i = 0; i < ENCODE_GAME_MEMBERS; i++) {
        members[i].add(&snapshot->text, &seen);
        snapshot->end[i] = snapshot->text.size;
    }
    add_view_members(snapshot, view);
}

/* The buffer of the one copied to is used again: a snapshot is copied at every change, and is of
 * the same length nearly each time. */
void encode_snapshot_copy(encode_snapshot *to, const encode_snapshot *from) {
    ff_buffer text = to->text;
    ff_buffer_clear(&text);
    ff_buffer_add(&text, from->text.data, from->text.size);
    *to = *from;
    to->text = text;
}

void encode_snapshot_free(encode_snapshot *snapshot) {
    ff_buffer_free(&snapshot->text);
}

static ff_span member(const encode_snapshot *of, int i) {
    size_t begin = i ? of->end[i - 1] : of->begin;
    return (ff_span){of->text.data + begin, of->end[i] - begin};
}

static bool differs(const encode_snapshot *before, const encode_snapshot *now, int i) {
    ff_span a = member(before, i), b = member(now, i);
    return a.size != b.size || memcmp(a.data, b.data, a.size) != 0;
}

bool encode_has_changed(const encode_snapshot *before, const encode_snapshot *now) {
    assert(!before->text.failed && !now->text.failed);
    if (before->takebacks != now->takebacks)
        return true;
    for (int i = 0; i < ENCODE_MEMBERS; i++)
        if ((i >= ENCODE_GAME_MEMBERS || !members[i].passes) && differs(before, now, i))
            return true;
    return false;
}

/* ---- a whole game ---- */

void encode_whole(ff_buffer *out, const encode_snapshot *now, const ff_view *view, unsigned first,
                  uint32_t number) {
    size_t game = now->end[ENCODE_GAME_MEMBERS - 1];
    out->failed |= now->text.failed;
    if (out->failed)
        return;
    ff_buffer_add(out, now->text.data, game);
    if (number)
        encode_number(out, "number", number);
    encode_number(out, "from", first);
    encode_begin(out, "view", now->played ? "{" : "null");
    if (now->played) { /* without the comma before its first member */
        ff_buffer_add(out, now->text.data + game + 1, now->text.size - game - 1);
        json_view_events(out, view, first);
        encode_close(out);
    }
    encode_close(out);
}

unsigned encode_game(ff_buffer *out, const struct table *table, const encode_eyes *eyes) {
    ff_view view;
    encode_snapshot now = {0};
    encode_look(&now, table, eyes, &view);
    encode_whole(out, &now, &view, eyes->first <= view.plies ? eyes->first : 0, 0);
    encode_snapshot_free(&now);
    return view.plies;
}

/* ---- what has changed ---- */

/* The first event that is not as it was told: where nothing was taken back, told ones stand;
 * but in memory mode the latest loses its ranks when the next one comes, and gets them back
 * with all others at the end. */
static unsigned first_news(const encode_snapshot *before, const encode_snapshot *now) {
    if (!before->played || before->takebacks != now->takebacks || before->redacted != now->redacted)
        return 0;
    assert(before->plies <= now->plies);
    bool forgets = now->redacted && now->plies > before->plies && before->plies > 0;
    return forgets ? before->plies - 1u : before->plies;
}

/* A few squares; false where there are more, or there was no board. A move changes two; beyond
 * eight the board's letters, one for each square, are as short. */
static bool add_cells(ff_buffer *out, ff_span before, ff_span now) {
    enum { CELLS_MAX = 8 };
    static const char head[] = ",\"board\":\"";
    unsigned count = 0;
    for (size_t i = 0; before.size == now.size && i < now.size; i++)
        count += before.data[i] != now.data[i];
    if (before.size != now.size || count > CELLS_MAX)
        return false;
    encode_begin(out, "cells", "[");
    for (size_t i = sizeof head - 1; i < now.size; i++) {
        if (before.data[i] == now.data[i])
            continue;
        encode_comma(out);
        ff_buffer_byte(out, '[');
        ff_buffer_number(out, (int64_t)(i - (sizeof head - 1)));
        ff_buffer_text(out, ",\"");
        ff_buffer_byte(out, now.data[i]);
        ff_buffer_text(out, "\"]");
    }
    ff_buffer_byte(out, ']');
    return true;
}

/* Without a comma where it is the first of its object. */
static void add_member(ff_buffer *out, ff_span text) {
    bool first = out->data && out->data[out->size - 1] == '{';
    ff_buffer_add(out, text.data + first, text.size - first);
}

static bool has_view_changed(const encode_snapshot *before, const encode_snapshot *now) {
    int i = ENCODE_GAME_MEMBERS;
    while (i < ENCODE_MEMBERS && !differs(before, now, i))
        i++;
    return i < ENCODE_MEMBERS || before->takebacks != now->takebacks;
}

static void add_view_change(ff_buffer *out, const encode_snapshot *before,
                            const encode_snapshot *now, const ff_view *view) {
    unsigned first = first_news(before, now);
    if (!has_view_changed(before, now))
        return;
    encode_begin(out, "view", "{");
    for (int i = ENCODE_GAME_MEMBERS; i < ENCODE_MEMBERS; i++)
        if (differs(before, now, i) &&
            (i != BOARD || !add_cells(out, member(before, i), member(now, i))))
            add_member(out, member(now, i));
    if (first < now->plies || !before->played || before->takebacks != now->takebacks)
        json_view_events(out, view, first);
    encode_close(out);
}

/* Members that have not changed are left out; of the events only new ones are told. A change is
 * made only of a snapshot that its viewer has been told, which the caller has kept. */
void encode_change(ff_buffer *out, const encode_snapshot *before, const encode_snapshot *now,
                   const ff_view *view, uint32_t number) {
    out->failed |= before->text.failed || now->text.failed;
    if (out->failed)
        return;
    assert(now->played || !before->played);
    encode_open(out, "change");
    add_member(out, member(now, 0));
    encode_number(out, "number", number);
    for (int i = 1; i < ENCODE_GAME_MEMBERS; i++)
        if (differs(before, now, i))
            add_member(out, member(now, i));
    if (now->played)
        add_view_change(out, before, now, view);
    encode_close(out);
}

/* ---- beside the game ---- */

static void add_line(ff_buffer *out, const store_line *line) {
    encode_text(out, "from",
                line->seat == FF_NOBODY ? "spectator" : seat_word((ff_seat)line->seat));
    encode_maybe_text(out, "name", line->name);
    encode_text(out, "text", line->text);
    encode_number(out, "time", line->time);
    encode_close(out);
}

void encode_chat(ff_buffer *out, const store_game *game, const store_line *line) {
    encode_open(out, "chat");
    encode_text(out, "game", game->id);
    add_line(out, line);
}

void encode_chat_page(ff_buffer *out, const store_game *game) {
    encode_open(out, "chat-page");
    encode_text(out, "game", game->id);
    encode_begin(out, "lines", "[");
}

void encode_chat_line(ff_buffer *out, const store_line *line) {
    encode_open(out, NULL);
    add_line(out, line);
}

void encode_chat_page_end(ff_buffer *out, int64_t before) {
    ff_buffer_byte(out, ']');
    encode_maybe_number(out, "before", before);
    encode_close(out);
}

void encode_muted(ff_buffer *out, const store_game *game, bool on) {
    encode_open(out, "muted");
    encode_text(out, "game", game->id);
    encode_bool(out, "on", on);
    encode_close(out);
}
