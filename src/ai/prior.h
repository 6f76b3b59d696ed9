/* Where people put their pieces: the 40-piece game, by square of the zone. */
#ifndef FLAGFALL_AI_PRIOR_H
#define FLAGFALL_AI_PRIOR_H

#include "flagfall/edition.h"

enum { PRIOR_SQUARES = 40 };

/* Parts in a thousand, by place in a set-up (own back row first) and rank. */
extern const uint16_t prior_table[PRIOR_SQUARES][FF_RANKS];

#endif
