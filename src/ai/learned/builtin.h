/* The networks that are built into the library (weights, by CMake): one for small armies, one for
 * larger ones. A library may be built without them. */
#ifndef FLAGFALL_AI_BUILTIN_H
#define FLAGFALL_AI_BUILTIN_H

#include "ai/learned/net.h"

/* Unpacks the one for armies of so many pieces a side, the smallest that will do; false where none
 * is built in for them, and for 0. */
bool net_builtin(unsigned pieces, net *n);

/* Which network a player asks: one that it was given, or the built-in one for the army. */
typedef struct net_choice {
    const net *given;
    unsigned pieces; /* a side, that the given one, or the one unpacked last, is for at most */
    net *unpacked;
    bool there; /* one is built in for so many */
} net_choice;

/* `given` is the caller's, must outlive it and is for armies of `pieces` at most; null: those that
 * are built in. False when memory is out. To be freed by `net_choice_free`, which takes a struct of
 * zeroes too; after it none that is built in is found. */
bool net_choice_init(net_choice *c, const net *given, unsigned pieces);
void net_choice_free(net_choice *c);

/* The network for an edition, until the next call; null where there is none. Unpacks one that is
 * built in when the army is of another size than at the last call. */
const net *net_choice_for(net_choice *c, const ff_edition *edition);

#endif
