/* Playouts compiled for any processor. */
#define PLAYOUT playout_portable
#include "game/playout_kernel.h"
