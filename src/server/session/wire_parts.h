/* What messages are written with: members of JSON objects, one after another. The
 * comma comes by itself. For the files wire_*.c. */
#ifndef FLAGFALL_SERVER_SESSION_WIRE_PARTS_H
#define FLAGFALL_SERVER_SESSION_WIRE_PARTS_H

#include "server/store/store_games.h"

/* A comma before all but the first of an object or a list. */
void wire_comma(ff_buffer *out);

/* Begins a message, or (without a type) an object in a list. */
void wire_open(ff_buffer *out, const char *type);
void wire_close(ff_buffer *out);

void wire_span(ff_buffer *out, const char *key, ff_span value);
void wire_text(ff_buffer *out, const char *key, const char *value);
void wire_maybe_text(ff_buffer *out, const char *key, const char *value); /* empty is null */
void wire_number(ff_buffer *out, const char *key, int64_t value);
void wire_maybe_number(ff_buffer *out, const char *key, int64_t value); /* STORE_NULL is null */
void wire_bool(ff_buffer *out, const char *key, bool value);
void wire_null(ff_buffer *out, const char *key);

/* A key whose value follows: "{", "[", or nothing. */
void wire_begin(ff_buffer *out, const char *key, const char *bracket);

/* "red", "blue", null for FF_NOBODY. */
void wire_seat(ff_buffer *out, const char *key, unsigned seat);

const char *wire_phase_word(unsigned which);

/* A player: the object without its end, so that more may follow; and the terms. */
void wire_player(ff_buffer *out, const char *key, const store_seat *seat);
void wire_clock(ff_buffer *out, const clock_terms *clock);
void wire_terms(ff_buffer *out, const game_terms *terms);

/* A game that is offered, for that person (null: for anybody): as a member, or without a
 * key in a list. */
void wire_challenge(ff_buffer *out, const char *key, const store_game *game,
                    const ff_person *person);

/* A row of a list of games, for the one who sits in `seat` (FF_NOBODY: nobody). */
void wire_row(ff_buffer *out, const store_game *game, ff_seat seat);

/* A game has changed that is of the one's who sits in `seat`, or is offered to the one
 * (FF_NOBODY): {"type": "event", "row": row, "terms": terms}. For the streams of bots. */
void wire_event(ff_buffer *out, const store_game *game, ff_seat seat);

#endif
