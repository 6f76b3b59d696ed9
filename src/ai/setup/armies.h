/* Small armies behave otherwise than large ones: what is learned of play is learned of either kind
 * apart. */
#ifndef FLAGFALL_AI_ARMIES_H
#define FLAGFALL_AI_ARMIES_H

#include "flagfall/edition.h"

enum { SMALL_ARMY = 10 }; /* pieces, at most */
enum { ARMIES_SMALL, ARMIES_LARGE, ARMIES_KINDS };

/* Of which kind an edition's are. */
static inline unsigned armies_kind(const ff_edition *edition) {
    return ff_edition_army_size(edition) <= SMALL_ARMY ? ARMIES_SMALL : ARMIES_LARGE;
}

#endif
