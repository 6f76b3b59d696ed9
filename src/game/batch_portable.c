/* The step of a batch for any processor. */
#define BATCH batch_portable
#include "game/batch_kernel.h"
