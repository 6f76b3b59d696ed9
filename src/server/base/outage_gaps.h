/* The time that counts for clocks. It is the server's time without the gaps in
 * which nobody could have played: while no server ran, and while the store failed.
 * Within a gap it stands still, so that a moment before a gap and the moment of its
 * end are one.
 *
 * The server's time is in milliseconds since 1970, and within one run of the program
 * steady. One thread. */
#ifndef FLAGFALL_SERVER_BASE_OUTAGE_GAPS_H
#define FLAGFALL_SERVER_BASE_OUTAGE_GAPS_H

#include "flagfall/base.h"

/* From `began` on, up to and without `ended`. */
typedef struct outage_gap {
    int64_t began, ended;
    int64_t before; /* milliseconds of all gaps before this one; kept by the list */
} outage_gap;

/* Begins as {0}. In order, and none overlaps the next. */
typedef struct outage_gaps {
    outage_gap *gap;
    size_t count, capacity;
} outage_gaps;

void gaps_free(outage_gaps *gaps);

/* Adds a gap. Where it overlaps or touches the newest, or lies before its end, that one
 * becomes longer instead. False, and nothing added, when memory is out. */
bool gaps_add(outage_gaps *gaps, int64_t began, int64_t ended);

/* Time stands still from `now` on, until `gaps_go`. False when memory is out: then it
 * goes on. Nothing happens where it stands already. */
bool gaps_stop(outage_gaps *gaps, int64_t now);

/* It goes on at `then`, which may be to come. True where it stood. */
bool gaps_go(outage_gaps *gaps, int64_t then);

/* Has it been stopped? */
bool gaps_are_stopped(const outage_gaps *gaps);

/* The time that counts, at the server's time `now`. */
int64_t gaps_at(const outage_gaps *gaps, int64_t now);

/* The first of the server's times that counts as `counts`. */
int64_t gaps_when(const outage_gaps *gaps, int64_t counts);

/* How long from `now` until the time that counts is `then`; 0 where it has been, and
 * INT64_MAX while it stands still for nobody knows how long. */
int64_t gaps_until(const outage_gaps *gaps, int64_t now, int64_t then);

#endif
