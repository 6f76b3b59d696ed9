/* The network that is built into the library (weights/small.net, by CMake); a library built
 * without it has none. */
#ifndef FLAGFALL_AI_BUILTIN_H
#define FLAGFALL_AI_BUILTIN_H

#include "ai/learned/net.h"

bool net_is_builtin(void);

/* Unpacks it; with how many pieces a side it has learned, 0 where there is none. */
unsigned net_builtin(net *n);

#endif
