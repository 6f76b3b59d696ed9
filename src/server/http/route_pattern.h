/* Patterns of paths: `*` stands for a part of a path, one character at least, none a slash. */
#ifndef FLAGFALL_SERVER_HTTP_ROUTE_PATTERN_H
#define FLAGFALL_SERVER_HTTP_ROUTE_PATTERN_H

#include "flagfall/base.h"

/* Does the path fit the pattern? */
bool route_pattern_fits(const char *pattern, ff_span path);

/* The part of a path that stands for the `index`-th `*` of a pattern, from 0. */
ff_span route_pattern_part(const char *pattern, ff_span path, unsigned index);

#endif
