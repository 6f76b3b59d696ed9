/* Who somebody is, for all who need no more than to tell one from another. */
#ifndef FLAGFALL_SERVER_BASE_PERSON_H
#define FLAGFALL_SERVER_BASE_PERSON_H

#include <stdbool.h>
#include <stdint.h>

/* A person: a guest, by a hash of the secret in the cookie (never the secret itself),
 * or an account, by a key of its own. All zeros are nobody. */
struct person {
    uint8_t key[32];
};

bool person_is_nobody(const struct person *person);

/* Are they the same? Nobody is anybody. Takes as long whatever the answer is. */
bool person_is(const struct person *person, const struct person *other);

#endif
