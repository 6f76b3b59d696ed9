/* Learning for any processor. */
#define MODEL model_portable
#include "learn/model_kernel.h"
