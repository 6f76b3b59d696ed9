/* The networks that are built in, from the bytes that CMake made of their files. */
#include "ai/learned/builtin.h"

#include "ai/learned/net_file.h"

#include <stdlib.h>

/* Written by tools/embed-file.cmake. */
extern const unsigned char small_net_bytes[] __attribute__((visibility("hidden")));
extern const unsigned small_net_size __attribute__((visibility("hidden")));
extern const unsigned char large_net_bytes[] __attribute__((visibility("hidden")));
extern const unsigned large_net_size __attribute__((visibility("hidden")));

bool net_builtin(unsigned pieces, net *n) {
    const ff_span networks[] = {{(const char *)small_net_bytes, small_net_size},
                                {(const char *)large_net_bytes, large_net_size}};
    for (size_t i = 0; pieces && i < sizeof networks / sizeof *networks; i++)
        if (networks[i].size && pieces <= net_pieces(networks[i]))
            return net_read(networks[i], n, NULL);
    return false;
}

bool net_choice_init(net_choice *c, const net *given, unsigned pieces) {
    *c = (net_choice){.given = given, .pieces = given ? pieces : 0};
    if (given || small_net_size + large_net_size == 0)
        return true;
    c->unpacked = malloc(sizeof *c->unpacked);
    return c->unpacked;
}

void net_choice_free(net_choice *c) {
    free(c->unpacked);
    c->unpacked = NULL;
    c->there = false;
    c->pieces = c->given ? c->pieces : 0;
}

const net *net_choice_for(net_choice *c, const ff_edition *edition) {
    unsigned pieces = ff_edition_army_size(edition);
    if (c->given)
        return pieces <= c->pieces ? c->given : NULL;
    if (c->unpacked && pieces != c->pieces) {
        c->pieces = pieces;
        c->there = net_builtin(pieces, c->unpacked);
    }
    return c->there ? c->unpacked : NULL;
}
