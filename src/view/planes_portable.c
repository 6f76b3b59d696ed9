/* Planes for any processor. */
#define PLANES planes_portable
#include "view/planes_kernel.h"
