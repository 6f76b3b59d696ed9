/* Compiled with -march=x86-64-v3 (CMakeLists.txt), run where the processor has it. */
#if defined(__x86_64__)
#define NET net_x86_64_v3
#include "ai/learned/net_kernel.h"
#endif
