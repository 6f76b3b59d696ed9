/* Paths of routes, with stars for their parts. What must hold: a star ends at a slash, or at what
 * follows it in the pattern: so no pattern needs to look back, and a path is read once. */
#include "server/http/route_pattern.h"

#include <limits.h>

/* Does the path fit? `part` is the text for the `index`-th star, where there is one. */
static bool fits(const char *pattern, ff_span path, unsigned index, ff_span *part) {
    size_t at = 0;
    for (; *pattern; pattern++) {
        size_t begin = at;
        if (*pattern != '*') {
            if (at >= path.size || path.data[at++] != *pattern)
                return false;
            continue;
        }
        while (at < path.size && path.data[at] != '/' && path.data[at] != pattern[1])
            at++;
        if (at == begin)
            return false;
        if (index-- == 0)
            *part = (ff_span){path.data + begin, at - begin};
    }
    return at == path.size;
}

bool route_pattern_fits(const char *pattern, ff_span path) {
    ff_span part;
    return fits(pattern, path, UINT_MAX, &part);
}

ff_span route_pattern_part(const char *pattern, ff_span path, unsigned index) {
    ff_span part = {"", 0};
    fits(pattern, path, index, &part);
    return part;
}
