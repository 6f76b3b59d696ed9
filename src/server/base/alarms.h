/* Alarms: who is to be woken first, of thousands. A binary heap; setting, dropping and
 * taking the first are logarithmic. An alarm lives in what it belongs to, which must
 * drop it before it goes. One thread. */
#ifndef FLAGFALL_SERVER_BASE_ALARMS_H
#define FLAGFALL_SERVER_BASE_ALARMS_H

#include "flagfall/base.h"

/* Begins as {0}. */
typedef struct ff_alarm {
    int64_t when;
    size_t place; /* in the heap, from 1; 0: it is not set */
} ff_alarm;

/* Begins as {0}. */
typedef struct ff_alarms {
    ff_alarm **heap; /* from 1 */
    size_t count, capacity;
} ff_alarms;

void alarms_free(ff_alarms *alarms);

/* Room for so many alarms, so that setting them cannot fail. False when memory is
 * out. */
bool alarms_reserve(ff_alarms *alarms, size_t count);

/* Sets an alarm, or sets it anew. There must be room. */
void alarms_set(ff_alarms *alarms, ff_alarm *alarm, int64_t when);

/* Drops it, set or not. */
void alarms_drop(ff_alarms *alarms, ff_alarm *alarm);

/* The earliest, null where none is set. It stays set. */
ff_alarm *alarms_first(const ff_alarms *alarms);

#endif
