/* Structs that say their size. What must hold: never a byte is read or written beyond the
 * size that the caller told. */
#include "base/sized.h"

#include <assert.h>
#include <string.h>

/* No struct of ours comes near this: more is memory that nobody filled. */
enum { MOST = 1 << 16 };

static uint32_t size_of(const void *given) {
    /* By `memcpy`: the caller's struct is of a type of its own, and reading it as ours would be
     * undefined. */
    uint32_t size;
    memcpy(&size, given, sizeof size);
    return size;
}

bool sized_fits(const void *given, size_t known) {
    const unsigned char *bytes = given;
    uint32_t size = size_of(given);
    if (size <= sizeof size || size > MOST || size % sizeof size)
        return false;
    /* A newer caller may have members that this library has never heard of. As long as it
     * leaves them 0 it asks for nothing that would be missed. */
    for (size_t i = known; i < size; i++)
        if (bytes[i])
            return false;
    return true;
}

bool sized_read(void *whole, size_t known, const void *given) {
    bool fits = sized_fits(given, known);
    uint32_t size = size_of(given), all = (uint32_t)known;
    assert(known > sizeof all && known <= MOST);
    memset(whole, 0, known);
    if (fits)
        memcpy(whole, given, size < known ? size : known);
    memcpy(whole, &all, sizeof all);
    return fits;
}

void sized_take(void *whole, size_t known, const void *given) {
    bool fits = sized_read(whole, known, given);
    assert(fits), (void)fits;
}

void sized_write(void *given, const void *whole, size_t known) {
    uint32_t size = size_of(given);
    assert(size > sizeof size && size <= MOST);
    memset((char *)given + sizeof size, 0, size - sizeof size);
    size_t told = size < known ? size : known;
    memcpy((char *)given + sizeof size, (const char *)whole + sizeof size, told - sizeof size);
}
