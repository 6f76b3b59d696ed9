/* Compiled with -march=x86-64-v4 (CMakeLists.txt), run where the processor has it. */
#if defined(__x86_64__)
#define BATCH batch_x86_64_v4
#include "game/batch_kernel.h"
#endif
