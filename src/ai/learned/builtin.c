/* The network that is built in, from the bytes that CMake made of its file. */
#include "ai/learned/builtin.h"

#include "ai/learned/net_file.h"

/* Written by tools/embed-file.cmake. */
extern const unsigned char builtin_bytes[] __attribute__((visibility("hidden")));
extern const unsigned builtin_size __attribute__((visibility("hidden")));

bool net_is_builtin(void) {
    return builtin_size > 0;
}

unsigned net_builtin(net *n) {
    ff_span bytes = {(const char *)builtin_bytes, builtin_size};
    return builtin_size && net_read(bytes, n, NULL) ? net_pieces(bytes) : 0;
}
