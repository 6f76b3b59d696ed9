/* The network for any processor: what the others' results are compared with. */
#define NET net_portable
#include "ai/learned/net_kernel.h"
