/* Results as text and as JSON. */
#ifndef FLAGFALL_ARENA_REPORT_H
#define FLAGFALL_ARENA_REPORT_H

#include "arena/match_plan.h"

/* Appends a line for each player: its name and `key=value` pairs (docs/arena.md); in
 * a tournament, strongest first. */
void report_lines(const match_plan *plan, const results *all, ff_buffer *out);

/* Appends the table of everybody's points against everybody, strongest first. */
void report_cross_table(const match_plan *plan, const results *all, ff_buffer *out);

/* Appends "sprt elo0=.. elo1=.. llr=.. lower=.. upper=.. pairs=.. accepted=..". */
void report_test(const sprt *test, const tally *t, ff_buffer *out);

/* Appends all of it as one JSON object and a newline. */
void report_json(const match_plan *plan, const results *all, ff_buffer *out);

/* "NAME: 3 of 100 games forfeited, the first: what it did wrong", without an end of line. False,
 * and nothing appended, where a player has forfeited none. */
bool report_forfeits(const match_plan *plan, const results *all, unsigned player, ff_buffer *out);

#endif
