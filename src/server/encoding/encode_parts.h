/* What messages are written with: members of JSON objects, one after another. The
 * comma comes by itself. For the files encode_*.c. */
#ifndef FLAGFALL_SERVER_ENCODING_ENCODE_PARTS_H
#define FLAGFALL_SERVER_ENCODING_ENCODE_PARTS_H

#include "server/store/store_accounts.h"
#include "server/store/store_games.h"

/* A comma before all but the first of an object or a list. */
void encode_comma(ff_buffer *out);

/* Begins a message, or (without a type) an object in a list. */
void encode_open(ff_buffer *out, const char *type);
void encode_close(ff_buffer *out);

/* A member with its value. Keys are written as they are; in a text what is no UTF-8 becomes
 * U+FFFD. */
void encode_span(ff_buffer *out, const char *key, ff_span value);
void encode_text(ff_buffer *out, const char *key, const char *value);
void encode_maybe_text(ff_buffer *out, const char *key, const char *value); /* empty is null */
void encode_number(ff_buffer *out, const char *key, int64_t value);
void encode_maybe_number(ff_buffer *out, const char *key, int64_t value); /* STORE_NULL is null */
void encode_bool(ff_buffer *out, const char *key, bool value);
void encode_null(ff_buffer *out, const char *key);

/* A key whose value follows: "{", "[", or nothing. */
void encode_begin(ff_buffer *out, const char *key, const char *bracket);

/* "red", "blue", null for FF_NOBODY. */
void encode_seat(ff_buffer *out, const char *key, unsigned seat);

/* The word of a phase: "waiting", "setup", "play" or "over", which any other number is too. */
const char *encode_phase_word(unsigned which);

/* The word of a seat_kind: "guest", "account" and so on. */
const char *encode_kind_word(unsigned kind);

/* A rating: the object without its end, so that more may follow. */
void encode_rating(ff_buffer *out, const store_rating *rating);

/* A player: the object without its end, so that more may follow; and the terms. */
void encode_player(ff_buffer *out, const char *key, const store_seat *seat);
void encode_clock(ff_buffer *out, const clock_terms *clock);
void encode_terms(ff_buffer *out, const game_terms *terms);

/* A game that is offered, for that person (null: for anybody): as a member, or without a
 * key in a list. */
void encode_challenge(ff_buffer *out, const char *key, const store_game *game,
                      const struct person *person);

/* A row of a list of games, for the one who sits in `seat` (FF_NOBODY: nobody). */
void encode_row(ff_buffer *out, const store_game *game, ff_seat seat);

/* The row of a game that goes on, for those who may watch it, and how many do. Where they see the
 * game later it is not told how far it has come. */
void encode_watched(ff_buffer *out, const store_game *game, bool later, unsigned viewers);

/* A game has changed that is of the one's who sits in `seat`, or is offered to the one
 * (FF_NOBODY): {"type": "event", "row": row, "terms": terms}. For the streams of bots. */
void encode_event(ff_buffer *out, const store_game *game, ff_seat seat);

#endif
