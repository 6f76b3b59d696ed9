/* The network for any processor. */
#define NET net_portable
#include "ai/learned/net_kernel.h"
