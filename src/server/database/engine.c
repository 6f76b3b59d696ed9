/* Which engine keeps the store in a location. */
#include "server/database/engine.h"

#include <stdio.h>
#include <string.h>

/* Behind the scheme of a URI of PostgreSQL's, or null. */
static const char *skip_scheme(const char *location) {
    static const char *const schemes[] = {"postgresql://", "postgres://"};
    for (size_t i = 0; i < sizeof schemes / sizeof *schemes; i++)
        if (strncmp(location, schemes[i], strlen(schemes[i])) == 0)
            return location + strlen(schemes[i]);
    return NULL;
}

const struct engine *engine_of(const char *location) {
    return skip_scheme(location) ? &engine_postgresql : &engine_sqlite;
}

const char *location_show(const char *location, char shown[LOCATION_SHOWN]) {
    const char *rest = skip_scheme(location);
    if (!rest)
        return location;
    size_t size = strcspn(rest, "?");
    for (size_t i = size; i > 0; i--)
        if (rest[i - 1] == '@') { /* the last: what is before it may be a password */
            rest += i;
            size -= i;
            break;
        }
    snprintf(shown, LOCATION_SHOWN, "postgresql://%.*s", (int)size, rest);
    return shown;
}
