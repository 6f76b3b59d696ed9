/* The tables behind the editions. */
#ifndef FLAGFALL_CORE_EDITIONS_H
#define FLAGFALL_CORE_EDITIONS_H

#include "flagfall/edition.h"

/* What the Travel set calls the ranks in each language (the names of rank 4 are
 * ours: they stood in a picture). */
extern const char *const edition_names[FF_LANGUAGES][FF_RANKS];

#endif
