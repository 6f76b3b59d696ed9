/* Who somebody is, as a key. What must hold: nobody (all zeros) is never taken for a person, not
 * even for nobody; and keys are compared in a time that tells nothing of them: an account's is as
 * good as a secret, for who knows it could be taken for its owner. */
#include "server/base/person.h"

#include <string.h>

enum { WORDS = sizeof(struct person) / sizeof(uint64_t) };

/* The bits in which two keys differ, gathered: as many steps whatever they are. */
static uint64_t difference(const struct person *person, const struct person *other) {
    uint64_t a[WORDS], b[WORDS], bits = 0;
    memcpy(a, person->key, sizeof a);
    memcpy(b, other->key, sizeof b);
    for (int i = 0; i < WORDS; i++)
        bits |= a[i] ^ b[i];
    return bits;
}

bool person_is_nobody(const struct person *person) {
    return difference(person, &(struct person){{0}}) == 0;
}

bool person_is(const struct person *person, const struct person *other) {
    return !person_is_nobody(person) && difference(person, other) == 0;
}
