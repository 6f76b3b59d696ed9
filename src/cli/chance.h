/* A seed that is another one each time, for games that nobody asks to be repeated. */
#ifndef FLAGFALL_CLI_CHANCE_H
#define FLAGFALL_CLI_CHANCE_H

#include <stdint.h>

/* By the time of day and the process: two programs that begin at the same moment differ, too. It is
 * no secret. */
uint64_t chance_seed(void);

#endif
