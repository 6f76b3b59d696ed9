#include "flagfall/json.h"
#include "server/wire.h"
#include "server/wire_parts.h"

static void add_players(ff_buffer *out, const ff_table *table, const table_state *state,
                        const wire_eyes *eyes) {
    for (int seat = FF_RED; seat <= FF_BLUE; seat++) {
        wire_player(out, seat_word((ff_seat)seat), &table->row.seat[seat]);
        wire_bool(out, "here", eyes->here[seat] || table->row.seat[seat].kind == SEAT_COMPUTER);
        wire_bool(out, "ready", ff_game_is_set_up(state->game, (ff_seat)seat));
        wire_close(out);
    }
}

/* Both seats' texts, once they may be told and where both are there. */
static void add_pair(ff_buffer *out, const char *key, bool told, const char *red,
                     const char *blue) {
    if (!told || !red[0] || !blue[0]) {
        wire_null(out, key);
        return;
    }
    wire_begin(out, key, "{");
    wire_text(out, "red", red);
    wire_text(out, "blue", blue);
    wire_close(out);
}

/* What was promised is told from the first move on, and what was in it at the end. */
static void add_promises(ff_buffer *out, const ff_table *table, const table_state *state) {
    const store_seat *seat = table->row.seat;
    bool begun = ff_game_is_set_up(state->game, FF_NOBODY);
    bool over = begun && ff_game_is_over(state->game);
    add_pair(out, "commitments", begun, seat[FF_RED].commitment, seat[FF_BLUE].commitment);
    add_pair(out, "salts", over, seat[FF_RED].salt, seat[FF_BLUE].salt);
    add_pair(out, "armies", over, state->letters[FF_RED], state->letters[FF_BLUE]);
}

static void add_running(ff_buffer *out, const ff_clock *clock) {
    wire_begin(out, "running", "[");
    for (int seat = FF_RED; seat <= FF_BLUE; seat++) {
        if (!clock_runs(clock, (ff_seat)seat))
            continue;
        wire_comma(out);
        ff_json_string(out, ff_span_of(seat_word((ff_seat)seat)));
    }
    ff_buffer_byte(out, ']');
}

/* Who sees the game later sees its clock as it was after the last act seen. */
static void add_clock(ff_buffer *out, const ff_table *table, const table_state *state,
                      int64_t now) {
    const ff_clock *clock = &state->clock;
    int64_t then = state == &table->now ? now : clock->since_ms;
    if (!state->timed) {
        wire_null(out, "clock");
        return;
    }
    wire_begin(out, "clock", "{");
    wire_number(out, "red", clock_left(clock, FF_RED, then));
    wire_number(out, "blue", clock_left(clock, FF_BLUE, then));
    wire_number(out, "free", clock_free(clock, then));
    add_running(out, clock);
    wire_close(out);
}

/* Until when the viewer has to wait before it may claim the game. */
static void add_claim(ff_buffer *out, const ff_table *table, const wire_eyes *eyes) {
    int64_t since = eyes->viewer == FF_NOBODY ? 0 : table_waits_since(table, eyes->viewer);
    int64_t left = since + eyes->claim_ms - eyes->now;
    wire_maybe_number(out, "claim", since ? (left > 0 ? left : 0) : STORE_NULL);
}

static void add_offers(ff_buffer *out, const ff_table *table, const table_state *state,
                       const wire_eyes *eyes) {
    add_clock(out, table, state, eyes->now);
    wire_seat(out, "draw", state->draw);
    wire_seat(out, "rematch", table->row.rematch);
    wire_maybe_text(out, "next", table->next);
    add_claim(out, table, eyes);
    wire_bool(out, "paused", state->paused);
}

static void add_rating(ff_buffer *out, const ff_table *table) {
    const store_seat *seat = table->row.seat;
    if (seat[FF_RED].change == STORE_NULL || seat[FF_BLUE].change == STORE_NULL) {
        wire_null(out, "rating");
        return;
    }
    wire_begin(out, "rating", "{");
    wire_number(out, "red", seat[FF_RED].change);
    wire_number(out, "blue", seat[FF_BLUE].change);
    wire_close(out);
}

static const char *own_letters(const ff_table *table, ff_seat viewer) {
    return viewer == FF_NOBODY ? "" : table->now.letters[viewer];
}

static void add_line(ff_buffer *out, const store_line *line) {
    wire_text(out, "from", line->seat == FF_NOBODY ? "spectator" : seat_word((ff_seat)line->seat));
    wire_maybe_text(out, "name", line->name);
    wire_text(out, "text", line->text);
    wire_number(out, "time", line->time);
    wire_close(out);
}

void wire_chat(ff_buffer *out, const store_game *game, const store_line *line) {
    wire_open(out, "chat");
    wire_text(out, "game", game->id);
    add_line(out, line);
}

void wire_chat_page(ff_buffer *out, const store_game *game) {
    wire_open(out, "chat-page");
    wire_text(out, "game", game->id);
    wire_begin(out, "lines", "[");
}

void wire_chat_line(ff_buffer *out, const store_line *line) {
    wire_open(out, NULL);
    add_line(out, line);
}

void wire_chat_page_end(ff_buffer *out, int64_t before) {
    ff_buffer_byte(out, ']');
    wire_maybe_number(out, "before", before);
    wire_close(out);
}

void wire_muted(ff_buffer *out, const store_game *game, bool on) {
    wire_open(out, "muted");
    wire_text(out, "game", game->id);
    wire_bool(out, "on", on);
    wire_close(out);
}

unsigned wire_game(ff_buffer *out, const ff_table *table, const wire_eyes *eyes) {
    ff_view view;
    const table_state *state = table_seen_by(table, eyes->viewer);
    phase now = table_phase_of(table, state);
    table_view(table, eyes->viewer, &view);
    unsigned first = eyes->first <= view.plies ? eyes->first : 0;
    wire_open(out, "game");
    wire_text(out, "game", table->row.id);
    wire_text(out, "edition", table->row.edition);
    wire_seat(out, "seat", eyes->viewer);
    wire_text(out, "phase", wire_phase_word(now));
    add_players(out, table, state, eyes);
    wire_terms(out, &table->row.terms);
    wire_maybe_text(out, "code",
                    now == PHASE_WAITING && eyes->viewer == table->row.by ? table->row.code : "");
    wire_maybe_text(out, "setup", own_letters(table, eyes->viewer));
    add_promises(out, table, state);
    add_offers(out, table, state, eyes);
    add_rating(out, table);
    wire_number(out, "from", first);
    wire_begin(out, "view", now <= PHASE_SETUP ? "null" : "");
    if (now > PHASE_SETUP)
        ff_json_view(out, &view, first);
    wire_close(out);
    return view.plies;
}
