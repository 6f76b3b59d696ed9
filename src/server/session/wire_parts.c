#include "server/session/wire_parts.h"

#include "flagfall/json.h"
#include "server/play/table.h"

void wire_comma(ff_buffer *out) {
    char last = out->size ? out->data[out->size - 1] : '{';
    if (last != '{' && last != '[' && last != ':')
        ff_buffer_byte(out, ',');
}

void wire_begin(ff_buffer *out, const char *key, const char *bracket) {
    wire_comma(out);
    ff_buffer_byte(out, '"');
    ff_buffer_text(out, key);
    ff_buffer_add(out, "\":", 2);
    ff_buffer_text(out, bracket);
}

void wire_open(ff_buffer *out, const char *type) {
    if (!type)
        wire_comma(out);
    ff_buffer_byte(out, '{');
    if (type)
        wire_text(out, "type", type);
}

void wire_close(ff_buffer *out) {
    ff_buffer_byte(out, '}');
}

void wire_span(ff_buffer *out, const char *key, ff_span value) {
    wire_begin(out, key, "");
    ff_json_string(out, value);
}

void wire_text(ff_buffer *out, const char *key, const char *value) {
    wire_span(out, key, ff_span_of(value));
}

void wire_null(ff_buffer *out, const char *key) {
    wire_begin(out, key, "null");
}

void wire_maybe_text(ff_buffer *out, const char *key, const char *value) {
    if (value[0])
        wire_text(out, key, value);
    else
        wire_null(out, key);
}

void wire_number(ff_buffer *out, const char *key, int64_t value) {
    wire_begin(out, key, "");
    ff_buffer_number(out, value);
}

void wire_maybe_number(ff_buffer *out, const char *key, int64_t value) {
    if (value == STORE_NULL)
        wire_null(out, key);
    else
        wire_number(out, key, value);
}

void wire_bool(ff_buffer *out, const char *key, bool value) {
    wire_begin(out, key, value ? "true" : "false");
}

void wire_seat(ff_buffer *out, const char *key, unsigned seat) {
    if (seat == FF_RED || seat == FF_BLUE)
        wire_text(out, key, seat_word((ff_seat)seat));
    else
        wire_null(out, key);
}

const char *wire_phase_word(unsigned which) {
    static const char *const words[] = {"waiting", "setup", "play", "over"};
    return words[which <= PHASE_OVER ? which : PHASE_OVER];
}

void wire_player(ff_buffer *out, const char *key, const store_seat *seat) {
    static const char *const kinds[] = {[SEAT_FREE] = "free",
                                        [SEAT_GUEST] = "guest",
                                        [SEAT_ACCOUNT] = "account",
                                        [SEAT_BOT] = "bot",
                                        [SEAT_COMPUTER] = "computer"};
    wire_begin(out, key, "{");
    wire_maybe_text(out, "name", seat->name);
    wire_text(out, "kind", kinds[seat->kind <= SEAT_COMPUTER ? seat->kind : SEAT_FREE]);
    wire_maybe_number(out, "rating", seat->rating);
}

void wire_clock(ff_buffer *out, const clock_terms *clock) {
    wire_begin(out, "clock", "{");
    wire_number(out, "bank", clock->bank);
    wire_number(out, "free", clock->free);
    wire_number(out, "increment", clock->increment);
    wire_number(out, "setup", clock->setup);
    wire_close(out);
}

void wire_terms(ff_buffer *out, const game_terms *terms) {
    wire_begin(out, "terms", "{");
    if (terms->timed)
        wire_clock(out, &terms->clock);
    else
        wire_null(out, "clock");
    wire_bool(out, "memory", terms->memory);
    wire_bool(out, "remember", terms->remember);
    wire_bool(out, "hints", terms->hints);
    wire_bool(out, "watch", terms->watch);
    wire_bool(out, "open", terms->open);
    wire_bool(out, "rated", terms->rated);
    wire_close(out);
}

/* Red moves on even plies. */
static unsigned seat_on_turn(const store_game *game) {
    return game->phase == PHASE_PLAY ? game->plies % 2 : FF_NOBODY;
}

void wire_challenge(ff_buffer *out, const char *key, const store_game *game,
                    const ff_person *person) {
    ff_seat by = (ff_seat)game->by;
    if (key)
        wire_begin(out, key, "{");
    else
        wire_open(out, NULL);
    wire_text(out, "game", game->id);
    wire_text(out, "edition", game->edition);
    wire_seat(out, "seat", seat_other(by));
    wire_player(out, "by", &game->seat[by]);
    wire_close(out);
    wire_terms(out, &game->terms);
    wire_bool(out, "rated", game->terms.rated);
    wire_bool(out, "mine", person && person_is(&game->seat[by].person, person));
    wire_bool(out, "toYou", person && person_is(&game->to, person));
    wire_close(out);
}

void wire_row(ff_buffer *out, const store_game *game, ff_seat seat) {
    wire_open(out, NULL);
    wire_text(out, "game", game->id);
    wire_text(out, "edition", game->edition);
    wire_seat(out, "seat", seat);
    for (int i = FF_RED; i <= FF_BLUE; i++) {
        wire_player(out, seat_word((ff_seat)i), &game->seat[i]);
        wire_close(out);
    }
    wire_text(out, "phase", game->damaged ? "damaged" : wire_phase_word(game->phase));
    wire_seat(out, "turn", seat_on_turn(game));
    wire_number(out, "plies", game->plies);
    wire_text(out, "result", ff_result_word((ff_result)game->result));
    wire_text(out, "by", ff_ending_word((ff_ending)game->ending));
    wire_bool(out, "rated", game->terms.rated);
    wire_number(out, "time", game->created);
    wire_close(out);
}

void wire_event(ff_buffer *out, const store_game *game, ff_seat seat) {
    wire_open(out, "event");
    wire_begin(out, "row", "");
    wire_row(out, game, seat);
    wire_terms(out, &game->terms);
    wire_close(out);
}
