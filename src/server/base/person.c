/* Who somebody is, as a key. What must hold: nobody (all zeros) is never taken for a person, not
 * even for nobody; and keys are compared in a time that tells nothing of them: an account's is as
 * good as a secret, for who knows it could be taken for its owner. */
#include "server/base/person.h"

#include <sodium.h>

bool person_is_nobody(const struct person *person) {
    return sodium_is_zero(person->key, sizeof person->key);
}

bool person_is(const struct person *person, const struct person *other) {
    return !person_is_nobody(person) &&
           sodium_memcmp(person->key, other->key, sizeof person->key) == 0;
}
