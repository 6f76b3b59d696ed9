/* Badges: few, and each told by the games alone. They are found anew whenever somebody looks,
 * so none is kept, given or taken away. */
#ifndef FLAGFALL_SERVER_PEOPLE_BADGES_H
#define FLAGFALL_SERVER_PEOPLE_BADGES_H

#include "server/people/career.h"

enum { BADGES_MAX = 8 };

typedef struct badge {
    const char *name; /* docs/protocol.md tells what each is for */
    int64_t time;     /* of the end of the game that earned it, ms since 1970 */
} badge;

/* Those that have been earned, in the order of the table. `strongest` is the name of the strongest
 * computer player, or null. Returns how many. */
size_t badges_find(const career *of, const char *strongest, badge found[BADGES_MAX]);

#endif
