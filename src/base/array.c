/* Each time twice as large, so that an element is moved about once. */
#include "base/array.h"

#include <assert.h>
#include <stdlib.h>

void *array_with_room(void *array, size_t count, size_t *room, size_t size) {
    enum { FIRST = 16 };
    assert(count <= *room);
    if (count < *room)
        return array;
    size_t more = *room ? 2 * *room : FIRST;
    void *grown = more > *room && more <= SIZE_MAX / size ? realloc(array, more * size) : NULL;
    if (grown)
        *room = more;
    return grown;
}
