/* Arrays that grow by one element at a time. */
#ifndef FLAGFALL_BASE_ARRAY_H
#define FLAGFALL_BASE_ARRAY_H

#include "flagfall/base.h"

/* An array of `count` elements of `size` bytes that has room for one more: the same, or, where
 * `*room` elements were all it could hold, a larger one that has its contents and its place (null
 * is an array without room). Null where memory is out; nothing has changed then. To be freed by
 * `free`. */
void *array_with_room(void *array, size_t count, size_t *room, size_t size);

#endif
