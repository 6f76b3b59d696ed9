/* Hours: the time that counts for clocks. It is the server's time without the gaps in
 * which nobody could have played: while no server ran, and while the store failed.
 * Within a gap it stands still, so that a moment before a gap and the moment of its
 * end are one.
 *
 * The server's time is in milliseconds since 1970, and within one run of the program
 * steady. One thread. */
#ifndef FLAGFALL_SERVER_BASE_HOURS_H
#define FLAGFALL_SERVER_BASE_HOURS_H

#include "flagfall/base.h"

/* From `began` on, up to and without `ended`. */
typedef struct hours_gap {
    int64_t began, ended;
    int64_t before; /* milliseconds of all gaps before this one; the hours' own */
} hours_gap;

/* Begins as {0}. In order, and none overlaps the next. */
typedef struct ff_hours {
    hours_gap *gap;
    size_t count, capacity;
} ff_hours;

void hours_free(ff_hours *hours);

/* Adds a gap. Where it overlaps or touches the newest, or lies before its end, that one
 * becomes longer instead. False, and nothing added, when memory is out. */
bool hours_add(ff_hours *hours, int64_t began, int64_t ended);

/* Time stands still from `now` on, until `hours_go`. False when memory is out: then it
 * goes on. Nothing happens where it stands already. */
bool hours_stop(ff_hours *hours, int64_t now);

/* It goes on at `then`, which may be to come. True where it stood. */
bool hours_go(ff_hours *hours, int64_t then);

/* Has it been stopped? */
bool hours_are_stopped(const ff_hours *hours);

/* The time that counts, at the server's time `now`. */
int64_t hours_at(const ff_hours *hours, int64_t now);

/* The first of the server's times that counts as `counts`. */
int64_t hours_when(const ff_hours *hours, int64_t counts);

/* How long from `now` until the time that counts is `then`; 0 where it has been, and
 * INT64_MAX while it stands still for nobody knows how long. */
int64_t hours_until(const ff_hours *hours, int64_t now, int64_t then);

#endif
