/* Which instructions the processor has that the program runs on, asked of it at run time. */
#ifndef FLAGFALL_BASE_PROCESSOR_H
#define FLAGFALL_BASE_PROCESSOR_H

#include <stdbool.h>

/* Does the processor have, and the system let us use, every instruction of this level, so
 * that code compiled with -march=x86-64-v3 or -v4 runs? Level 4 has all of level 3. False
 * for every processor that is no x86-64. Cheap enough to be asked before each observation;
 * any thread may. */
bool processor_is_x86_64_v3(void);
bool processor_is_x86_64_v4(void);

#endif
