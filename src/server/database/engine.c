/* Which engine keeps the store in a location. What must hold: a password in a location is never
 * shown. */
#define _POSIX_C_SOURCE 200809L

#include "server/database/engine.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

/* Behind the scheme of a URI of PostgreSQL's, or null. One that is not written as libpq has it is
 * no file's name either: the engine refuses it. */
static const char *skip_scheme(const char *location) {
    static const char *const schemes[] = {"postgresql:", "postgres:"};
    for (size_t i = 0; i < sizeof schemes / sizeof *schemes; i++)
        if (strncasecmp(location, schemes[i], strlen(schemes[i])) == 0)
            return location + strlen(schemes[i]);
    return NULL;
}

const struct engine *engine_of(const char *location) {
    return skip_scheme(location) ? &engine_postgresql : &engine_sqlite;
}

bool location_is_good(const char *location) {
    return skip_scheme(location) ||
           (*location && *location != ':' && strncmp(location, "file:", 5) != 0);
}

/* The last @ ends the password. Where it stands behind a question mark nobody can tell which of the
 * two has the other in it, and nothing is shown. */
const char *location_show(const char *location, char shown[LOCATION_SHOWN]) {
    const char *rest = skip_scheme(location);
    if (!rest)
        return location;
    rest += strspn(rest, "/");
    const char *at = strrchr(rest, '@');
    size_t size = strcspn(rest, "?");
    if (at && at > rest + size)
        rest = "..", size = 2;
    else if (at)
        size -= (size_t)(at + 1 - rest), rest = at + 1;
    snprintf(shown, LOCATION_SHOWN, "postgresql://%.*s", (int)size, rest);
    return shown;
}
