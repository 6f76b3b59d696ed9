/* JSON as text, written member by member, and the parts that several messages have in common. What
 * must hold: a comma stands before a member exactly where another one is before it, which the last
 * byte tells. */
#include "server/encoding/encode_parts.h"

#include "flagfall/json.h"
#include "server/play/table.h"

#include <assert.h>
#include <math.h>
#include <string.h>

void encode_comma(ff_buffer *out) {
    char last = out->size ? out->data[out->size - 1] : '{';
    if (last != '{' && last != '[' && last != ':')
        ff_buffer_byte(out, ',');
}

static char *copy(char *to, const char *text) {
    while (*text)
        *to++ = *text++;
    return to;
}

/* Put together before it is added, for each message has dozens of them. Keys are the program's. */
void encode_begin(ff_buffer *out, const char *key, const char *bracket) {
    char text[64] = "\"";
    assert(strlen(key) + strlen(bracket) + 3 <= sizeof text);
    encode_comma(out);
    char *end = copy(copy(copy(text + 1, key), "\":"), bracket);
    ff_buffer_add(out, text, (size_t)(end - text));
}

void encode_open(ff_buffer *out, const char *type) {
    if (!type)
        encode_comma(out);
    ff_buffer_byte(out, '{');
    if (type)
        encode_text(out, "type", type);
}

void encode_close(ff_buffer *out) {
    ff_buffer_byte(out, '}');
}

void encode_span(ff_buffer *out, const char *key, ff_span value) {
    encode_begin(out, key, "");
    ff_json_string(out, value);
}

void encode_text(ff_buffer *out, const char *key, const char *value) {
    encode_span(out, key, ff_span_of(value));
}

void encode_null(ff_buffer *out, const char *key) {
    encode_begin(out, key, "null");
}

void encode_maybe_text(ff_buffer *out, const char *key, const char *value) {
    if (value[0])
        encode_text(out, key, value);
    else
        encode_null(out, key);
}

void encode_number(ff_buffer *out, const char *key, int64_t value) {
    encode_begin(out, key, "");
    ff_buffer_number(out, value);
}

void encode_maybe_number(ff_buffer *out, const char *key, int64_t value) {
    if (value == STORE_NULL)
        encode_null(out, key);
    else
        encode_number(out, key, value);
}

void encode_bool(ff_buffer *out, const char *key, bool value) {
    encode_begin(out, key, value ? "true" : "false");
}

void encode_seat(ff_buffer *out, const char *key, unsigned seat) {
    if (seat == FF_RED || seat == FF_BLUE)
        encode_text(out, key, seat_word((ff_seat)seat));
    else
        encode_null(out, key);
}

/* Numbers may come from the store's file; a phase that there is not is told as the last one. */
const char *encode_phase_word(unsigned which) {
    static const char *const words[] = {"waiting", "setup", "play", "over"};
    return words[which <= PHASE_OVER ? which : PHASE_OVER];
}

const char *encode_kind_word(unsigned kind) {
    static const char *const words[] = {[SEAT_FREE] = "free",
                                        [SEAT_GUEST] = "guest",
                                        [SEAT_ACCOUNT] = "account",
                                        [SEAT_BOT] = "bot",
                                        [SEAT_COMPUTER] = "computer"};
    return words[kind <= SEAT_COMPUTER ? kind : SEAT_FREE];
}

/* Whole points: a fraction of one would say more than is known. */
void encode_rating(ff_buffer *out, const store_rating *rating) {
    encode_open(out, NULL);
    encode_text(out, "group", rating->group);
    encode_number(out, "rating", lround(rating->glicko.rating));
    encode_number(out, "deviation", lround(rating->glicko.deviation));
    encode_number(out, "games", rating->games);
}

void encode_player(ff_buffer *out, const char *key, const store_seat *seat) {
    encode_begin(out, key, "{");
    encode_maybe_text(out, "name", seat->name);
    encode_text(out, "kind", encode_kind_word(seat->kind));
    encode_maybe_number(out, "rating", seat->rating);
}

void encode_clock(ff_buffer *out, const clock_terms *clock) {
    encode_begin(out, "clock", "{");
    encode_number(out, "bank", clock->bank);
    encode_number(out, "free", clock->free);
    encode_number(out, "increment", clock->increment);
    encode_number(out, "setup", clock->setup);
    if (clock_days(clock))
        encode_number(out, "days", clock_days(clock));
    encode_close(out);
}

void encode_terms(ff_buffer *out, const game_terms *terms) {
    encode_begin(out, "terms", "{");
    if (terms->timed)
        encode_clock(out, &terms->clock);
    else
        encode_null(out, "clock");
    encode_bool(out, "memory", terms->memory);
    encode_bool(out, "remember", terms->remember);
    encode_bool(out, "hints", terms->hints);
    encode_bool(out, "watch", terms->watch);
    encode_bool(out, "open", terms->open);
    encode_bool(out, "rated", terms->rated);
    encode_number(out, "delay", terms->delay);
    encode_close(out);
}

/* Red moves on even plies. */
static unsigned seat_on_turn(const store_game *game) {
    return game->phase == PHASE_PLAY ? game->plies % 2 : FF_NOBODY;
}

/* The code of an invitation is not in it: whoever sees an offer in a list joins by the game's id,
 * and a code is for one that is in no list. */
void encode_challenge(ff_buffer *out, const char *key, const store_game *game,
                      const struct person *person) {
    ff_seat by = (ff_seat)game->by;
    if (key)
        encode_begin(out, key, "{");
    else
        encode_open(out, NULL);
    encode_text(out, "game", game->id);
    encode_text(out, "edition", game->edition);
    encode_seat(out, "seat", seat_other(by));
    encode_player(out, "by", &game->seat[by]);
    encode_close(out);
    encode_terms(out, &game->terms);
    encode_bool(out, "rated", game->terms.rated);
    encode_bool(out, "mine", person && person_is(&game->seat[by].person, person));
    encode_bool(out, "toYou", person && person_is(&game->to, person));
    encode_close(out);
}

/* Up to what changes while a game goes on. */
static void open_row(ff_buffer *out, const store_game *game, ff_seat seat) {
    encode_open(out, NULL);
    encode_text(out, "game", game->id);
    encode_text(out, "edition", game->edition);
    encode_seat(out, "seat", seat);
    for (int i = FF_RED; i <= FF_BLUE; i++) {
        encode_player(out, seat_word((ff_seat)i), &game->seat[i]);
        encode_close(out);
    }
    encode_text(out, "phase", game->damaged ? "damaged" : encode_phase_word(game->phase));
}

/* `plies` is STORE_NULL where it is not told. */
static void end_row(ff_buffer *out, const store_game *game, unsigned turn, int64_t plies) {
    encode_seat(out, "turn", turn);
    encode_maybe_number(out, "plies", plies);
    encode_text(out, "result", ff_result_word((ff_result)game->result));
    encode_text(out, "by", ff_ending_word((ff_ending)game->ending));
    encode_bool(out, "rated", game->terms.rated);
    encode_number(out, "time", game->created);
}

void encode_row(ff_buffer *out, const store_game *game, ff_seat seat) {
    open_row(out, game, seat);
    end_row(out, game, seat_on_turn(game), game->plies);
    encode_close(out);
}

void encode_watched(ff_buffer *out, const store_game *game, bool later, unsigned viewers) {
    open_row(out, game, FF_NOBODY);
    end_row(out, game, later ? FF_NOBODY : seat_on_turn(game), later ? STORE_NULL : game->plies);
    encode_number(out, "viewers", viewers);
    encode_close(out);
}

void encode_event(ff_buffer *out, const store_game *game, ff_seat seat) {
    encode_open(out, "event");
    encode_begin(out, "row", "");
    encode_row(out, game, seat);
    encode_terms(out, &game->terms);
    encode_close(out);
}
